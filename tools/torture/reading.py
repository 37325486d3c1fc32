"""Recognise the bot's messages by the texts of the catalogue."""

import re
from functools import cache

from bot.texts.i18n import load_catalogue
from bot.texts.templates import pieces, without_markup
from sandbox import Message

_SHEETS = ("leg.sheets", "sheets.follow", "game.ended", "sheets.caption")
"""The texts above both sheets; the last one also matches texts of the one before."""


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
    """Return the data of the message's button of that verb, such as `send`; or ""."""
    found = (each.data for each in message.buttons if each.data.split(":")[0] == verb)
    return next(found, "")


def sheet(message: Message) -> tuple[str, int] | None:
    """Return the game and number of the sheets in an album's caption, or None."""
    if not message.album:
        return None
    found = next(filter(None, (pattern(key).fullmatch(message.text) for key in _SHEETS)), None)
    return (found["game"], int(found["version"])) if found else None


def links(text: str) -> list[str]:
    """Return the links to the bot in a text."""
    return re.findall(r"https://t\.me/\S+", text)
