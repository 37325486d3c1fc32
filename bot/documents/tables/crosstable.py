"""Crosstables of a season that is over: players in rows and columns, their games in the cells.

A column belongs to the player whose number or name heads it. A cell has the points or coefficients
of both players, the row's player first. If it has only those of the row's player, the cell across
the diagonal has the opponent's. Home and return games are in two cells, in one cell, in two lines,
or in the two halves of the table. The table does not always show which (`Layout`).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from itertools import combinations, pairwise
from types import MappingProxyType
from typing import Final, Generic, TypeVar

from bot.documents.tables.cells import days_in, is_unplayed, parse_whole, without_days
from bot.documents.tables.checks.notes import NoteRows, is_note, note_text
from bot.documents.tables.checks.person_texts import person_text
from bot.documents.tables.checks.totals import is_total, wrong_totals
from bot.documents.tables.formats.files import Row
from bot.documents.tables.headings import columns_of, looks_like, plain, with_surnames
from bot.documents.tables.import_stated import (
    FormFault,
    Layout,
    SeasonAnswers,
    StatedResult,
    key_of,
)
from bot.documents.tables.names import words_of
from bot.texts.messages import Text, say
from engine.ids import Leg

_F = TypeVar("_F")
_HIGHEST: Final = Decimal("1.6667")
"""The greatest coefficient (art. 9.5)."""
_ONLY_WINNERS: Final = {Decimal(one) for one in ("0", "0.5", "1", "1.5", "2")}
"""The cell values of a table that states only the winners."""
_LEGS: Final = {
    **dict.fromkeys(("tur", "t", "home", "h"), Leg.HOME),
    **dict.fromkeys(("retur", "r", "return"), Leg.RETURN),
}
_GROUP: Final = re.compile(r"\s*(?:grupa|grupă|group|seria)\s+(\w{1,10})\W*", re.IGNORECASE)
_NUMBER: Final = r"\d{1,4}(?:[.,]\d{1,4})?"
_OR: Final = r"\s*[-\u2010-\u2015\N{MINUS SIGN}:]\s*"
_GAME: Final = re.compile(
    rf"(?P<own>{_NUMBER})(?:{_OR}(?P<other>{_NUMBER}))?"
    rf"(?:\s*\((?P<own_worth>{_NUMBER})(?:{_OR}(?P<other_worth>{_NUMBER}))?\))?"
)
"""A game in a cell: `524-480`, `524`, `1,5219`, or `524-480 (1,5219-0,4781)`."""
_BETWEEN: Final = re.compile(r"[\s;,/|]*")
_MOST_GAMES: Final = 2


@dataclass(frozen=True, slots=True)
class _Pair(Generic[_F]):
    """A figure of both players, the row's player first; None for an unknown one."""

    own: _F | None = None
    other: _F | None = None

    @property
    def turned(self) -> "_Pair[_F]":
        return _Pair(self.other, self.own)

    @property
    def both(self) -> tuple[_F, _F] | None:
        return None if self.own is None or self.other is None else (self.own, self.other)

    def agrees(self, with_: "_Pair[_F]") -> bool:
        """Return whether no player has two different figures."""
        pairs = ((self.own, with_.own), (self.other, with_.other))
        return all(None in pair or pair[0] == pair[1] for pair in pairs)

    def joined(self, with_: "_Pair[_F]") -> "_Pair[_F]":
        own = with_.own if self.own is None else self.own
        return _Pair(own, with_.other if self.other is None else self.other)


@dataclass(frozen=True, slots=True)
class _Game:
    """One game as a cell states it."""

    points: _Pair[int] = _Pair()
    worth: _Pair[Decimal] = _Pair()

    @property
    def turned(self) -> "_Game":
        """Return the game as the opponent's row would state it."""
        return _Game(self.points.turned, self.worth.turned)

    @property
    def is_whole(self) -> bool:
        return self.points.both is not None or self.worth.both is not None

    def agrees(self, with_: "_Game") -> bool:
        return self.points.agrees(with_.points) and self.worth.agrees(with_.worth)

    def joined(self, with_: "_Game") -> "_Game":
        return _Game(self.points.joined(with_.points), self.worth.joined(with_.worth))


