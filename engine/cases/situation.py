"""What a ruling finds, and what it leaves: everything it may touch, before and after."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cases.effect import Effect
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.figures import Figures
from engine.games.game import Game
from engine.ids import GameId
from engine.matches.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Whatever a ruling in a game may touch, as it stands."""

    game: Game
    match: Match
    competition: Competition | None = None
    """None: the match is played in no competition."""
    proposed: Mapping[GameId, Figures] = field(default_factory=dict)
    """Results of other matches of the group that await homologation."""
    elsewhere: tuple[tuple[Match, Game], ...] = ()
    """The other games of both players in the competition's phase that run, or ended by exclusion:
    an exclusion and its reversal concern them all."""
    to_come: tuple[Match, ...] = ()
    """The other matches of both players there that wait for their return game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Everything that follows from a ruling."""

    here: Effect
    """In the game of the case."""
    elsewhere: tuple[Effect, ...] = ()
    """In other games of the same player."""
    competition_events: tuple[CompetitionEvent, ...] = ()
    after: Situation
