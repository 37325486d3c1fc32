"""Courses of a game: the moves each time some were taken back, and how to restore a course.

A returned or annulled placement had moves before it that may have been replaced. Restoring it also
restores these moves (art. 5.3). `put_back` returns the events for that; `engine.games.moving`
applies them.
"""

from functools import reduce
from itertools import takewhile

from engine.errors import Fault, GameStateError
from engine.games.endings import natural_end
from engine.games.events import Event, PlacementMade
from engine.games.fold import evolve
from engine.games.game import Game, Move, Stage, index_of, move_notation
from engine.games.orders import Order, annul, open_again
from engine.games.ruling_events import MovesRestored


def course_through(game: Game, made: Move) -> tuple[Move, ...]:
    """Return the moves of the course in which that move was last valid; empty if never.

    The course begins with the first move. It includes later moves, if they were taken back together
    with that one or after it.
    """
    place = index_of(made)
    courses = (game.moves, *reversed(game.courses))
    return next((course for course in courses if course[place : place + 1] == (made,)), ())


def placements_made(game: Game) -> tuple[PlacementMade, ...]:
    """Return every placement of the game: valid ones, then those returned and annulled."""
    gone = [move for run in game.voided for move in run.moves]
    return tuple(move for move in (*game.moves, *gone) if isinstance(move, PlacementMade))


def put_back(
    game: Game, order: Order, made: PlacementMade, followers: int = 0
) -> tuple[Event, ...]:
    """Return the events that restore a returned or annulled placement as it was made.

    The moves before it are restored too, and `followers` moves after it; other moves are annulled.
    A finished game resumes, unless this ends it.

    Raises:
        GameStateError: `nothing_to_restore`, if the placement is valid or was never made.
    """
    course = course_through(game, made)[: index_of(made) + 1 + followers]
    if not course or made in game.moves:
        raise GameStateError(Fault("nothing_to_restore", order.article))
    events: tuple[Event, ...] = ()
    now = game
    while now.moves != course:
        step = _step(now, order, course)
        events += step
        now = reduce(evolve, step, now)
    return (*events, *natural_end(now, order.at))


def _step(game: Game, order: Order, course: tuple[Move, ...]) -> tuple[Event, ...]:
    """Return one step towards that course: moves annulled, or moves restored."""
    both = zip(game.moves, course, strict=False)
    keep = len(list(takewhile(lambda pair: pair[0] == pair[1], both)))
    if keep < len(game.moves):
        return annul(game, order, keep)
    # A move always has the same moves before it, so the missing ones start a group of their own.
    run = next(each for each in reversed(game.voided) if each.moves[0] == course[keep])
    restored = MovesRestored(
        at=order.at,
        arbiter=order.arbiter,
        voided=run.event.at,
        keep=keep,
        first=move_notation(run.moves[0]),
        on=game.day_of(order.at),
        exact=True,
        article=order.article,
        reason=order.reason,
    )
    over = game.stage is Stage.ENDED
    return (open_again(game, order), restored) if over else (restored,)
