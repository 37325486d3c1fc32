"""Queries to the arbiter about a refused word, while the placement waits (art. 5.3).

The question and the ruling are in a separate case; the game stores only that it waits. The author
may make another play meanwhile, which drops the question. Time cannot be found exceeded during a
query. The days are charged unless the word is accepted: the placement then counts from the instant
of the question (`made_as_asked`).
"""

from dataclasses import replace
from datetime import date, datetime
from functools import reduce

from engine.errors import Fault, GameStateError
from engine.games.commands import CheckTime, Place
from engine.games.deadlines import received_on
from engine.games.decide import decide
from engine.games.events import Event, PlacementMade, QueryClosed, TimeExceeded, WordQueried
from engine.games.fold import evolve
from engine.games.game import Game, Stage, index_of
from engine.games.orders import Order, annul, open_again
from engine.games.ruling_events import MovesAnnulled
from engine.ids import Seat
from engine.placement import EVERY_WORD, Placement


def query(
    game: Game, seat: Seat, case: str, at: datetime, *, typed: datetime | None = None
) -> tuple[Event, ...]:
    """Return the events that start a query; a later query replaces it.

    `typed` is the instant since which the placement waits. Time exceeded by then is recorded first
    (art. 7.2).

    Raises:
        GameStateError: `game_over`, or `not_your_turn`.
    """
    if game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3", {"game": game.id}))
    if game.turn is not seat:
        raise GameStateError(Fault("not_your_turn", "4.1"))
    found = decide(game, CheckTime(), typed or at, ())
    exceeded = (event for event in found if isinstance(event, TimeExceeded))
    return (*exceeded, WordQueried(at=at, by=seat, case=case))


def close_query(game: Game, case: str, at: datetime) -> tuple[Event, ...]:
    """Return the event that closes the query: the word was refused, or no longer asked about."""
    return (QueryClosed(at=at, by=game.turn, case=case),) if game.query == case else ()


def made_as_asked(
    game: Game, order: Order, placement: Placement, *, place: int, asked: datetime
) -> tuple[Event, ...]:
    """Return the events that make the queried placement at the instant of the question.

    Moves that its author and others made since are annulled first. The days used before the
    question stay used; the days since are charged to nobody (art. 5.3, 7.1).

    Raises:
        GameStateError: `nothing_to_restore`, if the game was taken back to an earlier move.
        RuleViolation: it does not fit on the present board.
    """
    if place > len(game.moves):
        raise GameStateError(Fault("nothing_to_restore", order.article))
    before: tuple[Event, ...] = ()
    if place < len(game.moves):
        before = tuple(
            replace(event, since=asked) if isinstance(event, MovesAnnulled) else event
            for event in annul(game, order, place)
        )
    elif game.stage is Stage.ENDED:
        before = (open_again(game, order, game.day_of(asked)),)
    now = reduce(evolve, before, game)
    received = received_when_asked(now, place, asked)
    if received is not None:
        now = received_on(now, received)
    made = decide(now, Place(by=now.turn, placement=placement), asked, EVERY_WORD)
    return (*before, *made)


def received_when_asked(game: Game, place: int, asked: datetime) -> date | None:
    """Return the day on which the turn of the question began; None if that turn still runs.

    The turn ended with the first move at that place after the question.
    """
    made = [*game.moves, *(move for run in game.voided for move in run.moves)]
    later = [move for move in made if index_of(move) == place and move.at > asked]
    return min(later, key=lambda move: move.at).received if later else None


def stands_as_asked(game: Game, place: int | None, asked: datetime | None) -> bool:
    """Return whether that placement was made and is valid."""
    if place is None or place >= len(game.moves):
        return False
    made = game.moves[place]
    return isinstance(made, PlacementMade) and made.at == asked
