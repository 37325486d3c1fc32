"""The handlers of playing a game: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import AnswerHandler, Handler
from bot.chat.play import (
    condition_list,
    conditions,
    entered_moves,
    game_list,
    game_views,
    move_entries,
    moves,
    next_game,
    notebook,
    notes,
    photographs,
    preview_buttons,
    reminding,
    word_answers,
)
from bot.chat.topics import Topic
from bot.texts.buttons import play as verbs

COMMANDS: Final[Mapping[str, Handler]] = {
    "jocuri": game_list.games,
    "urmatoarea": next_game.next_game,
    "aminteste": reminding.nudge,
    "tabla": game_views.board,
    "fisa": game_views.sheet,
    "timp": game_views.thinking_time,
    "jurnal": game_views.days_ledger,
    "sir": game_views.open_sequence,
    "litere": game_views.racks,
    "istoric": game_views.history,
    "conditie": conditions.condition,
    "carnet": notebook.notebook,
    "introdu": move_entries.enter,
    "nota": notes.note,
    "cuvant": word_answers.words,
    "depune": moves.show_placement,
    "pas": moves.show_pass,
    "export": game_views.export,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    verbs.SEND.name: preview_buttons.send,
    verbs.TAKE_BACK.name: preview_buttons.take_back,
    verbs.DROP.name: preview_buttons.drop,
    verbs.OTHER.name: moves.choose_another_game,
    verbs.SHEET.name: photographs.answer_pressed,
    verbs.ASK_CONDITION.name: conditions.ask_words,
    verbs.PASS.name: moves.pass_pressed,
    verbs.PICK.name: moves.game_pressed,
    verbs.READ_AS.name: moves.reading_pressed,
    verbs.GAMES.name: game_list.turn_page,
    verbs.NOTE.name: notes.delete,
    verbs.CONDITION.name: condition_list.delete,
    verbs.NOTEBOOK.name: notebook.pressed,
    verbs.NEXT.name: next_game.next_pressed,
    verbs.ENTER.name: move_entries.game_pressed,
    verbs.ENTRY.name: move_entries.pressed,
    verbs.ENTRY_OK.name: entered_moves.answer_pressed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.ENTRY: move_entries.entry_given,
}
