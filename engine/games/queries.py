"""Queries to the arbiter about a refused word, while the placement waits (art. 5.3).

A separate case has the question and the ruling; the game stores only that it waits. The author may
make another play meanwhile, which drops the question. During a query no time is found exceeded. If
the word is accepted, the placement counts from the instant of the question (`made_as_asked`), and
the days since are not charged. Otherwise they are. A game that ends meanwhile stays ended, with the
placement if its word is accepted (art. 9.1).
"""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from engine.errors import Fault, GameStateError
from engine.games.commands import Place
from engine.games.deadlines import received_on
from engine.games.decide import decide, time_found
from engine.games.endings import check_running, check_turn
from engine.games.events import Event, GameEnded, PlacementMade, QueryClosed, WordQueried
from engine.games.fold import recorded
from engine.games.game import Game, Move, index_of, stopped_on, until_closing
from engine.games.orders import Order, annul, last_wait, lift_ends
from engine.games.outage import given_between
from engine.games.ruling_events import TimeGranted
from engine.games.turns import pauses
from engine.ids import Seat
from engine.placement import EVERY_WORD, Placement


def query(
    game: Game, seat: Seat, case: str, at: datetime, *, typed: datetime | None = None
) -> tuple[Event, ...]:
    """Return the events that start a query; a later query replaces it.

    The placement waits since `typed`. Time exceeded by then is recorded first (art. 7.2).

    Raises:
        GameStateError: `game_over`, or `not_your_turn`.
    """
    check_running(game)
    check_turn(game, seat)
    found = time_found(game, typed or at)
    return (*found, WordQueried(at=at, by=seat, case=case, typed=typed))


def close_query(game: Game, case: str, at: datetime) -> tuple[Event, ...]:
    """Return the event that closes the query: the word was refused, or its author dropped it."""
    return (QueryClosed(at=at, by=game.turn, case=case),) if game.query == case else ()


def made_as_asked(
    game: Game, order: Order, placement: Placement, *, place: int, asked: datetime
) -> tuple[Event, ...]:
    """Return the events that make the queried placement at the instant of the question.

    Moves that its author and others made since are annulled first. The days used before the
    question stay used; the days since are charged to nobody (art. 5.3, 7.1). If the placement still
    waited when the game ended, its ends follow again, unless the placement ends it (9.1).

    Raises:
        GameStateError: `nothing_to_restore`, if the game was taken back to an earlier move.
        RuleViolation: it does not fit on the present board.
    """
    ends = lift_ends(game, order)
    before: tuple[Event, ...] = ends
    now = recorded(game, ends, order.at)  # acts that were idle at the end may count again
    if place > len(now.moves):
        raise GameStateError(Fault("nothing_to_restore", order.article))
    waits = place == len(now.moves)
    if not waits:
        back = annul(now, order, place, since=asked)
        before, now = (*ends, *back), recorded(now, back, order.at)
    elif ends:  # the turn is resumed as it was
        now = received_on(now, game.received)
    began = [stop.received for stop in pauses(now, place, asked)]
    now = received_on(now, min([now.received, *began]))
    instead = made_instead(now, place, asked)
    if instead is not None:
        now = received_on(now, instead.received)
    answered = _answered_on(game, instead, order.at)
    made = tuple(
        replace(event, answered=answered)
        if isinstance(event, PlacementMade) and event.sent < answered
        else event
        for event in decide(now, Place(by=now.turn, placement=placement), asked, EVERY_WORD)
    )
    if ends and waits and now.query:
        again = () if any(isinstance(event, GameEnded) for event in made) else game.ends
        return (*before, *made, *again)
    return (*before, *made, *_given_for_the_wait(recorded(now, made, order.at), order))


def _answered_on(game: Game, instead: Move | None, at: datetime) -> date:
    """Return the day on which the wait ended: by another move, with the game, or with the answer.

    It is the closing day at the latest (art. 9.4).
    """
    if instead is not None:
        return until_closing(game, instead.sent)
    ended = game.ended
    return until_closing(game, game.day_of(at) if ended is None else stopped_on(game, ended))


def _given_for_the_wait(game: Game, order: Order) -> Iterator[TimeGranted]:
    """Yield what takes back days of outages within the last move's wait, which costs no days (7.1).

    While the placement waited they were given, because a refusal would have charged the wait.
    """
    wait, made = last_wait(game), game.last_move
    if wait is None or made is None or game.ended is not None:
        return
    for outage, among, given in given_between(game, made.by, wait.asked, wait.answered):
        taken = TimeGranted(by=made.by, days=-given, outage=outage, **order.grounds)
        yield taken
        if given > among:
            yield replace(taken, days=given - among)


def made_instead(game: Game, place: int, asked: datetime) -> Move | None:
    """Return the first move at that index after the question; None if its turn has not ended."""
    made = [*game.moves, *(move for run in game.voided for move in run.moves)]
    later = [move for move in made if index_of(move) == place and move.at > asked]
    return min(later, key=lambda move: move.at, default=None)


def stands_as_asked(game: Game, place: int | None, asked: datetime | None) -> bool:
    """Return whether that placement was made and is valid."""
    if place is None or place >= len(game.moves):
        return False
    made = game.moves[place]
    return isinstance(made, PlacementMade) and made.at == asked
