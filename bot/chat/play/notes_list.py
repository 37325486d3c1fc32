"""A person's private notes: the list with its buttons, and the button that opens it."""

from typing import Final

from bot.runtime.shared import UserInput
from bot.service.context import Context
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.texts.buttons.play import NOTE, SHOW, View
from bot.texts.messages import Button, Buttons, Card, rows_of, say
from engine.ids import GameId
from storage.play import notebooks, notes
from storage.play.notes import Note

IN_A_ROW: Final = 5
"""The most delete buttons in a row."""


async def own_notes_button(
    context: Context, user_input: UserInput, snapshot: GameSnapshot, *, with_book: bool = True
) -> Buttons:
    """Return buttons that open the person's notes about the game and their notebook, if any.

    `with_book` is False if the buttons of a turn already include the notebook.
    """
    tx, person, game = context.unit.tx, user_input.person.id, snapshot.game.id
    stored_notes = await notes.of_game(tx, person, game)
    stored_notebook = await notebooks.find(tx, person, game) if with_book else None
    notebook_rows: Buttons = ()
    if stored_notebook is not None and stored_notebook.lines != "[]":  # the JSON of no lines
        notebook_rows = ((SHOW.button(say("button.notebook"), game, View.NOTEBOOK),),)
    return (*(notes_button(snapshot, len(stored_notes)) if stored_notes else ()), *notebook_rows)


def notes_button(snapshot: GameSnapshot, count: int) -> Buttons:
    """Return a row with the button that opens the notes about the game."""
    return ((SHOW.button(say("button.notes", n=count), snapshot.game.id, View.NOTES),),)


async def notes_list(context: Context, user_input: UserInput, game: GameId) -> Card:
    """Return the person's notes about the game, and a button to delete each."""
    stored_notes = await notes.of_game(context.unit.tx, user_input.person.id, game)
    if not stored_notes:
        return Card(say("note.none", game=game))
    rows = [
        say("note.row", number=number, text=note.text, at=note.at.isoformat())
        for number, note in enumerate(stored_notes, 1)
    ]
    buttons = [_delete_button(number, note) for number, note in enumerate(stored_notes, 1)]
    return Card(say("note.list", game=game, rows=rows), rows_of(buttons, IN_A_ROW))


def _delete_button(number: int, note: Note) -> Button:
    label = say("button.delete", number=number)
    return NOTE.button(label, note.id, note.at)
