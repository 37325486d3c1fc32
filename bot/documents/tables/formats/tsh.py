"""Tournaments of tsh: `Surname, Name rating opponents; scores; …`, a player a line.

A player's number is the number of their line; opponent 0 is a bye. The tournament's name and date
are not in the format: they come from the file's name (`2025-05-31-cluj.t`), or from a comment in
the first lines (`# 2025-05-31 Open Cluj`). The rows have the same form as other files of results.
Ratings are ignored, one or several (`0+0+0`), because they are only the program's seeds. A player's
number in a register is ignored too (`Surname, Name:XT000123`).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import PurePath
from typing import Final, NamedTuple

from bot.documents.tables.cells import parse_day
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import LONGEST_CELL, Row, TableFile
from bot.documents.tables.formats.text import decoded
from bot.documents.tables.headings import HEADINGS, RESULTS, columns_of

_WHO: Final = r"(?P<name>[^\d;:#]{2,80}?)(?:\s*:[A-Za-z]{0,8}\d{1,12})?\s+\d{1,5}(?:\+\d{1,5}){0,9}"
"""Name, number in a register, rating or ratings."""
_PLAYER: Final = re.compile(
    _WHO + r"(?P<met>(?:\s+\d{1,4}(?:\+\d{1,4}){0,99}){0,99})\s*"
    r"(?:;(?P<scores>(?:\s*\+?-?\d{1,5}(?=[\s;+]|$)){0,99})\s*(?:;.*)?)?"
)
_BEGIN: Final = re.compile(_WHO + r"(?:\s+\d{1,4}(?:\+\d{1,4}){0,99}){1,99}\s*(?:;|$)")
_JOINED: Final = re.compile(r"[\s+]+")
"""The signs between two numbers of a list."""
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}")
_ALIKE: Final = re.compile(r"[^;]*[^\W\d][^;]*\s-?\d[^;]*;")
"""A name, numbers and a semicolon: a player's line, perhaps of a variant that is not supported."""
_BETWEEN: Final = re.compile(r"[,;\t]")
_SUFFIX: Final = ".t"
"""The ending of files of tsh."""
_FIRST_LINES: Final = 3
"""The number of first lines of which one must be a player's."""
_COMMENT_LINES: Final = 10
"""The number of first lines in which a comment may name the tournament."""


class _Line(NamedTuple):
    """A player, their opponents, and their scores."""

    line: int
    name: str
    met: Sequence[int]
    scores: Sequence[int]


def is_tsh(begin: bytes, name: str) -> bool:
    """Return whether a file is one of tsh: one of its first lines is a player with opponents.

    That line need not be the first, so that an unreadable line gets an error with its number. A
    file with the extension of tsh and no header of results counts too, for the same reason.
    """
    text = begin.decode("latin-1").removeprefix("\xef\xbb\xbf")
    lines = (line.strip() for line in text.splitlines())
    first = list(
        islice((line for line in lines if line and not line.startswith("#")), _FIRST_LINES)
    )
    if any(_BEGIN.match(line) is not None for line in first):
        return True
    is_called_so = PurePath(name).suffix.lower() == _SUFFIX
    is_alike = any(_ALIKE.match(line) is not None for line in first)
    return is_called_so and is_alike and not any(map(_is_header, first))


def _is_header(line: str) -> bool:
    """Return whether a line is a header of a table."""
    return any(columns_of(_BETWEEN.split(line), tuple(HEADINGS)))


def read_tsh(file: TableFile) -> Iterator[Row]:
    """Yield the header of results, then a row for each game and each bye.

    Raises:
        TableError: at once, for an unreadable line, pairings that disagree, or a missing date.
    """
    faults = FileFaults(file.name)
    text = decoded(file)
    lines = text.splitlines()
    if len(lines) > file.limits.rows:
        file.fail("rows", file.limits.rows + 1, most=file.limits.rows)
    day, tournament = _played(file.name, lines)
    if not day:
        file.fail("tsh_day", 1)
    players = list(_players(lines, faults))
    faults.check()
    games = [row for number in range(len(players)) for row in _games(players, number, faults)]
    faults.check()
    missing = sum(len(player.met) - len(player.scores) for player in players)
    if missing > 0:
        file.remark("tsh_unplayed", count=missing)
    yield 1, list(RESULTS)
    for line, cells in games:
        yield line, [day, tournament, *cells]


def _played(name: str, lines: Sequence[str]) -> tuple[str, str]:
    """Return date and name of the tournament; the date is empty if nothing states it."""
    stem = PurePath(name).stem
    comments = [
        line.strip()[1:] for line in lines[:_COMMENT_LINES] if line.lstrip().startswith("#")
    ]
    for text in (*comments, stem):
        day = _DAY.search(text)
        if day is not None and parse_day(day[0]) is not None:
            name_parts = text[: day.start()] + " " + text[day.end() :]
            tournament = re.sub(r"[\s_,:;-]+", " ", name_parts).strip()
            return day[0], tournament[:LONGEST_CELL] or stem
    return "", stem


def _players(lines: Sequence[str], faults: FileFaults) -> Iterator[_Line]:
    """Yield the players of a file of TSH, line by line."""
    for number, line in enumerate(lines, 1):
        plain = line.lstrip("\ufeff").strip()
        if not plain or plain.startswith("#"):
            continue
        match = _PLAYER.fullmatch(plain) if len(plain) <= 10 * LONGEST_CELL else None
        if match is None:
            faults.add("tsh_line", number, found=plain)
            continue
        surname, _, name = match["name"].partition(",")
        met, scores = _numbers(match["met"]), _numbers(match["scores"] or "")
        if len(scores) > len(met):  # a score without an opponent would be lost
            faults.add("tsh_line", number, found=plain)
            continue
        yield _Line(number, f"{name.strip()} {surname.strip()}".strip(), met, scores)


def _numbers(text: str) -> list[int]:
    """Return the numbers of a list separated by blanks or by `+`."""
    return [int(number) for number in _JOINED.split(text) if number]


def _games(players: Sequence[_Line], number: int, faults: FileFaults) -> Iterator[Row]:
    """Yield a player's byes, and their games with each opponent of a higher number.

    `number` is the player's index, from 0; opponents are numbered from 1.
    """
    player = players[number]
    # The opponents of a round not yet played have no score.
    for round_, (met, score) in enumerate(zip(player.met, player.scores, strict=False), 1):
        if not met:
            yield player.line, [f"{round_}", player.name, "", f"{score}", ""]
            continue
        other = players[met - 1] if met <= len(players) else None
        if other is None or _in_round(other.met, round_) != number + 1 or met == number + 1:
            faults.add("tsh_pairing", player.line, number=round_, found=met, own=number + 1)
        elif met > number + 1:
            theirs = _in_round(other.scores, round_)
            if theirs is None:
                faults.add("tsh_score", other.line, number=round_, near=player.name)
            else:
                yield player.line, [f"{round_}", player.name, other.name, f"{score}", f"{theirs}"]


def _in_round(by_round: Sequence[int], round_: int) -> int | None:
    """Return the number of that round, from 1; None if there is none."""
    return by_round[round_ - 1] if round_ <= len(by_round) else None
