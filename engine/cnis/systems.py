"""Which system a tournament of free games is played by, and in how many rounds (art. 5, 13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from engine.cnis.categories import YOUTH, Category
from engine.cnis.faults import refused


class System(StrEnum):
    """How the rounds of a tournament are paired."""

    KOTH = "koth"
    ROUND_ROBIN = "round-robin"
    SENIORS = "seniors"


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A tournament's shape."""

    system: System
    rounds: int
    apart: frozenset[int]
    """The rounds in which players of a club are kept apart where possible."""
    all_play_all: int = 0
    """How many of the rounds are the round robin; the rest is KOTH with unlimited repeats."""


SENIORS_ROUNDS = 8
KOTH_ROUNDS = 5
_EXTRA_ROUNDS, _EXTRA_UP_TO = 2, 4
_KOTH_FROM, _FEWEST = 7, 3


def tournament(system: System, players: int, rounds: int | None = None) -> Format:
    """Return the shape of a tournament of so many players. Rules: CNIS art. 5, 13.

    `rounds` overrides the number of rounds by KOTH and among seniors; the last round is then
    another one, and so are the last two.

    Raises:
        RuleViolation: below 2 players `cnis_relocated`, as youth are, or `cnis_too_few_players`.
    """
    if players < 2 and system is System.SENIORS:
        raise refused("too_few_players", "5", players=players, fewest=2)
    if players < 2:
        raise refused("relocated", "13", players=players)
    if system is System.SENIORS:
        last = rounds or SENIORS_ROUNDS
        return Format(system=system, rounds=last, apart=frozenset({1, 2, last - 1, last}))
    if system is System.KOTH:
        last = rounds or KOTH_ROUNDS
        return Format(system=system, rounds=last, apart=frozenset({1, last}))
    full = players - 1 + players % 2
    last = full + (_EXTRA_ROUNDS if _FEWEST <= players <= _EXTRA_UP_TO else 0)
    return Format(system=system, rounds=last, apart=frozenset({1, last}), all_play_all=full)


def youth_system(players: int) -> System | None:
    """Return the system of a youth tournament; None: too few, they are relocated (art. 13)."""
    if players < _FEWEST:
        return None
    return System.KOTH if players >= _KOTH_FROM else System.ROUND_ROBIN


def relocated(entered: Mapping[Category, int]) -> dict[Category, Category]:
    """Return in which category's tournament each youth category plays. Rules: CNIS art. 13.

    A tournament of one or two moves: prichindei to the cadets, cadets to the juniors, juniors to
    the cadets, again as long as there is anything to gain by it. Categories without anybody are
    left out.

    Raises:
        RuleViolation: `cnis_too_few_players`, fewer than three in all.
    """
    total = sum(entered.get(category, 0) for category in YOUTH)
    if total < _FEWEST:
        raise refused("too_few_players", "13", players=total, fewest=_FEWEST)
    plays = {category: category for category in YOUTH if entered.get(category, 0)}
    for small in reversed(YOUTH):
        size = sum(entered[own] for own, there in plays.items() if there is small)
        if 0 < size < _FEWEST:
            towards = _neighbour(small, plays)
            plays = {own: towards if there is small else there for own, there in plays.items()}
    return plays


def _neighbour(category: Category, plays: Mapping[Category, Category]) -> Category:
    """Return where a tournament that is too small moves; past an empty one to the next."""
    order = {
        Category.PRICHINDEL: (Category.CADET, Category.JUNIOR),
        Category.CADET: (Category.JUNIOR, Category.PRICHINDEL),
        Category.JUNIOR: (Category.CADET, Category.PRICHINDEL),
    }[category]
    held = set(plays.values())
    return next(target for target in order if target in held)