@dataclass(frozen=True, slots=True)
class _Player:
    """A player of a table, with the row that names them."""

    row: int
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Table:
    """One crosstable of a sheet."""

    sheet: str
    group: str
    players: tuple[_Player, ...]
    texts: Mapping[tuple[int, int], Sequence[str]]
    """The texts of each cell by row and column of the players, the home game's first."""
    totals: tuple[str, Mapping[str, str]] = ("", MappingProxyType({}))
    """The heading of the column of totals, and the total of each player, by `key_of` the name."""


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

    tables: list[_Table] = field(default_factory=list)
    faults: list[FormFault] = field(default_factory=list)
    title: str = ""
    days: tuple[date, ...] = ()
    headers: dict[str, int] = field(default_factory=dict)
    written_days: list[tuple[str, int, str]] = field(default_factory=list)
    notes: list[tuple[str, int, str]] = field(default_factory=list)
    _by_words: dict[tuple[str, ...], tuple[str, _Player]] = field(default_factory=dict)

    def read_sheet(self, sheet: str, rows: Sequence[Row]) -> None:
        """Read every table of the sheet."""
        at, above = 0, 0
        while at < len(rows):
            header = _header(rows, at)
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
            at = above = self._read_table(sheet, _group_in([sheet, *titles]), rows, header)

    def _entitle(self, titles: Sequence[str]) -> None:
        self.days = tuple(day for title in titles for day in days_in(title))
        names = (without_days(title) for title in titles if not _GROUP.fullmatch(title))
        self.title = next(filter(None, names), "")

    def _read_table(self, sheet: str, group: str, rows: Sequence[Row], header: "_Header") -> int:
        """Read the table under a header; return the position of the row after it."""
        body = _Body(rows, header)
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
                if row != column and any(map(_is_other_text, found)):
                    text = " ".join(filter(None, found))
                    key = "import.cross_unplayed" if is_unplayed(text) else "import.cross_cell"
                    what = say(key, found=text)
                    self.faults.append(FormFault(sheet, player.row, opponent.name, what))
                if row == column and any(map(_has_digit, found)):
                    what = say("import.cross_diagonal", found=" ".join(found))
                    self.faults.append(FormFault(sheet, player.row, opponent.name, what))
        self.tables.append(
            _Table(sheet=sheet, group=group, players=body.players, texts=texts, totals=body.totals)
        )
        return body.end

    def _check_name(self, sheet: str, player: _Player) -> None:
        """Note a name with damaged letters, or one whose words another row has turned."""
        unfit = person_text(player.name).fault(player.name)
        if unfit is not None:
            self.faults.append(FormFault(sheet, player.row, "", unfit.what))
        first = self._by_words.setdefault(words_of(player.name), (sheet, player))
        if key_of(first[1].name) != key_of(player.name):
            what = say("import.turned", found=player.name, near=first[1].name, row=first[1].row)
            self.faults.append(FormFault(sheet, player.row, "", what))

    def _check_totals(self, table: _Table, results: Sequence[StatedResult]) -> None:
        """Note each total that differs from the results of its row."""
        heading, totals = table.totals
        rows = {key_of(player.name): player for player in table.players}
        for key, right in wrong_totals(totals, results):
            what = say("import.cross_total", found=totals[key], right=right)
            self.faults.append(FormFault(table.sheet, rows[key].row, heading, what))

    def result(self, answers: SeasonAnswers) -> Crosstables:
        """Return the results of all tables, in the layout that they have or that was chosen."""
        cells = [cell for table in self.tables for cell in _Cells(table).all()]
        has_decimals = any(cell.has_decimals for cell in cells)
        games: dict[int, dict[tuple[int, int], tuple[_Game, ...]]] = {}
        for cell in cells:
            found = cell.games(is_worth=has_decimals)
            if isinstance(found, Text):
                self.faults.append(cell.fault(found))
            else:
                games.setdefault(id(cell.table), {})[cell.row, cell.column] = found
        if cells and all(cell.says_only_who_won for cell in cells):
            self.faults = [cells[0].fault(say("import.cross_winners"))]
            games = {}
        layout = answers.layout or _layout(tuple(games.values()))
        results: list[StatedResult] = []
        if layout is not None:
            lettered = len(self.tables) > 1 and not any(table.group for table in self.tables)
            for number, table in enumerate(self.tables):
                group = chr(ord("A") + number % 26) if lettered else table.group
                own = _Results(table, group, games.get(id(table), {}), layout, answers)
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


# --- the header and the rows --------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class _Header:
    """A row that heads a crosstable."""

    at: int
    """The position of the header row."""
    name: int
    """The column with the players' names."""
    number: int | None
    """The column with the players' numbers, if there is one."""
    columns: tuple[tuple[str, int], ...]
    """The number or the key of the name that heads each player's columns, and the first of them."""
    width: int
    """How many columns each player has: two for the home and the return game."""
    given_name: int | None = None
    """The column of given names, if they have one of their own."""
    total: int | None = None
    """The column of totals, if there is one."""
    strangers: tuple[tuple[int, str], ...] = ()
    """Headings among the players' headings that match no player, each with the row's number."""


