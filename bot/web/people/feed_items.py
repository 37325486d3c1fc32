"""The items of a feed as JSON: messages of the bot, and what the person wrote."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final
from urllib.parse import unquote
from zoneinfo import ZoneInfo

from bot.texts.delivery import Key, Keyboard
from bot.web.refusals import Json

_WEB_APP_GAME: Final = re.compile(r"\?game=([^&]*)")
"""The game's code in the address of a button that opens the board."""


@dataclass(slots=True, kw_only=True)
class FeedItem:
    """A message of the bot with its edits."""

    id: int
    at: datetime
    html: str
    keyboard: Keyboard
    pictures: list[str] = field(default_factory=list)
    """Each picture by its message and its position, `12/0`."""
    file: int | None = None
    """The message with the file."""
    about: str = ""
    """The code of the game or match that the message is about, if any."""
    silent: bool = False
    reply_to: int | None = None
    """The message that it answers."""

    def json(self, zone: ZoneInfo) -> Json:
        """Return the message for the page."""
        return {
            "id": self.id,
            "own": False,
            "at": self.at.astimezone(zone).isoformat(),
            "html": self.html,
            "buttons": [[_key_json(key) for key in row] for row in self.keyboard],
            "pictures": self.pictures,
            "file": self.file,
            "about": self.about,
            "silent": self.silent,
            "reply_to": self.reply_to,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnText:
    """What the person typed."""

    id: int
    at: datetime
    text: str
    sign: str
    """The emoji that the bot put on it."""
    after: int | None
    """The last message before it; None until it is handled."""

    def json(self, zone: ZoneInfo) -> Json:
        """Return the text for the page."""
        at = self.at.astimezone(zone).isoformat()
        return {"id": self.id, "own": True, "at": at, "text": self.text, "sign": self.sign}


def in_order(shown: list[FeedItem], typed: list[OwnText]) -> list[FeedItem | OwnText]:
    """Put each own text behind the last message before it; times alone may be equal."""
    behind: dict[int, list[OwnText]] = {}  # by the index of that message; -1: before all of them
    for own in typed:
        behind.setdefault(_last_before(own, shown), []).append(own)
    ordered: list[FeedItem | OwnText] = [*behind.get(-1, [])]
    for index, item in enumerate(shown):
        ordered += [item, *behind.get(index, [])]
    return ordered


def _last_before(own: OwnText, shown: list[FeedItem]) -> int:
    """Return the index of the last message before an own text, or -1."""
    before = [
        index
        for index, item in enumerate(shown)
        if item.at <= own.at and (own.after is None or item.id <= own.after)
    ]
    return before[-1] if before else -1


def _key_json(key: Key) -> Json:
    """Return a button; one that opens the board names the game."""
    if key.web_app:
        match = _WEB_APP_GAME.search(key.web_app)
        return {"label": key.label, "game": unquote(match[1]) if match else ""}
    if key.url:
        return {"label": key.label, "url": key.url}
    if key.share:
        return {"label": key.label, "share": key.share}
    return {"label": key.label, "data": key.data}
