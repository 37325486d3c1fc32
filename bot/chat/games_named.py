"""The buttons that name the game for a view, or for a text that was typed before.

`bot.chat.play.one_game.about_one` and `bot.chat.play.writing.about_a_game` make these buttons
when a person has several games. The views and texts belong to several subjects, so this module is
above them.
"""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics
from bot.chat.cases import card_buttons, claims, dossier
from bot.chat.conversation import chat, letters
from bot.chat.matches import verifying
from bot.chat.play import conditions, game_views, notebook, notes, reminding
from bot.chat.play.one_game import Show
from bot.chat.play.writing import Write
from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.play import SHOW, WRITE_FOR
from bot.texts.messages import say
from engine.errors import Fault, GameStateError

SHOWS: Final[Mapping[str, Show]] = {
    "sheet": game_views.show_sheet,
    "time": game_views.show_time,
    "dossier": dossier.send_dossier,
    "ledger": game_views.show_ledger,
    "sequence": game_views.show_sequence,
    "letters": game_views.show_letters,
    "board": game_views.show_board,
    "history": game_views.show_history,
    "export": game_views.show_record,
    "verify": verifying.show_verification,
    "nudge": reminding.send_nudge,
    "notes": notes.show_notes,
    "conditions": conditions.show_conditions,
    "notebook": notebook.show,
    "lines": chat.show_conversation,
    "write": chat.ask_about,
    "claim": claims.ask_kind,
    "case": card_buttons.open_case,
}
"""The views of a game in a button's data: `show:GAME:WHAT`."""

WRITES: Final[Mapping[str, Write]] = {
    "note": notes.add_note,
    "line": chat.send_line,
    topics.LETTER: letters.send,
    "condition": conditions.set_conditions,
    "notebook": notebook.write,
}
"""The kinds of text about a game: `for:WHAT:GAME`."""


async def show(service: Service, user_input: UserInput) -> None:
    """Handle the button of a game to look at: `show:GAME:WHAT`; `WHAT` is a key of `SHOWS`."""
    game, what = SHOW.read(user_input.args)
    snapshot = await service.games.visible(user_input, game)
    if what not in SHOWS:
        raise GameStateError(Fault("button_unknown"))
    service.toast(user_input)
    await service.previews.note_opened(user_input, snapshot.game.id)
    await SHOWS[what](service, user_input, snapshot)


async def write(service: Service, user_input: UserInput) -> None:
    """Handle the button of a text's game: `for:WHAT:GAME`; `WHAT` is a key of `WRITES`."""
    what, game = WRITE_FOR.read(user_input.args)
    if what not in WRITES:
        raise GameStateError(Fault("button_unknown"))
    snapshot = await service.games.visible(user_input, game)
    text = await service.previews.recall(user_input, what)
    if text is None:
        service.edit(user_input, say("button.unknown"))
        return
    service.edit(user_input, say("games.picked", game=snapshot.game.id))
    await WRITES[what](service, user_input, snapshot, text)
