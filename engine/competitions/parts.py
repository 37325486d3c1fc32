"""What a competition is made of: plans, entries, groups, matches, and who goes on.

The events that bring them about are `engine.competitions.events`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property

from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.rulesets import Phase, Ruleset


class ExclusionPolicy(StrEnum):
    """What becomes of the results of a player who is excluded (art. 10.3 does not say)."""

    HALF = "half"
    """Kept if at least half of his games of the phase are homologated, void otherwise."""
    KEEP = "keep"
    VOID = "void"


class Treatment(StrEnum):
    """What became of an excluded player's results."""

    KEPT = "kept"
    """They stand; his other games are still to be homologated, as given up or not begun (9.1)."""
    VOID = "void"
    """All his games of the phase are out of the standings, for both players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePlan:
    """The dates of a phase, its groups, and how many go on from it."""

    phase: Phase
    start: date
    closing: date
    """The last day of its games (art. 9.1, 9.4)."""
    advance: int = 0
    """How many of each group go on to the next phase."""
    best_others: int = 0
    """How many more go on, the best of all groups after those."""
    groups: int = 1
    """How many groups it is to have; the draw may make it another number."""
    returns: date | None = None
    """The day on which all its return games start; None: each after its home game (art. 7.1)."""

    def results_due(self, rules: Ruleset) -> date:
        """Return the last day on which players report their results (art. 9.7)."""
        return self.closing + timedelta(days=rules.results_days)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One player of a phase."""

    player: PersonId
    club: str = ""
    """Players with the same label are clubmates; an empty one stands for no club."""
    seeding: int | None = None
    """His place in the order of strength, 1 the strongest; None comes after all of these."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The players of a group, strongest first."""

    name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdrawn:
    """Who withdrew before the start from a group that was drawn already."""

    player: PersonId
    club: str
    group: str
    """Its name."""


@dataclass(frozen=True, kw_only=True)  # without slots: what is worked out is kept
class ListedMatch:
    """A pair of a group: two games, colours swapped in the return leg (art. 1.2)."""

    code: MatchCode
    group: str
    red: PersonId
    """Who plays Red in the home leg."""
    blue: PersonId
    home_seed: str
    """32 bytes in hex; secret until the home leg starts."""
    return_seed: str
    """The same; where every match has one of its own, it says nothing of any other's."""

    @cached_property
    def players(self) -> frozenset[PersonId]:
        """Return the two players."""
        return frozenset((self.red, self.blue))

    def seats(self, leg: Leg) -> tuple[PersonId, PersonId]:
        """Return who plays Red and who Blue in that leg."""
        return (self.red, self.blue) if leg is Leg.HOME else (self.blue, self.red)

    @cached_property
    def games(self) -> Mapping[GameId, tuple[PersonId, PersonId]]:
        """Return the two games, each with its Red and Blue."""
        return {game_id(self.code, leg): self.seats(leg) for leg in Leg}


@dataclass(frozen=True, slots=True, kw_only=True)
class Advanced:
    """A player who goes on, and why: his place in his group, or as one of the best others."""

    player: PersonId
    group: str
    place: int
    best_other: bool = False
