"""Crosstables of a season that is over: players in rows and columns, their games in the cells.

A column belongs to the player whose number or name heads it. A cell has the points or coefficients
of both players, the row's player first. If it has only those of the row's player, the cell across
the diagonal has the opponent's. Home and return games are in two cells, in one cell, in two lines,
or in the two halves of the table. The table does not always show which (`Layout`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from bot.documents.tables.cells import days_in, is_unplayed, without_days
from bot.documents.tables.checks.person_texts import person_text
from bot.documents.tables.checks.totals import wrong_totals
from bot.documents.tables.crosstables.cells import (
    Cell,
    Game,
    cells_with_games,
    has_digit,
    is_other_text,
)
from bot.documents.tables.crosstables.header import Header, group_in, header_at, is_group
from bot.documents.tables.crosstables.results import Games, TableResults, layout_of
from bot.documents.tables.crosstables.rows import Player, Table, TableRows
from bot.documents.tables.formats.table_file import Row, letter
from bot.documents.tables.import_stated import (
    FormFault,
    Layout,
    SeasonAnswers,
    StatedResult,
    key_of,
)
from bot.documents.tables.names import words_of
from bot.texts.messages import Text, say


class WrittenText(NamedTuple):
    """A text of the file, with its sheet and row."""

    sheet: str
    row: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Crosstables:
    """The results of a file's crosstables, with their faults and open questions."""

    results: tuple[StatedResult, ...] = ()
    faults: tuple[FormFault, ...] = ()
    layout: Layout | None = None
    """None if the table does not say how its halves belong together."""
    title: str = ""
    """The title above the first table, if it has one."""
    days: tuple[date, ...] = ()
    """The days named above the first table."""
    written_days: tuple[WrittenText, ...] = ()
    """The same with their sheet and row."""
    notes: tuple[WrittenText, ...] = ()
    """The rows that are no results: totals, signatures, notes."""
    headers: Mapping[str, int] = field(default_factory=dict)
    """The row of the first headings in each sheet that has a crosstable."""


def read_crosstables(
    book: Mapping[str, Sequence[Row]], answers: SeasonAnswers
) -> Crosstables | None:
    """Return the results of every crosstable in the sheets, or None if there is no crosstable."""
    reader = _CrosstableReader()
    for sheet, rows in book.items():
        reader.read_sheet(sheet, rows)
    return reader.result(answers) if reader.tables else None


