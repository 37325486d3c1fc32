"""The system of a tournament of free games, and its number of rounds (art. 5, 13)."""

from dataclasses import dataclass
from enum import StrEnum

from engine.cnis.faults import refused


class PairingSystem(StrEnum):
    """A method of pairing the rounds of a tournament."""

    KOTH = "koth"
    ROUND_ROBIN = "round-robin"
    SENIORS = "seniors"


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """The rounds of a tournament."""

    rounds: int
    apart: frozenset[int]
    """The rounds in which clubmates are kept apart where possible."""
    all_play_all: int = 0
    """The number of round-robin rounds; KOTH rounds with unlimited repeats follow."""


SENIORS_ROUNDS = 8
KOTH_ROUNDS = 5
_EXTRA_ROUNDS, _EXTRA_UP_TO = 2, 4
"""So few players of a round robin play so many rounds of KOTH after it (art. 13)."""
_KOTH_FROM, _FEWEST = 7, 3
"""The least players of a youth tournament by KOTH, and of any (art. 13)."""


def tournament(system: PairingSystem, players: int, rounds: int | None = None) -> Format:
    """Return the format of a tournament with so many players. Rules: CNIS art. 5, 13.

    `rounds` overrides the number of rounds for KOTH and seniors, and so moves the last round and
    the last two rounds.

    Raises:
        RuleViolation: with fewer than 2 players `cnis_relocated` for youth, otherwise
            `cnis_too_few_players`.
    """
    if players < 2 and system is PairingSystem.SENIORS:
        raise refused("too_few_players", "5", players=players, fewest=2)
    if players < 2:
        raise refused("relocated", "13", players=players)
    if system is PairingSystem.SENIORS:
        last = rounds or SENIORS_ROUNDS
        return Format(rounds=last, apart=frozenset({1, 2, last - 1, last}))
    if system is PairingSystem.KOTH:
        last = rounds or KOTH_ROUNDS
        return Format(rounds=last, apart=frozenset({1, last}))
    full = players - 1 + players % 2
    last = full + (_EXTRA_ROUNDS if _FEWEST <= players <= _EXTRA_UP_TO else 0)
    return Format(rounds=last, apart=frozenset({1, last}), all_play_all=full)


def youth_system(players: int) -> PairingSystem | None:
    """Return the system of a youth tournament; None if players must be relocated (art. 13)."""
    if players < _FEWEST:
        return None
    return PairingSystem.KOTH if players >= _KOTH_FROM else PairingSystem.ROUND_ROBIN
