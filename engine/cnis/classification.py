"""Classification points of each participant in a game, by place.

Players who share a place also share the points of the places they cover. `engine.cnis.scale` has
the points; `engine.cnis.standings` chooses the results that count over a season.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import floor

from engine.cnis.faults import cnis_fault, refused
from engine.cnis.scale import Scale
from engine.errors import Fault, RuleViolation


@dataclass(frozen=True, slots=True, kw_only=True)
class Award:
    """The points of one participant in one game, and their arithmetic."""

    player: str
    place: int
    points: Decimal
    """A whole number, or two decimals (truncated) for a shared place."""
    expression: str


def award(places: Mapping[str, int], scale: Scale) -> tuple[Award, ...]:
    """Return the points of each participant, first place first, equal places by name.

    Raises:
        RuleViolation: `cnis_place_skipped`, if places do not follow one another (after two
            players in place 2 comes place 4); `cnis_scale_size`, if there are too few places.
    """
    if len(places) > scale.participants:
        raise refused("scale_size", participants=len(places), scale=scale.participants)
    if faults := place_faults(places):
        raise RuleViolation(*faults)
    awards: list[Award] = []
    for place, sharing in _by_place(places).items():
        covered = scale.points[place - 1 : place - 1 + len(sharing)]
        points, expression = _shared(covered)
        awards += (
            Award(player=player, place=place, points=points, expression=expression)
            for player in sharing
        )
    return tuple(awards)


def place_faults(places: Mapping[str, int]) -> tuple[Fault, ...]:
    """Return a fault for each group of players whose place does not follow the group before."""
    faults = []
    expected = 1
    for place, sharing in _by_place(places).items():
        if place != expected:
            faults.append(
                cnis_fault("place_skipped", player=sharing[0], place=place, expected=expected)
            )
        expected += len(sharing)
    return tuple(faults)


def renumbered(places: Mapping[str, int]) -> dict[str, int]:
    """Return the places of the players among themselves; equal places stay equal."""
    among: dict[str, int] = {}
    for sharing in _by_place(places).values():
        among |= dict.fromkeys(sharing, len(among) + 1)
    return among


def _by_place(places: Mapping[str, int]) -> dict[int, list[str]]:
    """Return the players on each place, places ascending, players by name."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for player in sorted(places):
        found[places[player]].append(player)
    return dict(sorted(found.items()))


def _shared(covered: tuple[int, ...]) -> tuple[Decimal, str]:
    """Return each sharing player's points, a mean truncated to two decimals, and the arithmetic."""
    if len(covered) == 1:
        return Decimal(covered[0]), f"{covered[0]}"
    total = " + ".join(f"{points}" for points in covered)
    mean = Fraction(sum(covered), len(covered))
    return Decimal(floor(mean * 100)).scaleb(-2), f"({total}) / {len(covered)}"
