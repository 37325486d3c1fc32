"""The figures of a resignation, which its dialogue shows and which then count (art. 9.1).

While a sent move is held in the game, it may come first, so there are two possible outcomes. The
button has a mark for each; a resignation with other figures is asked again.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime

from bot.service.operations.play.moving import command_of
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.recording.recorder import Recorder
from engine.errors import EngineError
from engine.games.fold import recorded
from engine.games.game import Game
from engine.ids import Seat
from engine.matches.leg_ends import leg_ended, leg_if_resigned
from engine.matches.match import Match
from engine.matches.results import coefficients_after
from storage.play import held_moves


@dataclass(frozen=True, slots=True)
class Outcome:
    """The coefficients of the game after a resignation."""

    own: str
    """The coefficient of the player who resigns."""
    other: str
    """That of the opponent."""

    @property
    def mark(self) -> str:
        """Return a short hash of both figures, for a button."""
        return hashlib.sha256(f"{self.own} {self.other}".encode()).hexdigest()[:6]


async def outcomes(
    recorder: Recorder, snapshot: GameSnapshot, by: Seat, at: datetime
) -> list[Outcome]:
    """Return the outcome on the present board, and the one after a move that is held."""
    match = await recorder.matches.get(snapshot.game.match)
    games = [snapshot.game]
    after_held = await _after_held(recorder, snapshot)
    if after_held is not None:
        games.append(after_held)
    return [_outcome(match, game, by, at) for game in games]


async def _after_held(recorder: Recorder, snapshot: GameSnapshot) -> Game | None:
    """Return the game after the move that is held in it; None without one."""
    if not recorder.shared.undo:
        return None
    held_move = await held_moves.find(recorder.unit.tx, snapshot.game.id)
    seat = None if held_move is None else snapshot.game.seat_of(held_move.person)
    if held_move is None or seat is None:
        return None
    try:
        command = command_of(held_move.placement, seat)
        events = await recorder.game_acts.decided(snapshot, command, held_move.at)
    except EngineError:  # it will be refused
        return None
    return recorded(snapshot.game, events, held_move.at)


def _outcome(match: Match, game: Game, by: Seat, at: datetime) -> Outcome:
    """Return the game's value to the player who resigns and to the other (art. 9.1).

    A player who never came counts as not showing up. After the home game, it includes the case that
    they lead over both games. A game that has ended has the value of its own end.
    """
    ended = leg_ended(game, at) if game.ended else leg_if_resigned(game, by, at)
    reds_first = coefficients_after(match, ended)
    own_first = reds_first if by is Seat.RED else reds_first.swapped
    return Outcome(own=str(own_first.first), other=str(own_first.second))
