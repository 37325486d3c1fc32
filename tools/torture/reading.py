"""Recognise the bot's messages by the texts of the catalogue."""

import re
from functools import cache
from typing import NamedTuple

from bot.texts.i18n import load_catalogue
from bot.texts.templates import pieces, without_markup
from sandbox import Message

_SHEETS = ("leg.sheets", "sheets.follow", "game.ended", "sheets.caption")
"""The texts above both sheets; the last one also matches texts of the one before."""


class ShownSheet(NamedTuple):
    """The sheets of a game after the event of that number in its log."""

    game: str
    version: int


@cache
def pattern(key: str) -> re.Pattern[str]:
    """Return a pattern for the Romanian text of that key; its facts are named groups.

    Lines of empty facts are optional.
    """
    parts, named = [], set[str]()
    for literal, name, _ in pieces(load_catalogue("ro").entries[key][0]):
        parts.append(re.escape(without_markup(literal)).replace("\\\n", r"\s*"))
        if name:
            parts.append(rf"(?P={name})" if name in named else rf"(?P<{name}>.*?)")
            named.add(name)
    return re.compile("".join(parts), re.DOTALL)


def says(message: Message, key: str) -> bool:
    """Return whether the message has the text of that key."""
    return pattern(key).fullmatch(message.text) is not None


def button(message: Message, verb: str) -> str:
    """Return the data of the message's button of that verb, such as `send`; "" without one."""
    data_of_all = (shown.data for shown in message.buttons)
    return next((data for data in data_of_all if data.split(":")[0] == verb), "")


def sheet(message: Message) -> ShownSheet | None:
    """Return the sheets that an album shows, by its caption; None for any other message."""
    if not message.album:
        return None
    for key in _SHEETS:
        if facts := pattern(key).fullmatch(message.text):
            return ShownSheet(facts["game"], int(facts["version"]))
    return None


def links(text: str) -> list[str]:
    """Return the links to the bot in a text."""
    return re.findall(r"https://t\.me/\S+", text)
