"""Players who advance from a phase, groups with too few players left, and cases decided by lot.

Pure functions over a phase's official tables; `engine.competitions.results` records the outcome.
The regulation leaves these rules to the organisers; this is their reading.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from engine.competitions.competition import Competition
from engine.competitions.parts import AdvancedPlayer
from engine.competitions.phase import Goers, PhaseState
from engine.ids import PersonId


@dataclass(frozen=True, slots=True)
class Lot:
    """Two players of whom one advances only because of the lot."""

    ahead: PersonId
    """The player who advances."""
    behind: PersonId
    """The player who does not advance."""


def changed_goers(competition: Competition) -> tuple[AdvancedPlayer, ...] | None:
    """Return the players who advance by corrected tables; None if they are those confirmed."""
    before = competition.phases[competition.number - 1] if competition.number else None
    if before is None or before.advanced is None:
        return None
    players, _ = before.goers
    return None if players == before.advanced.players else players


def passed_on(phase: PhaseState) -> Mapping[str, int]:
    """Return how many places each group passes to the best others, because too few are left."""
    wanted = phase.plan.advance
    left = {group: len(rows) for group, rows in phase.staying().items()}
    return {group: wanted - count for group, count in left.items() if count < wanted}


def decided_by_lot(phase: PhaseState) -> tuple[Lot, ...]:
    """Return each player who failed to advance only by lot, and the player who advanced.

    With the best possible lot the player would have advanced.
    """
    first, rows = _names(phase.goers), [*chain(*phase.staying().values())]
    # A lot parts only players who are level in their group, or by average in all groups together.
    sums = Counter(row.coefficients for row in rows)
    averages = Counter(row.average for row in rows)
    level = {row.player for row in rows if sums[row.coefficients] > 1 or averages[row.average] > 1}
    found: list[Lot] = []
    for behind in (one for one in phase.goers[1] if one in level):
        other = _names(phase.with_lots({**phase.lots, behind: 0}).goers)
        if behind in other:
            found += [Lot(ahead, behind) for ahead in first if ahead not in other]
    return tuple(found)


def _names(goers: Goers) -> tuple[PersonId, ...]:
    """Return the advanced players, sorted by their numbers."""
    return tuple(sorted(one.player for one in goers[0]))
