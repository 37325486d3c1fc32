"""Whether the database has called itself malformed: noticed wherever it says so, and kept.

A page that cannot be read is no failure that passes. Whoever runs the program waits for `found`.
"""

import asyncio
import sqlite3
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from storage.errors import reason_of

if TYPE_CHECKING:
    from pathlib import Path

_SQLITE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_PRIMARY: Final = 0xFF
"""The part of SQLite's codes that says what went wrong; the rest says where."""
_SERVER: Final = frozenset({"XX001", "XX002"})
"""PostgreSQL's codes for data and indexes that are corrupted."""


@dataclass(slots=True)
class Damage:
    """What a database has said of itself."""

    reason: str = ""
    """In its own words; empty: nothing."""
    found: asyncio.Event = field(default_factory=asyncio.Event)

    def note(self, error: BaseException) -> None:
        """Note a failure, if it says that the database is damaged."""
        if is_damage(error):
            self.reason = self.reason or reason_of(error)
            self.found.set()


def is_damage(error: BaseException) -> bool:
    """Return whether that is what a database says that is damaged."""
    said = getattr(error, "orig", None) or error
    code = getattr(said, "sqlite_errorcode", None)
    if isinstance(code, int):
        return code & _PRIMARY in _SQLITE
    return getattr(said, "sqlstate", None) in _SERVER


def note_beside(file: "Path", reason: str) -> None:
    """Leave word beside the file that it is damaged, so that the next start looks at it first."""
    _word(file).write_text(f"{reason}\n", encoding="utf-8")


def noted_beside(file: "Path") -> str:
    """Return the word that was left; empty: none was."""
    try:
        return _word(file).read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return ""


def forget_beside(file: "Path") -> None:
    """Take the word away: the file has been looked at, and is whole."""
    _word(file).unlink(missing_ok=True)


def _word(file: "Path") -> "Path":
    return file.with_name(f"{file.name}.damaged")
