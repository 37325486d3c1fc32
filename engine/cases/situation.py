"""The states before a ruling, and its effects: everything a ruling may affect."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cases.effect import Effect
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.competitions.guards import PREPARING
from engine.figures import Figures
from engine.games.game import Game
from engine.ids import GameId, PersonId
from engine.matches.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """The current states of everything that a ruling in a game may affect."""

    game: Game
    match: Match
    competition: Competition | None = None
    """The competition of the match; None if the match is in no competition."""
    proposed: Mapping[GameId, Figures] = field(default_factory=dict)
    """Results that wait for approval in other matches of its phase and of the present one."""
    elsewhere: tuple[tuple[Match, Game], ...] = ()
    """The other games of both players in the competition, running or ended by disqualification.

    A disqualification and its reversal concern all of them, in any phase.
    """
    to_come: tuple[Match, ...] = ()
    """The other matches there of both players that wait for their return game."""

    @property
    def people(self) -> frozenset[PersonId]:
        """All people a ruling may concern: of the games, the present groups and a phase to come."""
        matches = (self.match, *self.to_come, *(match for match, _ in self.elsewhere))
        playing = frozenset(person for match in matches for person in match.people)
        if self.competition is None:
            return playing
        phase = self.competition.phase
        if self.competition.stage in PREPARING:
            return playing.union(phase.players)
        beside = (one.players for one in phase.groups if {*one.players} & {*self.match.people})
        return playing.union(*beside)

    @property
    def excluded(self) -> frozenset[PersonId]:
        """The disqualified players of the competition."""
        return self.competition.excluded if self.competition else frozenset()

    def is_past(self, match: Match) -> bool:
        """Return whether the match is in a finished phase, whose games cannot be resumed."""
        return self.competition is not None and self.competition.is_past(match.phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """All effects of a ruling."""

    here: Effect
    """The effect on the game of the case."""
    elsewhere: tuple[Effect, ...] = ()
    """The effects on other games of the same player."""
    competition_events: tuple[CompetitionEvent, ...] = ()
    after: Situation
