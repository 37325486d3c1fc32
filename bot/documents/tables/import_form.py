"""The form in which an arbiter states games that began elsewhere: a spreadsheet with six sheets.

This module reads the sheets into plain statements and notes every cell that cannot be read. The
engine checks the moves (`engine.games.importing`). Rows that begin with "exemplu" are ignored, so
that the examples in an empty form may stay. Headings and words are Romanian or English.
"""

import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Final

from bot.documents.tables.checks.rows_without_data import NoteRows, note_text
from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.crosstables.tables import read_crosstables
from bot.documents.tables.faults import shortened
from bot.documents.tables.formats.sheets import ARCHIVE, read_book, read_rows
from bot.documents.tables.formats.table_file import FIRST, FileLimits, Row, TableFile
from bot.documents.tables.headings import is_set_aside, looks_like, plain
from bot.documents.tables.import_columns import (
    COLUMNS,
    COMPETITION_LINES,
    GUIDE_SHEETS,
    PHASES,
    REQUIRED,
)
from bot.documents.tables.import_notes import FormNotes
from bot.documents.tables.import_rows import (
    LONGEST_TITLE,
    FormRow,
    advance_of,
    game_named,
    game_of,
    result_of,
    ruling_of,
    turn_of,
)
from bot.documents.tables.import_stated import (
    COMPETITION,
    GAMES,
    LEAVE,
    MOVES,
    RESULTS,
    RULINGS,
    SHEETS,
    FormFault,
    ImportForm,
    SeasonAnswers,
    StatedGame,
    StatedPenalty,
    key_of,
)
from bot.texts.messages import Text, say
from engine.games.importing import StatedGrant, StatedLeave, StatedTurn
from engine.rulesets import Phase

NO_ANSWERS: Final = SeasonAnswers()
LIMITS: Final = FileLimits(size=4 << 20, rows=10_000, unpacked=4 << 20)
"""Enough for the moves of 250 games; other updates wait while the form is read."""
_OF_WHOLE_TABLE: Final = frozenset({"import.cross_rows", "import.cross_no_column"})
"""The faults of a crosstable that merged cells may cause."""
_BOTH_DAYS: Final = 2
_PERSONS: Final = ("red", "blue", "player")
"""The columns with persons."""


def read_import(
    content: bytes,
    name: str,
    answers: SeasonAnswers = NO_ANSWERS,
    today: date | None = None,
) -> tuple[ImportForm, tuple[FormFault, ...]]:
    """Return what the form or the crosstable states, and every cell that cannot be read.

    `answers`: the arbiter's answers to questions that a crosstable leaves open.
    `today`: the day of reading, after which nothing was played; None if unknown.

    Raises:
        TableError: the file as a whole cannot be read.
    """
    file = TableFile(name=name, content=io.BytesIO(content), limits=LIMITS)
    if content[: len(ARCHIVE)] == ARCHIVE:
        reading = _Reading(read_book(file), answers, today)
    else:
        reading = _Reading({name: list(read_rows(file))}, answers, today)
        file.traits[name] = file.traits_of(FIRST)
    form = reading.form()
    remarks = [*reading.remarks, *(remark.what for remark in file.remarks)]
    for sheet, traits in file.traits.items():
        others = [
            *traits.remarks(reading.headers.get(sheet, 0)),
            *reading.notes.doubtful_days(sheet, today),
        ]
        remarks += [
            say("import.of_sheet", sheet=sheet, what=table_fault.what) for table_fault in others
        ]
    return replace(form, remarks=tuple(remarks)), (*_merged(reading.notes, file),)


def _merged(notes: FormNotes, file: TableFile) -> Iterator[FormFault]:
    """Yield the faults; where an empty cell belongs to merged cells, say so.

    After a fault of a whole crosstable, the merged cells below it follow.
    """
    noted: set[tuple[str, str]] = set()
    for fault in notes.faults:
        place = notes.places.get((fault.sheet, fault.column))
        merged = file.traits_of(fault.sheet).merged
        area = None if place is None else merged.get((fault.row, place))
        if area is not None and fault.what == say("table.blank"):
            noted.add((fault.sheet, area))
            yield replace(fault, what=say("table.merged", area=area))
        else:
            yield fault
    for fault in notes.faults:
        for (row, _), area in file.traits_of(fault.sheet).merged.items():
            is_below = fault.what.key in _OF_WHOLE_TABLE and row > fault.row
            if is_below and (fault.sheet, area) not in noted:
                noted.add((fault.sheet, area))
                yield FormFault(fault.sheet, row, "", say("table.merged", area=area))


