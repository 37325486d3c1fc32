"""The possible ends of a game: by the last move, early by agreement, or by a no-show.

After the last move, the value of the tiles left on the racks is added or taken off (art. 4.3).
Players may agree to end a game early if both have moved and the scores differ (art. 9.2, 9.3). Red
is a no-show without any placement, and Blue without an answer to the first one. Only the player to
move can be a no-show; the result of the game is the same however it ends (art. 9.1).
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from engine.errors import Fault, GameStateError, RuleViolation
from engine.games.deadlines import days_after
from engine.games.events import EndAct, Ending, GameEnded, Passed, PlacementMade, PlacementReturned
from engine.games.game import Game, Stage, closed_before, stopped_on
from engine.ids import Seat
from engine.tiles import value_of

SANCTIONS = frozenset({Ending.FORFEITED, Ending.EXCLUDED})
"""The endings by which a player is punished (art. 10.3)."""


def natural_end(game: Game, at: datetime) -> tuple[GameEnded, ...]:
    """Return the end that follows from the last move; empty if the game continues (art. 4.3).

    A last placement ends the game only when the opponent may no longer return it (art. 5.2).
    """
    return () if game.waits_for_acceptance else accepted_end(game, at)


def accepted_end(game: Game, at: datetime) -> tuple[GameEnded, ...]:
    """Return the end of a game after its last placement is accepted, or not returned (art. 5.2)."""
    last = game.last_move
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


def scores_if_accepted(game: Game) -> tuple[int, int] | None:
    """Return the scores, Red's first, of a finished game if the last placement had been accepted.

    None if its first end is no resignation, or if the player who resigned had anything else to do
    than accept it (art. 5.2).
    """
    first = game.ends[0]
    if first.ending is not Ending.ABANDONED or first.by is not game.turn:
        return None
    if not replace(game, stage=Stage.RUNNING).waits_for_acceptance:
        return None
    (over,) = accepted_end(game, first.at)
    return game.red.score + over.red_adjustment, game.blue.score + over.blue_adjustment


def plain_end(game: Game, ending: Ending, by: Seat | None, at: datetime) -> GameEnded:
    """Return an end that does not change the current scores (art. 9.1, 9.2, 9.4)."""
    return GameEnded(
        at=at,
        ending=ending,
        by=by,
        red_adjustment=0,
        blue_adjustment=0,
        closed=closed_before(game, at),
    )


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


def has_moved(game: Game, seat: Seat, until: datetime | None = None) -> bool:
    """Return whether the seat has ever placed or passed, even if the move was taken back.

    With `until`, only what was done by that instant counts.
    """
    made = (one.event for one in game.log if until is None or one.event.at <= until)
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


def acts_of(game: Game) -> tuple[EndAct, ...]:
    """Return the acts that decide a finished game: its own end, and the losses on top (10.3).

    A ruling on a finished game replaces the end, unless it is a loss.
    """
    base, *losses = _deciding(game.ends)
    own = EndAct(ending=base.ending, by=base.by, silent=_silent(game, base))
    return (own, *(EndAct(ending=one.ending, by=one.by) for one in losses))


def end_in_force(game: Game) -> GameEnded | None:
    """Return the end of the game, as all acts in force make it; None without any.

    It is the last act, with the points for the tiles left on the racks, which the first end added,
    and with the declarations that its own end counts.
    """
    if not game.ends:
        return None
    (base, *losses), first, last = _deciding(game.ends), game.ends[0], game.ends[-1]
    return replace(
        last,
        red_adjustment=first.red_adjustment,
        blue_adjustment=first.blue_adjustment,
        declared=base.declared,
        silent=_silent(game, last, losses),
    )


def losses_kept(before: Game, after: Game) -> tuple[GameEnded, ...]:
    """Return the losses in force that a ruling on moves lifted, which therefore count again.

    Such a ruling lifts every end, because a resignation, exceeded time or closing no longer counts
    with other moves. A loss as a sanction does not depend on the moves (art. 9.1, 10.3).
    """
    losses = [one for one in _deciding(before.ends) if is_loss(one)]
    acts = {(one.at, one.by) for one in after.ends if is_loss(one)}
    return tuple(one for one in losses if (one.at, one.by) not in acts)


def is_by_exclusion(ended: GameEnded) -> bool:
    """Return whether a disqualification ended the game, or kept it from beginning (art. 10.3)."""
    return ended.unbegun or ended.ending is Ending.EXCLUDED


def may_be_excluded_from(game: Game) -> bool:
    """Return whether a disqualification, or its reversal, may affect the game."""
    ends = (entry.event for entry in game.log if isinstance(entry.event, GameEnded))
    return game.ended is None or any(map(is_by_exclusion, ends))


def is_loss(ended: GameEnded) -> bool:
    """Return whether the arbiter ruled the game lost as a sanction (art. 10.3)."""
    return ended.ending is Ending.FORFEITED


def _deciding(ends: Sequence[GameEnded]) -> Sequence[GameEnded]:
    """Return the last of these acts that is no loss on top of another one, and the losses on it."""
    place = len(ends) - 1
    while place and is_loss(ends[place]):
        place -= 1
    return ends[place:]


def _silent(game: Game, ended: GameEnded, losses: Iterable[GameEnded] = ()) -> tuple[Seat, ...]:
    """Return the player who never came to a game lost by both or by a sanction (art. 9.1).

    A punished player is one as soon as it is their turn; their opponent, after the days for a first
    move (art. 7.2). Other ends name such players in older logs only.
    """
    if ended.ending not in {Ending.BOTH_TIME, *SANCTIONS}:
        return ended.silent
    gone = absent(game)
    if ended.ending is Ending.BOTH_TIME:
        return ended.silent if gone is None else (gone,)
    is_punished = gone in {ended.by, *(one.by for one in losses)}
    is_late = days_after(game, game.rules.opening_days) <= stopped_on(game, ended)
    return (gone,) if gone is not None and (is_punished or is_late) else ()
