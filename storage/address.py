"""Database addresses: parsed and checked, without any connection.

`storage.db` connects.
"""

import os
from pathlib import Path

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import BadDatabase

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
"""The asynchronous driver for each kind of database."""
_FORMER_OPTIONS = ("direct",)
"""Options that addresses had once; they are accepted and ignored."""


def parsed(address: str) -> URL:
    """Return the address with the asynchronous driver that this program uses.

    Raises:
        BadDatabase: it cannot be read, or names an unsupported database.
    """
    try:
        url = make_url(address)
        backend = url.get_backend_name()
    except (ArgumentError, ValueError):  # the latter for a port that is no number
        msg = f"not a database address: {_without_password(address)!r}; write sqlite:///FILE"
        raise BadDatabase(msg) from None
    if backend not in _DRIVERS:
        msg = f"databases of the kind {backend!r} are not supported, only {', '.join(_DRIVERS)}"
        raise BadDatabase(msg)
    # No name and `:memory:` mean a database in memory; `file:` begins an address with options.
    if backend == "sqlite" and (url.database or ":").startswith((":", "file:")):
        msg = f"the database must be a file: {url.database!r}; write sqlite:///FILE"
        raise BadDatabase(msg)
    return url.set(drivername=_DRIVERS[backend]).difference_update_query(_FORMER_OPTIONS)


def _without_password(address: str) -> str:
    """Return an unreadable address without any part that may be a password."""
    before_host, _, host = address.rpartition("@")
    scheme, _, user_and_password = before_host.partition(":")
    return f"{scheme}:…@{host}" if user_and_password else address


def address_of(file: Path) -> str:
    """Return the address of an SQLite file at any path."""
    return URL.create("sqlite", database=str(file)).render_as_string()


def is_new(url: URL) -> bool:
    """Return whether the address names an SQLite file that does not exist yet."""
    return url.get_backend_name() == "sqlite" and not Path(url.database or "").exists()


def prepare_file(file: Path, *, create: bool) -> None:
    """Check that the file exists, or create it; only its owner may read a new file.

    Raises:
        BadDatabase: it is missing and must not be created, or cannot be created.
    """
    if file.is_file():
        return
    if file.exists():
        kind = "a folder" if file.is_dir() else "a pipe" if file.is_fifo() else "a device"
        msg = f"not a database: {file}: {kind}, not a file"
        raise BadDatabase(msg)
    if not create:
        msg = f"no such database: {file}"
        raise BadDatabase(msg)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, 0o600))
    except OSError as error:
        msg = f"cannot create {file}: {error.strerror}"
        raise BadDatabase(msg) from None
