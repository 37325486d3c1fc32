"""The end that the last move brings by itself, with what the tiles left in hand are worth (4.3)."""

from dataclasses import replace
from datetime import datetime

from engine.errors import Fault, GameStateError
from engine.games.events import Ending, GameEnded, PlacementMade
from engine.games.game import Game
from engine.ids import Seat
from engine.rulesets import EndBonus
from engine.tiles import value_of


def natural_end(game: Game, at: datetime) -> tuple[GameEnded, ...]:
    """Return the end that the last move brings by itself, if it brings one (art. 4.3).

    A last placement brings it only when the partner may no longer return it (art. 5.2).
    """
    last = game.last_move
    if game.waits_for_acceptance:
        return ()
    if isinstance(last, PlacementMade):
        out = game.left_in_sequence == 0 and not game.side(last.by).rack
        return (_played_out(game, last.by, at),) if out else ()
    if game.passes_in_a_row < game.rules.passes_to_end:
        return ()
    held = {seat: value_of(game.side(seat).rack, game.tile_set) for seat in Seat}
    return (
        GameEnded(
            at=at,
            ending=Ending.PASSES,
            by=None,
            red_adjustment=-held[Seat.RED],
            blue_adjustment=-held[Seat.BLUE],
        ),
    )


def check_goes_on(game: Game) -> None:
    """Accept that the game is played on, or refuse: its last placement waits to be accepted.

    Raises:
        GameStateError: `last_placement_waits`.
    """
    if game.waits_for_acceptance:
        raise GameStateError(Fault("last_placement_waits", "5.2"))


def accepted_end(game: Game, at: datetime) -> tuple[GameEnded, ...]:
    """Return the end of a game whose last placement is accepted, in words or by silence (5.2)."""
    return natural_end(replace(game, returnable=False), at)


def _played_out(game: Game, out: Seat, at: datetime) -> GameEnded:
    """Return the end of a game in which that seat has no tiles left (art. 4.3)."""
    held = value_of(game.side(out.partner).rack, game.tile_set)
    gain, loss = {
        EndBonus.TRANSFER: (held, -held),
        EndBonus.DEDUCT_ONLY: (0, -held),
        EndBonus.DOUBLE: (2 * held, 0),
    }[game.rules.end_bonus]
    red, blue = (gain, loss) if out is Seat.RED else (loss, gain)
    return GameEnded(
        at=at, ending=Ending.PLAYED_OUT, by=out, red_adjustment=red, blue_adjustment=blue
    )
