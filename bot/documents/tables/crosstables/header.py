"""The header of a crosstable: the row whose columns are headed by numbers or names."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, NamedTuple

from bot.documents.tables.cells import parse_whole
from bot.documents.tables.checks.person_texts import person_text
from bot.documents.tables.checks.rows_without_data import is_note
from bot.documents.tables.checks.totals import is_total
from bot.documents.tables.formats.table_file import Row
from bot.documents.tables.headings import columns_of, looks_like, plain, with_surnames
from bot.documents.tables.import_stated import key_of

_GROUP: Final = re.compile(r"\s*(?:grupa|grupă|group|seria)\s+(\w{1,10})\W*", re.IGNORECASE)
_FEWEST_PLAYERS: Final = 2
"""The fewest players of a crosstable."""
_MOST_BEFORE: Final = 4
"""The first columns among which that of the names is sought."""
_SHORTEST_NAME, _LONGEST_NAME = 2, 60
"""The characters of a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """A row that heads a crosstable."""

    at: int
    """The position of the header row."""
    name: int
    """The column with the players' names."""
    number: int | None
    """The column with the players' numbers, if there is one."""
    columns: tuple["PlayerColumn", ...]
    """The columns of the players, from left to right."""
    width: int
    """How many columns each player has: two for the home and the return game."""
    given_name: int | None = None
    """The column of given names, if they have one of their own."""
    total: int | None = None
    """The column of totals, if there is one."""
    strangers: tuple[tuple[int, str], ...] = ()
    """Headings among the players' headings that match no player, each with the row's number."""


class PlayerColumn(NamedTuple):
    """The columns of one player."""

    key: str
    """The number, or the key of the name, that heads them."""
    place: int
    """The first of them."""


def header_at(rows: Sequence[Row], at: int) -> Header | None:
    """Return the header of a crosstable in that row, or None."""
    return _header_of_numbers(rows, at) or _header_of_names(rows, at)


def _header_of_numbers(rows: Sequence[Row], at: int) -> Header | None:
    """Return a header whose columns are headed 1, 2, 3 …, or None."""
    columns: list[PlayerColumn] = []
    for place, cell in enumerate(rows[at][1]):
        if parse_whole(cell.strip().rstrip(".")) == len(columns) + 1:
            columns.append(PlayerColumn(f"{len(columns) + 1}", place))
    if len(columns) < _FEWEST_PLAYERS:
        return None
    name = _name_column(rows, at, columns[0].place)
    return None if name is None else _header_with(rows[at], at, name, columns)


def _header_of_names(rows: Sequence[Row], at: int) -> Header | None:
    """Return a header whose columns are headed by the names in the rows below it, or None."""
    cells = rows[at][1]
    given = _given_name(cells)
    for name in range(min(len(cells), _MOST_BEFORE)):
        if name == given:
            continue
        below = _names_below(rows, at, name, given)
        columns: list[PlayerColumn] = []
        taken: set[str] = set()
        for place, cell in enumerate(cells[name + 1 :], name + 1):
            key = key_of(cell)
            if key in below and key not in taken:
                taken.add(key)
                columns.append(PlayerColumn(key, place))
        if len(columns) >= _FEWEST_PLAYERS and 2 * len(columns) >= len(below):
            return _header_with(rows[at], at, name, columns)
    return None


def _header_with(row: Row, at: int, name: int, columns: Sequence[PlayerColumn]) -> Header:
    """Return the header with these columns of players."""
    number, cells = row
    before, last = columns[0].place, columns[-1].place
    known = columns_of(cells[:before], ("number",))
    after = range(last + 1, len(cells))
    places = [column.place for column in columns]
    strangers = [
        (number, cell.strip())
        for place, cell in enumerate(cells)
        if before < place < last and place not in places and cell.strip()
        if plain(cell) != plain(cells[place - 1])
    ]
    name_columns = _name_columns(cells[:before])
    for place, cell in enumerate(cells):
        is_outside = place < before or place > last
        is_name = place == name or (place < before and name_columns[place] is not None)
        if is_outside and not is_name and looks_like(cell) == "name":
            strangers.append((number, cell.strip()))
    return Header(
        at=at,
        name=name,
        number=known.index("number") if "number" in known else None,
        columns=tuple(columns),
        given_name=_given_name(cells[:before]),
        total=next((place for place in after if cells[place] and is_total(cells[place])), None),
        width=min(later - former for former, later in pairwise(places)),
        strangers=tuple(strangers),
    )


def _name_column(rows: Sequence[Row], at: int, before: int) -> int | None:
    """Return the column left of the players' columns that has names, or None."""
    headings = _name_columns(rows[at][1][:before])
    if "name" in headings:
        return headings.index("name")
    columns = (place for place in range(before) if len(_names_below(rows, at, place)) > 1)
    return next(columns, None)


def _name_columns(cells: Sequence[str]) -> list[str | None]:
    """Return which of these headings are those of names and of given names."""
    return with_surnames(columns_of(cells, ("name", "given_name", "surname")), "name")


def _given_name(cells: Sequence[str]) -> int | None:
    """Return the column of given names beside one of names, or None."""
    columns = _name_columns(cells)
    return columns.index("given_name") if {"name", "given_name"} <= {*columns} else None


def name_in(cells: Sequence[str], column: int, given: int | None) -> str:
    """Return the name of a row, with the given name if that has a column of its own."""
    places = (column,) if given is None else (given, column)
    texts = (cells[place].strip() for place in places if place < len(cells))
    return person_text(" ".join(filter(None, texts))).name


def _names_below(
    rows: Sequence[Row], at: int, column: int, given: int | None = None
) -> tuple[str, ...]:
    """Return the keys of the names in the column, down to the first cell that is no name."""
    names: list[str] = []
    for _, cells in rows[at + 1 :]:
        text = name_in(cells, column, given)
        if is_note(text) and not _GROUP.fullmatch(text):
            continue
        if text and not is_name(text):
            break
        if text:
            names.append(key_of(text))
    return tuple(names)


def is_name(text: str) -> bool:
    """Return whether the text may be the name of a player."""
    is_of_length = _SHORTEST_NAME <= len(text) <= _LONGEST_NAME
    return is_of_length and any(map(str.isalpha, text)) and not _GROUP.fullmatch(text)


def group_in(texts: Sequence[str]) -> str:
    """Return the group that the last of these texts names, or ""."""
    groups = [match[1] for text in texts if (match := _GROUP.fullmatch(text)) is not None]
    return groups[-1].upper() if groups else ""


def is_group(text: str) -> bool:
    """Return whether the text names a group and nothing else, such as `Grupa A`."""
    return _GROUP.fullmatch(text) is not None
