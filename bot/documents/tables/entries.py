"""Players of a competition, from a pasted list or a file: `name,club,seed`, header optional.

The column of seeds contains ranks (1 is the strongest) or ratings; ratings become ranks here. A
file may be of any kind that `bot.documents.tables.formats.sheets` reads. A pasted list has one
player a line, in the forms people use: commas, semicolons, tabs or dashes between name, club and
seed, numbers or bullets in front, the club in brackets.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from io import BytesIO
from typing import Final

from bot.documents.tables.cells import parse_number
from bot.documents.tables.faults import TableFault
from bot.documents.tables.formats.files import CHAT, Row, TableFile
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.headings import columns_of
from bot.documents.tables.names import fold, is_bye

MOST: Final = 300
"""The most players in one list."""
LONGEST: Final = 60
"""The most characters of a name or club."""
_LEAST_RATING: Final = 100
"""Seeds are ratings if one of them exceeds both this and the number of players."""
IN_ORDER: Final = {"name": 0, "club": 1, "seed": 2}
"""The order of the columns without a header."""
_NUMBERING: Final = re.compile(r"^\s*\d{1,3}(?:\s*[.)]\s*|\s+)(?=\D)")
_BULLET: Final = re.compile(r"^\s*[-–—•·]\s+")
_MARKS: Final = "*_ \t"
"""Marks that some people put around a name for bold type."""
_DASHES: Final = re.compile(r"\s+[-–—]\s+")
_IN_BRACKETS: Final = re.compile(r"(?P<name>[^()]+?)\s*\((?P<club>[^()]+)\)")
_NO_NAME: Final = re.compile(r"@|\d{5}|[:!?]$")
"""Signs that a text is no name: an address, a telephone number, or the end of a sentence."""
_SIGNS: Final = re.compile(r"[^\W\d_]")
"""A letter; a name needs at least one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """One player of a list."""

    name: str
    club: str = ""
    seeding: int | None = None
    rating: str = ""
    """The rating as written; empty if the list has ranks or no seeds."""


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players of a list, and its errors."""

    players: tuple[Listed, ...]
    faults: tuple[TableFault, ...] = ()
    """Errors of the lines that could not be read, in order."""
    aside: tuple[str, ...] = ()
    """The headings of the other columns, which are ignored."""

    @property
    def has_ratings(self) -> bool:
        """Return whether the seeds were calculated from ratings."""
        return any(player.rating for player in self.players)


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    name: str
    club: str
    seed: str


def read_pasted(text: str) -> PlayerList:
    """Return the players of a list pasted as a message."""
    rows = [(number, _cells(line)) for number, line in enumerate(text.splitlines(), 1)]
    return _understood([(number, cells) for number, cells in rows if any(cells)])


def read_file(content: bytes, name: str) -> PlayerList:
    """Return the players of a CSV, XLSX, ODS or XLS file.

    Raises:
        TableError: the file as a whole cannot be read.
    """
    return _understood(list(read_rows(TableFile(name=name, content=BytesIO(content), limits=CHAT))))


def _cells(line: str) -> list[str]:
    """Return the cells of a pasted line; commas do not separate if it has a tab or semicolon.

    In a line without any of these, dashes separate the cells, or brackets enclose the club.
    """
    line = _NUMBERING.sub("", _BULLET.sub("", line).strip(_MARKS))
    separator = next((sign for sign in ("\t", ";", ",") if sign in line), None)
    if separator is not None:
        return [cell.strip().strip('"').strip(_MARKS) for cell in line.split(separator)]
    in_brackets = _IN_BRACKETS.fullmatch(line)
    if in_brackets is not None:
        return [in_brackets["name"], in_brackets["club"].strip()]
    return [cell.strip().strip('"').strip(_MARKS) for cell in _DASHES.split(line)]


def _understood(rows: Sequence[Row]) -> PlayerList:
    """Return the players of the rows, and the errors of rows that name no player."""
    order = _columns(rows[0][1]) if rows else None
    body = rows[1:] if order is not None else rows
    faults: list[TableFault] = []
    if not body:
        faults.append(TableFault("empty_list", 0))
    if len(body) > MOST:
        faults.append(TableFault("too_many", body[MOST][0], facts={"most": MOST}))
    lines = [_line(row, order, faults) for row in body[:MOST]]
    good = _without_doubles([line for line in lines if line is not None], faults)
    players = _seeded(good, faults)
    return PlayerList(
        _with_one_spelling(players),
        tuple(sorted(faults, key=lambda f: f.line)),
        _postponed(rows[0][1], order) if order is not None else (),
    )


def _postponed(header: Sequence[str], order: dict[str, int]) -> tuple[str, ...]:
    """Return the headings of the ignored columns."""
    others = [cell.strip() for place, cell in enumerate(header) if place not in order.values()]
    return tuple(cell[:LONGEST] for cell in others if cell)


def _columns(cells: Sequence[str]) -> dict[str, int] | None:
    """Return the position of each column, or None if the row is no header."""
    columns = columns_of(cells, tuple(IN_ORDER))
    found = {name: columns.index(name) if name in columns else -1 for name in IN_ORDER}
    return found if found["name"] >= 0 else None


def _line(row: Row, order: dict[str, int] | None, faults: list[TableFault]) -> _Line | None:
    """Return a line's name, club and seed, or None after recording an error.

    Other columns are ignored.
    """
    number, cells = row
    values = {
        column: " ".join(cells[place].split()) if 0 <= place < len(cells) else ""
        for column, place in (order or IN_ORDER).items()
    }
    name = _NUMBERING.sub("", values["name"])
    if not name:
        faults.append(TableFault("no_name", number, "name"))
    elif is_bye(name):
        faults.append(TableFault("bye", number, "name", {"found": name}))
    elif not _is_name(name):
        faults.append(TableFault("name", number, "name", {"found": name[:LONGEST]}))
    elif order is None and any(cells[len(IN_ORDER) :]):
        faults.append(TableFault("too_many_cells", number, facts={"found": len(cells)}))
    elif len(values["club"]) > LONGEST:
        faults.append(TableFault("long", number, "club", {"most": LONGEST}))
    else:
        return _Line(number, name, values["club"], values["seed"])
    return None


def _is_name(text: str) -> bool:
    """Return whether the text may be a person's name."""
    is_legible = bool(_SIGNS.search(text)) and text.isprintable() and 2 <= len(text) <= LONGEST
    return is_legible and not _NO_NAME.search(text)


