"""Column types: instants with a time zone, when written and when read."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, DateTime, Dialect, Integer
from sqlalchemy.types import TypeDecorator

Key = BigInteger().with_variant(Integer, "sqlite")
"""A number that the database assigns; SQLite does so only for the type INTEGER."""

_LENGTH = len("2025-05-03 07:00:00.000000")
"""The length of an instant in SQLite; its zone is always UTC."""


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: aware in any zone when stored, aware in UTC when read, never naive.

    SQLite has no such type and would return naive values, so instants are UTC text of fixed form.
    That text sorts in the order of time.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], Any] | None:
        """Return the function that converts an instant for the driver; for SQLite to text."""
        return _to_text if dialect.name == "sqlite" else super().bind_processor(dialect)

    def result_processor(self, dialect: Dialect, coltype: object) -> Callable[[Any], Any] | None:
        """Return the function that converts the driver's value to an instant."""
        if dialect.name == "sqlite":
            return _from_text
        return super().result_processor(dialect, coltype)

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the instant in UTC; None for NULL.

        Raises:
            ValueError: the value has no time zone.
        """
        del dialect
        return None if value is None else _in_utc(value)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Return the stored instant, aware, in UTC; None for NULL."""
        del dialect
        return None if value is None else value.astimezone(UTC)


def _to_text(value: datetime | None) -> str | None:
    """Return SQLite's text of the instant, None for NULL; fast, as a move converts about thirty."""
    return None if value is None else _in_utc(value).isoformat(" ", "microseconds")[:_LENGTH]


def _from_text(value: str | None) -> datetime | None:
    return None if value is None else datetime.fromisoformat(value).replace(tzinfo=UTC)


def _in_utc(value: datetime) -> datetime:
    if value.utcoffset() is None:
        msg = f"an instant needs its time zone: {value!r}"
        raise ValueError(msg)
    return value.astimezone(UTC)
