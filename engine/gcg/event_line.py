"""Parses one event line of a GCG file into player, action and points, without a board."""

import re
from dataclasses import dataclass
from typing import NamedTuple

from engine.board import CENTRE, Axis, Square
from engine.gcg.record import GcgEntry, GcgKind, unreadable
from engine.gcg.squares import is_letter, looks_like_position, parse_position

_LINE = re.compile(r">(\S+):(?:\s+(.*))?")
# The length is limited, because Python refuses to read numbers of thousands of digits.
_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_COUNT = re.compile(r"[0-9]{1,2}")
_MINUS = str.maketrans(dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}", "-"))
"""The signs that word processors write instead of a hyphen."""
PASS = "-"  # noqa: S105  (a pass in a game)
WITHDRAWN = "--"
CHALLENGE = "(challenge)"
TIME = "(time)"
ADJUSTMENT = "(adjustment)"
_FIXED = {PASS: GcgKind.PASS, WITHDRAWN: GcgKind.WITHDRAWN}
_REMARKS = {
    "challenge": GcgKind.CHALLENGE_BONUS,
    **dict.fromkeys(("time", "overtime", "clock"), GcgKind.TIME_PENALTY),
    **dict.fromkeys(("adjustment", "adjust", "score", "correction"), GcgKind.ADJUSTMENT),
    **dict.fromkeys(("scoring", "penalty", "bonus"), GcgKind.ADJUSTMENT),
}
"""The words in brackets that are no tiles; of several words the first that is here decides."""
_LONGEST_RACK = 7
_UNNAMED = -1
"""The index of a player until the reader has found the nickname."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventLine:
    """The parsed content of an event line."""

    nick: str
    entry: GcgEntry
    """The event without its player, its placement and its notes."""
    square: Square = CENTRE
    axis: Axis = Axis.ACROSS
    word: str = ""
    """For a play the word as written; dots and brackets are letters already on the board."""


def parse_event_line(text: str, line: int) -> EventLine:
    """Return the event on a stripped line.

    Raises:
        NotationError: a part is missing or unreadable; the fault has the line.
    """
    match = _LINE.fullmatch(text)
    if match is None:
        raise unreadable("event", line, text)
    words = _Words((match[2] or "").split(), line)
    rack, action = words.rack(), words.action()
    kind, tiles, number = _action_of(action, line)
    played = parse_position(action) if kind is GcgKind.PLAY else (CENTRE, Axis.ACROSS)
    if played is None:
        raise unreadable("position", line, action)
    word = words.next_word("no_word") if kind is GcgKind.PLAY else ""
    if kind is GcgKind.END_RACK and words.peek().startswith("-"):
        kind = GcgKind.RACK_PENALTY
    entry = GcgEntry(
        player=_UNNAMED,
        kind=kind,
        points=words.number("points"),
        total=words.number("total"),
        rack=rack,
        tiles=tiles,
        count=number,
        comment=" ".join(words.rest()),
        line=line,
    )
    return EventLine(nick=match[1], entry=entry, square=played[0], axis=played[1], word=word)


def check_tiles(token: str, line: int) -> str:
    """Return the token if it consists of tiles: letters, and `?` for a blank.

    Raises:
        NotationError: `gcg_long_tile` or `gcg_tiles`, with its line.
    """
    if "[" in token:
        raise unreadable("long_tile", line, token)
    if not all(is_letter(character) or character == "?" for character in token):
        raise unreadable("tiles", line, token)
    return token


class _Action(NamedTuple):
    """The kind of an event, with its tiles or, if they are not named, their number."""

    kind: GcgKind
    tiles: str = ""
    number: int = 0


class _Words:
    """Reads the words of a line from the left; a missing word is a fault."""

    def __init__(self, words: list[str], line: int) -> None:
        self._left = words[::-1]
        self._line = line

    def peek(self) -> str:
        return self._left[-1].translate(_MINUS) if self._left else ""

    def next_word(self, missing: str) -> str:
        if not self._left:
            raise unreadable(missing, self._line)
        return self._left.pop().translate(_MINUS)

    def action(self) -> str:
        """Return the word of the action, or all words of a remark: `(score adjustment)`."""
        ends = (at for at, word in enumerate(reversed(self._left), 1) if word.endswith(")"))
        count = next(ends, 1) if self.peek().startswith("(") else 1
        word = self.next_word("no_action")
        return " ".join([word, *(self.next_word("no_action") for _ in range(count - 1))])

    def rack(self) -> str:
        """Return the rack; empty where the file leaves it out."""
        word = self.peek()
        if not word or word[0] in "(-" or looks_like_position(word):
            return ""
        return check_tiles(self._left.pop(), self._line)

    def number(self, name: str) -> int:
        word = self.next_word(f"no_{name}")
        if _NUMBER.fullmatch(word) is None:
            raise unreadable(name, self._line, word)
        return int(word)

    def rest(self) -> list[str]:
        return self._left[::-1]


def _action_of(text: str, line: int) -> _Action:
    """Return the action that the text names; any unknown text is a play."""
    if text in _FIXED:
        return _Action(_FIXED[text])
    if text.startswith(PASS):
        return _exchange(text[1:], line)
    if text.startswith("(") and text.endswith(")"):
        kind = _remark(text[1:-1])
        if kind is not None:
            return _Action(kind)
        return _Action(GcgKind.END_RACK, check_tiles(text[1:-1], line))
    return _Action(GcgKind.PLAY)


def _remark(text: str) -> GcgKind | None:
    """Return the kind of an event in brackets; None for tiles, such as a rack of `TIME`."""
    if text.isupper() and len(text) <= _LONGEST_RACK:
        return None
    named = (_REMARKS.get(word) for word in text.casefold().replace("-", " ").split())
    return next((kind for kind in named if kind is not None), None)


def _exchange(tiles: str, line: int) -> _Action:
    """Return an exchange of these tiles, or of a number of tiles; an exchange of none is a pass."""
    if _COUNT.fullmatch(tiles) is None:
        return _Action(GcgKind.EXCHANGE, check_tiles(tiles, line))
    return _Action(GcgKind.EXCHANGE if int(tiles) else GcgKind.PASS, number=int(tiles))
