"""Rows read ahead of their questions: several queries of a transaction in one statement.

A move asks a dozen short questions, and a statement costs far more than its rows. `together`
executes several queries in one statement; `keep` stores the rows under the query that will be
asked. `read` then answers from these, or else executes the query and stores its rows.

A query is known by its identity: two equal statements are two queries. So callers pass the very
same object each time, a constant of a module; one made for each call would find nothing stored, and
the caches below would grow for ever.

Nothing stored is ever older than the transaction's own writes: a write forgets the rows of all
queries of its table (`storage.engine` notices each write), and the end of a savepoint that failed
forgets everything. Only a writing transaction stores rows; other connections execute each query.
Callers must not read rows this way that they have to lock: stored rows lock nothing.
"""

from collections import Counter, namedtuple
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Connection,
    Row,
    Select,
    Subquery,
    TableClause,
    Text,
    cast,
    literal_column,
    null,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.visitors import iterate

_STORED: Final = "rows read ahead"
QueryKey = tuple[Select[Any], tuple[tuple[str, object], ...]]
"""A query, by its identity, with its values sorted by name."""
_Slot = tuple[type, int]
"""A shared column of several queries: its type, and its number among those of that type.

The type is Python's: a UNION converts all its rows as its first query's, so two SQL types that have
one Python type must convert alike.
"""
Rows = Sequence[Any]
"""Rows in order: each has its columns as attributes, and `_asdict`, unless a caller kept others."""


class ReadAhead:
    """The stored rows of one transaction."""

    def __init__(self) -> None:
        self.rows: dict[QueryKey, Rows] = {}
        """The rows of each query with its values."""
        self.is_open = True
        """Whether the transaction still runs."""
        self.written: set[object] = set()
        """The tables that were written; None stands for tables that are not known.

        `storage.db` reads it after the commit, to count the changes of each table.
        """

    def forget(self, written: object = None) -> None:
        """Drop the rows of queries of that table; without one, drop all rows."""
        self.written.add(written)
        if written is None:
            self.rows.clear()
            return
        for key in [key for key in self.rows if written in _tables(key[0])]:
            del self.rows[key]

    def close(self) -> None:
        """Drop all rows at the end of the transaction; its connection may serve others."""
        self.is_open = False
        self.rows.clear()


def begin(tx: AsyncConnection) -> ReadAhead:
    """Begin to store rows in this transaction; the caller closes the store at its end."""
    stored = tx.info[_STORED] = ReadAhead()
    return stored


def stored_on(connection: AsyncConnection | Connection) -> ReadAhead | None:
    """Return the rows stored in the connection's transaction; None if it stores none."""
    stored: ReadAhead | None = connection.info.get(_STORED)
    return stored if stored is not None and stored.is_open else None


def is_stored(tx: AsyncConnection) -> bool:
    """Return whether this connection stores rows read ahead, as a writing transaction does."""
    return stored_on(tx) is not None


def forget_all(tx: AsyncConnection) -> None:
    """Drop all rows of the transaction, because some of its writes were rolled back."""
    stored = stored_on(tx)
    if stored is not None:
        stored.forget()


async def read(tx: AsyncConnection, query: Select[Any], values: Mapping[str, object]) -> Rows:
    """Return the rows of the query with these values, as stored or from the database."""
    rows = known(tx, query, values)
    if rows is None:
        rows = (await tx.execute(query, values)).all()
        keep(tx, query, values, rows)
    return rows


async def first(tx: AsyncConnection, query: Select[Any], values: Mapping[str, object]) -> Any:
    """Return the first row of the query, or None."""
    return next(iter(await read(tx, query, values)), None)


def known(tx: AsyncConnection, query: Select[Any], values: Mapping[str, object]) -> Rows | None:
    """Return the stored rows of the query; None if they are not stored."""
    stored = stored_on(tx)
    return None if stored is None else stored.rows.get(_key(query, values))


def keep(tx: AsyncConnection, query: Select[Any], values: Mapping[str, object], rows: Rows) -> None:
    """Store the rows that the query would return, in its order."""
    stored = stored_on(tx)
    if stored is not None:
        stored.rows[_key(query, values)] = rows


async def together(
    tx: AsyncConnection, queries: tuple[Select[Any], ...], values: Mapping[str, object]
) -> list[list[Any]]:
    """Return a list for each query, in the order of `queries`, all read in one statement.

    The rows within a list are in no order.
    """
    statement, makers = _in_one(queries)
    rows_of_each: list[list[Any]] = [[] for _ in queries]
    for row in (await tx.execute(statement, values)).all():
        rows_of_each[row[0]].append(makers[row[0]](row))
    return rows_of_each


@cache
def _in_one(
    queries: tuple[Select[Any], ...],
) -> tuple[CompoundSelect[Any], list[Callable[[Row[Any]], Any]]]:
    """Return the statement, and for each query the function that makes its row of one of its rows.

    The first column of a row is the number of its query. The others are shared by all queries: each
    has one type, and is null in the rows of a query with fewer columns of that type.
    """
    slots_of = [_slots(query.subquery(f"part_{number}")) for number, query in enumerate(queries)]
    shared = list(dict.fromkeys(slot for slots in slots_of for slot in slots))
    types = {kind: column.type for slots in slots_of for (kind, _), column in slots.items()}
    # Of several lengths of numbers and texts, the longest fits all.
    types |= {int: BigInteger(), str: Text()}
    selects, makers = [], []
    for number, slots in enumerate(slots_of):
        columns = [slots.get(slot, cast(null(), types[slot[0]])) for slot in shared]
        selects.append(select(literal_column(str(number)), *columns))
        places = [(column.name, shared.index(slot) + 1) for slot, column in slots.items()]
        makers.append(_maker(places))
    return union_all(*selects), makers


def _slots(subquery: Subquery) -> dict[_Slot, ColumnElement[Any]]:
    """Return the columns of a query, in order, by the shared columns in which they are placed."""
    counts = Counter[type]()
    slots: dict[_Slot, ColumnElement[Any]] = {}
    for column in subquery.c:
        kind = column.type.python_type
        slots[kind, counts[kind]] = column
        counts[kind] += 1
    return slots


def _maker(columns: Sequence[tuple[str, int]]) -> Callable[[Row[Any]], Any]:
    """Return a function from a shared row to a row with these names, at these places."""
    names, places = zip(*columns, strict=True)
    row_type = namedtuple("row_type", names)  # type: ignore[misc]  # noqa: PYI024  (a query's)
    return lambda row: row_type._make([row[place] for place in places])


def _key(query: Select[Any], values: Mapping[str, object]) -> QueryKey:
    """Return the key under which the rows of a query with these values are stored."""
    return query, tuple(sorted(values.items()))


@cache
def _tables(query: Select[Any]) -> frozenset[TableClause]:
    """Return the tables that a query reads, in its subqueries, too."""
    return frozenset(element for element in iterate(query) if isinstance(element, TableClause))
