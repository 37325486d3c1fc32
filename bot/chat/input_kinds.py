"""Classifies a person's input: a button, a command, a move, a link, a file or free text.

Pure. `bot.chat.dispatch` reads each update here and hands the result to one handler. The inbox asks
`is_of_move` before it stores an update, so that moves are processed first.
"""

import re
from dataclasses import dataclass
from enum import Enum, auto
from typing import Final

from bot.chat.commands import MOVES, command_named
from bot.chat.play.typed_moves import TypedMove, read_move
from bot.texts.buttons.play import ENTRY_OK, SEND
from bot.texts.buttons.verb import verb_of
from bot.texts.messages import Incoming
from engine.typed import QUOTES, plain_unmarked, undecorated, unmarked

_SENDING: Final = frozenset({SEND.name, ENTRY_OK.name})
"""The verbs of the buttons that send or confirm a move."""
_LINK: Final = re.compile(r"\b(?:t|telegram)\.me/\w+\?start=(?P<code>[\w-]{1,64})")
"""A deep link of a bot, and the code in it."""


class InputKind(Enum):
    """The kind of a person's input."""

    BUTTON = auto()
    EDIT = auto()
    FILE = auto()
    WORDLESS = auto()
    """A voice note, a sticker or a video, which contains no text."""
    LINE = auto()
    """A message to the opponent, typed after a dash."""
    COMMAND = auto()
    MOVE = auto()
    """A move or a pass, alone or after the code of its game."""
    BARE_COMMAND = auto()
    """The name of a command without its slash."""
    FORWARDED = auto()
    """A text that somebody else wrote: no move, command or message of the person."""
    LINK = auto()
    """A deep link of the bot, such as an invitation, pasted or forwarded."""
    TEXT = auto()


@dataclass(frozen=True, slots=True)
class ClassifiedInput:
    """A person's input, classified."""

    kind: InputKind
    args: str = ""
    """The text after the button's verb or after the command; otherwise the whole text."""
    name: str = ""
    """The button's verb, the command as it was typed, or the code of a link."""
    move: TypedMove | None = None
    """The move in a text or under a file."""
    is_act: bool = False
    """Whether a forwarded text would be a move, a command or a message, if it was typed."""

    @property
    def is_move(self) -> bool:
        """Whether the input is a move or pass, or the button that sends one."""
        match self.kind:
            case InputKind.BUTTON:
                return self.name in _SENDING
            case InputKind.COMMAND:
                return command_named(self.name) in MOVES
            case _:
                return self.kind is InputKind.MOVE


def classify(incoming: Incoming) -> ClassifiedInput:
    """Return the person's input, classified."""
    text = incoming.text.strip()
    if incoming.callback:
        verb, args = verb_of(incoming.data)
        return ClassifiedInput(InputKind.BUTTON, args, verb)
    if incoming.is_edited:
        return ClassifiedInput(InputKind.EDIT)
    if incoming.file is not None:
        own_move = None if incoming.forwarded else read_move(text)
        return ClassifiedInput(InputKind.FILE, incoming.text, move=own_move)
    if not text:
        return ClassifiedInput(InputKind.WORDLESS)
    return _classified_text(text) if incoming.forwarded is None else _forwarded(text)


def _forwarded(text: str) -> ClassifiedInput:
    """Return a forwarded text; a link leads on in any case."""
    typed = _classified_text(text)
    if typed.kind is InputKind.LINK:
        return typed
    is_act = typed.kind is not InputKind.TEXT
    return ClassifiedInput(InputKind.FORWARDED, text, is_act=is_act)


def _unquoted(text: str) -> str:
    """Return the text without quotation marks around it, which a copied command has."""
    bare = unmarked(text)
    return bare if bare == text.strip() else bare.rstrip(QUOTES).rstrip()


def is_of_move(text: str, data: str) -> bool:
    """Return whether the button's data, or without a button the text, is a move."""
    if data:
        return verb_of(data)[0] in _SENDING
    return bool(text.strip()) and _classified_text(text.strip()).is_move


def _classified_text(text: str) -> ClassifiedInput:
    """Return the text, classified; marks before a command, and after its name alone, are ignored.

    A text after a command may be for a person, so it stays as typed.
    """
    plain = plain_unmarked(text)
    if plain.startswith("/"):
        name, *rest = _unquoted(text)[1:].split(maxsplit=1) or [""]
        args = "".join(rest).strip()
        return ClassifiedInput(InputKind.COMMAND, args if undecorated(args) else "", name)
    if plain.startswith("-"):
        return ClassifiedInput(InputKind.LINE, text)
    move = read_move(text)
    if move is not None:
        return ClassifiedInput(InputKind.MOVE, text, move=move)
    if command_named(text) is not None:
        return ClassifiedInput(InputKind.BARE_COMMAND, text)
    link = _LINK.search(text)
    if link is not None:
        return ClassifiedInput(InputKind.LINK, text, link["code"])
    return ClassifiedInput(InputKind.TEXT, text)
