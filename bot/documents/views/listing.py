"""Tables stored as texts and figures, which are later drawn, printed, or made a spreadsheet.

Pure. A table also has the text under its picture.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from math import ceil
from typing import Any, Final

from bot.documents.render.lists.listing_layout import (
    MOST_ROWS,
    CellAlign,
    ListingColumn,
    ListingRow,
    ListingRowKind,
    ListingView,
)
from bot.documents.views.spreadsheets import BookSheet
from bot.documents.views.spreadsheets import Cell as BookCell
from bot.texts.messages import Plain, Text
from bot.texts.outgoing import text_from_json, text_to_json
from bot.texts.signs import signed
from engine.notation import fold

Cell = str | int | Text
"""A word or figure of no language, or a text that is worded for its reader."""
BLANK: Final = "______"
"""A cell to fill in by hand; in a spreadsheet it is empty."""


class Align(StrEnum):
    """How the cells of a column are aligned, as stored."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


LEFT, CENTRE, RIGHT = Align.LEFT, Align.CENTRE, Align.RIGHT
_DRAWN_ALIGN: Final = {
    LEFT: CellAlign.LEFT,
    CENTRE: CellAlign.CENTRE,
    RIGHT: CellAlign.RIGHT,
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and its alignment."""

    heading: Text
    align: Align = RIGHT
    is_wide: bool = False
    is_strong: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table to be shown."""

    key: str
    """The table's name among those of one result."""
    over: Text
    """The name of what the table belongs to."""
    title: Text
    name: Text
    """A short name, for a button and a sheet of the spreadsheet."""
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    """A row of one cell is a heading over the rows below it."""
    words: Text
    """The text under the picture."""
    notes: tuple[Text, ...] = ()
    marked: frozenset[int] = frozenset()
    """The numbers of the reader's own rows, from 0; a stored table has none."""

    @property
    def pages(self) -> int:
        """Return the number of pictures the table needs."""
        return max(1, ceil(len(self.rows) / MOST_ROWS))

    def view(self, page: int, plain: Plain) -> ListingView:
        """Return a page of the table as a view to draw."""
        first = page * MOST_ROWS
        rows = enumerate(self.rows[first : first + MOST_ROWS], first)
        return ListingView(
            over=plain(self.over),
            title=plain(self.title),
            aside=f"{page + 1}/{self.pages}" if self.pages > 1 else "",
            columns=tuple(
                ListingColumn(
                    heading=plain(column.heading),
                    align=_DRAWN_ALIGN[column.align],
                    is_wide=column.is_wide,
                    is_strong=column.is_strong,
                )
                for column in self.columns
            ),
            rows=tuple(self._row(number, row, plain) for number, row in rows),
            notes=tuple(map(plain, self.notes)) if page == self.pages - 1 else (),
        )

    def _row(self, number: int, row: tuple[Cell, ...], plain: Plain) -> ListingRow:
        """Return row `number` as a row to draw."""
        cells = tuple(_cell_text(cell, plain) for cell in row)
        if len(row) == 1:
            return ListingRow((*cells, *[""] * (len(self.columns) - 1)), ListingRowKind.HEADING)
        kind = ListingRowKind.MARKED if number in self.marked else ListingRowKind.PLAIN
        return ListingRow(cells, kind)

    def sheet(self, plain: Plain) -> BookSheet:
        """Return the table as a sheet of a spreadsheet, with figures as numbers."""
        rows: Iterator[tuple[BookCell, ...]] = (
            tuple(_figure(cell, plain) for cell in row) for row in self.rows
        )
        return BookSheet(
            name=plain(self.name),
            columns=tuple(plain(column.heading) for column in self.columns),
            rows=rows,
            title=plain(self.title),
            over=plain(self.over),
            notes=tuple(map(plain, self.notes)),
        )


def _cell_text(cell: Cell, plain: Plain) -> str:
    """Return a cell as people read it."""
    if isinstance(cell, Text):
        return plain(cell)
    return cell if isinstance(cell, str) else signed(cell)


def _figure(cell: Cell, plain: Plain) -> BookCell:
    """Return a cell for a spreadsheet: a text of one figure becomes that number."""
    if not isinstance(cell, Text):
        return None if cell == BLANK else cell
    figure = cell.params.get("figure")
    if isinstance(figure, str):
        with suppress(ValueError):
            return float(figure)
    return plain(cell)


def table_to_json(table: Table) -> dict[str, Any]:
    """Return the table as JSON."""
    return {
        "key": table.key,
        "over": text_to_json(table.over),
        "title": text_to_json(table.title),
        "name": text_to_json(table.name),
        "words": text_to_json(table.words),
        "notes": [text_to_json(note) for note in table.notes],
        "columns": [
            [text_to_json(column.heading), column.align.value, column.is_wide, column.is_strong]
            for column in table.columns
        ],
        "rows": [
            [text_to_json(cell) if isinstance(cell, Text) else cell for cell in row]
            for row in table.rows
        ],
    }


def table_from_json(stored: Mapping[str, Any]) -> Table:
    """Return the table that `table_to_json` wrote."""
    return Table(
        key=stored["key"],
        over=text_from_json(stored["over"]),
        title=text_from_json(stored["title"]),
        name=text_from_json(stored["name"]),
        words=text_from_json(stored["words"]),
        notes=tuple(map(text_from_json, stored["notes"])),
        columns=tuple(
            Column(text_from_json(heading), Align(align), is_wide, is_strong)
            for heading, align, is_wide, is_strong in stored["columns"]
        ),
        rows=tuple(tuple(map(_cell, row)) for row in stored["rows"]),
    )


def _cell(stored: object) -> Cell:
    if isinstance(stored, dict):
        return text_from_json(stored)
    if isinstance(stored, str | int):
        return stored
    raise TypeError(f"no cell of a table: {stored!r}")


def file_name(title: str, ending: str) -> str:
    """Return the name of a file of the individual championship: `cnis-runda-2.pdf`."""
    words = re.findall(r"[a-z0-9]+", fold(title).lower())
    return f"{'-'.join(('cnis', *words))}.{ending}"


def tables_of(result: Mapping[str, Any]) -> Sequence[Table]:
    """Return the tables of a result."""
    return [table_from_json(table) for table in result.get("tables", [])]
