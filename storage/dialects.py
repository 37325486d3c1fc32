"""INSERTs that skip or replace existing rows, for SQLite and PostgreSQL."""

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


def values_of(row: "DataclassInstance") -> dict[str, Any]:
    """Return the fields of a flat value for a statement; `asdict` would copy each value."""
    return {name: getattr(row, name) for name in row.__dataclass_fields__}


@cache
def once(dialect: str, table: Table, *columns: str) -> sqlite.Insert:
    """Return an INSERT that skips rows whose values in these columns already exist."""
    return _insert(dialect, table).on_conflict_do_nothing(index_elements=columns)


@cache
def put(dialect: str, table: Table, *columns: str) -> sqlite.Insert:
    """Return an INSERT of whole rows that replaces those with the same values in these columns.

    Without columns, it replaces those with the same primary key.
    """
    statement = _insert(dialect, table)
    keys = columns or tuple(column.name for column in table.primary_key)
    # `excluded` is the row that could not be inserted.
    values = {name: value for name, value in statement.excluded.items() if name not in keys}
    return statement.on_conflict_do_update(index_elements=keys, set_=values)


def _insert(dialect: str, table: Table) -> sqlite.Insert:
    """Return an INSERT with ON CONFLICT, which both databases write the same way."""
    if dialect == "sqlite":
        return sqlite.insert(table)
    return cast("sqlite.Insert", postgresql.insert(table))
