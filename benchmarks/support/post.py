"""The messages that people receive, as their telephones show them."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from itertools import count
from typing import Final
from zoneinfo import ZoneInfo

from benchmarks.bench_move import HABITS
from bot.texts.delivery import Choices, File, Key, Keyboard, Menu, Parcel, Photos, Reaction, Toast

ZONE: Final = ZoneInfo(HABITS.time_zone)
_GAME: Final = re.compile(r"\b[A-Z2-9]{4}/[12]\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class SentMessage:
    """One message as its reader sees it; an album is one message, an edit is none."""

    to: int
    at: datetime
    message: int
    html: str
    keyboard: Keyboard
    pictures: int
    is_loud: bool
    is_edit: bool
    is_unasked: bool
    """Whether the message came by the clock, without any person's action."""

    @property
    def day(self) -> date:
        """Return the day on which the message arrived."""
        return self.at.astimezone(ZONE).date()

    @property
    def game(self) -> str:
        """Return the first game that the message names, or "" if it names none."""
        found = _GAME.search(self.html)
        return found.group() if found else ""


@dataclass(slots=True)
class Post:
    """Accepts every message as Telegram does, and stores it."""

    now: Callable[[], datetime]
    sent: list[SentMessage] = field(default_factory=list)
    is_unasked: bool = False
    _numbers: "count[int]" = field(default_factory=lambda: count(1_000_000))

    async def send(self, parcel: Parcel) -> tuple[int, ...]:
        """Store the parcel; return the numbers of its messages."""
        if isinstance(parcel, Toast | Choices | Menu | Reaction):
            return ()
        photos = len(parcel.photos) if isinstance(parcel, Photos) else 0
        edits = None if isinstance(parcel, File) else parcel.edits
        made = tuple(next(self._numbers) for _ in range(photos or 1)) if edits is None else (edits,)
        self.sent.append(
            SentMessage(
                to=parcel.to,
                at=self.now(),
                message=made[0],
                html=parcel.html,
                keyboard=parcel.keyboard,
                pictures=photos,
                is_loud=not parcel.silent and edits is None,
                is_edit=edits is not None,
                is_unasked=self.is_unasked,
            )
        )
        return made

    async def open_topic(self, chat: int, title: str) -> int:
        """Refuse, because nobody here writes in groups."""
        raise NotImplementedError(chat, title)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A move or pass, and all messages that it caused at once."""

    game: str
    by: int
    partner: int
    ended: bool
    came: Sequence[SentMessage]


def keys(sent: SentMessage) -> Iterator[Key]:
    """Yield the buttons under a message."""
    for row in sent.keyboard:
        yield from row