@dataclass(slots=True)
class _CrosstableReader:
    """Reads one sheet after the other; its fields have everything read so far."""

    tables: list[Table] = field(default_factory=list)
    faults: list[FormFault] = field(default_factory=list)
    title: str = ""
    days: tuple[date, ...] = ()
    headers: dict[str, int] = field(default_factory=dict)
    written_days: list[WrittenText] = field(default_factory=list)
    notes: list[WrittenText] = field(default_factory=list)
    _by_words: dict[tuple[str, ...], Player] = field(default_factory=dict)
    """The first player with each set of words in the name."""

    def read_sheet(self, sheet: str, rows: Sequence[Row]) -> None:
        """Read every table of the sheet."""
        at, table_end = 0, 0
        while at < len(rows):
            header = header_at(rows, at)
            if header is None:
                at += 1
                continue
            above = [(number, _text_of(cells)) for number, cells in rows[table_end:at]]
            if not self.tables:
                self._entitle(sheet, above)
            group = group_in([sheet, *(title for _, title in above)])
            at = table_end = self._read_table(sheet, group, rows, header)

    def result(self, answers: SeasonAnswers) -> Crosstables:
        """Return the results of all tables, in the layout that they have or that was chosen."""
        cells = [list(cells_with_games(table)) for table in self.tables]
        games = self._games(cells)
        layout = answers.layout or layout_of(games)
        results = [] if layout is None else self._results(games, layout, answers)
        if any(cells) and not results and not self.faults and layout is not None:
            self.faults.append(_first(cells).fault(say("import.no_result")))
        return Crosstables(
            results=tuple(results),
            faults=tuple(self.faults),
            layout=layout,
            title=self.title,
            days=self.days,
            written_days=tuple(self.written_days),
            notes=tuple(self.notes),
            headers=self.headers,
        )

    def _entitle(self, sheet: str, above: Sequence[tuple[int, str]]) -> None:
        """Take title and days from the rows above the first table: their numbers and texts."""
        days = [(number, day) for number, title in above for day in days_in(title)]
        self.days = tuple(day for _, day in days)
        self.written_days = [WrittenText(sheet, number, f"{day}") for number, day in days]
        names = (without_days(title) for _, title in above if not is_group(title))
        self.title = next(filter(None, names), "")

    def _read_table(self, sheet: str, group: str, rows: Sequence[Row], header: Header) -> int:
        """Read the table under a header; return the position of the row after it."""
        body = TableRows(rows, header)
        self.notes += [WrittenText(sheet, number, text) for number, text in body.notes]
        header_row = rows[header.at][0]
        self.headers.setdefault(sheet, header_row)
        self._check_players(sheet, body)
        for number, heading in header.strangers:
            self._note(sheet, number, say("import.cross_column", found=heading))
        for player in body.without_column:
            self._note(sheet, player.row, say("import.cross_no_column", who=player.name))
        if len(body.players) < len(header.columns):
            what = say("import.cross_rows", columns=len(header.columns), rows=len(body.players))
            self._note(sheet, header_row, what)
        numbers = range(len(body.players))
        texts = {(row, column): body.texts(row, column) for row in numbers for column in numbers}
        table = Table(
            sheet=sheet,
            rows=range(header_row, rows[body.end - 1][0] + 1),
            group=group,
            players=body.players,
            texts=texts,
            totals=body.totals,
        )
        self._check_texts(table)
        self.tables.append(table)
        return body.end

    def _note(self, sheet: str, row: int, what: Text, column: str = "") -> None:
        self.faults.append(FormFault(sheet, row, column, what))

    def _check_players(self, sheet: str, body: TableRows) -> None:
        """Note each unfit name, and each player with a second row."""
        rows_of: dict[str, int] = {}
        for player in body.players:
            self._check_name(sheet, player)
            first = rows_of.setdefault(key_of(player.name), player.row)
            if first != player.row:
                what = say("table.player_twice", found=player.name, first=first)
                self._note(sheet, player.row, what)

    def _check_texts(self, table: Table) -> None:
        """Note each text that is no result, and each result of a player against themselves."""
        for (row, column), texts in table.texts.items():
            player, opponent = table.players[row], table.players[column]
            if row != column and any(map(is_other_text, texts)):
                text = " ".join(filter(None, texts))
                key = "import.cross_unplayed" if is_unplayed(text) else "import.cross_cell"
                self._note(table.sheet, player.row, say(key, found=text), opponent.name)
            if row == column and any(map(has_digit, texts)):
                what = say("import.cross_diagonal", found=" ".join(texts))
                self._note(table.sheet, player.row, what, opponent.name)

    def _check_name(self, sheet: str, player: Player) -> None:
        """Note a name with damaged letters, or one whose words another row has turned."""
        unfit = person_text(player.name).fault(player.name)
        if unfit is not None:
            self._note(sheet, player.row, unfit.what)
        first = self._by_words.setdefault(words_of(player.name), player)
        if key_of(first.name) != key_of(player.name):
            what = say("import.turned", found=player.name, near=first.name, row=first.row)
            self._note(sheet, player.row, what)

    def _check_totals(self, table: Table, results: Sequence[StatedResult]) -> None:
        """Note each total that differs from the results of its row.

        In a table with another fault a total may differ because of that fault.
        """
        if any(fault.sheet == table.sheet and fault.row in table.rows for fault in self.faults):
            return
        totals = table.totals.by_player
        rows = {key_of(player.name): player for player in table.players}
        for key, right in wrong_totals(totals, results):
            what = say("import.cross_total", found=totals[key], right=right)
            self._note(table.sheet, rows[key].row, what, table.totals.heading)

    def _games(self, cells: Sequence[Sequence[Cell]]) -> list[Games]:
        """Return the games of each table's cells, and note each cell that cannot be read.

        Tables of winners have that one fault: any others would come from reading wins as points.
        """
        has_decimals = any(cell.has_decimals for in_table in cells for cell in in_table)
        games: list[Games] = []
        for in_table in cells:
            by_pair: dict[tuple[int, int], tuple[Game, ...]] = {}
            for cell in in_table:
                games_or_fault = cell.games(is_worth=has_decimals)
                if isinstance(games_or_fault, Text):
                    self.faults.append(cell.fault(games_or_fault))
                else:
                    by_pair[cell.row, cell.column] = games_or_fault
            games.append(by_pair)
        if any(cells) and all(cell.says_only_who_won for in_table in cells for cell in in_table):
            self.faults = [_first(cells).fault(say("import.cross_winners"))]
            return [{} for _ in self.tables]
        return games

    def _results(
        self, games: Sequence[Games], layout: Layout, answers: SeasonAnswers
    ) -> list[StatedResult]:
        """Return the results of all tables; without named groups, several are A, B and so on."""
        results: list[StatedResult] = []
        has_letters = len(self.tables) > 1 and not any(table.group for table in self.tables)
        for number, (table, in_table) in enumerate(zip(self.tables, games, strict=True)):
            group = letter(number) if has_letters else table.group
            table_results = TableResults(table, group, in_table, layout, answers)
            stated = list(table_results.results())
            results += stated
            self.faults += table_results.faults
            self._check_totals(table, stated)
        return results


def _first(cells: Sequence[Sequence[Cell]]) -> Cell:
    """Return the first cell of the first table that has any."""
    return next(cell for in_table in cells for cell in in_table)


def _text_of(cells: Sequence[str]) -> str:
    return " ".join(" ".join(cells).split())
