"""The lock on an SQLite file: two programs would send and act on deadlines twice.

At a server several programs share one database, and `storage.lead` selects the leader. Here the
system locks a file beside the database. It releases the lock whenever the program ends, so a
remaining file has no meaning.
"""

import os
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from errno import EADDRINUSE
from pathlib import Path

from storage.db import Database
from storage.errors import BadDatabase

try:
    import fcntl
except ImportError:  # on such a system nothing is locked
    _HAS_LOCKS = False
else:
    _HAS_LOCKS = True


class LockTaken(Exception):  # noqa: N818  (the name needs no suffix)
    """Another program has the lock.

    The message is ` (process 7)`, to follow the word *program*, or "" if that is not known.
    """


def try_lock(descriptor: int) -> bool:
    """Lock an open file until it is closed; return False if another program has the lock."""
    if _HAS_LOCKS:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    return True


@contextmanager
def exclusive_lock(file: Path) -> Iterator[None]:
    """Hold that lock file while the context lasts.

    Raises:
        LockTaken: another program has it.
        OSError: the file cannot be created.
    """
    if not _HAS_LOCKS:
        yield
        return
    try:
        descriptor = _lock_file(file)
    except BlockingIOError:
        raise LockTaken(_owner_of(file)) from None
    try:
        yield
    finally:
        file.unlink(missing_ok=True)
        os.close(descriptor)


@contextmanager
def database_lock(database: Database) -> Iterator[None]:
    """Lock an SQLite file for this program while the context lasts.

    Raises:
        BadDatabase: another program has it, or its folder is not writable.
    """
    with ExitStack() as stack:
        if not database.shared:
            stack.enter_context(database_file_lock(database.file))
        yield


@contextmanager
def database_file_lock(file: Path) -> Iterator[None]:
    """Lock an SQLite file, which need not exist, while the context lasts.

    Its folder is created if missing.

    Raises:
        BadDatabase: another program has it, or its folder is not writable.
    """
    lock = _lock_of(file)
    with ExitStack() as stack:
        try:
            lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            stack.enter_context(exclusive_lock(lock))
        except LockTaken as other:
            msg = f"another program{other} is at work at {file}: stop it first"
            raise BadDatabase(msg) from None
        except OSError as error:
            msg = f"{file} cannot be locked: {lock}: {error.strerror}"
            raise BadDatabase(msg) from error
        if file.exists() and not stack.enter_context(_content_lock(file)):
            msg = f"another program is at work at {file}, under another name of it: stop it first"
            raise BadDatabase(msg)
        yield


@contextmanager
def _content_lock(file: Path) -> Iterator[bool]:
    """Lock the file's content on this machine, whatever its names; yield False if it is taken.

    A hard link has a folder of its own, so no file beside it can be the lock. A lock on the file
    itself would end SQLite's locks when it is closed. The system ends an abstract socket with the
    program.
    """
    if not _HAS_LOCKS:
        yield True
        return
    status = file.stat()
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as lock:
        try:
            lock.bind(f"\0tur-retur {status.st_dev} {status.st_ino}")
        except OSError as error:
            yield error.errno != EADDRINUSE  # elsewhere than on Linux there is no such lock
            return
        yield True


def is_in_use(file: Path) -> bool:
    """Return whether a program has locked that SQLite file."""
    lock = _lock_of(file)
    if not lock.exists():
        return False
    try:
        with exclusive_lock(lock):
            return False
    except (LockTaken, OSError):  # a lock that this user may not open is another user's
        return True


def _lock_of(database: Path) -> Path:
    """Return the lock file of an SQLite file, beside its resolved name: it may have several."""
    return Path(f"{database.resolve()}.lock")


def _lock_file(file: Path) -> int:
    """Open and lock the file, and write our process number; raise BlockingIOError if taken.

    The last owner deletes the file at its end, so a locked file may be gone from its path.
    """
    while True:
        descriptor = os.open(file, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            if not try_lock(descriptor):
                raise BlockingIOError
            if file.exists() and file.stat().st_ino == os.fstat(descriptor).st_ino:
                with suppress(OSError):  # on a full disk; the number only informs people
                    os.ftruncate(descriptor, 0)
                    os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
                return descriptor
        except OSError:
            os.close(descriptor)
            raise
        os.close(descriptor)


def _owner_of(file: Path) -> str:
    """Return the process that has locked the file as ` (process 7)`; "" if unknown."""
    with suppress(OSError):
        number = file.read_text(encoding="ascii", errors="replace").strip()
        return f" (process {number})" if number else ""
    return ""
