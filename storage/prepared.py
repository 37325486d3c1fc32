"""Statements that every move needs, compiled once and carried out by the driver itself.

SQLAlchemy takes a quarter of a millisecond around each statement, SQLite a tenth of that for the
statement itself, and a move has some forty. So at SQLite nothing of SQLAlchemy is left here but the
text it wrote and its way to read and write a column's type; at a server it goes on as always.

Only for statements that are made once and kept: what is compiled here is never forgotten. A list
that grows into as many parameters as it has members (`IN`) cannot be had.
"""

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Executable, Select
from sqlalchemy.dialects.sqlite import aiosqlite
from sqlalchemy.exc import DBAPIError

from storage.engine import under

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection
    from sqlalchemy.types import TypeEngine

Values = Mapping[str, object]
Process = Callable[[Any], Any]
_NOTHING: Values = {}
_DIALECT = aiosqlite.dialect()


async def rows(
    tx: "AsyncConnection", statement: Executable, values: Values = _NOTHING
) -> Sequence[Any]:
    """Return what the query finds: tuples whose members have the columns' names."""
    connection = under(tx)
    if connection is None:
        return (await tx.execute(statement, values)).all()
    query = _prepared(statement, ())
    try:
        found = connection.execute(query.sql, query.bound(values)).fetchall()
    except sqlite3.Error as error:
        raise _wrapped(query.sql, values, error) from error
    return [query.read(row) for row in found]


async def row(tx: "AsyncConnection", statement: Executable, values: Values = _NOTHING) -> Any:
    """Return the first row that the query finds, or None."""
    found = await rows(tx, statement, values)
    return found[0] if found else None


async def run(tx: "AsyncConnection", statement: Executable, values: Values = _NOTHING) -> int:
    """Carry out a change; return how many rows it concerned."""
    connection = under(tx)
    if connection is None:
        return (await tx.execute(statement, values)).rowcount
    change = _prepared(statement, tuple(values))
    try:
        return connection.execute(change.sql, change.bound(values)).rowcount
    except sqlite3.Error as error:
        raise _wrapped(change.sql, values, error) from error


async def run_each(tx: "AsyncConnection", statement: Executable, each: Sequence[Values]) -> None:
    """Carry out a change once for each of these values, which all have the same names."""
    if not each:
        return
    connection = under(tx)
    if connection is None:
        await tx.execute(statement, each)
        return
    change = _prepared(statement, tuple(each[0]))
    try:
        connection.executemany(change.sql, [change.bound(values) for values in each])
    except sqlite3.Error as error:
        raise _wrapped(change.sql, each[0], error) from error


async def run_text(tx: "AsyncConnection", sql: str) -> None:
    """Carry out a statement that is SQL already, and brings nothing back."""
    connection = under(tx)
    if connection is None:
        await tx.exec_driver_sql(sql)
        return
    try:
        connection.execute(sql)
    except sqlite3.Error as error:
        raise _wrapped(sql, _NOTHING, error) from error


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A statement as the driver takes it, and what becomes of values on the way."""

    sql: str
    parameters: tuple[tuple[str, Process | None], ...]
    """In their order in the statement, each with what makes of it what the driver takes."""
    constants: Values
    """Those the statement has itself, as the driver takes them."""
    row: Callable[..., Any]
    columns: tuple[tuple[int, Process], ...]
    """Those that are not handed out as the driver gives them."""

    def bound(self, values: Values) -> list[object]:
        """Return the parameters; raises KeyError where one is missing."""
        constants = self.constants
        return [
            constants[name]
            if name in constants
            else values[name]
            if process is None
            else process(values[name])
            for name, process in self.parameters
        ]

    def read(self, row: Sequence[Any]) -> Any:
        """Return a row as its columns' types have it."""
        cells = list(row)
        for place, process in self.columns:
            cells[place] = process(cells[place])
        return self.row(*cells)


@cache
def _prepared(statement: Any, names: tuple[str, ...]) -> _Prepared:
    """Compile the statement for values of these names."""
    compiled = statement.compile(dialect=_DIALECT, column_keys=list(names) or None)
    if compiled.post_compile_params or compiled.literal_execute_params:
        msg = f"this statement is another one each time: {compiled}"
        raise TypeError(msg)
    binds = {name: compiled.binds[name] for name in compiled.positiontup}
    ways = {name: _way_in(bind.type) for name, bind in binds.items()}
    constants = {name: bind.value for name, bind in binds.items() if not bind.required}
    for column in compiled.insert_prefetch:
        constants[column.key] = column.default.arg
    read = list(statement.selected_columns) if isinstance(statement, Select) else []
    return _Prepared(
        sql=str(compiled),
        parameters=tuple((name, ways[name]) for name in compiled.positiontup),
        constants={
            name: way(value) if (way := ways[name]) else value for name, value in constants.items()
        },
        row=namedtuple("Row", [column.key or "" for column in read], rename=True),  # noqa: PYI024
        columns=_ways_out(read),
    )


def _way_in(kind: "TypeEngine[Any]") -> Process | None:
    return kind.dialect_impl(_DIALECT).bind_processor(_DIALECT)


def _ways_out(read: "Sequence[ColumnElement[Any]]") -> tuple[tuple[int, Process], ...]:
    ways = [each.type.dialect_impl(_DIALECT).result_processor(_DIALECT, None) for each in read]
    return tuple((place, way) for place, way in enumerate(ways) if way is not None)


def _wrapped(sql: str, values: Values, error: sqlite3.Error) -> BaseException:
    """Return the driver's error as SQLAlchemy would raise it: that is what our callers know."""
    return DBAPIError.instance(
        sql, dict(values), error, sqlite3.Error, hide_parameters=True, dialect=_DIALECT
    )
