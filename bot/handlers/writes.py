"""The press that says which game a written line is about, once the person has been asked."""

from bot.desk.desk import Desk
from bot.handlers import chat, conditions, letters, notes
from bot.handlers.writing import Write
from bot.messages import say
from bot.office.shared import Said
from engine.errors import Fault, GameStateError
from engine.ids import GameId

WRITES: dict[str, Write] = {
    "note": notes.add_note,
    "line": chat.send_line,
    letters.TOPIC: letters.send,
    "condition": conditions.set_conditions,
}
"""What `writing.about_a_game` may ask for."""


async def game_named(desk: Desk, said: Said) -> None:
    """Handle the press that names the game: `for:WHAT:GAME`."""
    what, _, game = said.args.partition(":")
    if what not in WRITES:
        raise GameStateError(Fault("button_unknown"))
    seen = await desk.games.visible(said, GameId(game))
    text = await desk.previews.recall(said, what)
    if text is None:
        desk.edit(said, say("button.unknown"))
        return
    desk.edit(said, say("games.picked", game=seen.game.id))
    await WRITES[what](desk, said, seen, text)
