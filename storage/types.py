"""Column types of our own: instants that are aware of their zone, going in and coming out."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import BigInteger, DateTime, Integer
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Dialect

Key = BigInteger().with_variant(Integer, "sqlite")
"""A number the database gives to a row; SQLite counts only in columns of the type INTEGER."""


_LENGTH = len("2025-05-03 07:00:00.000000")


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: aware in any zone when stored, aware in UTC when read, naive never.

    SQLite has no such type and would hand back naive values, so it keeps UTC as text of one fixed
    form; that text sorts in the order of time.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def bind_processor(self, dialect: "Dialect") -> "Callable[[Any], Any] | None":
        """Return what makes of an instant what the driver takes; for SQLite at once, as text."""
        return _to_text if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(
        self, dialect: "Dialect", coltype: object
    ) -> "Callable[[Any], Any] | None":
        """Return what makes an instant of what the driver gives."""
        if dialect.name == "sqlite":
            return _from_text
        return super().result_processor(dialect, coltype)

    def process_bind_param(self, value: datetime | None, dialect: "Dialect") -> datetime | None:
        """Return the instant in UTC.

        Raises:
            ValueError: the value has no time zone.
        """
        del dialect
        return None if value is None else _in_utc(value)

    def process_result_value(self, value: datetime | None, dialect: "Dialect") -> datetime | None:
        """Return the stored instant, aware, in UTC."""
        del dialect
        return None if value is None else value.astimezone(UTC)


def _to_text(value: datetime | None) -> str | None:
    """Return the instant as SQLite keeps it: a move writes and reads some thirty."""
    return None if value is None else _in_utc(value).isoformat(" ", "microseconds")[:_LENGTH]


def _from_text(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value).replace(tzinfo=UTC)


def _in_utc(value: datetime) -> datetime:
    if value.utcoffset() is None:
        msg = f"an instant needs its time zone: {value!r}"
        raise ValueError(msg)
    return value.astimezone(UTC)