def _without_doubles(lines: Iterable[_Line], faults: list[TableFault]) -> list[_Line]:
    """Return the lines without those that name a player for the second time."""
    first: dict[str, _Line] = {}
    for line in lines:
        known = first.setdefault(fold(line.name), line)
        if known is not line:
            fault = TableFault(
                "player_twice", line.number, "name", {"found": line.name, "first": known.number}
            )
            faults.append(fault)
    return list(first.values())


def _seeded(lines: Sequence[_Line], faults: list[TableFault]) -> list[Listed]:
    """Return the players with their seeds: ranks as written, or calculated from ratings."""
    read: list[tuple[_Line, Fraction | None]] = []
    for line in lines:
        seed = parse_number(line.seed)
        if line.seed and seed is None:
            faults.append(TableFault("number", line.number, "seed", {"found": line.seed[:20]}))
            continue
        read.append((line, seed))
    values = [seed for _, seed in read if seed is not None]
    if not _are_ratings(values, len(lines)):
        return _placed(read, faults)
    ranked = sorted(set(values), reverse=True)
    return [
        Listed(
            name=line.name,
            club=line.club,
            seeding=None if seed is None else 1 + sum(value > seed for value in values),
            rating=line.seed if seed in ranked else "",
        )
        for line, seed in read
    ]


def _are_ratings(values: Sequence[Fraction], players: int) -> bool:
    greatest = max(values, default=Fraction(0))
    return any(value.denominator != 1 for value in values) or greatest > max(_LEAST_RATING, players)


def _placed(
    read: Iterable[tuple[_Line, Fraction | None]], faults: list[TableFault]
) -> list[Listed]:
    """Return the players with the ranks as written, each rank for one player only."""
    players: list[Listed] = []
    given: dict[int, str] = {}
    for line, seed in read:
        if seed is not None and seed < 1:
            faults.append(TableFault("positive", line.number, "seed", {"found": line.seed[:20]}))
            continue
        seeding = None if seed is None else int(seed)
        if seeding is not None and given.setdefault(seeding, line.name) != line.name:
            facts: dict[str, str | int] = {
                "found": seeding,
                "first": given[seeding],
                "other": line.name,
            }
            faults.append(TableFault("seed_twice", line.number, "seed", facts))
            continue
        players.append(Listed(name=line.name, club=line.club, seeding=seeding))
    return players


def _with_one_spelling(players: Iterable[Listed]) -> tuple[Listed, ...]:
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
