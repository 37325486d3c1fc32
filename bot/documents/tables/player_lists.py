"""Players of a competition, from a pasted list or a file: name, club, rating and seed.

The column of seeds contains ranks (1 is the strongest) or ratings; ratings become ranks here. A
file may be of any kind that `bot.documents.tables.formats.sheets` reads, with headings or without
(`bot.documents.tables.entry_columns`). A pasted list has one player a line, in the forms people
use: commas, semicolons, tabs or dashes between name, club and seed, numbers or bullets in front,
the club in brackets.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO
from itertools import islice
from typing import Final

from bot.documents.tables.cells import parse_number
from bot.documents.tables.checks.person_texts import person_text, without_contact, without_number
from bot.documents.tables.checks.rows_without_data import NoteRows, note_text
from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.comma_names import (
    NOTHING,
    KnownTexts,
    Undecided,
    with_list,
    with_name_joined,
)
from bot.documents.tables.entry_columns import (
    IN_ORDER,
    NOWHERE,
    ListTable,
    find_columns,
    in_order,
    settled,
)
from bot.documents.tables.faults import TableFault
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import CHAT, FIRST, Row, TableFile
from bot.documents.tables.headings import DOUBTS, looks_like
from bot.documents.tables.names import fold, is_bye, words_of
from engine.typed import visible

MOST_PLAYERS: Final = 300
"""The most players in one list."""
LONGEST_NAME: Final = 60
"""The most characters of a name or club."""
_LEAST_RATING: Final = 100
"""Seeds are ratings if one of them exceeds both this and the number of players."""
_MOST_COLUMNS: Final = 20
"""The most columns of a file that are read; the others are ignored."""
_LONGEST_CELL: Final = 100
"""The most characters of a cell that are read; a name this long is an error anyway."""
_NO_RATING: Final = frozenset({"-", "–", "—", "?", "n/a"})
"""Signs that people write for a missing rating."""
_BULLET: Final = re.compile(r"^\s*[-–—•·]\s+")
_MARKS: Final = "*_ \t"
"""Marks that some people put around a name for bold type."""
_DASHES: Final = re.compile(r"\s+[-–—]\s+")
_IN_BRACKETS: Final = re.compile(r"[^()]+\([^()]+\)")
_NAME_AND_SEED: Final = ("name", "seed")
"""The two cells of a line whose club, if any, is in brackets behind the name."""
_SEPARATED: Final = {
    sign: re.compile(rf"{sign}(?![^()]*\))")  # nothing inside brackets separates
    for sign in ("\t", ";", ",")
}
_NO_NAME: Final = re.compile(r"@|\d{5}|[:!?]$")
"""Signs that a text is no name: an address, a telephone number, or the end of a sentence."""
_LETTER: Final = re.compile(r"[^\W\d_]")
"""A letter; a name needs at least one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPlayer:
    """One player of a list."""

    name: str
    club: str = ""
    seeding: int | None = None
    rating: str = ""
    """The rating as written; empty if the list has ranks or no seeds."""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players of a list, and its errors."""

    players: tuple[ListedPlayer, ...] = ()
    faults: tuple[TableFault, ...] = ()
    """Errors of the lines that could not be read, in order."""
    aside: tuple[str, ...] = ()
    """The headings of the other columns, which are ignored."""
    titles: tuple[str, ...] = ()
    """The rows above the headings, which are ignored."""
    notes: tuple[tuple[int, str], ...] = ()
    """The other rows that are no players, each with its line: totals, signatures, notes."""
    remarks: tuple[TableFault, ...] = ()
    """What is doubtful about the file, such as hidden rows."""

    @property
    def has_ratings(self) -> bool:
        """Return whether the seeds were calculated from ratings."""
        return any(player.rating for player in self.players)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that could be read; its rating and seed are texts as written."""

    number: int
    name: str
    club: str
    rating: str
    seed: str


def read_pasted(text: str, known: KnownTexts = NOTHING) -> PlayerList:
    """Return the players of a list typed or pasted as a message.

    `known` helps to tell „Pop, Ana” from a name with its club.
    """
    lines = [_unmarked(line) for line in text.splitlines()]
    rows = [(number, _cells(line)) for number, line in enumerate(lines, 1)]
    table = in_order([(number, cells) for number, cells in rows if any(cells)])
    kinds = {heading: looks_like(heading) for heading in table.aside}
    doubtful = [
        TableFault(DOUBTS[kind], table.rows[table.header][0], facts={"found": heading})
        for heading, kind in kinds.items()
        if kind is not None
    ]
    if doubtful:
        return PlayerList((), tuple(doubtful))
    if table.header != NOWHERE:
        return players_of(table, most=len(IN_ORDER))
    known = with_list(known, (cells for _, cells in table.rows))
    joined_rows: list[Row] = []
    undecided: list[TableFault] = []
    for number, cells in table.rows:
        try:
            has_commas = _separator(lines[number - 1]) == ","
            joined = with_name_joined(cells, known) if has_commas else cells
            joined_rows.append((number, joined))
        except Undecided:
            facts = {"found": cells[0], "other": cells[1]}
            undecided.append(TableFault("name_or_club", number, facts=facts))
    if undecided and not joined_rows:
        return PlayerList((), tuple(undecided))
    players = players_of(replace(table, rows=tuple(joined_rows)), most=len(IN_ORDER))
    faults = sorted((*players.faults, *undecided), key=lambda fault: fault.line)
    return replace(players, faults=tuple(faults))


