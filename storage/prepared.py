"""Statements that every move needs: compiled once, and carried out by the driver itself.

SQLAlchemy takes a quarter of a millisecond around each statement, SQLite a tenth of that for the
statement itself, and a move has some forty. So nothing of SQLAlchemy is left here but the text it
wrote and its way to read and write a column's type; `storage.direct` hands both to the driver.
On a connection without that way (`direct=no` in the address) SQLAlchemy carries them out.

Only for statements that are made once and kept: what is compiled here is never forgotten. A list
that grows into as many parameters as it has members (`IN`) cannot be had; `rows_among` and
`run_among` take it in portions.
"""

from collections import namedtuple
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from sqlalchemy import ColumnElement, Executable, Insert, bindparam
from sqlalchemy.sql.expression import ReturnsRows

from storage.direct import driver_of

if TYPE_CHECKING:
    from sqlalchemy import Dialect, Select, Update
    from sqlalchemy.ext.asyncio import AsyncConnection
    from sqlalchemy.types import TypeEngine

Values = Mapping[str, object]
Process = Callable[[Any], Any]
_NOTHING: Values = {}
_FEW = 12
"""Rows that go in by one statement, or are looked for by one: it is compiled for each number of
them and kept."""


async def rows(
    tx: "AsyncConnection", statement: Executable, values: Values = _NOTHING
) -> Sequence[Any]:
    """Return what the query finds: tuples whose members have the columns' names."""
    driver = driver_of(tx)
    if driver is None:
        return (await tx.execute(statement, values)).all()
    query = _prepared(statement, (), driver.dialect)
    return [query.read(row) for row in await driver.fetch(query.sql, query.bound(values))]


async def row(tx: "AsyncConnection", statement: Executable, values: Values = _NOTHING) -> Any:
    """Return the first row that the query finds, or None."""
    found = await rows(tx, statement, values)
    return found[0] if found else None


async def run(tx: "AsyncConnection", statement: Executable, values: Values = _NOTHING) -> int:
    """Carry out a change; return how many rows it concerned."""
    driver = driver_of(tx)
    if driver is None:
        return (await tx.execute(statement, values)).rowcount
    change = _prepared(statement, tuple(values), driver.dialect)
    return await driver.run(change.sql, change.bound(values))


async def run_each(tx: "AsyncConnection", statement: Executable, each: Sequence[Values]) -> None:
    """Carry out a change once for each of these values, which all have the same names."""
    if not each:
        return
    driver = driver_of(tx)
    if driver is None:
        await tx.execute(statement, each)
        return
    change = _prepared(statement, tuple(each[0]), driver.dialect)
    await driver.run_each(change.sql, [change.bound(values) for values in each])


async def put_few(tx: "AsyncConnection", statement: Insert, each: Sequence[Values]) -> None:
    """Put a few rows in by one statement; each has all columns' values, or all the same ones."""
    if len(each) > _FEW:
        await run_each(tx, statement, each)
    elif each:
        values = {f"{name}_{n}": row[name] for n, row in enumerate(each) for name in row}
        await run(tx, _of_rows(statement, tuple(each[0]), len(each)), values)


async def rows_among(
    tx: "AsyncConnection",
    query: "Select[Any]",
    column: ColumnElement[Any],
    members: Collection[Any],
) -> list[Any]:
    """Return what the query finds where the column is one of these, in no order."""
    found: list[Any] = []
    for few in _portions(members):
        found += await rows(tx, _among(query, column, len(few)), few)
    return found


async def run_among(
    tx: "AsyncConnection",
    change: "Update",
    column: ColumnElement[Any],
    members: Collection[Any],
    values: Values = _NOTHING,
) -> None:
    """Carry out a change where the column is one of these."""
    for few in _portions(members):
        await run(tx, _among(change, column, len(few)), {**values, **few})


async def run_text(tx: "AsyncConnection", sql: str) -> None:
    """Carry out a statement that is SQL already, and brings nothing back."""
    driver = driver_of(tx)
    if driver is None:
        await tx.exec_driver_sql(sql)
    else:
        await driver.run(sql, ())


@dataclass(frozen=True, slots=True)
class _Prepared:
    """A statement as the driver takes it, and what becomes of values on the way."""

    sql: str
    parameters: tuple[tuple[str, Process | None], ...]
    """In their order in the statement, each with what makes of it what the driver takes."""
    constants: Values
    """Those the statement has itself, as the driver takes them."""
    row: Any
    """The class of its rows: a tuple whose members have the columns' names."""
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
        if not self.columns:
            return self.row._make(row)
        cells = list(row)
        for place, process in self.columns:
            cells[place] = process(cells[place])
        return self.row(*cells)


@cache
def _of_rows(statement: Insert, names: tuple[str, ...], many: int) -> Insert:
    """Return the statement for so many rows; the values of the n-th are called `NAME_n`."""
    columns = statement.table.c
    return statement.values(
        [
            {name: bindparam(f"{name}_{n}", type_=columns[name].type) for name in names}
            for n in range(many)
        ]
    )


def _portions(members: Collection[Any]) -> Iterator[dict[str, Any]]:
    """Return the members in portions, each as the values of its statement."""
    each = iter(members)
    while few := list(islice(each, _FEW)):
        yield {f"member_{n}": member for n, member in enumerate(few)}


@cache
def _among(statement: Any, column: ColumnElement[Any], many: int) -> Any:
    """Return the statement where the column is one of so many."""
    members = [bindparam(f"member_{n}", type_=column.type) for n in range(many)]
    return statement.where(column.in_(members))


@cache
def _prepared(statement: Any, names: tuple[str, ...], dialect: "Dialect") -> _Prepared:
    """Compile the statement for values of these names."""
    compiled = statement.compile(dialect=dialect, column_keys=list(names) or None)
    if compiled.post_compile_params or compiled.literal_execute_params:
        msg = f"this statement is another one each time: {compiled}"
        raise TypeError(msg)
    binds = {name: compiled.binds[name] for name in compiled.positiontup}
    ways = {name: _way_in(bind.type, dialect) for name, bind in binds.items()}
    constants = {name: bind.value for name, bind in binds.items() if not bind.required}
    for column in compiled.insert_prefetch:
        constants[column.key] = column.default.arg
    read = list(statement.exported_columns) if isinstance(statement, ReturnsRows) else []
    return _Prepared(
        sql=str(compiled),
        parameters=tuple((name, ways[name]) for name in compiled.positiontup),
        constants={
            name: way(value) if (way := ways[name]) else value for name, value in constants.items()
        },
        row=namedtuple("Row", [column.key or "" for column in read], rename=True),  # noqa: PYI024
        columns=_ways_out(read, dialect),
    )


def _way_in(kind: "TypeEngine[Any]", dialect: "Dialect") -> Process | None:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _ways_out(
    read: "Sequence[ColumnElement[Any]]", dialect: "Dialect"
) -> tuple[tuple[int, Process], ...]:
    ways = [each.type.dialect_impl(dialect).result_processor(dialect, None) for each in read]
    return tuple((place, way) for place, way in enumerate(ways) if way is not None)
