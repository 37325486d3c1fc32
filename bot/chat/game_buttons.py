"""The buttons that name the game for a view, or for a text that was typed before.

`bot.chat.play.one_game.about_one` and `bot.chat.play.writing.about_a_game` make these buttons
when a person has several games. The views and texts belong to several subjects, so this module is
above them.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat.cases import claims, dossier, ruling_steps
from bot.chat.conversation import letters, opponent_messages
from bot.chat.matches import verifying
from bot.chat.play import condition_list, conditions, game_views, notebook, notes, reminding
from bot.chat.play.one_game import Show
from bot.chat.play.writing import Write, stored_as
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.play import SHOW, WRITE_FOR, TextKind, View
from bot.texts.messages import say

SHOWS: Final[Mapping[View, Show]] = {
    View.SHEET: game_views.show_sheet,
    View.TIME: game_views.show_thinking_time,
    View.DOSSIER: dossier.send_dossier,
    View.LEDGER: game_views.show_ledger,
    View.SEQUENCE: game_views.show_open_sequence,
    View.LETTERS: game_views.show_racks,
    View.BOARD: game_views.show_board,
    View.HISTORY: game_views.show_history,
    View.RECORD: game_views.show_export,
    View.PROOF: verifying.show_verification,
    View.NUDGE: reminding.send_nudge,
    View.NOTES: notes.show_notes,
    View.CONDITIONS: condition_list.show_conditions,
    View.NOTEBOOK: notebook.show_notebook,
    View.MESSAGES: opponent_messages.show_conversation,
    View.WRITE: opponent_messages.ask_about,
    View.CLAIM: claims.ask_kind,
    View.CASE: ruling_steps.open_case,
}
"""The views of a game in a button's data: `show:GAME:VIEW`."""

WRITES: Final[Mapping[TextKind, Write]] = {
    TextKind.NOTE: notes.add_note,
    TextKind.LINE: opponent_messages.send_line,
    TextKind.LETTER: letters.send_letter,
    TextKind.CONDITION: conditions.set_conditions,
    TextKind.NOTEBOOK: notebook.write,
}
"""The kinds of text about a game: `for:KIND:GAME:MESSAGE`."""


async def show_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button of a game to look at: `show:GAME:VIEW`."""
    game, view = SHOW.read(user_input.args)
    snapshot = await service.games.visible(user_input, game)
    service.toast(user_input)
    await service.previews.note_opened(user_input, snapshot.game.id)
    await SHOWS[view](service, user_input, snapshot)


async def write_pressed(service: Service, user_input: UserInput) -> None:
    """Handle the button of a text's game: `for:KIND:GAME:MESSAGE`."""
    kind, game, message = WRITE_FOR.read(user_input.args)
    snapshot = await service.games.visible(user_input, game)
    text = await service.dialogues.take_tagged(user_input, stored_as(kind), message)
    if text is None:
        service.answer_late(user_input, say("button.unknown"))
        return
    service.edit(user_input, say("games.picked", game=snapshot.game.id))
    await WRITES[kind](service, user_input, snapshot, text)
