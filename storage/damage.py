"""Detects and remembers that the database has reported damage.

An unreadable page is permanent, so the program waits for `found` and ends.
"""

import asyncio
import sqlite3
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from storage.errors import reason_of

_SQLITE: Final = frozenset({sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
"""SQLite's codes for a damaged file, and for a file that is no database."""
_PRIMARY: Final = 0xFF
"""The bits of an SQLite code that name the error; the others add details."""
_SERVER: Final = frozenset({"XX001", "XX002"})
"""PostgreSQL's codes for corrupted data and indexes."""


@dataclass(slots=True)
class Damage:
    """The damage that a database has reported."""

    reason: str = ""
    """The database's own words; "" for none."""
    found: asyncio.Event = field(default_factory=asyncio.Event)
    """Set by the first report."""

    def note(self, error: BaseException) -> None:
        """Record an error if it reports damage; the first report gives the reason."""
        if is_damage(error):
            self.reason = self.reason or reason_of(error)
            self.found.set()


def is_damage(error: BaseException) -> bool:
    """Return whether the error reports damage."""
    return sqlite_code(error) in _SQLITE or server_code(error) in _SERVER


def sqlite_code(error: BaseException) -> int | None:
    """Return SQLite's code that names the error, without details; None if it is not SQLite's."""
    code = _from_driver(error, "sqlite_errorcode")
    return code & _PRIMARY if isinstance(code, int) else None


def server_code(error: BaseException) -> object:
    """Return PostgreSQL's code of the error; None if it is not PostgreSQL's."""
    return _from_driver(error, "sqlstate")


def _from_driver(error: BaseException, name: str) -> object:
    """Return that attribute of the driver's error, which SQLAlchemy may have wrapped, or None."""
    return getattr(getattr(error, "orig", None) or error, name, None)


def note_beside(file: Path, reason: str) -> None:
    """Write a note beside the damaged file, so that the next start checks it first."""
    _note_beside(file).write_text(f"{reason}\n", encoding="utf-8")


def noted_beside(file: Path) -> str:
    """Return the note's text, or "" if there is none."""
    try:
        return _note_beside(file).read_text(encoding="utf-8", errors="replace").strip()
    except FileNotFoundError:
        return ""


def forget_beside(file: Path) -> None:
    """Delete the note, because the file passed its check."""
    _note_beside(file).unlink(missing_ok=True)


def _note_beside(file: Path) -> Path:
    """Return the file of the note beside a database."""
    return file.with_name(f"{file.name}.damaged")
