"""Buttons and answers of playing a game, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics

BUTTONS: Final[Mapping[str, str]] = {
    "send": "play.preview_buttons.send",
    "undo": "play.preview_buttons.take_back",
    "drop": "play.preview_buttons.drop",
    "other": "play.moves.another_game",
    "sheet": "play.photographs.answered",
    "askc": "play.conditions.ask",
    "pass": "play.moves.pass_pressed",
    "pick": "play.moves.game_named",
    "as": "play.moves.read_as",
    "show": "play.views.game_named",
    "games": "play.game_list.turned",
    "for": "play.writing.game_named",
    "note": "play.notes.delete",
    "cond": "play.conditions.delete",
    "nb": "play.notebook.pressed",
    "next": "play.next_game.next_pressed",
    "enter": "play.enter.game_named",
    "ent": "play.enter.pressed",
    "entok": "play.entered_moves.confirmed",
}
ANSWERS: Final[Mapping[str, str]] = {
    topics.ENTRY: "play.enter.answered",
}