def _header(rows: Sequence[Row], at: int) -> _Header | None:
    """Return the header of a crosstable in that row, or None."""
    return _numbered(rows, at) or _named(rows, at)


def _numbered(rows: Sequence[Row], at: int) -> _Header | None:
    """Return a header whose columns are headed 1, 2, 3 …, or None."""
    columns: list[tuple[str, int]] = []
    for place, cell in enumerate(rows[at][1]):
        if parse_whole(cell.strip().rstrip(".")) == len(columns) + 1:
            columns.append((f"{len(columns) + 1}", place))
    if len(columns) < _MOST_GAMES:
        return None
    name = _name_column(rows, at, columns[0][1])
    return None if name is None else _made(rows[at], at, name, columns)


def _named(rows: Sequence[Row], at: int) -> _Header | None:
    """Return a header whose columns are headed by the names in the rows below it, or None."""
    cells = rows[at][1]
    given = _given_name(cells)
    for name in range(min(len(cells), 4)):
        if name == given:
            continue
        below = _names_below(rows, at, name, given)
        columns: list[tuple[str, int]] = []
        taken: set[str] = set()
        for place, cell in enumerate(cells[name + 1 :], name + 1):
            key = key_of(cell)
            if key in below and key not in taken:
                taken.add(key)
                columns.append((key, place))
        if len(columns) >= _MOST_GAMES and 2 * len(columns) >= len(below):
            return _made(rows[at], at, name, columns)
    return None


