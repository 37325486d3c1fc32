"""The table of `docs/tables.md` that shows what each reader does with each oddity of a file.

Every cell is found by reading a small file with the oddity.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Final

from openpyxl import Workbook

from bot.documents.tables.cnis_history import read_history
from bot.documents.tables.cnis_players import PlayersFile, read_players
from bot.documents.tables.cnis_season import read_season
from bot.documents.tables.entry_columns import settled
from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.import_form import read_import
from bot.documents.tables.names import Names
from bot.documents.tables.pasted_players import read_pasted
from bot.documents.tables.places import read_places
from bot.documents.tables.player_lists import players_of, read_table
from bot.documents.tables.players import read_known, read_starts
from bot.ratings.lists.inputs import read_calendar, read_results
from bot.service.people.typed_names import typed_name
from engine.errors import NotationError


class Outcome(StrEnum):
    """What a reader does with an oddity; the value is the text of the table's cell."""

    READ = "read"
    NAMED = "named"
    """It reads the file, and a remark names the oddity."""
    ASKED = "asked"
    REFUSED = "refused"
    WRONG = "wrong"
    """It finds other persons than the file has; no cell may say so."""
    ONE_NAME = "one name"
    """It reads a single name, which has no rows and columns."""


class Lack(StrEnum):
    """Oddities of files that some readers' files cannot have (`Entrance.lacks`)."""

    HIDDEN = "hidden"
    SHEETS = "sheets"
    MERGED = "merged"


