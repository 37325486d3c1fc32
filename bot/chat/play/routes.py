"""The handlers of playing a game: by command, by button and by answer."""

from collections.abc import Mapping
from typing import Final

from bot.chat.handling import AnswerHandler, Handler
from bot.chat.play import (
    condition_list,
    conditions,
    enter,
    entered_moves,
    game_list,
    game_views,
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

COMMANDS: Final[Mapping[str, Handler]] = {
    "jocuri": game_list.games,
    "urmatoarea": next_game.next_game,
    "aminteste": reminding.nudge,
    "tabla": game_views.board,
    "fisa": game_views.sheet,
    "timp": game_views.time,
    "jurnal": game_views.days_ledger,
    "sir": game_views.sequence,
    "litere": game_views.letters,
    "istoric": game_views.history,
    "conditie": conditions.condition,
    "carnet": notebook.notebook,
    "introdu": enter.enter,
    "nota": notes.note,
    "cuvant": word_answers.words,
    "depune": moves.place,
    "pas": moves.announce_pass,
    "export": game_views.record,
}
BUTTONS: Final[Mapping[str, Handler]] = {
    "send": preview_buttons.send,
    "undo": preview_buttons.take_back,
    "drop": preview_buttons.drop,
    "other": moves.another_game,
    "sheet": photographs.answered,
    "askc": conditions.ask,
    "pass": moves.pass_pressed,
    "pick": moves.game_named,
    "as": moves.read_as,
    "games": game_list.turned,
    "note": notes.delete,
    "cond": condition_list.delete,
    "nb": notebook.pressed,
    "next": next_game.next_pressed,
    "enter": enter.game_named,
    "ent": enter.pressed,
    "entok": entered_moves.confirmed,
}
ANSWERS: Final[Mapping[str, AnswerHandler]] = {
    Topic.ENTRY: enter.answered,
}
