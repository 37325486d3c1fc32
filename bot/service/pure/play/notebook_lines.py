"""Lines of a notebook as JSON and as typed text. Pure."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.texts.clean_text import clean
from engine.errors import Fault, NotationError
from engine.games.notebook import LONGEST_NAME, LONGEST_NOTE, NotebookLine, Path
from engine.games.planned_moves import planned_notation, read_planned
from engine.typed import ARROW, undecorated

_BETWEEN: Final = re.compile(rf"\s*(?:[;\n]|{ARROW.pattern})\s*")
"""Separates the moves of a line."""
_EXAMPLE: Final = "H8 CASA; 9G SAT"
"""An example line for error messages."""
_LONGEST_ROOT: Final = 40
"""The most characters of a root that a page may send; real ones are shorter."""


def lines_of(stored: Iterable[Any]) -> tuple[NotebookLine, ...]:
    """Return the lines of stored or received JSON, each in a form that `line_of` reads.

    Unreadable stored lines are left out: they were stored before lines were checked.
    """
    lines = list[NotebookLine]()
    for line in stored:
        try:
            lines.append(line_of(line))
        except NotationError:
            continue
    return tuple(lines)


def line_of(sent: Any) -> NotebookLine:
    """Return one line of stored or received JSON: its moves as a list, or an object.

    The object has `moves` and, if they are known, `root`, `name` and `note`. A move is a text, or
    an object with the text as `placement`.

    Raises:
        NotationError: a move cannot be read, or there is none.
    """
    fields: Mapping[str, Any] = sent if isinstance(sent, dict) else {"moves": sent}
    moves = fields.get("moves")
    if not isinstance(moves, list) or not moves:
        raise _no_line("")
    return NotebookLine(
        moves=tuple(read_planned(_move_text(move)) for move in moves),
        root=_text(fields, "root", _LONGEST_ROOT),
        name=_text(fields, "name", LONGEST_NAME),
        note=_text(fields, "note", LONGEST_NOTE),
    )


def _move_text(sent: Any) -> str:
    """Return the text of a move from received JSON.

    Raises:
        NotationError: it has none.
    """
    text = sent.get("placement") if isinstance(sent, dict) else sent
    if not isinstance(text, str):
        raise _no_line("")
    return text


def _text(fields: Mapping[str, Any], name: str, longest: int) -> str:
    """Return a text of received JSON, cut to that length; "" if it is missing or no text."""
    text = fields.get(name)
    return tidy(text, longest) if isinstance(text, str) else ""


def tidy(text: str, longest: int) -> str:
    """Return a name or a note in one line, cut to that length."""
    return clean(text, longest=longest, lines=False) if text.strip() else ""


def line_json(line: NotebookLine) -> dict[str, Any]:
    """Return the line as an object that `line_of` reads, for storage and for the page."""
    moves = [*map(planned_notation, line.moves)]
    return {"moves": moves, "root": line.root, "name": line.name, "note": line.note}


def read_moves(text: str) -> Path:
    """Return the moves of a typed line: `H8 CASA; 9G SAT; PAS`, or with arrows.

    Raises:
        NotationError: there is no move, or one cannot be read.
    """
    parts = [part for part in _BETWEEN.split(undecorated(text)) if part]
    if not parts:
        raise _no_line(text)
    return tuple(map(read_planned, parts))


def _no_line(text: str) -> NotationError:
    """Return the error that a text has no move."""
    return NotationError(Fault("no_line", facts={"text": text[:60], "example": _EXAMPLE}))
