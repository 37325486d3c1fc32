"""The values in a competition: plans, entries, groups, matches, and advanced players.

`engine.competitions.events` has the events that create them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cached_property

from engine.ids import GameId, Leg, MatchCode, PersonId, game_id
from engine.rulesets import Phase, Ruleset


class ExclusionPolicy(StrEnum):
    """The effect of a disqualification on a player's results (art. 10.3 does not define it)."""

    HALF = "half"
    """Results count if at least half of the player's games in the phase are official, else none."""
    KEEP = "keep"
    VOID = "void"


class Treatment(StrEnum):
    """The effect that was applied to a disqualified player's results."""

    KEPT = "kept"
    """The results count; open games become official as resigned or not begun (art. 9.1)."""
    VOID = "void"
    """All games of the player in the phase are out of the standings, for both players."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PhasePlan:
    """The dates of a phase, its groups, and the number of players who advance from it."""

    phase: Phase
    start: date
    closing: date
    """The last day of play (art. 9.1, 9.4)."""
    advance: int = 0
    """The number of players in each group who advance to the next phase."""
    best_others: int = 0
    """The number of further players who advance as the best others of all groups."""
    groups: int = 1
    """The planned number of groups; the draw may change it."""
    returns: date | None = None
    """The start day of all return games; None: each starts after its home game (art. 7.1)."""

    def results_due(self, rules: Ruleset) -> date:
        """Return the last day for players to report results (art. 9.7)."""
        return rules.results_due(self.closing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One player of a phase."""

    player: PersonId
    club: str = ""
    """Players with the same label are clubmates; empty means no club."""
    seeding: int | None = None
    """The rank by strength, 1 for the strongest; players with None follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The players of a group, strongest first."""

    name: str
    players: tuple[PersonId, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawnPlayer:
    """A player who withdrew before the start, after the groups were drawn."""

    player: PersonId
    club: str
    group: str
    """The name of the player's group."""


@dataclass(frozen=True, kw_only=True)  # without slots, so that cached properties work
class ListedMatch:
    """A pair of a group: two games, colours swapped in the return leg (art. 1.2)."""

    code: MatchCode
    group: str
    red: PersonId
    """The Red player in the home leg."""
    blue: PersonId
    home_seed: str
    """32 bytes in hexadecimal; secret until the home leg starts."""
    return_seed: str
    """The seed of the return leg, like `home_seed`; it reveals no other match's own seed."""

    @cached_property
    def players(self) -> frozenset[PersonId]:
        """The two players."""
        return frozenset((self.red, self.blue))

    def seats(self, leg: Leg) -> tuple[PersonId, PersonId]:
        """Return the Red and the Blue player in that leg."""
        return (self.red, self.blue) if leg is Leg.HOME else (self.blue, self.red)

    @cached_property
    def games(self) -> Mapping[GameId, tuple[PersonId, PersonId]]:
        """The two games, each with its Red and Blue player."""
        return {game_id(self.code, leg): self.seats(leg) for leg in Leg}


@dataclass(frozen=True, slots=True, kw_only=True)
class AdvancedPlayer:
    """An advanced player with the reason: the rank in the group, or one of the best others."""

    player: PersonId
    group: str
    place: int
    best_other: bool = False
    """Whether the player advances as one of the best others."""
