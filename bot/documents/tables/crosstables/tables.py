"""Crosstables of a season that is over: players in rows and columns, their games in the cells.

A column belongs to the player whose number or name heads it. A cell has the points or coefficients
of both players, the row's player first. If it has only those of the row's player, the cell across
the diagonal has the opponent's. Home and return games are in two cells, in one cell, in two lines,
or in the two halves of the table. The table does not always show which (`Layout`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from bot.documents.tables.cells import days_in, is_unplayed, without_days
from bot.documents.tables.checks.person_texts import person_text
from bot.documents.tables.checks.totals import wrong_totals
from bot.documents.tables.crosstables.cells import Game, cells_with_games, has_digit, is_other_text
from bot.documents.tables.crosstables.header import Header, group_in, header_at, is_group
from bot.documents.tables.crosstables.results import TableResults, layout_of
from bot.documents.tables.crosstables.rows import Player, Table, TableRows
from bot.documents.tables.formats.table_file import Row
from bot.documents.tables.import_stated import (
    FormFault,
    Layout,
    SeasonAnswers,
    StatedResult,
    key_of,
)
from bot.documents.tables.names import words_of
from bot.texts.messages import Text, say


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
    written_days: tuple[tuple[str, int, str], ...] = ()
    """The same with their sheet and row."""
    notes: tuple[tuple[str, int, str], ...] = ()
    """The rows that are no results, each with its sheet and row: totals, signatures, notes."""
    headers: Mapping[str, int] = field(default_factory=dict)
    """The row of the first headings in each sheet that has a crosstable."""


def read_crosstables(
    book: Mapping[str, Sequence[Row]], answers: SeasonAnswers
) -> Crosstables | None:
    """Return the results of every crosstable in the sheets, or None if there is no crosstable."""
    reading = _Reading()
    for sheet, rows in book.items():
        reading.read_sheet(sheet, rows)
    return reading.result(answers) if reading.tables or reading.faults else None


@dataclass(slots=True)
class _Reading:
    """The state of reading the sheets."""

    tables: list[Table] = field(default_factory=list)
    faults: list[FormFault] = field(default_factory=list)
    title: str = ""
    days: tuple[date, ...] = ()
    headers: dict[str, int] = field(default_factory=dict)
    written_days: list[tuple[str, int, str]] = field(default_factory=list)
    notes: list[tuple[str, int, str]] = field(default_factory=list)
    _by_words: dict[tuple[str, ...], tuple[str, Player]] = field(default_factory=dict)

    def read_sheet(self, sheet: str, rows: Sequence[Row]) -> None:
        """Read every table of the sheet."""
        at, above = 0, 0
        while at < len(rows):
            header = header_at(rows, at)
            if header is None:
                at += 1
                continue
            titles = [_text_of(cells) for _, cells in rows[above:at]]
            if not self.tables:
                self._entitle(titles)
                self.written_days = [
                    (sheet, number, f"{day}")
                    for (number, _), title in zip(rows[above:at], titles, strict=True)
                    for day in days_in(title)
                ]
            at = above = self._read_table(sheet, group_in([sheet, *titles]), rows, header)

    def _entitle(self, titles: Sequence[str]) -> None:
        self.days = tuple(day for title in titles for day in days_in(title))
        names = (without_days(title) for title in titles if not is_group(title))
        self.title = next(filter(None, names), "")

    def _read_table(self, sheet: str, group: str, rows: Sequence[Row], header: "Header") -> int:
        """Read the table under a header; return the position of the row after it."""
        body = TableRows(rows, header)
        self.notes += [(sheet, number, text) for number, text in body.notes]
        self.headers.setdefault(sheet, rows[header.at][0])
        rows_of: dict[str, int] = {}
        for player in body.players:
            self._check_name(sheet, player)
            first = rows_of.setdefault(key_of(player.name), player.row)
            if first != player.row:
                what = say("table.player_twice", found=player.name, first=first)
                self.faults.append(FormFault(sheet, player.row, "", what))
        for number, heading in header.strangers:
            what = say("import.cross_column", found=heading)
            self.faults.append(FormFault(sheet, number, "", what))
        for player in body.without_column:
            what = say("import.cross_no_column", who=player.name)
            self.faults.append(FormFault(sheet, player.row, "", what))
        if len(body.players) < len(header.columns):
            what = say("import.cross_rows", columns=len(header.columns), rows=len(body.players))
            self.faults.append(FormFault(sheet, rows[header.at][0], "", what))
        texts: dict[tuple[int, int], Sequence[str]] = {}
        for row, player in enumerate(body.players):
            for column, opponent in enumerate(body.players):
                found = body.texts(row, column)
                texts[row, column] = found
                if row != column and any(map(is_other_text, found)):
                    text = " ".join(filter(None, found))
                    key = "import.cross_unplayed" if is_unplayed(text) else "import.cross_cell"
                    what = say(key, found=text)
                    self.faults.append(FormFault(sheet, player.row, opponent.name, what))
                if row == column and any(map(has_digit, found)):
                    what = say("import.cross_diagonal", found=" ".join(found))
                    self.faults.append(FormFault(sheet, player.row, opponent.name, what))
        self.tables.append(
            Table(sheet=sheet, group=group, players=body.players, texts=texts, totals=body.totals)
        )
        return body.end

    def _check_name(self, sheet: str, player: Player) -> None:
        """Note a name with damaged letters, or one whose words another row has turned."""
        unfit = person_text(player.name).fault(player.name)
        if unfit is not None:
            self.faults.append(FormFault(sheet, player.row, "", unfit.what))
        first = self._by_words.setdefault(words_of(player.name), (sheet, player))
        if key_of(first[1].name) != key_of(player.name):
            what = say("import.turned", found=player.name, near=first[1].name, row=first[1].row)
            self.faults.append(FormFault(sheet, player.row, "", what))

    def _check_totals(self, table: Table, results: Sequence[StatedResult]) -> None:
        """Note each total that differs from the results of its row."""
        heading, totals = table.totals
        rows = {key_of(player.name): player for player in table.players}
        for key, right in wrong_totals(totals, results):
            what = say("import.cross_total", found=totals[key], right=right)
            self.faults.append(FormFault(table.sheet, rows[key].row, heading, what))

    def result(self, answers: SeasonAnswers) -> Crosstables:
        """Return the results of all tables, in the layout that they have or that was chosen."""
        cells = [cell for table in self.tables for cell in cells_with_games(table)]
        has_decimals = any(cell.has_decimals for cell in cells)
        games: dict[int, dict[tuple[int, int], tuple[Game, ...]]] = {}
        for cell in cells:
            found = cell.games(is_worth=has_decimals)
            if isinstance(found, Text):
                self.faults.append(cell.fault(found))
            else:
                games.setdefault(id(cell.table), {})[cell.row, cell.column] = found
        if cells and all(cell.says_only_who_won for cell in cells):
            self.faults = [cells[0].fault(say("import.cross_winners"))]
            games = {}
        layout = answers.layout or layout_of(tuple(games.values()))
        results: list[StatedResult] = []
        if layout is not None:
            lettered = len(self.tables) > 1 and not any(table.group for table in self.tables)
            for number, table in enumerate(self.tables):
                group = chr(ord("A") + number % 26) if lettered else table.group
                own = TableResults(table, group, games.get(id(table), {}), layout, answers)
                found_here = list(own.results())
                results += found_here
                if not own.faults and not self.faults:
                    self._check_totals(table, found_here)
                self.faults += own.faults
        if cells and not results and not self.faults and layout is not None:
            self.faults.append(cells[0].fault(say("import.no_result")))
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


def _text_of(cells: Sequence[str]) -> str:
    return " ".join(" ".join(cells).split())
