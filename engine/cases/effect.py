"""The effect of a ruling on one game and its match."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from typing import TypeVar

from engine.cases.events import Ruling, RulingKind
from engine.errors import Fault, RuleViolation
from engine.games.events import Event, LeaveAnnounced, LeaveWithdrawn
from engine.games.fold import recorded
from engine.games.game import Game
from engine.games.lifting import BY_RULING, LEFT
from engine.games.orders import Order
from engine.ids import Seat
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
        missed = tuple(_missed_leave(game, match, order.at))
        game_events, game = (*game_events, *missed), recorded(game, missed, order.at)
    events: list[MatchEvent] = []

    def add(found: tuple[MatchEvent, ...]) -> None:
        nonlocal match
        events.extend(found)
        match = reduce(evolve_match, found, match)

    add(follow_ruling(match, game, order.at))
    if ruling is not None and ruling.kind is not RulingKind.PENALTY:
        add(lift_penalties(match, order, game.leg))
    if ruling is not None and ruling.kind is RulingKind.PENALTY:
        who = game.side(required(ruling.seat, order)).person
        add(set_penalty(match, order, who, game.leg, required(ruling.penalty, order)))
    if ruling is not None and ruling.kind is not RulingKind.AS_PLAYED:
        add(lift_upholding(match, order, game.leg))
    if ruling is not None and ruling.kind is RulingKind.AS_PLAYED:
        add(uphold_result(match, order, game, required(ruling.seat, order)))
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


def _missed_leave(game: Game, match: Match, at: datetime) -> Iterator[Event]:
    """Yield the changes of leave that the match recorded while the game was over (art. 7.2)."""
    for seat in Seat:
        side = game.side(seat)
        noted = match.leave_of(side.person)
        for period in (leave_period for leave_period in side.leave if leave_period not in noted):
            yield LeaveWithdrawn(at=at, by=seat, period=period)
        for period in (leave_period for leave_period in noted if leave_period not in side.leave):
            yield LeaveAnnounced(at=at, by=seat, period=period)


def required(given: _Given | None, order: Order) -> _Given:
    """Return a field that the ruling needs for its kind: a player, a move or a figure.

    Raises:
        RuleViolation: `ruling_incomplete`, if the field is None.
    """
    if given is None:
        raise RuleViolation(Fault("ruling_incomplete", order.article))
    return given
