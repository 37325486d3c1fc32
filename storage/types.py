"""Column types of our own: instants that are aware of their zone, going in and coming out."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from sqlalchemy import BigInteger, DateTime, Integer
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy import Dialect

Key = BigInteger().with_variant(Integer, "sqlite")
"""A number the database gives to a row; SQLite counts only in columns of the type INTEGER."""


class UtcDateTime(TypeDecorator[datetime]):
    """An instant: aware in any zone when stored, aware in UTC when read, naive never.

    SQLite has no such type and would hand back naive values, so it keeps UTC as text of one fixed
    form; that text sorts in the order of time.
    """

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: "Dialect") -> datetime | None:
        """Return the instant in UTC.

        Raises:
            ValueError: the value has no time zone.
        """
        if value is None:
            return None
        if value.utcoffset() is None:
            msg = f"an instant needs its time zone: {value!r}"
            raise ValueError(msg)
        instant = value.astimezone(UTC)
        return instant.replace(tzinfo=None) if dialect.name == "sqlite" else instant

    def process_result_value(self, value: datetime | None, dialect: "Dialect") -> datetime | None:
        """Return the stored instant, aware, in UTC."""
        del dialect
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)
