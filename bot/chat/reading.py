"""What a person sent, read once: a button, a command, a move, a link, a file or free text.

Pure. `bot.chat.dispatch` reads each update here and hands the result to one handler. The inbox asks
`is_of_move` before it stores an update, so that moves are processed first.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.chat.commands import BY_NAME, MOVES
from bot.chat.handling import Command
from bot.chat.play.typed import TypedMove, read_move
from bot.chat.routes import SENDING
from bot.texts.buttons.verb import verb_of
from bot.texts.messages import Incoming
from engine.notation import fold

DASHES: Final = ("-", "–", "—")
"""What a line to the opponent begins with."""
_LINK: Final = re.compile(r"\b(?:t|telegram)\.me/\w+\?start=(?P<code>[\w-]{1,64})")


class Kind(Enum):
    """What kind of thing a person sent."""

    BUTTON = auto()
    EDIT = auto()
    FILE = auto()
    WORDLESS = auto()
    """A voice note, a sticker, a video: nothing that can be read."""
    LINE = auto()
    """A line to the opponent, written after a dash."""
    COMMAND = auto()
    MOVE = auto()
    """A placement or a pass, alone or after the code of its game."""
    BARE_COMMAND = auto()
    """The name of a command without its stroke."""
    LINK = auto()
    """An invitation, pasted or forwarded."""
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class Read:
    """What a person sent."""

    kind: Kind
    args: str = ""
    """What follows the verb or the command; else the whole text."""
    name: str = ""
    """The button's verb, the command as it was typed, or the code of a link."""
    move: TypedMove | None = None
    """The move in a text or under a file."""

    @property
    def is_move(self) -> bool:
        """Whether the person makes a move: types one, or presses the button that sends one."""
        if self.kind is Kind.BUTTON:
            return self.name in SENDING
        return self.kind is Kind.MOVE or (
            self.kind is Kind.COMMAND and f"/{self.name.lower()}" in MOVES
        )


def read(incoming: Incoming) -> Read:
    """Return what the person sent."""
    text = incoming.text.strip()
    if incoming.callback:
        verb, args = verb_of(incoming.data)
        return Read(Kind.BUTTON, args, verb)
    if incoming.edited:
        return Read(Kind.EDIT)
    if incoming.file is not None:
        return Read(Kind.FILE, incoming.text, move=read_move(text))
    if not text:
        return Read(Kind.WORDLESS)
    return _text(text)


def is_of_move(text: str, data: str) -> bool:
    """Return whether the text, or without one the data of a button, is of a move."""
    if data:
        return verb_of(data)[0] in SENDING
    return bool(text.strip()) and _text(text.strip()).is_move


def command_named(name: str) -> Command | None:
    """Return the command of that name, written with diacritics or without: `/cuvânt`, `/setări`."""
    return BY_NAME.get(fold(name).partition("@")[0].lower())


def _text(text: str) -> Read:
    if text.startswith("/"):
        name, args = (*text[1:].split(maxsplit=1), "", "")[:2]
        return Read(Kind.COMMAND, args.strip(), name)
    if text.startswith(DASHES):
        return Read(Kind.LINE, text)
    move = read_move(text)
    if move is not None:
        return Read(Kind.MOVE, text, move=move)
    if command_named(text) is not None:
        return Read(Kind.BARE_COMMAND, text)
    link = _LINK.search(text)
    return Read(Kind.TEXT, text) if link is None else Read(Kind.LINK, text, link["code"])
