"""Finds the columns of name, club, rating and seed in a list of players.

The headings decide; without headings, the content of the cells. If neither decides, the column is
unclear, and the sender chooses it (`with_column`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.documents.tables.cells import parse_number
from bot.documents.tables.checks.rows_without_data import is_note
from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.faults import TableFault
from bot.documents.tables.formats.table_file import Row
from bot.documents.tables.headings import columns_of, is_spelled, looks_like, with_surnames

ASKED: Final = ("name", "given_name", "club", "rating", "seed")
"""The roles of columns about which the sender may be asked, in this order."""
NOWHERE: Final = -1
"""The place of a column that the list does not have."""
IN_ORDER: Final[Mapping[str, int]] = {"name": 0, "club": 1, "seed": 2}
"""The order of the columns in a pasted list without headings."""
_HEADED: Final = ("name", "given_name", "surname", "club", "rating", "seed", "number")
"""The columns that a heading may name."""
_MOSTLY: Final = 0.8
"""The share of numbers from which a column holds numbers."""
_DOUBTFUL: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("given_name",),
    "rating": ("rating",),
    "place": ("seed",),
    "result": ("seed",),
}
"""The roles that a column with an unknown heading may have, by what it looks like."""
_EXAMPLES: Final = 3
"""The most cells of a column that are shown to the sender."""
_SHOWN: Final = 60
"""The most characters of a heading or title that are shown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListTable:
    """The rows of a list of players, and the known roles of its columns."""

    rows: tuple[Row, ...]
    columns: Mapping[str, int]
    """The place of each role's column, or `NOWHERE`; a role without place is unclear."""
    header: int = NOWHERE
    """The index in `rows` of the headings, or `NOWHERE`; the rows above them are titles."""
    remarks: tuple[TableFault, ...] = ()
    """What is doubtful about the file, such as hidden rows."""
    merged_cells: tuple[tuple[int, int, str], ...] = ()
    """Each merged cell without own content: its row number, its column from 0, and the area."""

    @property
    def body(self) -> tuple[Row, ...]:
        """Return the rows with players."""
        return self.rows[self.header + 1 :]

    @property
    def titles(self) -> tuple[str, ...]:
        """Return the text of each row above the headings."""
        above = self.rows[: max(self.header, 0)]
        return tuple(" ".join(filter(None, map(str.strip, cells)))[:_SHOWN] for _, cells in above)

    @property
    def unclear(self) -> str | None:
        """Return the first role whose column is unclear, or None."""
        return next((role for role in ASKED if role not in self.columns), None)

    @property
    def free(self) -> tuple[int, ...]:
        """Return the places of the columns with content that have no role yet."""
        taken = set(self.columns.values())
        return tuple(place for place in _filled(self.body) if place not in taken)

    @property
    def aside(self) -> tuple[str, ...]:
        """Return the headings of the columns without a role."""
        if self.header == NOWHERE:
            return ()
        taken = set(self.columns.values())
        width = len(self.rows[self.header][1])
        headings = [self.heading(place) for place in range(width) if place not in taken]
        return tuple(filter(None, headings))

    def heading(self, place: int) -> str:
        """Return the heading of the column, or "" without one."""
        if self.header == NOWHERE:
            return ""
        return _cell(self.rows[self.header], place)[:_SHOWN]

    def examples(self, place: int) -> tuple[str, ...]:
        """Return the first cells of the column that are not empty."""
        cells = (_cell(row, place) for row in self.body)
        return tuple(cell for cell in cells if cell)[:_EXAMPLES]

    def with_column(self, role: str, place: int) -> "ListTable":
        """Return the list with that column for the role; its earlier role becomes unclear.

        Where no column is left, the unclear roles have none.
        """
        others = {other: at for other, at in self.columns.items() if other != role}
        if place != NOWHERE:
            others = {other: at for other, at in others.items() if at != place}
        return replace(self, columns={**others, role: place}).without_hopeless()

    def without_hopeless(self) -> "ListTable":
        """Return the list without unclear roles if no column is left for them."""
        if self.free:
            return self
        return replace(self, columns=dict.fromkeys(ASKED, NOWHERE) | dict(self.columns))

    def without_columns(self) -> "ListTable":
        """Return the list with every column unclear, so that the sender chooses each."""
        return replace(self, columns={})

    def with_headings_first(self) -> "ListTable":
        """Return the list with the first row of players as headings, unless it is the only row."""
        return replace(self, header=self.header + 1) if len(self.body) > 1 else self


def find_columns(rows: Sequence[Row]) -> ListTable:
    """Return the list with the columns that its headings or its content show."""
    header = _header(rows)
    if header == NOWHERE:
        return _by_content(rows).without_hopeless()
    table = ListTable(rows=tuple(rows), columns={}, header=header)
    return _by_headings(table).without_hopeless()


def in_order(rows: Sequence[Row]) -> ListTable:
    """Return a pasted list: by its headings, or else name, club and seed in this order."""
    header = _header(rows)
    if header == NOWHERE:
        columns = {"given_name": NOWHERE, "rating": NOWHERE, **IN_ORDER}
        return ListTable(rows=tuple(rows), columns=columns)
    return settled(_by_headings(ListTable(rows=tuple(rows), columns={}, header=header)))


def settled(table: ListTable) -> ListTable:
    """Return the list with a place for every role, where nobody can be asked."""
    while table.unclear is not None:
        likely = IN_ORDER.get(table.unclear, NOWHERE)
        place = likely if likely in table.free else NOWHERE
        table = table.with_column(table.unclear, place)
    return table


