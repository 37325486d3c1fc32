"""Moves from the chat and the Mini App: the checks before a move, its effect, its execution."""

from datetime import datetime
from typing import NamedTuple

from bot.service.notices.play.own_sheet import caption_of, pass_on
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.recorder import Recorder
from bot.texts.messages import Relayed, Text
from bot.texts.notices.play.turn import sent_text
from engine.errors import Fault, GameStateError
from engine.games.commands import Command, Pass, Place
from engine.games.endings import check_goes_on, check_running, check_turn
from engine.games.game import Game
from engine.ids import PersonId, Seat
from engine.notation import PASS, parse_placement


class MoveOutcome(NamedTuple):
    """The game after a move, and the confirmation for its author."""

    after: GameSnapshot
    text: Text


async def check_may_move(readers: Readers, game: Game, seat: Seat, at: datetime) -> None:
    """Refuse every move of a player who can make none now (art. 4.1, 4.3, 5.2, 9.4).

    Raises:
        GameStateError: the game is over, its phase is closed, it is the opponent's turn, or the
            last move must first be accepted.
    """
    check_running(game)
    await readers.closings.check_command(game, Pass(by=seat), at)
    check_turn(game, seat)
    check_goes_on(game)


def command_of(written: str, seat: Seat) -> Command:
    """Return the command for a written move.

    Raises:
        NotationError: it is no pass and no placement.
    """
    return Pass(by=seat) if written == PASS else Place(by=seat, placement=parse_placement(written))


async def make_move(  # noqa: PLR0913, PLR0917  (the game, the player, the move, its instant and sheet)
    recorder: Recorder,
    snapshot: GameSnapshot,
    player: PersonId,
    written: str,
    at: datetime,
    photo: Relayed | None,
) -> MoveOutcome:
    """Make a move that counts from that instant, and forward its photographed sheet (art. 4.2).

    Raises:
        EngineError: the game refuses it, and nothing is written.
    """
    seat = snapshot.game.seat_of(player)
    if seat is None:
        raise GameStateError(Fault("not_your_game"))
    after = await recorder.game_acts.act(snapshot, command_of(written, seat), at)
    if photo is not None:
        note = caption_of(photo, written)
        await pass_on(recorder, player, after.game, photo, note, with_move=True)
    participants = await recorder.participants.of(after.game)
    return MoveOutcome(after, sent_text(after.game, participants, seat, written))
