"""What a ruling finds, and what it leaves: everything it may touch, before and after."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from engine.cases.effect import Effect
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.figures import Figures
from engine.games.game import Game
from engine.ids import GameId, PersonId
from engine.matches.match import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Whatever a ruling in a game may touch, as it stands."""

    game: Game
    match: Match
    competition: Competition | None = None
    """None: the match is played in no competition."""
    proposed: Mapping[GameId, Figures] = field(default_factory=dict)
    """Results of other matches, of its phase and of the present one, that await homologation."""
    elsewhere: tuple[tuple[Match, Game], ...] = ()
    """The other games of both players in the competition that run, or ended by exclusion: an
    exclusion and its reversal concern them all, in whichever phase they are."""
    to_come: tuple[Match, ...] = ()
    """The other matches of both players there that wait for their return game."""

    @property
    def people(self) -> frozenset[PersonId]:
        """Return whoever a ruling may concern: players of the games, and of the running groups."""
        matches = (self.match, *self.to_come, *(match for match, _ in self.elsewhere))
        playing = {person for match in matches for person in match.people}
        groups = self.competition.phase.groups if self.competition else ()
        beside = (one.players for one in groups if {*one.players} & {*self.match.people})
        return frozenset(playing).union(*beside)

    def is_past(self, match: Match) -> bool:
        """Return whether the match belongs to a phase that is over: no game of it goes on."""
        return self.competition is not None and self.competition.is_past(match.phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class Consequences:
    """Everything that follows from a ruling."""

    here: Effect
    """In the game of the case."""
    elsewhere: tuple[Effect, ...] = ()
    """In other games of the same player."""
    competition_events: tuple[CompetitionEvent, ...] = ()
    after: Situation