TODAY: Final = date(2026, 1, 1)
ANA, ION = "Ana Pop", "Ion Rus"
_ONE_ROW: Final = 2
"""The number of rows of a file with one row under its headings."""
Grid = list[list[str]]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """What a reader made of a file."""

    persons: frozenset[str]
    has_remark: bool = False
    has_question: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file for a reader: its rows, and what its cells do not show."""

    rows: Grid
    about: Grid | None = None
    """The rows of a form's sheet about the competition."""
    hides_last_row: bool = False
    hides_column: bool = False
    has_other_sheet: bool = False
    """Whether a second sheet has data, too."""
    has_hidden_sheet: bool = False
    """Whether an old sheet is hidden before this one."""
    merges_cells: bool = False

    def book(self, title: str = "Foaie1") -> bytes:
        """Return the file as XLSX."""
        book, file = Workbook(), io.BytesIO()
        sheet = book.worksheets[0]
        sheet.title = title
        for row in self.rows:
            sheet.append(row)
        if self.hides_last_row:
            sheet.row_dimensions[len(self.rows)].hidden = True
        if self.hides_column:
            sheet.column_dimensions["B"].hidden = True
        if self.about is not None:
            about = book.create_sheet("Competiția")
            for row in self.about:
                about.append(row)
        if self.has_other_sheet:
            book.create_sheet("Alta").append(["Dan Ene", "7"])
        if self.has_hidden_sheet:
            old = book.create_sheet("Veche", 0)
            old.append(["Nume"])
            old.append(["Dan Ene"])
            old.sheet_state, book.active = "hidden", 1
        if self.merges_cells:
            is_single = len(self.rows) == _ONE_ROW
            area = "A2:B2" if is_single else f"A2:A{len(self.rows)}"
            sheet.merge_cells(area)
        book.save(file)
        return file.getvalue()

    def file(self) -> TableFile:
        """Return the file, to be read once."""
        return TableFile(name="t.xlsx", content=io.BytesIO(self.book()), today=TODAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """A reader, with a small file for it.

    `person`, `place`, `score` and `day` are the columns of these; None if the file has none.
    """

    name: str
    rows: Grid
    read: Callable[[Sheet], ReadFile]
    person: int
    place: int | None = None
    score: int | None = None
    day: int | None = None
    lacks: frozenset[Lack] = frozenset()
    """The oddities that such a file cannot have."""
    is_name: bool = False
    """Whether a single name is read, without rows and columns."""


def _read_file(file: TableFile, persons: Sequence[str]) -> ReadFile:
    """Return the persons that a reader has found, after it has read the file."""
    return ReadFile(frozenset(persons), has_remark=bool(file.remarks))


def _read_pasted(sheet: Sheet) -> ReadFile:
    """Read the rows as a pasted text; a list without a third column is pasted without headings."""
    rows = sheet.rows if len(sheet.rows[0]) > 2 else sheet.rows[1:]
    pasted = read_pasted("\n".join(", ".join(row) for row in rows))
    if pasted.faults:
        raise TableError("", pasted.faults)
    return ReadFile(
        frozenset(player.name for player in pasted.players), has_remark=bool(pasted.notes)
    )


def _read_typed(sheet: Sheet) -> ReadFile:
    """Read each row as a typed name."""
    try:
        return ReadFile(frozenset(typed_name(name).name for (name,) in sheet.rows[1:]))
    except NotationError:
        raise TableError("", []) from None


def _read_list(sheet: Sheet) -> ReadFile:
    """Read the file as a list of players."""
    table = read_table(sheet.book(), "lista.xlsx")
    entrants = players_of(settled(table))
    if entrants.faults:
        raise TableError("", entrants.faults)
    persons = frozenset(player.name for player in entrants.players)
    return ReadFile(
        persons,
        has_remark=bool(entrants.notes or entrants.remarks),
        has_question=table.unclear is not None,
    )


def _read_games(sheet: Sheet) -> ReadFile:
    """Read the file as games of a rating list."""
    file = sheet.file()
    return _read_file(file, [*read_results(None, file).played])


def _read_starts(sheet: Sheet) -> ReadFile:
    """Read the file as starting ratings."""
    file = sheet.file()
    return _read_file(file, [*read_starts(file, Names())])


def _read_known(sheet: Sheet) -> ReadFile:
    """Read the file as known names."""
    file = sheet.file()
    return _read_file(file, read_known(file))


def _read_events(sheet: Sheet) -> ReadFile:
    """Read the file as collective games of a rating list."""
    file = sheet.file()
    return _read_file(file, [*read_calendar(file).played])


def _read_players(sheet: Sheet) -> ReadFile:
    """Read the file as the players of a championship."""
    file = sheet.file()
    return _read_file(file, [*read_players(file, with_birth=False).players])


@cache
def _championship() -> PlayersFile:
    """Return the players of a championship, whose season or history is read."""
    return read_players(Sheet([["player"], [ANA], [ION]]).file(), with_birth=False)


def _read_season(sheet: Sheet) -> ReadFile:
    """Read the file as the results of a season."""
    file = sheet.file()
    results = read_season(file, _championship())
    return _read_file(file, [*results["seniors"].players])


def _read_rounds(sheet: Sheet) -> ReadFile:
    """Read the file as the games of earlier rounds."""
    file = sheet.file()
    games = read_history(file, _championship(), before=9)
    return _read_file(file, [name for game in games for name in (game.first, game.second or "")])


def _read_places(sheet: Sheet) -> ReadFile:
    """Read the file as the places of a game."""
    file = sheet.file()
    return _read_file(file, [*read_places(file).places])


def _read_form(sheet: Sheet) -> ReadFile:
    """Read the file as a form for the import of a competition."""
    return _import(sheet.book("Rezultate"), "f.xlsx")


def _read_crosstable(sheet: Sheet) -> ReadFile:
    """Read the file as a crosstable for the import of a competition."""
    return _import(sheet.book(), "c.xlsx")


def _import(content: bytes, name: str) -> ReadFile:
    """Read a file for the import of a competition."""
    form, faults = read_import(content, name, today=TODAY)
    if faults:
        raise TableError("", [])
    persons = frozenset(name for result in form.results for name in (result.red, result.blue))
    return ReadFile(persons, has_remark=bool(form.remarks))


_GAME = ["date", "tournament", "round", "player1", "player2", "score1", "score2"]
_EVENT = ["date", "type", "event", "player", "place"]
_ON = "2025-03-01"
_GAMES_ROWS = [_GAME, [_ON, "Open", "1", ANA, ION, "400", "350"]]
_EVENT_ROWS = [_EVENT, [_ON, "free", "1", ANA, "1"], [_ON, "free", "1", ION, "2"]]
_NO_FILE: Final = frozenset(Lack)
"""What a typed or pasted text cannot have."""
ENTRANCES: Final = (
    Entrance(
        name="pasted list",
        rows=[["Nume", "Club"], [ANA, "Cluj"], [ION, "Iași"]],
        read=_read_pasted,
        person=0,
        lacks=_NO_FILE,
    ),
    Entrance(
        name="typed name",
        rows=[["Nume"], [ANA], [ION]],
        read=_read_typed,
        person=0,
        lacks=_NO_FILE,
        is_name=True,
    ),
    Entrance(
        name="list of players",
        rows=[["Nume", "Club"], [ANA, "Cluj"], [ION, "Iași"]],
        read=_read_list,
        person=0,
    ),
    Entrance(name="games", rows=_GAMES_ROWS, read=_read_games, person=3, score=6, day=0),
    Entrance(
        name="starting ratings",
        rows=[["player", "rating", "games"], [ANA, "150", "40"], [ION, "140", "30"]],
        read=_read_starts,
        person=0,
    ),
    Entrance(
        name="collective games", rows=_EVENT_ROWS, read=_read_events, person=3, place=4, day=0
    ),
    Entrance(name="known names", rows=[["player"], [ANA], [ION]], read=_read_known, person=0),
    Entrance(
        name="season's results", rows=_EVENT_ROWS, read=_read_season, person=3, place=4, day=0
    ),
    Entrance(
        name="championship",
        rows=[["player", "club"], [ANA, "Cluj"], [ION, "Iași"]],
        read=_read_players,
        person=0,
    ),
    Entrance(name="rounds", rows=_GAMES_ROWS, read=_read_rounds, person=3, score=6, day=0),
    Entrance(
        name="places of a game",
        rows=[["place", "player"], ["1", ANA], ["2", ION]],
        read=_read_places,
        person=1,
        place=0,
    ),
    Entrance(
        name="form",
        rows=[
            ["ROȘU", "ALBASTRU", "Puncte ROȘU", "Puncte ALBASTRU"],
            [ANA, ION, "400", "350"],
        ],
        read=_read_form,
        person=0,
        score=3,
    ),
    Entrance(
        name="crosstable",
        rows=[["Nume", "1", "2"], [ANA, "", "400-350"], [ION, "350-400", ""]],
        read=_read_crosstable,
        person=0,
        score=2,
    ),
)


def _with_cell(entrance: Entrance, column: int, text: str, row: int = 1) -> Sheet:
    """Return the file with another text in one cell, by default below the heading."""
    rows = [list(cells) for cells in entrance.rows]
    rows[row][column] = text
    return Sheet(rows)


def _first_person(text: str) -> Callable[[Entrance], Sheet]:
    """Return how a file gets that text in place of its first person."""
    return lambda entrance: _with_cell(entrance, entrance.person, text)


def _row_below(*cells: str) -> Callable[[Entrance], Sheet]:
    """Return how a file gets one more row, with these cells first."""

    def with_row(entrance: Entrance) -> Sheet:
        width = max(len(entrance.rows[0]), len(cells))
        return Sheet([*entrance.rows, [*cells, *[""] * width][:width]])

    return with_row


def _names_in_two_columns(entrance: Entrance) -> Sheet:
    """Return the file with given names and surnames in columns of their own."""
    column = entrance.person
    headings, *named_rows = entrance.rows
    surname_heading, given_heading = "Nume", "Prenume"
    if headings[column] == "player1":
        surname_heading, given_heading = "Nume 1", "Prenume 1"
    if entrance.name == "form":
        surname_heading, given_heading = "ROȘU", "Prenume ROȘU"
    rows = [[*headings[:column], surname_heading, given_heading, *headings[column + 1 :]]]
    for row in named_rows:
        given, _, surname = row[column].partition(" ")
        rows.append([*row[:column], surname, given, *row[column + 1 :]])
    return Sheet(rows)


def _name_turned(entrance: Entrance) -> Sheet:
    """Return the file with one person a second time, their surname first."""
    turned = "Pop Ana"
    if entrance.name == "crosstable":  # where another row would lack its column
        return _with_cell(entrance, entrance.person, turned, row=2)
    if entrance.name == "form":
        return Sheet([*entrance.rows, [turned, ION, "300", "290"]])
    row = list(entrance.rows[1])
    row[entrance.person] = turned
    if entrance.place is not None:
        row[entrance.place] = "3"
    if entrance.name in {"games", "rounds"}:
        row[2], row[4] = "2", ION  # another round, so that nobody plays twice in one
    return Sheet([*entrance.rows, row])


def _unknown_column(entrance: Entrance) -> Sheet:
    """Return the file with a further column of names, under a heading that no reader knows."""
    headings, *rows = entrance.rows
    return Sheet([[*headings, "Numele complet"], *([*row, "Ana"] for row in rows)])


def _shared_place(entrance: Entrance) -> Sheet | None:
    """Return the file with one place for all persons; None if it has no places."""
    if entrance.place is None:
        return None
    rows = [list(row) for row in entrance.rows]
    for row in rows[1:]:
        row[entrance.place] = "1-2"
    return Sheet(rows)


def _unplayed(entrance: Entrance) -> Sheet | None:
    """Return the file with a result of a game that was not played; None if it has no results."""
    column = entrance.place if entrance.score is None else entrance.score
    return None if column is None else _with_cell(entrance, column, "forfait")


def _day_in_future(entrance: Entrance) -> Sheet | None:
    return _dated(entrance, "2025-12-01", "2026-03-01")


def _day_far_away(entrance: Entrance) -> Sheet | None:
    return _dated(entrance, "2025-03-02", "1925-03-01")


def _dated(entrance: Entrance, first: str, last: str) -> Sheet | None:
    """Return the file with two days, of which the last is doubtful; None if it has no days."""
    rows = [list(row) for row in entrance.rows]
    if entrance.name == "crosstable":
        return Sheet([[f"Cupa, {first} – {last}"], *rows])
    if entrance.name == "form":
        about_rows = [["Ce", "Valoarea"], ["Titlul", "Cupa"], ["A început la", first]]
        return Sheet(rows, about=[*about_rows, ["Se închide la", last]])
    if entrance.day is None:
        return None
    days = (_ON, first, last)
    dated = [
        [day, *row[1:2], f"{number}", *row[3:]]
        for number, day in enumerate(days, 1)
        for row in rows[1:]
    ]
    return Sheet([rows[0], *dated])


def _wrong_total(entrance: Entrance) -> Sheet | None:
    """Return a crosstable with totals that its results do not give; None for another file."""
    if entrance.name != "crosstable":
        return None
    totals = ("Total", "999", "999")
    return Sheet([[*row, total] for row, total in zip(entrance.rows, totals, strict=True)])


def _hidden_row(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, hides_last_row=True)


def _hidden_column(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, hides_column=True)


def _headings_again(entrance: Entrance) -> Sheet:
    return Sheet([*entrance.rows, entrance.rows[0]])


def _behind_hidden_sheet(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, has_hidden_sheet=True)


def _beside_other_sheet(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, has_other_sheet=True)


def _merged_cells(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, merges_cells=True)


@dataclass(frozen=True, slots=True)
class Check:
    """An oddity: how a file gets it, and the name of what a file without it lacks."""

    name: str
    make_sheet: Callable[[Entrance], Sheet | None]
    """Makes a reader's file with the oddity; None if it has nothing to be odd."""
    lacking: str = "—"
    """The cell's text where the file has nothing to be odd."""
    lack: Lack | None = None
    """The key of this oddity among those that a reader's files cannot have."""
    may_differ: bool = False
    """Whether the persons may differ if the reader names the oddity."""
    is_of_rows: bool = False
    """Whether the oddity is one of rows and columns, which a single name does not have."""


CHECKS: Final = (
    Check("total under the table", _row_below("Total: 2 jucători"), is_of_rows=True),
    Check(
        "signature under the table", _row_below("Secretar general", "I. Popescu"), is_of_rows=True
    ),
    Check("surname and given name apart", _names_in_two_columns, is_of_rows=True),
    Check("numbering in a name", _first_person(f"1. {ANA}")),
    Check("telephone in a name", _first_person(f"{ANA} 0722 123 456")),
    Check("club in brackets", _first_person(f"{ANA} (CS Cluj)")),
    Check("damaged letters", _first_person("¸tefan ÝŚrlea")),
    Check("free place `N.N.`", _first_person("N.N.")),
    Check("two people in a cell", _first_person("Dan Ene / Ana Pop")),
    Check("headings again", _headings_again, is_of_rows=True),
    Check("hidden first sheet", _behind_hidden_sheet, "no file", lack=Lack.SHEETS),
    Check("one name in two orders", _name_turned, may_differ=True, is_of_rows=True),
    Check("unknown column of names", _unknown_column, is_of_rows=True),
    Check("shared place `1-2`", _shared_place, "no place"),
    Check("`forfait`", _unplayed, "no result"),
    Check("day in the future", _day_in_future, "no day"),
    Check("day far from all others", _day_far_away, "no day"),
    Check("hidden or filtered row", _hidden_row, "no file", lack=Lack.HIDDEN),
    Check("hidden column", _hidden_column, "no file", lack=Lack.HIDDEN),
    Check("other sheet with data", _beside_other_sheet, "no file", lack=Lack.SHEETS),
    Check("merged cells", _merged_cells, "no file", lack=Lack.MERGED, may_differ=True),
    Check("wrong total", _wrong_total, "no total"),
)


def outcome(check: Check, entrance: Entrance) -> str:
    """Return what the reader does with the oddity: an `Outcome`, or what its file lacks."""
    if entrance.is_name and check.is_of_rows:
        return Outcome.ONE_NAME
    sheet = None if check.lack in entrance.lacks else check.make_sheet(entrance)
    if sheet is None:
        return check.lacking
    try:
        read_file = entrance.read(sheet)
    except TableError:
        return Outcome.REFUSED
    if read_file.has_question:
        return Outcome.ASKED
    may_differ = check.may_differ and read_file.has_remark
    if read_file.persons != {ANA, ION} and not may_differ:
        return Outcome.WRONG
    return Outcome.NAMED if read_file.has_remark else Outcome.READ


@cache
def outcomes() -> Mapping[tuple[str, str], str]:
    """Return every outcome by the names of check and reader."""
    return {
        (check.name, entrance.name): outcome(check, entrance)
        for check in CHECKS
        for entrance in ENTRANCES
    }


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, its header first."""
    yield ("", *(entrance.name for entrance in ENTRANCES))
    for check in CHECKS:
        yield (check.name, *(outcomes()[check.name, entrance.name] for entrance in ENTRANCES))
