"""Database addresses: parsed and checked, without any connection.

`storage.db` connects.
"""

import os
import re
from pathlib import Path
from typing import Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import BadDatabase

_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
"""The asynchronous driver for each kind of database."""
_FORMER_OPTIONS: Final = ("direct",)
"""Options that addresses had once; they are accepted and ignored."""
_SERVER_OPTIONS: Final = frozenset(
    {
        "host",
        "passfile",
        "port",
        "prepared_statement_cache_size",
        "service",
        "servicefile",
        "ssl",
        "target_session_attrs",
        "user",
    }
)
"""The options that the address of a server may have after `?`; they go to its driver as text.

A complete address (`dsn`) is none of them, because it could contain a password.
"""
_PASSWORD: Final = "password"  # noqa: S105  (the name of an option)
_WRITTEN_PASSWORDS: Final = re.compile(rf"://[^:/]*:([^@]*)@|[?&]{_PASSWORD}=([^&]*)")


def parsed(address: str) -> URL:
    """Return the address with the asynchronous driver that this program uses.

    A password among the options becomes the URL's password, which is hidden when the URL is shown.

    Raises:
        BadDatabase: it cannot be read, names an unsupported database, or has an unknown option.
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
    if passwords := url.normalized_query.get(_PASSWORD):
        url = url.set(password=passwords[-1])
    url = url.difference_update_query((_PASSWORD, *_FORMER_OPTIONS))
    # No name and `:memory:` mean a database in memory; `file:` begins an address with options.
    if backend == "sqlite" and (url.database or ":").startswith((":", "file:")):
        msg = f"the database must be a file: {url.database!r}; write sqlite:///FILE"
        raise BadDatabase(msg)
    if backend == "postgresql":
        _check_options(url)
    return url.set(drivername=_DRIVERS[backend])


def _check_options(url: URL) -> None:
    """Raise BadDatabase for options with which the driver of a server would fail."""
    if unknown := sorted(url.query.keys() - _SERVER_OPTIONS):
        msg = f"an address has no option {unknown[0]!r}, only {', '.join(sorted(_SERVER_OPTIONS))}"
        raise BadDatabase(msg)
    for name in ("port", "prepared_statement_cache_size"):
        for value in url.normalized_query.get(name, ()):
            if re.fullmatch(r"\d{1,9}", value, re.ASCII) is None:
                msg = f"the option {name!r} of an address is a number, not {value!r}"
                raise BadDatabase(msg)


def written_passwords(address: str) -> frozenset[str]:
    """Return the passwords in the address: as they are, and percent-encoded as they stand there.

    Raises:
        BadDatabase: as `parsed`.
    """
    written = {text for found in _WRITTEN_PASSWORDS.findall(address) for text in found if text}
    return frozenset(written | {str(parsed(address).password or "")} - {""})


def _without_password(address: str) -> str:
    """Return an unreadable address without any part that may be a password."""
    before_options, mark, options = address.partition("?")
    before_host, _, host = before_options.rpartition("@")
    scheme, _, user_and_password = before_host.partition(":")
    shown = f"{scheme}:…@{host}" if user_and_password else before_options
    return f"{shown}?…" if options else shown + mark


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