def read_file(content: bytes, name: str) -> PlayerList:
    """Return the players of a CSV, XLSX, ODS or XLS file, its unclear columns in the usual order.

    Raises:
        TableError: the file as a whole cannot be read.
    """
    return players_of(settled(read_table(content, name)))


def read_table(content: bytes, name: str) -> ListTable:
    """Return the list in a CSV, XLSX, ODS or XLS file, with the columns that can be recognised.

    Raises:
        TableError: the file as a whole cannot be read, is empty, or is a single cell.
    """
    file = TableFile(name=name, content=BytesIO(content), limits=CHAT)
    rows = [
        (number, [cell[:_LONGEST_CELL] for cell in cells[:_MOST_COLUMNS]])
        for number, cells in islice(read_rows(file), MOST_PLAYERS + MOST_TITLES + 2)
    ]
    if not rows:
        file.fail("empty_list")
    if len(rows) == 1 and sum(map(bool, map(str.strip, rows[0][1]))) <= 1:
        file.fail("one_cell")
    table, traits = find_columns(rows), file.traits_of(FIRST)
    header = rows[table.header][0] if table.header != NOWHERE else 0
    merged = {row: area for (row, _), area in traits.merged.items() if row > header}
    remarks = (*file.remarks, *traits.remarks(header))
    return replace(table, remarks=remarks, merged=tuple(merged.items()))


def _unmarked(line: str) -> str:
    """Return a pasted line without its bullet or number, and without marks around it."""
    return without_number(_BULLET.sub("", line).strip(_MARKS))


def _cells(line: str) -> list[str]:
    """Return the cells of an unmarked line; commas do not separate if it has a tab or semicolon.

    In a line without any of these, dashes separate the cells, or brackets enclose the club.
    """
    separator = _separator(line)
    if separator is None and _IN_BRACKETS.fullmatch(line) is not None:
        return [line]
    parts = _DASHES.split(line) if separator is None else _SEPARATED[separator].split(line)
    cells = [cell.strip().strip('"').strip(_MARKS) for cell in parts]
    if len(cells) == len(_NAME_AND_SEED) and cells[1].isdecimal() and cells[0].endswith(")"):
        return [cells[0], "", cells[1]]  # the club is in the brackets
    return cells


def _separator(line: str) -> str | None:
    """Return the sign that separates the cells of an unmarked line; None without any."""
    return next((sign for sign, pattern in _SEPARATED.items() if pattern.search(line)), None)


def players_of(table: ListTable, most: int | None = None) -> PlayerList:
    """Return the players of a list whose columns are known, and the errors of its other rows.

    `most` is the most cells of a row in a list without headings.
    """
    body, has_headings = table.body, table.header != NOWHERE
    faults: list[TableFault] = []
    if not body:
        faults.append(TableFault("empty_list", 0))
    if len(body) > MOST_PLAYERS:
        faults.append(TableFault("too_many", body[MOST_PLAYERS][0], facts={"most": MOST_PLAYERS}))
    limit = None if has_headings else most
    note_rows = NoteRows([table.columns.get("name", NOWHERE)])
    notes: list[tuple[int, str]] = []
    lines: list[_Line | None] = []
    for number, cells in body[:MOST_PLAYERS]:
        if note_rows.sets_aside(number, cells):
            notes.append((number, note_text(cells)))
        else:
            lines.append(_line((number, cells), table.columns, limit, faults))
    merged = dict(table.merged)
    # A row without a name may be the lower part of a merged cell.
    faults = [
        replace(fault, code="merged", facts={"area": merged[fault.line]})
        if fault.code == "no_name" and fault.line in merged
        else fault
        for fault in faults
    ]
    unique_lines = _without_doubles([line for line in lines if line is not None], faults)
    return PlayerList(
        _with_one_spelling(_seeded(unique_lines, faults)),
        tuple(sorted(faults, key=lambda fault: fault.line)),
        tuple(heading[:LONGEST_NAME] for heading in table.aside),
        table.titles,
        tuple(notes),
        table.remarks,
    )


