"""A list of players typed or pasted as a message: name, club and seed, one player a line.

It may have the forms that people use: commas, semicolons, tabs or dashes between name, club and
seed, numbers or bullets in front, the club in brackets.
"""

import re
from dataclasses import replace
from typing import Final

from bot.documents.tables.checks.person_texts import without_number
from bot.documents.tables.comma_names import (
    NOTHING,
    KnownTexts,
    Undecided,
    with_list,
    with_name_joined,
)
from bot.documents.tables.entry_columns import IN_ORDER, NOWHERE, in_order
from bot.documents.tables.faults import TableFault
from bot.documents.tables.formats.table_file import Row
from bot.documents.tables.headings import DOUBTS, looks_like
from bot.documents.tables.listed_players import PlayerList
from bot.documents.tables.player_lists import players_of

_BULLET: Final = re.compile(r"^\s*[-–—•·]\s+")
_MARKS: Final = "*_ \t"
"""Marks that some people put around a name for bold type."""
_DASHES: Final = re.compile(r"\s+[-–—]\s+")
_IN_BRACKETS: Final = re.compile(r"[^()]+\([^()]+\)")
_SEPARATED: Final = {
    sign: re.compile(rf"{sign}(?![^()]*\))")  # nothing inside brackets separates
    for sign in ("\t", ";", ",")
}


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
        return PlayerList(faults=tuple(doubtful))
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
        return PlayerList(faults=tuple(undecided))
    players = players_of(replace(table, rows=tuple(joined_rows)), most=len(IN_ORDER))
    faults = sorted((*players.faults, *undecided), key=lambda fault: fault.line)
    return replace(players, faults=tuple(faults))


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
    if len(cells) == 2 and cells[1].isdecimal() and cells[0].endswith(")"):
        return [cells[0], "", cells[1]]  # name and seed; the club is in the brackets
    return cells


def _separator(line: str) -> str | None:
    """Return the sign that separates the cells of an unmarked line; None without any."""
    return next((sign for sign, pattern in _SEPARATED.items() if pattern.search(line)), None)