def _header(rows: Sequence[Row]) -> int:
    """Return the index of the row that names most columns, or `NOWHERE`.

    A heading alone in its row must be spelled as listed, and is not the last of several rows.
    """
    best, most_named = NOWHERE, 0
    for index, (_, cells) in enumerate(rows[: 1 + MOST_TITLES]):
        named = set(columns_of(cells, _HEADED)) - {None}
        is_name = 0 < index == len(rows) - 1 or not any(is_spelled(cell) for cell in cells)
        if len(named) == 1 and is_name:
            continue
        if named & {"name", "given_name"} and len(named) > most_named:
            best, most_named = index, len(named)
    return best


def _by_headings(table: ListTable) -> ListTable:
    """Return the table with the columns that its headings name; doubtful ones are left open."""
    headings = table.rows[table.header][1]
    roles = with_surnames(columns_of(headings, _HEADED), "name")
    places = {
        role: [at for at, own_role in enumerate(roles) if own_role == role] for role in _HEADED
    }
    if not places["name"]:
        places["name"], places["given_name"] = places["given_name"], []
    columns = {role: (places[role] or [NOWHERE])[0] for role in ASKED}
    # Numbers after the names are seeds; numbers before them are, unless they number the rows.
    numbers = places["number"]
    if numbers and columns["seed"] == columns["rating"] == NOWHERE:
        if numbers[0] > columns["name"]:
            columns["seed"] = numbers[0]
        elif not _is_numbering(table.body, numbers[0]):
            del columns["seed"]
    # A column that has no role, but looks like one that is missing, is a question to the sender.
    kinds = {
        looks_like(heading) for heading, role in zip(headings, roles, strict=True) if role is None
    }
    doubtful = {role for kind in kinds for role in _DOUBTFUL.get(kind or "", ())}
    for role in ASKED:
        is_unknown = role in doubtful and columns.get(role) == NOWHERE
        if len(places[role]) > 1 or is_unknown:
            columns.pop(role, None)
    return replace(table, columns=columns)


def _by_content(rows: Sequence[Row]) -> ListTable:
    """Return the list with the columns that the cells show; texts over numbers are headings."""
    places = _filled(rows)
    numeric = [place for place in places if _is_numeric(rows, place)]
    over_numbers = filter(None, (_cell(rows[0], place) for place in numeric))
    has_headings = any(parse_number(cell) is None for cell in over_numbers)
    header = 0 if has_headings else NOWHERE
    table = ListTable(rows=tuple(rows), columns={}, header=header)
    if len(places) > 1 and places[0] in numeric and _is_numbering(table.body, places[0]):
        numeric = numeric[1:]
        places = places[1:]
    texts = [place for place in places if place not in numeric]
    may_be_apart = len(texts) > 1 and not any(_has_full_names(table.body, at) for at in texts)
    columns = {} if may_be_apart else {"given_name": NOWHERE}
    name = _name_among(table.body, texts)
    if name is not None:
        columns["name"] = name
        clubs = [place for place in texts if place != name]
        if len(clubs) <= 1:
            columns["club"] = (clubs or [NOWHERE])[0]
    if len(numeric) <= 1:
        columns |= {"rating": NOWHERE, "seed": (numeric or [NOWHERE])[0]}
    return replace(table, columns=columns)


def _name_among(rows: Sequence[Row], texts: Sequence[int]) -> int | None:
    """Return the only column that may hold names of people, or None."""
    if len(texts) <= 1:
        return next(iter(texts), None)
    likely = [place for place in texts if _has_full_names(rows, place)]
    if len(likely) > 1:
        likely = [place for place in likely if _is_distinct(rows, place)]
    return likely[0] if len(likely) == 1 else None


def _has_full_names(rows: Sequence[Row], place: int) -> bool:
    """Return whether at least half of the cells of a column have several words."""
    cells = [cell for row in rows if (cell := _cell(row, place))]
    return sum(len(cell.split()) > 1 for cell in cells) * 2 >= len(cells)


def _is_distinct(rows: Sequence[Row], place: int) -> bool:
    """Return whether no two cells of a column are equal."""
    cells = [_cell(row, place) for row in rows]
    return len(set(cells)) == len(cells)


def _is_numeric(rows: Sequence[Row], place: int) -> bool:
    """Return whether the column holds numbers, apart from a heading."""
    cells = [cell for row in rows if (cell := _cell(row, place))]
    numbers = sum(parse_number(cell.rstrip(".)")) is not None for cell in cells)
    return numbers > 0 and numbers >= _MOSTLY * (len(cells) - 1)


def _is_numbering(rows: Sequence[Row], place: int) -> bool:
    """Return whether the column numbers the rows: 1, 2, 3, with gaps for empty cells only."""
    filled = (cell for row in rows if (cell := _cell(row, place)) and not is_note(cell))
    cells = [cell.rstrip(".)") for cell in filled]
    return cells == [f"{number}" for number in range(1, len(cells) + 1)]


def _filled(rows: Sequence[Row]) -> list[int]:
    """Return the places of the columns with content."""
    width = max((len(cells) for _, cells in rows), default=0)
    return [place for place in range(width) if any(_cell(row, place) for row in rows)]


def _cell(row: Row, place: int) -> str:
    """Return the text of a cell without extra spaces; "" for `NOWHERE` or a missing cell."""
    _, cells = row
    return " ".join(cells[place].split()) if 0 <= place < len(cells) else ""
