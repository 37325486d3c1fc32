"""How a game may end: by its last move, by an interruption, or because somebody never showed up.

The last move brings an end by itself, with what the tiles left in hand are worth (art. 4.3).
Players may interrupt a game that is begun on both sides and not level (art. 9.2, 9.3). Red has not
shown up who never placed; Blue, who never answered the first placement: whoever was not to move
has missed nothing, and the game is lost the same however it ends (art. 9.1).
"""

from dataclasses import replace
from datetime import datetime

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.events import Ending, GameEnded, PlacementMade
from engine.games.game import Game
from engine.ids import Seat
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
    gain, loss = (times * held for times in game.rules.end_bonus.shares)
    red, blue = (gain, -loss) if out is Seat.RED else (-loss, gain)
    return GameEnded(
        at=at, ending=Ending.PLAYED_OUT, by=out, red_adjustment=red, blue_adjustment=blue
    )


def check_interruption(game: Game) -> None:
    """Accept that the players interrupt the game now, or refuse: to propose it and to agree to it.

    An interruption at equal scores would be a draw by agreement, which art. 9.3 rules out.

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
    """Return whether the seat has ever placed or passed, even if that no longer stands."""
    void = (move for move, _ in (*game.returned, *game.annulled))
    return bool(game.side(seat).moves) or any(move.by is seat for move in void)


def absent(game: Game) -> Seat | None:
    """Return who has not shown up: whoever is to move, if he has never moved (art. 9.1).

    Who sent the first placement back (art. 5.2) has answered it, and whose placement waits for the
    arbiter (art. 5.3) has made one.
    """
    seat = game.turn
    if game.query:
        return None
    # A restoration leaves nothing returned, and is no reason to have been away.
    sent_back = any(back.by is seat for _, back in (*game.returned, *game.held))
    answered = has_moved(game, seat) or sent_back
    return None if answered else seat


def lost_as(game: Game, seat: Seat, otherwise: Ending) -> Ending:
    """Return how the game is lost for the seat: as a no-show if he never came to it (art. 9.1)."""
    return Ending.NO_SHOW if absent(game) is seat else otherwise


def lost_by_both(game: Game, ended: GameEnded) -> GameEnded:
    """Return the end of a game that both have lost on time: who never came to it has 0 (9.1)."""
    gone = absent(game)
    return ended if gone is None else replace(ended, silent=(gone,))
