"""The courses of a game: what stood each time moves were taken back, and how a course stands again.

A placement that was returned or annulled had others before it, which may not stand any more, and
others may stand in its place. To put it on the board is to let the course stand again in which it
was made (art. 5.3): the order for that, as events, is `put_back`; what each of them does to the
game is `engine.games.moving`.
"""

from functools import reduce
from itertools import takewhile

from engine.errors import Fault, GameStateError
from engine.games.endings import natural_end
from engine.games.events import Event, PlacementMade
from engine.games.fold import evolve
from engine.games.game import Game, Move, Stage, index_of, written
from engine.games.orders import Order, annul, open_again
from engine.games.ruling_events import MovesRestored


def course_through(game: Game, made: Move) -> tuple[Move, ...]:
    """Return the moves that stood with that one when it last stood, from the first; () if it never.

    Those after it are among them: what was taken back together with it, or later than it.
    """
    place = index_of(made)
    courses = (game.moves, *reversed(game.courses))
    return next((course for course in courses if course[place : place + 1] == (made,)), ())


def placements_made(game: Game) -> tuple[PlacementMade, ...]:
    """Return every placement of the game: those that stand, then those returned and annulled."""
    gone = [move for run in game.voided for move in run.moves]
    return tuple(move for move in (*game.moves, *gone) if isinstance(move, PlacementMade))


def put_back(
    game: Game, order: Order, made: PlacementMade, followers: int = 0
) -> tuple[Event, ...]:
    """Put a placement that was returned or annulled on the board again, as it was made.

    What it was made after stands again with it, and so many of those that came after it; whatever
    else stands now is annulled. A game that was over goes on, unless this brings its end.

    Raises:
        GameStateError: `nothing_to_restore`, the placement stands, or was never made.
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
    """Return what brings the game nearer to that course: moves annulled, or restored."""
    both = zip(game.moves, course, strict=False)
    keep = len(list(takewhile(lambda pair: pair[0] == pair[1], both)))
    if keep < len(game.moves):
        return annul(game, order, keep)
    # Moves have the same ones before them for ever, so what is missing begins a run of its own.
    run = next(each for each in reversed(game.voided) if each.moves[0] == course[keep])
    restored = MovesRestored(
        at=order.at,
        arbiter=order.arbiter,
        voided=run.event.at,
        keep=keep,
        first=written(run.moves[0]),
        on=game.day_of(order.at),
        article=order.article,
        reason=order.reason,
    )
    over = game.stage is Stage.ENDED
    return (open_again(game, order), restored) if over else (restored,)