class _Reading:
    """The state of reading a file's sheets."""

    def __init__(
        self,
        book: Mapping[str, Sequence[Row]],
        answers: SeasonAnswers,
        today: date | None = None,
    ) -> None:
        """Divide the sheets of a file into those of the form and others."""
        self._today = today
        self.notes = FormNotes()
        self._rows: dict[str, Sequence[Row]] = {}
        self.remarks: list[Text] = []
        """What the arbiter should know about the file: rows set aside, hidden rows."""
        self._broken: set[str] = set()
        """The games of which a move cannot be read, so that no later one can be checked."""
        self.headers: dict[str, int] = {}
        """The row of the headings in each sheet, as the file names it."""
        self._answers = answers
        self._others: dict[str, Sequence[Row]] = {}
        """The sheets that do not belong to the form, which may have crosstables."""
        sheets = {plain(word): sheet for sheet, words in SHEETS.items() for word in words}
        for name, rows in book.items():
            sheet = sheets.get(plain(name))
            if sheet is not None and sheet not in self.notes.names:
                self.notes.names[sheet], self._rows[sheet] = name, rows
            else:
                self._others[name] = rows

    def form(self) -> ImportForm:
        """Return the form; its faults, in the order of sheets and rows, are in the notes."""
        result_rows, game_rows = list(self._lines(RESULTS)), list(self._lines(GAMES))
        if not result_rows and (season := self._crosstables(game_rows)) is not None:
            return season
        self.notes.is_season = bool(result_rows) and not game_rows
        about = self._about()
        results = tuple(result for row in result_rows if (result := result_of(row)) is not None)
        if GAMES not in self.notes.names and not result_rows:
            self.notes.note(GAMES, 0, "", say("import.no_sheet", name=SHEETS[GAMES][0]))
            return ImportForm()
        self._note_unread_sheets(frozenset())
        form = replace(about, results=results, names=self.notes.names, headings=self.notes.headings)
        is_to_come = self._today is not None and (about.closing or date.min) > self._today
        if self.notes.is_season and not is_to_come:
            return form
        games = self._games(game_rows)
        leave = self._leave()
        if not games and not results and not self.notes.faults:
            self.notes.note(GAMES, 0, "", say("import.no_games"))
        return replace(form, games=games, is_running=True, leave=leave)

    def _games(self, rows: Sequence[FormRow]) -> tuple[StatedGame, ...]:
        """Return the games with their moves and rulings."""
        games = [game for row in rows if (game := game_of(row)) is not None]
        turns, rulings = self._turns(games), self._rulings(games)
        return tuple(
            replace(
                game,
                turns=tuple(turns[game.key]),
                grants=tuple(
                    ruling for ruling in rulings[game.key] if isinstance(ruling, StatedGrant)
                ),
                penalties=tuple(
                    ruling for ruling in rulings[game.key] if isinstance(ruling, StatedPenalty)
                ),
                is_whole=game.key not in self._broken,
            )
            for game in games
        )

    def _crosstables(self, games: Sequence[FormRow]) -> ImportForm | None:
        """Return a season that is over from its crosstables; None if there are none.

        `games`: the rows of games, which a file with crosstables must not have.
        """
        season = read_crosstables(self._others, self._answers)
        if season is None:
            return None
        for game in games:
            game.fault("game", say("import.games_and_results"))
        self.notes.faults += season.faults
        self.notes.is_season = True
        for sheet, row, text in season.written_days:
            self.notes.note_day(sheet, row, text)
        self.headers.update(season.headers)
        self._note_unread_sheets(frozenset(season.headers))
        if season.notes:
            rows = shortened([note.text for note in season.notes])
            self.remarks.append(say("import.rows_aside", rows=rows))
        about, answers = self._about(), self._answers
        # Exactly two days above the tables are the first and the last day of the season.
        start, closing = season.days if len(season.days) == _BOTH_DAYS else (None, None)
        return replace(
            about,
            title=answers.title or about.title or season.title[:LONGEST_TITLE],
            start=answers.start or about.start or start,
            closing=answers.closing or about.closing or closing,
            results=season.results,
            is_crosstable=True,
            layout=season.layout,
            names={**self.notes.names, RESULTS: next(iter(self._others))},
            headings=self.notes.headings,
        )

    def _note_unread_sheets(self, read: frozenset[str]) -> None:
        """Note each sheet with data from which nothing is read; `read` are the crosstables."""
        guides = {plain(name) for name in GUIDE_SHEETS}
        for name, rows in self._others.items():
            if rows and name not in read and plain(name) not in guides:
                self.notes.faults.append(FormFault(name, 0, "", say("import.sheet_unread")))

    def _lines(self, sheet: str) -> Iterator[FormRow]:
        """Yield the rows under the header, without examples."""
        rows = list(self._rows.get(sheet, ()))
        first = enumerate(rows[: MOST_TITLES + 1])
        header = next((at for at, (_, cells) in first if self._is_header(sheet, cells)), None)
        if header is None:
            if rows:
                wanted = ", ".join(COLUMNS[sheet][column][0] for column in REQUIRED[sheet])
                self.notes.note(sheet, 0, "", say("import.no_header", columns=wanted))
            return
        self.headers[self.notes.names[sheet]] = rows[header][0]
        places = self._places(sheet, rows[header][1])
        for column, place in places.items():
            heading = rows[header][1][place].strip()
            self.notes.headings[sheet, column] = heading
            self.notes.places[self.notes.names[sheet], heading] = place
        self._check_headings(sheet, rows[header], places)
        persons = [places[column] for column in _PERSONS if column in places]
        needed = [places[column] for column in REQUIRED[sheet]]
        notes = NoteRows(persons, needed)
        for number, cells in rows[header + 1 :]:
            if persons and notes.sets_aside(number, cells):
                self.remarks.append(say("import.rows_aside", rows=note_text(cells)))
                continue
            values = {
                column: " ".join(cells[place].split()) if place < len(cells) else ""
                for column, place in places.items()
            }
            line = FormRow(self.notes, sheet, number, values)
            if any(values.values()) and not line.is_example:
                yield line

    def _places(self, sheet: str, cells: Sequence[str]) -> dict[str, int]:
        """Return the position of each column that the row names."""
        positions: dict[str, int] = {}
        for place, cell in enumerate(cells):
            for column, words in COLUMNS[sheet].items():
                if plain(cell) in map(plain, words) and column not in positions:
                    positions[column] = place
        return {column: positions[column] for column in COLUMNS[sheet] if column in positions}

    def _check_headings(self, sheet: str, row: Row, places: Mapping[str, int]) -> None:
        """Note each column that is none of the form but looks like a name, a result or the like."""
        number, cells = row
        for place, cell in enumerate(cells):
            is_known = place in places.values() or is_set_aside(cell)
            if not is_known and looks_like(cell) is not None:
                what = say("import.doubtful_column", found=cell.strip())
                self.notes.faults.append(FormFault(self.notes.names[sheet], number, "", what))

    def _is_header(self, sheet: str, cells: Sequence[str]) -> bool:
        """Return whether a row names all required columns of the sheet."""
        return self._places(sheet, cells).keys() >= {*REQUIRED[sheet]}

    def _about(self) -> ImportForm:
        """Return the statements on the competition's sheet."""
        form = ImportForm()
        final: dict[str, date | None] = {}
        final_row = 0
        keys = {plain(word): key for key, words in COMPETITION_LINES.items() for word in words}
        for line in self._lines(COMPETITION):
            key = keys.get(plain(line["what"]))
            if key is None:
                wanted = ", ".join(words[0] for words in COMPETITION_LINES.values())
                line.fault("what", say("import.word", found=line["what"], words=wanted))
            elif key == "title" and line["value"]:
                form = replace(form, title=line.text("value", LONGEST_TITLE))
            elif key == "phase":
                phase = line.word("value", PHASES)
                form = replace(form, phase=phase) if isinstance(phase, Phase) else form
            elif key in {"closing", "start"}:
                day = line.day("value")
                is_start = key == "start"
                form = replace(form, start=day) if is_start else replace(form, closing=day)
                if day is not None and self.notes.is_season:
                    self.notes.note_day(COMPETITION, line.row, line["value"])
            elif key == "advance":
                form = replace(form, advance=advance_of(line))
            elif key in {"final_start", "final_closing"} and line["value"]:
                final[key], final_row = line.day("value"), line.row
        if len(final) == 1:
            self.notes.note(COMPETITION, final_row, "value", say("import.final_days"))
        start, closing = final.get("final_start"), final.get("final_closing")
        return replace(form, final=(start, closing)) if start and closing else form

    def _turns(self, games: Sequence[StatedGame]) -> dict[str, list[StatedTurn]]:
        """Return the moves of each game, in the order of the rows."""
        turns: dict[str, list[StatedTurn]] = {game.key: [] for game in games}
        for line in self._lines(MOVES):
            key = game_named(line, games)
            if key is None:
                continue
            turn = turn_of(line)
            if turn is None:
                self._broken.add(key)
            elif key not in self._broken:
                turns[key].append(turn)
        return turns

    def _rulings(self, games: Sequence[StatedGame]) -> dict[str, list[StatedGrant | StatedPenalty]]:
        """Return the arbiter's rulings in each game, in the order of the rows."""
        rulings: dict[str, list[StatedGrant | StatedPenalty]] = {game.key: [] for game in games}
        for line in self._lines(RULINGS):
            key, ruling = game_named(line, games), ruling_of(line)
            if key is not None and ruling is not None:
                rulings[key].append(ruling)
        return rulings

    def _leave(self) -> dict[str, tuple[StatedLeave, ...]]:
        """Return the leave of each player, by the key of their name."""
        leave: dict[str, tuple[StatedLeave, ...]] = {}
        for line in self._lines(LEAVE):
            player = key_of(line.person("player"))
            first, last = line.day("first", is_needed=True), line.day("last", is_needed=True)
            announced = line.day("announced")
            if player and first and last:
                entry = StatedLeave(row=line.row, first=first, last=last, announced=announced)
                leave[player] = (*leave.get(player, ()), entry)
        return leave
