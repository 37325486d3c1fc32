"""Restores a placement that was sent back or annulled, because its words are valid (art. 5.3).

The acts that took it back are lifted, so the game is as it was then. Moves made instead are idle.
"""

from dataclasses import replace

from engine.errors import Fault, GameStateError
from engine.games.endings import natural_end
from engine.games.events import Event, PlacementMade
from engine.games.fold import recorded
from engine.games.game import Game, index_of, is_same
from engine.games.lifting import in_force
from engine.games.orders import Order, annul, lift, lift_ends, lifting
from engine.games.ruling_events import RulingLifted


def placements_made(game: Game) -> tuple[PlacementMade, ...]:
    """Return every placement of the game: valid ones, then those taken back, and idle ones."""
    gone = [move for run in game.voided for move in run.moves]
    made = (*game.moves, *gone, *game.idle)
    return tuple(move for move in made if isinstance(move, PlacementMade))


def followers(game: Game, made: PlacementMade) -> int:
    """Return the number of moves that were taken back together with the placement, after it."""
    places = [(run, run.moves.index(made)) for run in game.voided if made in run.moves]
    return sum(len(run.moves) - place - 1 for run, place in places[-1:])


def restored(
    game: Game, order: Order, made: PlacementMade, *, alone: bool = False
) -> tuple[Event, ...]:
    """Return the events that restore the placement, with all moves of that time.

    `alone`: the moves after it are annulled. A finished game resumes, unless this ends it.

    Raises:
        GameStateError: `nothing_to_restore`, if the placement is valid or was never made.
    """
    events: tuple[Event, ...] = ()
    now = game
    while not events or not _stands(now, made):
        step = () if _stands(now, made) else _step(now, order, made)
        if not step:
            raise GameStateError(Fault("nothing_to_restore", order.article))
        if _stands(recorded(now, step, order.at), made):
            step = tuple(replace(one, valid=True) for one in step)
        events, now = (*events, *step), recorded(now, step, order.at)
    if alone and len(now.moves) > index_of(made) + 1:
        without = annul(now, order, index_of(made) + 1)
        events, now = (*events, *without), recorded(now, without, order.at)
    return (*events, *natural_end(now, order.at))


def _stands(game: Game, made: PlacementMade) -> bool:
    return any(is_same(move, made) for move in game.moves)


def _step(game: Game, order: Order, made: PlacementMade) -> tuple[RulingLifted, ...]:
    """Return the events that lift the act which took the placement back, or which made it idle."""
    if game.ended is not None:
        return lift_ends(game, order)
    runs = [run for run in game.voided if any(is_same(move, made) for move in run.moves)]
    if runs:
        return lift(game, order, runs[-1].event.at, of_case=False)
    acts = [entry.event for entry in in_force(game.log)]
    liftings = [one for one in acts if isinstance(one, RulingLifted) and one.move is not None]
    later = [one for one in liftings if one.at > made.at]
    return tuple(replace(lifting(game, order, one.at, ""), move=one.move) for one in later[-1:])
