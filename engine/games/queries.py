"""A refused word put to the arbiter, while the placement waits (art. 5.3).

What was asked, and the ruling, stand in a case of its own; the game knows that it waits. Nothing
else stands still: the author may place something else, which is no longer the question. Nobody's
time is found exceeded meanwhile; the days are charged unless the word is upheld, for then the
placement counts from the instant at which it was put to the arbiter: `made_as_asked`.
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
    """Note that the game waits for what the arbiter says of a word; a later query takes its place.

    `typed`: since when the placement waits; thinking time exceeded by then is found first (7.2).

    Raises:
        GameStateError: `game_over`, or `not_your_turn`.
    """
    if game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3"))
    if game.turn is not seat:
        raise GameStateError(Fault("not_your_turn", "4.1"))
    found = decide(game, CheckTime(), typed or at, ())
    exceeded = (event for event in found if isinstance(event, TimeExceeded))
    return (*exceeded, WordQueried(at=at, by=seat, case=case))


def close_query(game: Game, case: str, at: datetime) -> tuple[Event, ...]:
    """Note that the game waits no longer: the word is not upheld, or the author does not ask."""
    return (QueryClosed(at=at, by=game.turn, case=case),) if game.query == case else ()


def made_as_asked(
    game: Game, order: Order, placement: Placement, *, place: int, asked: datetime
) -> tuple[Event, ...]:
    """Make the placement that was put to the arbiter, as that move, at the instant it was asked.

    What its author has played instead, and all that came after it, is annulled first. The days that
    the author had used when they asked stay used, those since are nobody's (art. 5.3, 7.1).

    Raises:
        GameStateError: `nothing_to_restore`, the game has been taken back to before it.
        RuleViolation: it cannot be laid on the board as that is now.
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
        before = (open_again(game, order),)
    now = reduce(evolve, before, game)
    received = received_when_asked(now, place, asked)
    if received is not None:
        now = received_on(now, received)
    made = decide(now, Place(by=now.turn, placement=placement), asked, EVERY_WORD)
    return (*before, *made)


def received_when_asked(game: Game, place: int, asked: datetime) -> date | None:
    """Return the day from which the turn ran in which that was asked; None: it still runs.

    The first move that was made at that place after it ended that turn.
    """
    made = [*game.moves, *(move for run in game.voided for move in run.moves)]
    later = [move for move in made if index_of(move) == place and move.at > asked]
    return min(later, key=lambda move: move.at).received if later else None


def stands_as_asked(game: Game, place: int | None, asked: datetime | None) -> bool:
    """Return whether that placement was made, and stands."""
    if place is None or place >= len(game.moves):
        return False
    made = game.moves[place]
    return isinstance(made, PlacementMade) and made.at == asked
