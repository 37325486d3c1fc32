"""Buttons and answers of competitions, each with the name of its handler."""

from collections.abc import Mapping
from typing import Final

from bot.chat import topics

BUTTONS: Final[Mapping[str, str]] = {
    "std": "competitions.standings.show_table",
    "grp": "competitions.groups.pressed",
    "copies": "competitions.groups.copies_chosen",
    "retire": "competitions.retirement.pressed",
    "state": "competitions.closing.stated",
    "close": "competitions.closing.end_all",
    "close1": "competitions.closing.end_one",
    "c": "competitions.championship.pressed",
    "cn": "competitions.new.pressed",
    "su": "competitions.sign_up.pressed",
    "gal": "competitions.gallery.pressed",
    "find": "competitions.searching.turned",
    "who": "competitions.searching.pressed",
}
ANSWERS: Final[Mapping[str, str]] = {
    topics.CHAMPIONSHIP: "competitions.new.typed",
    topics.COMPETITION: "competitions.championship.typed",
    topics.SIGN_UP: "competitions.sign_up.typed",
}
