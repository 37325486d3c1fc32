"""Players of a competition from the rows of a table: name, club, rating and seed.

A file may be of any kind that `bot.documents.tables.formats.sheets` reads, with headings or without
(`bot.documents.tables.entry_columns`).
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from io import BytesIO
from itertools import islice
from typing import Final

from bot.documents.tables.checks.person_texts import person_text, without_contact
from bot.documents.tables.checks.rows_without_data import NoteRows, note_text
from bot.documents.tables.columns import MOST_TITLES
from bot.documents.tables.entry_columns import (
    NOWHERE,
    ListTable,
    find_columns,
    settled,
)
from bot.documents.tables.faults import TableFault
from bot.documents.tables.formats.sheets import read_rows
from bot.documents.tables.formats.table_file import CHAT, FIRST, Row, TableFile
from bot.documents.tables.listed_players import ListedPlayer, PlayerLine, PlayerList
from bot.documents.tables.names import fold, is_bye, words_of
from bot.documents.tables.player_seeds import seeded
from engine.person_names import club_key, clubs_agree
from engine.typed import visible

MOST_PLAYERS: Final = 300
"""The most players in one list."""
LONGEST_NAME: Final = 60
"""The most characters of a name or club."""
_MOST_COLUMNS: Final = 20
"""The most columns of a file that are read; the others are ignored."""
_LONGEST_CELL: Final = 100
"""The most characters of a cell that are read; a name this long is an error anyway."""
_NO_NAME: Final = re.compile(r"@|\d{5}|[:!?]$")
"""Signs that a text is no name: an address, a telephone number, or the end of a sentence."""
_LETTER: Final = re.compile(r"[^\W\d_]")
"""A letter; a name needs at least one."""


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
    last = rows[-1][0]
    merged_cells = tuple(
        (row, column, area)
        for (row, column), area in traits.merged.items()
        if header < row <= last and column < _MOST_COLUMNS
    )
    remarks = (*file.remarks, *traits.remarks(header))
    return replace(table, remarks=remarks, merged_cells=merged_cells)


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
    lines: list[PlayerLine | None] = []
    for number, cells in body[:MOST_PLAYERS]:
        if note_rows.sets_aside(number, cells):
            notes.append((number, note_text(cells)))
        else:
            lines.append(_line((number, cells), table.columns, limit, faults))
    faults = [_blamed_on_merged_cells(fault, table) for fault in faults]
    unique_lines = _without_doubles([line for line in lines if line is not None], faults)
    players, wrong_seeds = seeded(unique_lines)
    return PlayerList(
        players=_with_one_spelling(players),
        faults=tuple(sorted(faults + wrong_seeds, key=lambda fault: fault.line)),
        aside=tuple(heading[:LONGEST_NAME] for heading in table.aside),
        titles=table.titles,
        notes=tuple(notes),
        remarks=table.remarks,
    )


def _blamed_on_merged_cells(fault: TableFault, table: ListTable) -> TableFault:
    """Return the error of a missing name; it names the merged cells if they have the name."""
    if fault.code != "no_name":
        return fault
    places = {table.columns[role] for role in ("name", "given_name") if role in table.columns}
    for row, column, area in table.merged_cells:
        if row == fault.line and column in places:
            return replace(fault, code="merged", facts={"area": area})
    return fault


def _line(
    row: Row, columns: Mapping[str, int], most: int | None, faults: list[TableFault]
) -> PlayerLine | None:
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
        return PlayerLine(
            number=number,
            name=name,
            club=club,
            rating=values["rating"],
            seed=values["seed"],
        )
    return None


def _is_name(text: str) -> bool:
    """Return whether the text may be a person's name."""
    is_legible = bool(_LETTER.search(text)) and text.isprintable() and 1 < len(text) <= LONGEST_NAME
    return is_legible and not _NO_NAME.search(text)


def _without_doubles(lines: Iterable[PlayerLine], faults: list[TableFault]) -> list[PlayerLine]:
    """Return the lines without those that name a player again, also with turned words.

    Two lines of one name with different clubs stay: the arbiter is asked whether they are one.
    """
    unique: list[PlayerLine] = []
    by_words: defaultdict[tuple[str, ...], list[PlayerLine]] = defaultdict(list)
    for line in lines:
        namesakes = by_words[words_of(line.name)]
        known = next((other for other in namesakes if clubs_agree(line.club, other.club)), None)
        if known is None:
            namesakes.append(line)
            unique.append(line)
            continue
        facts: dict[str, str | int] = {"found": line.name, "first": known.number}
        if fold(line.name) == fold(known.name):
            faults.append(TableFault("player_twice", line.number, "name", facts))
        else:
            facts["near"] = known.name
            faults.append(TableFault("turned_list", line.number, "name", facts))
    return unique


def _with_one_spelling(players: Iterable[ListedPlayer]) -> tuple[ListedPlayer, ...]:
    """Return the players, each club in the spelling of its first mention.

    Names in lower case only get capital initials.
    """
    clubs: dict[str, str] = {}
    return tuple(
        replace(
            player,
            name=player.name.title() if player.name.islower() else player.name,
            club=clubs.setdefault(club_key(player.club) or player.club, player.club),
        )
        for player in players
    )
