"""The table of `docs/tables.md` that shows what each reader does with each oddity of a file.

Every cell is found by reading a small file with the oddity.
"""

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from openpyxl import Workbook

from bot.documents.tables.cnis_history import read_history
from bot.documents.tables.cnis_players import read_players
from bot.documents.tables.cnis_season import read_season
from bot.documents.tables.entry_columns import settled
from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.import_form import read_import
from bot.documents.tables.names import Names
from bot.documents.tables.places import read_places
from bot.documents.tables.player_lists import players_of, read_pasted, read_table
from bot.documents.tables.players import read_known, read_starts
from bot.ratings.lists.inputs import read_calendar, read_results
from bot.service.people.typed_names import typed_name
from engine.errors import NotationError

READ, NAMED, ASKED, REFUSED, WRONG = "read", "named", "asked", "refused", "wrong"
ONE_NAME: Final = "one name"
TODAY: Final = date(2026, 1, 1)
ANA, ION = "Ana Pop", "Ion Rus"
_ONE_ROW: Final = 2
Grid = list[list[str]]
Names_ = frozenset[str]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a reader made of a file: the persons, and whether it named anything."""

    persons: Names_
    is_named: bool = False
    is_asked: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file for a reader: its rows, and what its cells do not show."""

    rows: Grid
    more: Grid | None = None
    """The rows of a form's sheet about the competition."""
    hides_row: bool = False
    hides_column: bool = False
    has_other: bool = False
    has_old: bool = False
    merges: bool = False

    def book(self, title: str = "Foaie1") -> bytes:
        """Return the file as XLSX."""
        book, out = Workbook(), io.BytesIO()
        sheet = book.worksheets[0]
        sheet.title = title
        for row in self.rows:
            sheet.append(row)
        if self.hides_row:
            sheet.row_dimensions[len(self.rows)].hidden = True
        if self.hides_column:
            sheet.column_dimensions["B"].hidden = True
        for row in self.more or ():
            about = (
                book["Competiția"] if len(book.worksheets) > 1 else book.create_sheet("Competiția")
            )
            about.append(row)
        if self.has_other:
            book.create_sheet("Alta").append(["Dan Ene", "7"])
        if self.has_old:
            old = book.create_sheet("Veche", 0)
            old.append(["Nume"])
            old.append(["Dan Ene"])
            old.sheet_state, book.active = "hidden", 1
        if self.merges:
            is_single = len(self.rows) == _ONE_ROW
            area = "A2:B2" if is_single else f"A2:A{len(self.rows)}"
            sheet.merge_cells(area)
        book.save(out)
        return out.getvalue()

    def file(self) -> TableFile:
        """Return the file, to be read once."""
        return TableFile(name="t.xlsx", content=io.BytesIO(self.book()), today=TODAY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrance:
    """A reader, with a small file for it."""

    name: str
    rows: Grid
    read: Callable[[Sheet], Seen]
    person: int
    """The column of the persons."""
    place: int | None = None
    score: int | None = None
    day: int | None = None
    lacks: frozenset[str] = frozenset()
    """The oddities that such a file cannot have."""
    is_name: bool = False
    """Whether a single name is read, without rows and columns."""


def _remarked(file: TableFile, persons: Sequence[str]) -> Seen:
    return Seen(frozenset(persons), is_named=bool(file.remarks))


def _pasted(sheet: Sheet) -> Seen:
    rows = sheet.rows if len(sheet.rows[0]) > 2 else sheet.rows[1:]
    found = read_pasted("\n".join(", ".join(row) for row in rows))
    if found.faults:
        raise TableError("", found.faults)
    return Seen(frozenset(player.name for player in found.players), is_named=bool(found.notes))


def _typed(sheet: Sheet) -> Seen:
    try:
        return Seen(frozenset(typed_name(name).name for (name,) in sheet.rows[1:]))
    except NotationError:
        raise TableError("", []) from None


def _listed(sheet: Sheet) -> Seen:
    table = read_table(sheet.book(), "lista.xlsx")
    found = players_of(settled(table))
    if found.faults:
        raise TableError("", found.faults)
    is_named = bool(found.notes or found.remarks)
    persons = frozenset(player.name for player in found.players)
    return Seen(persons, is_named, is_asked=table.unclear is not None)


def _games(sheet: Sheet) -> Seen:
    file = sheet.file()
    found = read_results(None, file)
    return _remarked(file, [*found.played])


def _starts(sheet: Sheet) -> Seen:
    file = sheet.file()
    return _remarked(file, [*read_starts(file, Names())])


def _known(sheet: Sheet) -> Seen:
    file = sheet.file()
    return _remarked(file, read_known(file))


def _events(sheet: Sheet) -> Seen:
    file = sheet.file()
    return _remarked(file, [*read_calendar(file).played])


def _players(sheet: Sheet) -> Seen:
    file = sheet.file()
    return _remarked(file, [*read_players(file, with_birth=False).players])


def _championship() -> TableFile:
    rows = [["player"], [ANA], [ION]]
    return Sheet(rows).file()


def _season(sheet: Sheet) -> Seen:
    file = sheet.file()
    found = read_season(file, read_players(_championship(), with_birth=False))
    return _remarked(file, [*found["seniors"].players])


def _rounds(sheet: Sheet) -> Seen:
    file = sheet.file()
    players = read_players(_championship(), with_birth=False)
    found = read_history(file, players, before=9)
    return _remarked(
        file,
        [name for played_game in found for name in (played_game.first, played_game.second or "")],
    )


def _places(sheet: Sheet) -> Seen:
    file = sheet.file()
    return _remarked(file, [*read_places(file).places])


def _form(sheet: Sheet) -> Seen:
    return _imported(sheet.book("Rezultate"), "f.xlsx")


def _crosstable(sheet: Sheet) -> Seen:
    return _imported(sheet.book(), "c.xlsx")


def _imported(content: bytes, name: str) -> Seen:
    form, faults = read_import(content, name, today=TODAY)
    if faults:
        raise TableError("", [])
    persons = frozenset(who for result in form.results for who in (result.red, result.blue))
    return Seen(persons, is_named=bool(form.remarks))


_GAME = ["date", "tournament", "round", "player1", "player2", "score1", "score2"]
_EVENT = ["date", "type", "event", "player", "place"]
_ON = "2025-03-01"
_GAMES_ROWS = [_GAME, [_ON, "Open", "1", ANA, ION, "400", "350"]]
_EVENT_ROWS = [_EVENT, [_ON, "free", "1", ANA, "1"], [_ON, "free", "1", ION, "2"]]
_NO_FILE = frozenset({"hidden", "sheets", "merged"})
ENTRANCES: Final = (
    Entrance(
        name="pasted list",
        rows=[["Nume", "Club"], [ANA, "Cluj"], [ION, "Iași"]],
        read=_pasted,
        person=0,
        lacks=_NO_FILE,
    ),
    Entrance(
        name="typed name",
        rows=[["Nume"], [ANA], [ION]],
        read=_typed,
        person=0,
        lacks=_NO_FILE,
        is_name=True,
    ),
    Entrance(
        name="list of players",
        rows=[["Nume", "Club"], [ANA, "Cluj"], [ION, "Iași"]],
        read=_listed,
        person=0,
    ),
    Entrance(name="games", rows=_GAMES_ROWS, read=_games, person=3, score=6, day=0),
    Entrance(
        name="starting ratings",
        rows=[["player", "rating", "games"], [ANA, "150", "40"], [ION, "140", "30"]],
        read=_starts,
        person=0,
    ),
    Entrance(name="collective games", rows=_EVENT_ROWS, read=_events, person=3, place=4, day=0),
    Entrance(name="known names", rows=[["player"], [ANA], [ION]], read=_known, person=0),
    Entrance(name="season's results", rows=_EVENT_ROWS, read=_season, person=3, place=4, day=0),
    Entrance(
        name="championship",
        rows=[["player", "club"], [ANA, "Cluj"], [ION, "Iași"]],
        read=_players,
        person=0,
    ),
    Entrance(name="rounds", rows=_GAMES_ROWS, read=_rounds, person=3, score=6, day=0),
    Entrance(
        name="places of a game",
        rows=[["place", "player"], ["1", ANA], ["2", ION]],
        read=_places,
        person=1,
        place=0,
    ),
    Entrance(
        name="form",
        rows=[
            ["ROȘU", "ALBASTRU", "Puncte ROȘU", "Puncte ALBASTRU"],
            [ANA, ION, "400", "350"],
        ],
        read=_form,
        person=0,
        score=3,
    ),
    Entrance(
        name="crosstable",
        rows=[["Nume", "1", "2"], [ANA, "", "400-350"], [ION, "350-400", ""]],
        read=_crosstable,
        person=0,
        score=2,
    ),
)


def _with(entrance: Entrance, column: int, text: str, row: int = 1) -> Sheet:
    rows = [list(each) for each in entrance.rows]
    rows[row][column] = text
    return Sheet(rows)


def _named(text: str) -> Callable[[Entrance], Sheet]:
    return lambda entrance: _with(entrance, entrance.person, text)


def _below(*cells: str) -> Callable[[Entrance], Sheet]:
    def made(entrance: Entrance) -> Sheet:
        width = len(entrance.rows[0])
        return Sheet([*entrance.rows, [*cells, *[""] * width][: max(width, len(cells))]])

    return made


def _two_columns(entrance: Entrance) -> Sheet:
    at, rows = entrance.person, []
    numbered = entrance.rows[0][at] == "player1"
    for number, row in enumerate(entrance.rows):
        given, _, name = row[at].partition(" ") if number else ("Prenume", "", "Nume")
        if not number and numbered:
            given, name = "Prenume 1", "Nume 1"
        if not number and entrance.name == "form":
            given, name = "Prenume ROȘU", "ROȘU"
        rows.append([*row[:at], name, given, *row[at + 1 :]])
    return Sheet(rows)


def _turned(entrance: Entrance) -> Sheet:
    last = [list(row) for row in entrance.rows]
    extra = list(last[-1])
    extra[entrance.person] = "Pop Ana"
    if entrance.place is not None:
        extra[entrance.place] = "3"
    if entrance.name in {"games", "rounds"}:
        extra[2], extra[4] = "2", ION
    if entrance.name == "crosstable":
        return _with(entrance, entrance.person, "Pop Ana", row=2)
    if entrance.name == "form":
        extra = ["Pop Ana", ION, "300", "290"]
    return Sheet([*last, extra])


def _unknown(entrance: Entrance) -> Sheet:
    rows = [[*row, "Numele complet" if not at else "Ana"] for at, row in enumerate(entrance.rows)]
    return Sheet(rows)


def _placed(entrance: Entrance) -> Sheet | None:
    if entrance.place is None:
        return None
    rows = [list(row) for row in entrance.rows]
    for row in rows[1:]:
        row[entrance.place] = "1-2"
    return Sheet(rows)


def _unplayed(entrance: Entrance) -> Sheet | None:
    column = entrance.place if entrance.score is None else entrance.score
    return None if column is None else _with(entrance, column, "forfait")


def _future(entrance: Entrance) -> Sheet | None:
    return _dated(entrance, "2025-12-01", "2026-03-01")


def _far(entrance: Entrance) -> Sheet | None:
    return _dated(entrance, "2025-03-02", "1925-03-01")


def _dated(entrance: Entrance, first: str, last: str) -> Sheet | None:
    """Return the file with two days, of which the last is doubtful."""
    rows = [list(row) for row in entrance.rows]
    if entrance.name == "crosstable":
        return Sheet([[f"Cupa, {first} – {last}"], *rows])
    if entrance.name == "form":
        about = [["Ce", "Valoarea"], ["Titlul", "Cupa"], ["A început la", first]]
        return Sheet(rows, more=[*about, ["Se închide la", last]])
    if entrance.day is None:
        return None
    days = (_ON, first, last)
    found = [
        [day, *row[1:2], f"{at}", *row[3:]] for at, day in enumerate(days, 1) for row in rows[1:]
    ]
    return Sheet([rows[0], *found])


def _total(entrance: Entrance) -> Sheet | None:
    if entrance.name != "crosstable":
        return None
    totals = ("Total", "999", "999")
    return Sheet([[*row, total] for row, total in zip(entrance.rows, totals, strict=True)])


def _hiding(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, hides_row=True)


def _veiling(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, hides_column=True)


def _headed_again(entrance: Entrance) -> Sheet:
    return Sheet([*entrance.rows, entrance.rows[0]])


def _behind(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, has_old=True)


def _beside(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, has_other=True)


def _merging(entrance: Entrance) -> Sheet:
    return Sheet(entrance.rows, merges=True)


@dataclass(frozen=True, slots=True)
class Check:
    """An oddity: how a file gets it, and the name of what a file without it lacks."""

    name: str
    made: Callable[[Entrance], Sheet | None]
    lacking: str = "—"
    key: str = ""
    """The key of this oddity among those that a reader's files cannot have."""
    may_differ: bool = False
    """Whether the persons may differ if the reader names the oddity."""
    is_of_rows: bool = False
    """Whether the oddity is one of rows and columns, which a single name does not have."""


CHECKS: Final = (
    Check("total under the table", _below("Total: 2 jucători"), is_of_rows=True),
    Check("signature under the table", _below("Secretar general", "I. Popescu"), is_of_rows=True),
    Check("surname and given name apart", _two_columns, is_of_rows=True),
    Check("numbering in a name", _named(f"1. {ANA}")),
    Check("telephone in a name", _named(f"{ANA} 0722 123 456")),
    Check("club in brackets", _named(f"{ANA} (CS Cluj)")),
    Check("damaged letters", _named("¸tefan ÝŚrlea")),
    Check("free place `N.N.`", _named("N.N.")),
    Check("two people in a cell", _named("Dan Ene / Ana Pop")),
    Check("headings again", _headed_again, is_of_rows=True),
    Check("hidden first sheet", _behind, "no file", key="sheets"),
    Check("one name in two orders", _turned, may_differ=True, is_of_rows=True),
    Check("unknown column of names", _unknown, is_of_rows=True),
    Check("shared place `1-2`", _placed, "no place"),
    Check("`forfait`", _unplayed, "no result"),
    Check("day in the future", _future, "no day"),
    Check("day far from all others", _far, "no day"),
    Check("hidden or filtered row", _hiding, "no file", key="hidden"),
    Check("hidden column", _veiling, "no file", key="hidden"),
    Check("other sheet with data", _beside, "no file", key="sheets"),
    Check("merged cells", _merging, "no file", key="merged", may_differ=True),
    Check("wrong total", _total, "no total"),
)


def outcome(check: Check, entrance: Entrance) -> str:
    """Return what the reader does with the oddity."""
    if entrance.is_name and check.is_of_rows:
        return ONE_NAME
    sheet = None if check.key and check.key in entrance.lacks else check.made(entrance)
    if sheet is None:
        return check.lacking
    try:
        read = entrance.read(sheet)
    except TableError:
        return REFUSED
    if read.is_asked:
        return ASKED
    if read.persons != {ANA, ION} and not (check.may_differ and read.is_named):
        return WRONG
    return NAMED if read.is_named else READ


def rows() -> Iterator[tuple[str, ...]]:
    """Yield the rows of the table, its header first."""
    yield ("", *(entrance.name for entrance in ENTRANCES))
    for check in CHECKS:
        yield (check.name, *(outcome(check, entrance) for entrance in ENTRANCES))


@cache
def found() -> Mapping[tuple[str, str], str]:
    """Return every outcome by check and reader."""
    return {(check.name, at.name): outcome(check, at) for check in CHECKS for at in ENTRANCES}
