"""One program at an SQLite file: two would both send, and both keep time.

At a server several programs share one database, and `storage.lead` says which of them leads. Here
the system keeps the lock, on a file beside the database: it is free the moment its program ends,
however it ends, so one that stays behind means nothing.
"""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from storage.errors import BadDatabase

if TYPE_CHECKING:
    from storage.db import Database

with suppress(ImportError):  # not everywhere; there nothing is held
    import fcntl


class Taken(Exception):  # noqa: N818  (says what is the case)
    """Another program has it: which one, for people, as far as it could say so."""


def locked(opened: int) -> bool:
    """Lock an open file, as long as it is open; return False if another program has it."""
    if "fcntl" in globals():
        try:
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Have what that lock file stands for alone while the context lasts.

    Raises:
        Taken: another program has it.
        OSError: the file cannot be made.
    """
    if "fcntl" not in globals():
        yield
        return
    try:
        lock = _lock_file(file)
    except BlockingIOError:
        raise Taken(_number_in(file)) from None
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        os.close(lock)


@contextmanager
def held(database: "Database") -> Iterator[None]:
    """Have an SQLite file for this program alone while the context lasts.

    Raises:
        BadDatabase: another program has it, or its folder cannot be written to.
    """
    with ExitStack() as stack:
        if not database.shared:
            # A file may be called by several names: the lock lies beside the file itself.
            file = Path(f"{Path(database.url.database or '').resolve()}.lock")
            try:
                stack.enter_context(alone(file))
            except Taken as other:
                msg = f"another program{other} is at work at {database}: stop it first"
                raise BadDatabase(msg) from None
            except OSError as error:
                msg = f"{database} cannot be held: {file}: {error.strerror}"
                raise BadDatabase(msg) from error
        yield


def _lock_file(file: Path) -> int:
    """Open and lock the file, and write our number into it; raise BlockingIOError if it is taken.

    Whoever has held it takes it away at the end: what is locked may be gone from its place.
    """
    while True:
        lock = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if not locked(lock):
                raise BlockingIOError
            if file.exists() and file.stat().st_ino == os.fstat(lock).st_ino:
                with suppress(OSError):  # a full disk: the lock counts, the number is for people
                    os.ftruncate(lock, 0)
                    os.pwrite(lock, f"{os.getpid()}\n".encode(), 0)
                return lock
        except OSError:
            os.close(lock)
            raise
        os.close(lock)


def _number_in(file: Path) -> str:
    """Return, for people, which process has locked the file, if it could say so."""
    with suppress(OSError):
        number = file.read_text(encoding="ascii", errors="replace").strip()
        return f" (process {number})" if number else ""
    return ""
