"""The rows under the header of a crosstable, player by player."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from bot.documents.tables.cells import parse_whole
from bot.documents.tables.checks.rows_without_data import NoteRows, note_text
from bot.documents.tables.crosstables.header import Header, group_in, is_name, name_in
from bot.documents.tables.formats.table_file import Row
from bot.documents.tables.headings import plain
from bot.documents.tables.import_stated import key_of
from engine.ids import Leg

MOST_GAMES: Final = 2
"""The most games of a cell: the home and the return game."""
_LEGS: Final = {
    **dict.fromkeys(("tur", "t", "home", "h"), Leg.HOME),
    **dict.fromkeys(("retur", "r", "return"), Leg.RETURN),
}
"""The leg that a cell under the header names."""


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a table, with the row that names them."""

    row: int
    name: str


class TotalColumn(NamedTuple):
    """The column of totals of a crosstable."""

    heading: str
    by_player: Mapping[str, str]
    """The total of each player, by `key_of` the name."""


NO_TOTALS: Final = TotalColumn("", MappingProxyType({}))


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One crosstable of a sheet."""

    sheet: str
    rows: range
    """The numbers of its rows, from its header on."""
    group: str
    players: tuple[Player, ...]
    texts: Mapping[tuple[int, int], Sequence[str]]
    """The texts of each cell by row and column of the players, the home game's first."""
    totals: TotalColumn = NO_TOTALS


class TableRows:
    """The rows under a header, player by player."""

    def __init__(self, rows: Sequence[Row], header: Header) -> None:
        """Read the rows down to the first that does not belong to the table."""
        self._header = header
        self._lines: list[list[Sequence[str]]] = []
        """The rows of each player: the first names them, others have more of their games."""
        self._legs: list[Leg] = []
        """The legs of the columns, if a row under the header names them."""
        self._players: list[Player] = []
        self._headings = self._game_cells(rows[header.at][1])
        self.end = header.at + 1
        """The position after the last row of the table."""
        self.notes: list[tuple[int, str]] = []
        """The rows between that are no results, each with its line."""
        notes = NoteRows([header.name])
        for number, cells in rows[header.at + 1 :]:
            is_of_player = bool(self._players) and not group_in(cells)
            if is_of_player and notes.is_note(number, cells):
                self.notes.append((number, note_text(cells)))
            else:
                notes.note_data(number, cells)
                if not self._takes(number, cells):
                    break
            self.end += 1
        self.players = tuple(self._players)
        self._columns = self._player_columns()
        self.totals = self._totals(rows[header.at][1])

    def _takes(self, number: int, cells: Sequence[str]) -> bool:
        """Read a row; return False if the table has ended before it."""
        name = name_in(cells, self._header.name, self._header.given_name)
        texts = self._game_cells(cells)
        legs = [_LEGS[plain(text)] for text in texts if plain(text) in _LEGS]
        is_full = len(self._players) == len(self._header.columns) and not any(texts)
        is_foreign = bool(name) and (is_full or not is_name(name))
        if not self._players and not name and legs:
            self._legs = legs
        elif texts == self._headings or group_in(cells) or is_foreign:
            return False
        elif name:
            self._players.append(Player(number, name))
            self._lines.append([cells])
        elif self._players and any(texts):
            self._lines[-1].append(cells)
        return True

    def _totals(self, headings: Sequence[str]) -> TotalColumn:
        """Return the column of totals, if the header has one."""
        place = self._header.total
        if place is None:
            return NO_TOTALS
        pairs = zip(self.players, self._lines, strict=True)
        totals = {key_of(player.name): self._cell(lines[0], place) for player, lines in pairs}
        return TotalColumn(self._cell(headings, place), totals)

    @property
    def without_column(self) -> tuple[Player, ...]:
        """Return the players who have a row but no column."""
        pairs = zip(self.players, self._columns, strict=True)
        return tuple(player for player, place in pairs if place is None)

    def texts(self, row: int, column: int) -> list[str]:
        """Return the texts of the cell between two players, the home game's first."""
        place = self._columns[column]
        if place is None:
            return []
        columns = range(place, place + min(self._header.width, MOST_GAMES))
        texts = [self._cell(cells, at) for cells in self._lines[row] for at in columns]
        return texts[::-1] if self._legs[:1] == [Leg.RETURN] else texts

    def _game_cells(self, cells: Sequence[str]) -> list[str]:
        """Return the texts of a row in the players' columns."""
        width = self._header.width
        return [
            self._cell(cells, at)
            for column in self._header.columns
            for at in range(column.place, column.place + width)
        ]

    def _player_columns(self) -> list[int | None]:
        """Return the first column of each player, in the order of the rows; None without one.

        Columns headed by numbers belong to the players with these numbers, or else to the rows in
        their order.
        """
        columns = {column.key: column.place for column in self._header.columns}
        if not columns.keys() <= {f"{number}" for number in range(1, len(columns) + 1)}:
            return [columns.get(key_of(player.name)) for player in self.players]
        numbers = [f"{number}" for number in range(1, len(self.players) + 1)]
        if self._header.number is not None:
            texts = [self._cell(lines[0], self._header.number) for lines in self._lines]
            stated = [f"{parse_whole(text.rstrip('.'))}" for text in texts]
            numbers = stated if sorted(stated) == sorted(numbers) else numbers
        return [columns.get(number) for number in numbers]

    @staticmethod
    def _cell(cells: Sequence[str], place: int) -> str:
        return cells[place].strip() if place < len(cells) else ""
