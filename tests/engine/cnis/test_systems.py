"""Rounds and system of a tournament, and relocated players (art. 5, 13)."""

from itertools import product

import pytest

from engine.cnis.categories import YOUTH, Category
from engine.cnis.systems import PairingSystem, relocated, tournament, youth_system
from engine.errors import RuleViolation

JUNIOR, CADET, PRICHINDEL = YOUTH


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


@pytest.mark.parametrize(
    ("entered", "plays"),
    [
        ((5, 5, 5), (JUNIOR, CADET, PRICHINDEL)),
        ((5, 5, 2), (JUNIOR, CADET, CADET)),
        ((5, 2, 5), (JUNIOR, JUNIOR, PRICHINDEL)),
        ((2, 5, 5), (CADET, CADET, PRICHINDEL)),
        ((5, 1, 1), (JUNIOR, JUNIOR, JUNIOR)),
        ((5, 2, 1), (JUNIOR, CADET, CADET)),
        ((5, 0, 2), (JUNIOR, None, JUNIOR)),
        ((0, 1, 5), (None, PRICHINDEL, PRICHINDEL)),
        ((3, 0, 0), (JUNIOR, None, None)),
    ],
)
def test_relocation(
    entered: tuple[int, int, int], plays: tuple[Category | None, Category | None, Category | None]
) -> None:
    """One or two prichindei play with the cadets, cadets with the juniors, juniors with cadets."""
    found = relocated(dict(zip(YOUTH, entered, strict=True)))

    assert tuple(found.get(category) for category in YOUTH) == plays


def test_every_tournament_has_three() -> None:
    """For any entries each remaining tournament has at least three players."""
    for entered in product(range(6), repeat=3):
        sizes = dict(zip(YOUTH, entered, strict=True))
        if sum(entered) < 3:
            with pytest.raises(RuleViolation, match="cnis_too_few_players"):
                relocated(sizes)
            continue
        found = relocated(sizes)
        for there in found.values():
            assert sum(sizes[own] for own, to in found.items() if to is there) >= 3


@pytest.mark.parametrize("system", [PairingSystem.KOTH, PairingSystem.ROUND_ROBIN])
def test_one_youth_player_is_relocated(system: PairingSystem) -> None:
    """A single youth player is relocated as art. 13 says."""
    with pytest.raises(RuleViolation, match="cnis_relocated"):
        tournament(system, 1)
