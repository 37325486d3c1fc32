"""The integrity check of the database: pages, references and indexes.

A stored row may be missing from an index and so never be found. SQLite checks its own indexes. This
module also looks up every row derived from the logs by each column that queries use, at a server,
too.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from itertools import chain
from typing import Any, Final

from sqlalchemy import Column, Select, Table, bindparam, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.cases.case_rows import CaseRow
from storage.competitions.competition_rows import CompetitionRow
from storage.matches.match_rows import MatchRow
from storage.play.game_rows import GameRow
from storage.schema import cases, competition_people, games, matches, persons
from storage.streams import (
    case_stream,
    competition_stream,
    game_stream,
    match_stream,
    person_stream,
)

Row = GameRow | MatchRow | CompetitionRow | CaseRow

AT_ONCE: Final = 500
"""The number of values in one query."""
DATABASE: Final = "database"
"""The subject of errors that concern no stream."""


class FindingKind(StrEnum):
    """The kinds of errors: in the database, in a log, in a projection, and elsewhere."""

    PAGES = "pages"
    """SQLite finds its file damaged."""
    REFERENCE = "reference"
    """A row refers to one that does not exist."""
    INDEX = "index"
    """An index does not find a row."""
    UNREADABLE = "unreadable"
    CHAIN = "chain"
    """A row of a log does not follow from the row before it."""
    UNKNOWN = "unknown"
    """An event cannot be read."""
    FOLD = "fold"
    """The events of a log contradict each other."""
    TIME = "time"
    """An event lies before the one that it follows."""
    MISSING = "missing"
    """A log has no projection."""
    EXTRA = "extra"
    """A projection has no log."""
    DIFFERS = "differs"
    """A projection is not what its log gives."""
    STATEMENT = "statement"
    """A text is not the one whose digest is in the log."""
    MARKER = "marker"
    """The database is older than its high-water mark says, or the mark cannot be read."""
    FINGERPRINT = "fingerprint"
    """A fingerprint is not as published, or the logs give another."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One error that a check found."""

    stream: str
    kind: FindingKind
    detail: str
    seq: int | None = None
    """The number of the faulty event, if there is one."""


async def integrity_findings(tx: AsyncConnection) -> list[Finding]:
    """Return the errors that SQLite finds in its file; a server checks itself."""
    if tx.dialect.name != "sqlite":
        return []
    messages = (await tx.exec_driver_sql("PRAGMA integrity_check")).scalars().all()
    pages = [line for message in messages for line in str(message).splitlines() if line != "ok"]
    dangling = (await tx.exec_driver_sql("PRAGMA foreign_key_check")).mappings()
    return [
        *(Finding(stream=DATABASE, kind=FindingKind.PAGES, detail=line) for line in pages),
        *(
            Finding(
                stream=DATABASE,
                kind=FindingKind.REFERENCE,
                detail=f"row {row['rowid']} of {row['table']} points nowhere in {row['parent']}",
            )
            for row in dangling
        ),
    ]


@dataclass(frozen=True, slots=True)
class _Indexed:
    """A table with columns that queries use."""

    table: Table
    stream: Callable[[Any], str]

    @property
    def key(self) -> Column[Any]:
        """Return the column that identifies a row."""
        return next(iter(self.table.primary_key))

    @property
    def columns(self) -> tuple[Column[Any], ...]:
        """Return the first columns of its indexes."""
        first = {next(iter(index.columns)).name for index in self.table.indexes}
        single = {column.name for column in self.table.columns if column.unique}
        return tuple(self.table.columns[name] for name in sorted(first | single))


_INDEXED: Final = {
    GameRow: _Indexed(games, game_stream),
    MatchRow: _Indexed(matches, match_stream),
    CaseRow: _Indexed(cases, case_stream),
}
_PEOPLE: Final = _Indexed(persons, person_stream)


class Lookups:
    """The expected lookups: collected from the rows derived from the logs, then tested."""

    def __init__(self) -> None:
        self._expected: dict[tuple[str, str], dict[object, set[object]]] = {}
        """Table and column → each value → the keys of the rows that it must find."""
        self._places: dict[object, set[object]] = defaultdict(set)
        """Person → the competitions in which they have a role."""

    def note(self, row: Row) -> None:
        """Collect the lookups of a row derived from the log."""
        if isinstance(row, CompetitionRow):
            for person in (*row.arbiters, *row.players):
                self._places[person].add(row.code)
            return
        indexed = _INDEXED[type(row)]
        values = {column.name: getattr(row, column.name) for column in indexed.columns}
        self._note_row(indexed, values, getattr(row, indexed.key.name))

    def _note_row(self, indexed: _Indexed, values: dict[str, Any], key: object) -> None:
        """Collect the lookups of the row with that key by its values of the columns."""
        for name, value in values.items():
            if value is not None:
                place = (indexed.table.name, name)
                self._expected.setdefault(place, defaultdict(set))[value].add(key)

    async def missed(self, tx: AsyncConnection) -> list[Finding]:
        """Return the lookups that fail."""
        if tx.dialect.name != "sqlite":
            await tx.execute(text("SET LOCAL enable_seqscan = off"))
        by_name = {indexed.table.name: indexed for indexed in (*_INDEXED.values(), _PEOPLE)}
        for row in (await tx.execute(select(persons))).mappings():
            values = {column.name: row[column.name] for column in _PEOPLE.columns}
            self._note_row(_PEOPLE, values, row["id"])
        findings = []
        for (table, name), expected in self._expected.items():
            indexed = by_name[table]
            lost_keys = await _lost_keys(tx, indexed.key, indexed.table.columns[name], expected)
            findings += [_finding(indexed.stream(key), table, name) for key in lost_keys]
        roles = competition_people.c
        lost_codes = await _lost_keys(tx, roles.competition, roles.person, self._places)
        findings += [
            _finding(competition_stream(code), competition_people.name, "person")
            for code in lost_codes
        ]
        return findings


async def _lost_keys(
    tx: AsyncConnection,
    key: Column[Any],
    column: Column[Any],
    expected: Mapping[object, AbstractSet[object]],
) -> list[Any]:
    """Return the keys that a query for their value in the column does not find, in order."""
    found: defaultdict[object, set[object]] = defaultdict(set)
    values = list(expected)
    for start in range(0, len(values), AT_ONCE):
        portion = {"values": values[start : start + AT_ONCE]}
        for value, found_key in await tx.execute(_rows_with(key, column), portion):
            found[value].add(found_key)
    lost = (keys - found[value] for value, keys in expected.items())
    return sorted(chain.from_iterable(lost), key=str)


@cache
def _rows_with(key: Column[Any], column: Column[Any]) -> Select[Any]:
    """Return the query for value and key of the rows in which a column has one of the `values`."""
    values = bindparam("values", type_=column.type, expanding=True)
    return select(column, key).where(column.in_(values))


def _finding(stream: str, table: str, column: str) -> Finding:
    """Return the error that an index of the column does not find the stream's row."""
    return Finding(
        stream=stream, kind=FindingKind.INDEX, detail=f"is not found by {table}.{column}"
    )
