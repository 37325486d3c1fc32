"""The possible ends of a game: by the last move, early by agreement, or by a no-show.

After the last move, the value of the tiles left on the racks is added or taken off (art. 4.3).
Players may agree to end a game early if both have moved and the scores differ (art. 9.2, 9.3). Red
is a no-show without any placement, and Blue without an answer to the first one. Only the player to
move can be a no-show; the result of the game is the same however it ends (art. 9.1).
"""

from dataclasses import replace
from datetime import datetime

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.events import (
    Ending,
    GameEnded,
    Passed,
    PlacementMade,
    PlacementReturned,
)
from engine.games.game import Game, Stage
from engine.ids import Seat
from engine.tiles import value_of


def natural_end(game: Game, at: datetime) -> tuple[GameEnded, ...]:
    """Return the end that follows from the last move; empty if the game continues (art. 4.3).

    A last placement ends the game only when the opponent may no longer return it (art. 5.2).
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


def check_running(game: Game) -> None:
    """Refuse a command after the end of the game.

    Raises:
        GameStateError: `game_over`.
    """
    if game.stage is not Stage.RUNNING:
        raise GameStateError(Fault("game_over", "4.3", {"game": game.id}))


def check_turn(game: Game, seat: Seat) -> None:
    """Refuse a move by the player who is not to move.

    Raises:
        GameStateError: `not_your_turn`.
    """
    if game.turn is not seat:
        raise GameStateError(Fault("not_your_turn", "4.1"))


def check_goes_on(game: Game) -> None:
    """Check that the game continues; refuse while its last placement waits to be accepted.

    Raises:
        GameStateError: `last_placement_waits`.
    """
    if game.waits_for_acceptance:
        raise GameStateError(Fault("last_placement_waits", "5.2"))


def accepted_end(game: Game, at: datetime) -> tuple[GameEnded, ...]:
    """Return the end of a game after its last placement is accepted, or not returned (art. 5.2)."""
    return natural_end(replace(game, returnable=False), at)


def scores_if_accepted(game: Game, ended: GameEnded) -> tuple[int, int] | None:
    """Return the scores, Red's first, of a game whose last placement `ended.by` did not accept.

    None if the end is no resignation, or if they had anything else to do than accept it (art. 5.2).
    """
    if ended.ending is not Ending.ABANDONED or ended.by is not game.turn:
        return None
    if not game.waits_for_acceptance:
        return None
    (over,) = accepted_end(game, ended.at)
    return game.red.score + over.red_adjustment, game.blue.score + over.blue_adjustment


def _played_out(game: Game, out: Seat, at: datetime) -> GameEnded:
    """Return the end of a game in which that seat has no tiles left (art. 4.3)."""
    held = value_of(game.side(out.partner).rack, game.tile_set)
    gain, loss = (times * held for times in game.rules.end_bonus.shares)
    red, blue = (gain, -loss) if out is Seat.RED else (-loss, gain)
    return GameEnded(
        at=at, ending=Ending.PLAYED_OUT, by=out, red_adjustment=red, blue_adjustment=blue
    )


def check_interruption(game: Game) -> None:
    """Check that the players may propose or agree now to end the game early; otherwise refuse.

    With equal scores it would be a draw by agreement, which art. 9.3 forbids.

    Raises:
        GameStateError: `last_placement_waits`.
        RuleViolation: `interruption_too_early` or `interruption_level`.
    """
    check_goes_on(game)
    if not game.complete_rounds:
        raise RuleViolation(Fault("interruption_too_early", "9.2"))
    if game.red.score == game.blue.score:
        raise RuleViolation(Fault("interruption_level", "9.3", {"score": game.red.score}))


def has_moved(game: Game, seat: Seat) -> bool:
    """Return whether the seat has ever placed or passed, even if the move was taken back."""
    made = (one.event for one in game.log)
    return any(isinstance(one, PlacementMade | Passed) and one.by is seat for one in made)


def absent(game: Game) -> Seat | None:
    """Return the player to move if they have never moved (art. 9.1), otherwise None.

    A player who sent the first placement back (art. 5.2) has answered it. A player whose placement
    waits for the arbiter (art. 5.3) has made one.
    """
    seat = game.turn
    if game.query:
        return None
    acts = (one.event for one in game.log)
    sent_back = any(isinstance(one, PlacementReturned) and one.by is seat for one in acts)
    return None if sent_back or has_moved(game, seat) else seat


def lost_as(game: Game, seat: Seat, otherwise: Ending) -> Ending:
    """Return the ending by which the seat loses: a no-show if they never moved (art. 9.1)."""
    return Ending.NO_SHOW if absent(game) is seat else otherwise


def lost_by_both(game: Game, ended: GameEnded) -> GameEnded:
    """Return the end of a game that both lose on time; a no-show gets 0 (art. 9.1)."""
    gone = absent(game)
    return ended if gone is None else replace(ended, silent=(gone,))