def _line(
    row: Row, columns: Mapping[str, int], most: int | None, faults: list[TableFault]
) -> _Line | None:
    """Return a line's name, club, rating and seed, or None after recording an error.

    Other columns are ignored.
    """
    number, cells = row
    values = {
        column: " ".join(visible(cells[place]).split()) if 0 <= place < len(cells) else ""
        for column, place in columns.items()
    }
    person = person_text(f"{values.get('given_name', '')} {values['name']}")
    name, club = person.name, without_contact(values["club"] or person.club)
    if not name:
        faults.append(TableFault("no_name", number, "name"))
    elif is_bye(name):
        faults.append(TableFault("bye", number, "name", {"found": name}))
    elif not _is_name(name) and not person.is_legible_elsewhere:
        faults.append(TableFault("name", number, "name", {"found": name[:LONGEST_NAME]}))
    elif (unfit := person.fault(name[:LONGEST_NAME])) is not None:
        faults.append(replace(unfit, line=number, column="name"))
    elif most is not None and any(cells[most:]):
        faults.append(TableFault("too_many_cells", number, facts={"found": len(cells)}))
    elif len(club) > LONGEST_NAME:
        faults.append(TableFault("long", number, "club", {"most": LONGEST_NAME}))
    else:
        return _Line(number, name, club, values["rating"], values["seed"])
    return None


def _is_name(text: str) -> bool:
    """Return whether the text may be a person's name."""
    is_legible = bool(_LETTER.search(text)) and text.isprintable() and 1 < len(text) <= LONGEST_NAME
    return is_legible and not _NO_NAME.search(text)


def _without_doubles(lines: Iterable[_Line], faults: list[TableFault]) -> list[_Line]:
    """Return the lines without those that name a player again, also with turned words."""
    first: dict[str, _Line] = {}
    by_words: dict[tuple[str, ...], _Line] = {}
    for line in lines:
        known = first.setdefault(fold(line.name), line)
        same_words = by_words.setdefault(words_of(line.name), line)
        if known is not line:
            fault = TableFault(
                "player_twice", line.number, "name", {"found": line.name, "first": known.number}
            )
            faults.append(fault)
        elif same_words is not line:
            del first[fold(line.name)]
            facts: dict[str, str | int] = {
                "found": line.name,
                "near": same_words.name,
                "first": same_words.number,
            }
            faults.append(TableFault("turned_list", line.number, "name", facts))
    return list(first.values())


def _seeded(lines: Sequence[_Line], faults: list[TableFault]) -> list[ListedPlayer]:
    """Return the players with their seeds: ranks as written, or calculated from ratings."""
    by_rank = any(line.seed for line in lines)
    column = "seed" if by_rank else "rating"
    numbered: list[tuple[_Line, Fraction | None]] = []
    for line in lines:
        text = _written_seed(line, by_rank=by_rank)
        number = parse_number(text)
        if text and text not in _NO_RATING and number is None:
            faults.append(TableFault("number", line.number, column, {"found": text[:20]}))
            continue
        numbered.append((line, number))
    values = [number for _, number in numbered if number is not None]
    if by_rank and not _are_ratings(values, len(lines)):
        return _ranked(numbered, faults)
    return [
        ListedPlayer(
            name=line.name,
            club=line.club,
            seeding=None if number is None else 1 + sum(value > number for value in values),
            rating="" if number is None else _written_seed(line, by_rank=by_rank),
        )
        for line, number in numbered
    ]


def _written_seed(line: _Line, *, by_rank: bool) -> str:
    """Return the text from which a player's seed is calculated, of either column."""
    return line.seed if by_rank else line.rating


def _are_ratings(values: Sequence[Fraction], players: int) -> bool:
    """Return whether these seeds of so many players are ratings and not ranks."""
    greatest = max(values, default=Fraction(0))
    return any(value.denominator != 1 for value in values) or greatest > max(_LEAST_RATING, players)


def _ranked(
    numbered: Iterable[tuple[_Line, Fraction | None]], faults: list[TableFault]
) -> list[ListedPlayer]:
    """Return the players with the ranks as written, each rank for one player only."""
    players: list[ListedPlayer] = []
    names_by_rank: dict[int, str] = {}
    for line, seed in numbered:
        if seed is not None and seed < 1:
            faults.append(TableFault("positive", line.number, "seed", {"found": line.seed[:20]}))
            continue
        seeding = None if seed is None else int(seed)
        if seeding is not None and names_by_rank.setdefault(seeding, line.name) != line.name:
            facts: dict[str, str | int] = {
                "found": seeding,
                "first": names_by_rank[seeding],
                "other": line.name,
            }
            faults.append(TableFault("seed_twice", line.number, "seed", facts))
            continue
        players.append(ListedPlayer(name=line.name, club=line.club, seeding=seeding))
    return players


def _with_one_spelling(players: Iterable[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    """Return the players, each club in the spelling of its first mention.

    Names in lower case only get capital initials.
    """
    clubs: dict[str, str] = {}
    return tuple(
        replace(
            player,
            name=player.name.title() if player.name.islower() else player.name,
            club=clubs.setdefault(fold(player.club).replace(" ", ""), player.club),
        )
        for player in players
    )
