"""Everything that a ruling may affect: the states before it, and its effects on each game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from decimal import Decimal
from functools import reduce
from typing import TypeVar

from engine.cases.events import Ruling, RulingKind
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionEvent
from engine.competitions.guards import PREPARING
from engine.errors import Fault, RuleViolation
from engine.figures import Figures
from engine.games.events import Event, LeaveAnnounced, LeaveWithdrawn
from engine.games.fold import recorded
from engine.games.game import Game
from engine.games.in_force import BY_RULING, LEFT
from engine.games.orders import Order
from engine.ids import GameId, PersonId, Seat
from engine.matches.events import MatchEvent
from engine.matches.fold import evolve_match
from engine.matches.match import Match, MatchStage
from engine.matches.rulings import (
    correct_results,
    follow_ruling,
    lift_penalties,
    lift_upholding,
    propose_results,
    set_penalty,
    uphold_result,
)

_Given = TypeVar("_Given")


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """The events of a ruling in one game and its match, and the game and match after them."""

    game: Game
    match: Match
    game_events: tuple[Event, ...] = ()
    match_events: tuple[MatchEvent, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OnGame:
    """The effect of a decision on one game of a player; if it has none, `fault` has the reason."""

    game: GameId
    partner: PersonId
    """The opponent in the game."""
    own: Decimal | None = None
    """The player's coefficient after the decision; None if the game continues."""
    other: Decimal | None = None
    """The opponent's coefficient after the decision; None if the game continues."""
    until: date | None = None
    """The day until which the arbiter postpones a ruling; None for other decisions."""
    fault: Fault | None = None


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
    """The other games of both players, of any phase, running or ended by disqualification."""
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


def followed(
    game: Game,
    match: Match,
    order: Order,
    game_events: tuple[Event, ...],
    *,
    ruling: Ruling | None = None,
) -> Effect:
    """Return the game after its events, and the match adapted to it."""
    game_events = _signed(game_events, order, game)
    was_over, game = game.ended is not None, recorded(game, game_events, order.at)
    if was_over and game.ended is None:
        missed = tuple(missed_leave(game, match, order.at))
        game_events, game = (*game_events, *missed), recorded(game, missed, order.at)
    events: list[MatchEvent] = []

    def add(found: tuple[MatchEvent, ...]) -> None:
        nonlocal match
        events.extend(found)
        match = reduce(evolve_match, found, match)

    add(follow_ruling(match, game, order.at))
    if ruling is not None and ruling.kind is RulingKind.PENALTY:
        who = game.side(required(ruling.seat, order)).person
        add(set_penalty(match, order, who, game.leg, required(ruling.penalty, order)))
    elif ruling is not None:
        add(lift_penalties(match, order, game.leg))
    if ruling is not None and ruling.kind is RulingKind.AS_PLAYED:
        add(uphold_result(match, order, game, required(ruling.seat, order)))
    elif ruling is not None:
        add(lift_upholding(match, order, game.leg))
    add(propose_results(match, order.at))
    if match.stage is MatchStage.HOMOLOGATED:
        add(correct_results(match, order))
    return Effect(game=game, match=match, game_events=game_events, match_events=tuple(events))


def _signed(events: tuple[Event, ...], order: Order, game: Game) -> tuple[Event, ...]:
    """Return the events with the case whose ruling makes them, by which it can be lifted.

    An end that the game already had, and that follows an inserted move again, keeps its own case.
    """
    if not order.case:
        return events
    return tuple(
        replace(event, ruling=order.case)
        if isinstance(event, BY_RULING) and event not in game.ends and event.ruling != LEFT
        else event
        for event in events
    )


def missed_leave(game: Game, match: Match, at: datetime) -> Iterator[Event]:
    """Yield the changes of leave that the match has and the game lacks, as it was over (7.2)."""
    for seat in Seat:
        side = game.side(seat)
        noted = match.leave_of(side.person)
        for period in (one for one in side.leave if one not in noted):
            yield LeaveWithdrawn(at=at, by=seat, period=period)
        for period in (one for one in noted if one not in side.leave):
            yield LeaveAnnounced(at=at, by=seat, period=period)


def required(given: _Given | None, order: Order) -> _Given:
    """Return a field that the ruling needs for its kind: a player, a move or a figure.

    Raises:
        RuleViolation: `ruling_incomplete`, if the field is None.
    """
    if given is None:
        raise RuleViolation(Fault("ruling_incomplete", order.article))
    return given
