"""The errors of storage.

    StorageError                never raised itself
    ├── ConcurrentAppend        another writer was first: load and decide again
    ├── DamagedLog              a stored event is not what was recorded
    ├── UnknownEvent            this version of the program cannot read an event in the log
    ├── BadDatabase             the database's address cannot be used
    │   └── ForeignDatabase     another program keeps its tables in the database
    └── SchemaMismatch          another version of the program made the database

No SQLAlchemy here, so that every layer above may import these names.
"""

_HINTS = {
    "disk I/O error": "is the disk full?",
    "unable to open database file": "may this user read and write it, and its folder?",
    "attempt to write a readonly database": "may this user write it, and its folder?",
    "database is locked": "another program has locked it",
}
"""Hints for terse messages of SQLite."""


def reason_of(error: BaseException) -> str:
    """Return the message of a database, its driver or the system in one line, with a hint."""
    driver_error = getattr(error, "orig", None) or error  # SQLAlchemy wraps it
    message = " ".join(str(driver_error).split())
    hint = _HINTS.get(message)
    return f"{message}: {hint}" if hint else message or type(error).__name__


class StorageError(Exception):
    """Base of every storage error; never raised itself."""


class ConcurrentAppend(StorageError):  # noqa: N818  (an outcome to handle, not a malfunction)
    """The head of the stream has moved since the caller read it."""

    def __init__(self, stream: str, *, expected: int, found: int | None) -> None:
        """Name the last event that the caller had read, and the real one; None if unknown."""
        self.stream = stream
        self.expected = expected
        self.found = found
        seen = "a later event" if found is None else f"event {found}"
        super().__init__(f"{stream}: expected event {expected} to be the last, found {seen}")


class DamagedLog(StorageError):  # noqa: N818  (an outcome to handle, not a malfunction)
    """An event in a log is not what was recorded: it was changed, or storage has damaged it."""

    def __init__(self, stream: str, seq: int, reason: str) -> None:
        self.stream = stream
        self.seq = seq
        self.reason = reason
        super().__init__(f"{stream}: event {seq} is not as it was recorded ({reason})")


class UnknownEvent(StorageError):  # noqa: N818  (an outcome to handle, not a malfunction)
    """This version of the program does not know an event's name, version or content."""

    def __init__(self, name: str, version: int, reason: str) -> None:
        self.name = name
        self.version = version
        super().__init__(f"event {name!r} version {version}: {reason}")


class BadDatabase(StorageError):  # noqa: N818  (an outcome to handle, not a malfunction)
    """The address does not name a database that can be used."""


class ForeignDatabase(BadDatabase):
    """Another program keeps its tables in the database."""


class SchemaMismatch(StorageError):  # noqa: N818  (an outcome to handle, not a malfunction)
    """The database's schema is of a revision this version of the program does not know."""

    def __init__(self, found: str, *, is_earlier: bool = False) -> None:
        """Name the revision, which is an early release's (`is_earlier`) or a later one's."""
        self.found = found
        why = (
            "it was made by a release before 0.3.0; install 0.3.0, run its `turretur migrate`,"
            " and then this version again"
            if is_earlier
            else "it was made by a later version of the program"
        )
        super().__init__(f"the database has schema revision {found!r}, unknown here: {why}")
