"""The press that says which game a written line is about, once the person has been asked."""

from bot.chat.handlers import chat, conditions, letters, notes
from bot.chat.handlers.writing import Write
from bot.runtime.shared import Said
from bot.service.service import Service
from bot.texts.messages import say
from engine.errors import Fault, GameStateError
from engine.ids import GameId

WRITES: dict[str, Write] = {
    "note": notes.add_note,
    "line": chat.send_line,
    letters.TOPIC: letters.send,
    "condition": conditions.set_conditions,
}
"""What `writing.about_a_game` may ask for."""


async def game_named(service: Service, said: Said) -> None:
    """Handle the press that names the game: `for:WHAT:GAME`."""
    what, _, game = said.args.partition(":")
    if what not in WRITES:
        raise GameStateError(Fault("button_unknown"))
    seen = await service.games.visible(said, GameId(game))
    text = await service.previews.recall(said, what)
    if text is None:
        service.edit(said, say("button.unknown"))
        return
    service.edit(said, say("games.picked", game=seen.game.id))
    await WRITES[what](service, said, seen, text)