def _made(row: Row, at: int, name: int, columns: Sequence[tuple[str, int]]) -> _Header:
    number, cells = row
    before = columns[0][1]
    known = columns_of(cells[:before], ("number",))
    after = range(columns[-1][1] + 1, len(cells))
    places = [place for _, place in columns]
    strangers = [
        (number, cell.strip())
        for place, cell in enumerate(cells)
        if places[0] < place < places[-1] and place not in places and cell.strip()
        if plain(cell) != plain(cells[place - 1])
    ]
    own = _name_columns(cells[:before])
    for place, cell in enumerate(cells):
        is_outside = place < before or place > columns[-1][1]
        is_name = place == name or (place < before and own[place] is not None)
        if is_outside and not is_name and looks_like(cell) == "name":
            strangers.append((number, cell.strip()))
    return _Header(
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


def _name_in(cells: Sequence[str], column: int, given: int | None) -> str:
    """Return the name of a row, with the given name if that has a column of its own."""
    places = (column,) if given is None else (given, column)
    texts = (cells[place].strip() for place in places if place < len(cells))
    return person_text(" ".join(filter(None, texts))).name


def _names_below(
    rows: Sequence[Row], at: int, column: int, given: int | None = None
) -> tuple[str, ...]:
    """Return the keys of the names in the column, down to the first cell that is no name."""
    found: list[str] = []
    for _, cells in rows[at + 1 :]:
        text = _name_in(cells, column, given)
        if is_note(text) and not _GROUP.fullmatch(text):
            continue
        if text and not _is_name(text):
            break
        if text:
            found.append(key_of(text))
    return tuple(found)


def _is_name(text: str) -> bool:
    return 2 <= len(text) <= 60 and any(map(str.isalpha, text)) and not _GROUP.fullmatch(text)


class _Body:
    """The rows under a header, player by player."""

    def __init__(self, rows: Sequence[Row], header: _Header) -> None:
        self._header = header
        self._lines: list[list[Sequence[str]]] = []
        self._legs: list[Leg] = []
        players: list[_Player] = []
        headings = self._own(rows[header.at][1])
        self.end = header.at + 1
        self.notes: list[tuple[int, str]] = []
        notes = NoteRows([header.name])
        for number, cells in rows[header.at + 1 :]:
            name = _name_in(cells, header.name, header.given_name)
            if players and not _group_in(cells) and notes.takes(number, cells):
                self.notes.append((number, note_text(cells)))
                self.end += 1
                continue
            notes.pass_over(number, cells)
            own = self._own(cells)
            legs = [_LEGS[plain(text)] for text in own if plain(text) in _LEGS]
            is_full = len(players) == len(header.columns) and not any(own)
            if not players and not name and legs:
                self._legs = legs
            elif own == headings or _group_in(cells) or (name and (is_full or not _is_name(name))):
                break
            elif name:
                players.append(_Player(number, name))
                self._lines.append([cells])
            elif players and any(own):
                self._lines[-1].append(cells)
            self.end += 1
        self.players = tuple(players)
        self._order = self._placed()
        self.totals: tuple[str, Mapping[str, str]] = ("", {})
        if header.total is not None:
            heading = self._cell(rows[header.at][1], header.total)
            pairs = zip(players, self._lines, strict=True)
            stated = {key_of(one.name): self._cell(own[0], header.total) for one, own in pairs}
            self.totals = (heading, stated)

    @property
    def without_column(self) -> tuple[_Player, ...]:
        """Return the players who have a row but no column."""
        pairs = zip(self.players, self._order, strict=True)
        return tuple(player for player, place in pairs if place is None)

    def texts(self, row: int, column: int) -> list[str]:
        """Return the texts of the cell between two players, the home game's first."""
        place = self._order[column]
        if place is None:
            return []
        columns = range(place, place + min(self._header.width, _MOST_GAMES))
        found = [self._cell(cells, one) for cells in self._lines[row] for one in columns]
        return found[::-1] if self._legs[:1] == [Leg.RETURN] else found

    def _own(self, cells: Sequence[str]) -> list[str]:
        """Return the texts of a row in the players' columns."""
        width = self._header.width
        return [
            self._cell(cells, one)
            for _, place in self._header.columns
            for one in range(place, place + width)
        ]

    def _placed(self) -> list[int | None]:
        """Return the first column of each player, in the order of the rows."""
        columns = dict(self._header.columns)
        if not columns.keys() <= {f"{number}" for number in range(1, len(columns) + 1)}:
            return [columns.get(key_of(player.name)) for player in self.players]
        numbers = [f"{number}" for number in range(1, len(self.players) + 1)]
        if self._header.number is not None:
            stated = [self._cell(lines[0], self._header.number) for lines in self._lines]
            whole = [f"{parse_whole(text.rstrip('.'))}" for text in stated]
            numbers = whole if sorted(whole) == sorted(numbers) else numbers
        return [columns.get(number) for number in numbers]

    @staticmethod
    def _cell(cells: Sequence[str], place: int) -> str:
        return cells[place].strip() if place < len(cells) else ""


# --- the cells ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Cell:
    """A cell that is not on the diagonal and has a game."""

    table: _Table
    row: int
    column: int
    texts: Sequence[str]

    def fault(self, what: Text) -> FormFault:
        """Return a fault of the cell, named by its row and its column."""
        players = self.table.players
        return FormFault(self.table.sheet, players[self.row].row, players[self.column].name, what)

    @property
    def has_decimals(self) -> bool:
        return any("," in text or "." in text for text in self._numbers())

    @property
    def says_only_who_won(self) -> bool:
        found = [_decimal(text) for text in self._numbers()]
        return bool(found) and all(number in _ONLY_WINNERS for number in found)

    def _numbers(self) -> Iterator[str]:
        for text in self.texts:
            for game in _GAME.finditer(text.replace("½", "0.5")):
                yield from filter(None, game.group("own", "other"))

    def games(self, *, is_worth: bool) -> tuple[_Game, ...] | Text:
        """Return the games of the cell, the home game first, or the text of its fault."""
        games: list[_Game] = []
        for text in self.texts:
            parts = _parts(text)
            if parts is None:
                return say("import.cross_cell", found=text)
            games += [_game(part, is_worth=is_worth) for part in parts]
            if not parts and len(self.texts) > 1:
                games.append(_Game())
        if len(games) > _MOST_GAMES:
            return say("import.cross_cell", found=" ".join(filter(None, self.texts)))
        worths = [worth for game in games for worth in (game.worth.own, game.worth.other)]
        high = next((one for one in worths if one is not None and one > _HIGHEST), None)
        if high is not None:
            return say("import.coefficient", found=f"{high}")
        return tuple(games)


def _parts(text: str) -> list[re.Match[str]] | None:
    """Return the games that a text has; None if it cannot be read."""
    if not _has_digit(text):
        return []
    left = _BETWEEN.sub("", _GAME.sub("", text))
    return None if left else list(_GAME.finditer(text))


def _game(found: re.Match[str], *, is_worth: bool) -> _Game:
    """Return the game stated by a text."""
    own, other = found.group("own", "other")
    worth = _Pair(*map(_decimal, found.group("own_worth", "other_worth")))
    if is_worth:
        return _Game(worth=_Pair(_decimal(own), _decimal(other)))
    points = _Pair(*(None if text is None else int(text) for text in (own, other)))
    return _Game(points, worth)


def _decimal(text: str | None) -> Decimal | None:
    return None if text is None else Decimal(text.replace(",", "."))


def _is_other_text(text: str) -> bool:
    """Return whether a cell has words and no result, such as `forfait`."""
    return not _has_digit(text) and sum(map(str.isalpha, text)) > 1


def _has_digit(text: str) -> bool:
    return any(map(str.isdecimal, text))


def _text_of(cells: Sequence[str]) -> str:
    return " ".join(" ".join(cells).split())


def _group_in(texts: Sequence[str]) -> str:
    """Return the group that the last of these texts names, or ""."""
    found = [match[1] for text in texts if (match := _GROUP.fullmatch(text)) is not None]
    return found[-1].upper() if found else ""


class _Cells:
    """The cells of a table that have games."""

    def __init__(self, table: _Table) -> None:
        self._table = table

    def all(self) -> Iterator[_Cell]:
        """Yield each cell with a game, row by row."""
        for (row, column), texts in self._table.texts.items():
            if row != column and any(map(_has_digit, texts)):
                yield _Cell(self._table, row, column, texts)


# --- the results --------------------------------------------------------------------------------

_Games = Mapping[tuple[int, int], tuple[_Game, ...]]


def _layout(tables: Sequence[_Games]) -> Layout | None:
    """Return how the cells of these tables belong together; None if that is not clear."""
    if any(len(games) > 1 for table in tables for games in table.values()):
        return Layout.PAIRS
    agreeing = [
        game.agrees(across.turned)
        for table in tables
        for (row, column), (game, *_) in table.items()
        if row < column
        for across in table.get((column, row), ())
    ]
    if not any(game.is_whole for table in tables for games in table.values() for game in games):
        return Layout.MIRROR
    if all(agreeing):
        return Layout.MIRROR
    return None if any(agreeing) else Layout.HALVES


class _Results:
    """The results of one table."""

    def __init__(
        self, table: _Table, group: str, games: _Games, layout: Layout, answers: SeasonAnswers
    ) -> None:
        self.faults: list[FormFault] = []
        self._table, self._group, self._games = table, group, games
        self._layout, self._is_swapped = layout, answers.is_swapped

    def results(self) -> Iterator[StatedResult]:
        """Yield the result of every game, pair by pair."""
        for row, column in combinations(range(len(self._table.players)), 2):
            first, second = self._games.get((row, column), ()), self._games.get((column, row), ())
            if self._layout is Layout.HALVES:
                yield from self._halves(row, column, first, second)
            else:
                yield from self._joined(row, column, first, second)

    def _halves(
        self, row: int, column: int, first: tuple[_Game, ...], second: tuple[_Game, ...]
    ) -> Iterator[StatedResult]:
        """Yield the games of a pair in the two halves: the row's player is Red in each."""
        legs = (Leg.RETURN, Leg.HOME) if self._is_swapped else (Leg.HOME, Leg.RETURN)
        cells = (((row, column), first), ((column, row), second))
        for leg, (at, games) in zip(legs, cells, strict=True):
            for game in games[:1]:
                yield from self._result(at, game, leg, is_red=True)

    def _joined(
        self, row: int, column: int, first: tuple[_Game, ...], second: tuple[_Game, ...]
    ) -> Iterator[StatedResult]:
        """Yield the games of a pair whose two cells say the same: Red changes with the leg."""
        for number, leg in enumerate(Leg):
            one = first[number] if number < len(first) else _Game()
            other = second[number].turned if number < len(second) else _Game()
            if not one.agrees(other):
                across = self._table.players[row].name
                self._note((column, row), say("import.cross_differs", who=across))
            elif one != _Game() or other != _Game():
                is_red = (leg is Leg.HOME) is not self._is_swapped
                yield from self._result((row, column), one.joined(other), leg, is_red=is_red)

    def _result(
        self, at: tuple[int, int], game: _Game, leg: Leg, *, is_red: bool
    ) -> Iterator[StatedResult]:
        """Yield the result, or note that the opponent's figure is missing."""
        row, column = (self._table.players[one] for one in at)
        if not game.is_whole:
            is_own = game.points.own is not None or game.worth.own is not None
            self._note(at[::-1] if is_own else at, say("import.both"))
            return
        seen = game if is_red else game.turned
        red, blue = (row, column) if is_red else (column, row)
        yield StatedResult(
            row=row.row,
            leg=leg,
            group=self._group,
            red=red.name,
            blue=blue.name,
            scores=seen.points.both,
            coefficients=seen.worth.both,
        )

    def _note(self, at: tuple[int, int], what: Text) -> None:
        self.faults.append(_Cell(self._table, *at, ()).fault(what))
