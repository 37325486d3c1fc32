"""A file beside an SQLite database that says where its program runs: on which machine and path.

A copied folder takes the file along. So a copy made "to test" notices that it is one, before it
takes the updates of the real bot.
"""

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from storage.disk import replace_text

_MACHINE: Final = Path("/etc/machine-id")


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """A machine, and the path of the database on it."""

    machine: str
    """The system's number for itself; "" if it has none, as in many containers."""
    path: str

    def is_other(self, here: "Home") -> bool:
        """Return whether this is another place than `here`."""
        is_known = bool(self.machine and here.machine)
        return self.path != here.path or (is_known and self.machine != here.machine)


def home_of(database: Path, machine: Path = _MACHINE) -> Home:
    """Return the present place of a database."""
    number = ""
    with suppress(OSError, UnicodeDecodeError):
        number = machine.read_text(encoding="ascii").strip()
    return Home(machine=number, path=str(database.resolve()))


def stored_home(database: Path) -> Home | None:
    """Return the place where the database was last run, or None if that is unknown.

    Raises:
        OSError: the file cannot be read.
    """
    try:
        return Home(**json.loads(_beside(database).read_text(encoding="utf-8")))
    except (FileNotFoundError, ValueError, TypeError):
        return None


def store_home(database: Path, home: Home) -> None:
    """Remember the place; a program that is killed meanwhile leaves the earlier one.

    Raises:
        OSError: the file cannot be written.
    """
    replace_text(_beside(database), f"{json.dumps(asdict(home))}\n")


def _beside(database: Path) -> Path:
    return database.with_suffix(".home")
