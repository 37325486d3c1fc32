"""Rounds and system of a tournament (art. 5, 13)."""

import pytest

from engine.cnis.systems import PairingSystem, tournament, youth_system
from engine.errors import RuleViolation


@pytest.mark.parametrize(
    ("players", "system", "rounds"),
    [
        (3, PairingSystem.ROUND_ROBIN, 5),
        (4, PairingSystem.ROUND_ROBIN, 5),
        (5, PairingSystem.ROUND_ROBIN, 5),
        (6, PairingSystem.ROUND_ROBIN, 5),
        (7, PairingSystem.KOTH, 5),
        (40, PairingSystem.KOTH, 5),
    ],
)
def test_youth_tournaments(players: int, system: PairingSystem, rounds: int) -> None:
    """Seven players or more play five rounds of KOTH, fewer a round robin."""
    assert youth_system(players) is system
    assert tournament(system, players).rounds == rounds
    assert tournament(system, players).apart == {1, rounds}


def test_too_few_for_a_tournament() -> None:
    """One or two players have no system of their own; one alone can play nobody."""
    assert [youth_system(players) for players in (0, 1, 2)] == [None, None, None]
    with pytest.raises(RuleViolation, match="cnis_too_few_players"):
        tournament(PairingSystem.SENIORS, 1)


def test_seniors() -> None:
    """Seniors play 8 rounds, clubs apart in 1, 2, 7 and 8; another number moves the last two."""
    assert tournament(PairingSystem.SENIORS, 30).apart == {1, 2, 7, 8}
    assert tournament(PairingSystem.SENIORS, 30, rounds=6).apart == {1, 2, 5, 6}


@pytest.mark.parametrize("system", [PairingSystem.KOTH, PairingSystem.ROUND_ROBIN])
def test_one_youth_player_is_relocated(system: PairingSystem) -> None:
    """A single youth player is relocated as art. 13 says."""
    with pytest.raises(RuleViolation, match="cnis_relocated"):
        tournament(system, 1)
