"""Private notes about a game: written, read and deleted by their author only.

These messages are not linked to the game, whose case file others may read.
"""

from typing import Final

from bot.chat.play.notes_list import notes_button, notes_list
from bot.chat.play.one_game import about_one
from bot.chat.play.writing import about_a_game, named_first
from bot.runtime.shared import UserInput
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.service import Service
from bot.texts.buttons.play import NOTE, TextKind, View
from bot.texts.clean_text import is_blank
from bot.texts.messages import say
from storage.play import notes

LONGEST_NOTE: Final = 500
"""The most characters of one note."""
MOST_NOTES: Final = 30
"""The most notes of one person about one game."""


async def note(service: Service, user_input: UserInput) -> None:
    """Handle `/nota [GAME] [text]`: store the text, or show the notes."""
    if (await named_first(service, user_input, user_input.args)).text:
        await about_a_game(service, user_input, TextKind.NOTE, user_input.args, add_note)
    else:
        await about_one(service, user_input, View.NOTES, show_notes)


async def add_note(
    service: Service, user_input: UserInput, snapshot: GameSnapshot, text: str
) -> None:
    """Store the person's note about a game they play or rule."""
    game, person = snapshot.game.id, user_input.person.id
    stored_notes = await notes.of_game(service.unit.tx, person, game)
    if len(text) > LONGEST_NOTE:
        service.reply(user_input, say("note.too_long", n=len(text), most=LONGEST_NOTE))
    elif len(stored_notes) >= MOST_NOTES:
        service.reply(user_input, say("note.too_many", n=MOST_NOTES, game=game))
    elif is_blank(text):
        service.reply(user_input, say("note.none", game=game))
    else:
        await notes.add(service.unit.tx, person, game, text, user_input.at.replace(microsecond=0))
        service.reply(
            user_input, say("note.kept", game=game), notes_button(snapshot, len(stored_notes) + 1)
        )


async def show_notes(service: Service, user_input: UserInput, snapshot: GameSnapshot) -> None:
    """Answer with the person's own notes about the game."""
    text, buttons = await notes_list(service, user_input, snapshot.game.id)
    service.reply(user_input, text, buttons)


async def delete(service: Service, user_input: UserInput) -> None:
    """Handle the delete button: `note:NUMBER:SECONDS`; together they identify the note."""
    number, at = NOTE.read(user_input.args)
    game = await notes.remove(service.unit.tx, user_input.person.id, number, at)
    if game is None:
        service.toast(user_input, say("note.gone"), alert=True)
        return
    service.edit(user_input, *await notes_list(service, user_input, game))
