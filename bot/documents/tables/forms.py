"""The application of a tournament for the Polish checklist: TOML, or CSV with `key,value`.

Keys are the fields of `Application`; an absent key means "not stated". TOML uses its own dates and
`true` and `false`. In CSV a cell has several dates separated by blanks or commas, and `none` for
none.
"""

import io
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from typing import Any, NamedTuple

from bot.documents.tables.cell_texts import truth_of
from bot.documents.tables.cells import parse_day, parse_number, parse_whole
from bot.documents.tables.columns import read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from engine.ratings.pfs_check import BIG_POINTS, Application

_KEY = re.compile(r"\s*[\"']?([A-Za-z_]+)[\"']?\s*=")
_BETWEEN = re.compile(r"[\s,;]+")
"""The signs between two days."""
_LARGEST = 1 << 20
"""The most bytes of a form."""
_LONGEST_ERROR = 100
"""The most characters shown of an error of the TOML parser."""
_NO_VALUE = "none"
"""In a CSV cell: stated, but no day."""


def _count(text: str) -> int | None:
    """Return a number that is not negative, or None."""
    return parse_whole(text, least=0)


def _days(text: str) -> tuple[date, ...] | None:
    """Return the days in a cell; None if one of them is unreadable."""
    if text.strip().casefold() == _NO_VALUE:
        return ()
    days = [parse_day(day) for day in _BETWEEN.split(text) if day]
    return None if None in days else tuple(day for day in days if day is not None)


def _criterion(text: str) -> str | None:
    """Return the criterion in small letters, big points in English; None for an empty cell."""
    words = " ".join(text.casefold().split())
    return BIG_POINTS if words == "duże punkty" else words or None


class _Kind(NamedTuple):
    """The kind of a value."""

    code: str
    """The code of the error of a value of another kind."""
    read: Callable[[str], object]
    """Returns the value in a text, or None if it is of another kind."""


_COUNT, _TRUTH, _DAYS = _Kind("count", _count), _Kind("truth", truth_of), _Kind("days", _days)
_KINDS: Mapping[str, _Kind] = {
    "minutes": _COUNT,
    "first_criterion": _Kind("text", _criterion),
    "closed": _TRUTH,
    "participants": _COUNT,
    "listed_participants": _COUNT,
    "criteria_approved": _TRUTH,
    "rules_observed": _TRUTH,
    "referee_licensed": _TRUTH,
    "federation_program": _TRUTH,
    "rounds": _COUNT,
    "days": _DAYS,
    "announced": _Kind("date", parse_day),
    "fee": _Kind("number", parse_number),
    "fee_limit": _Kind("number", parse_number),
    "other_fees": _TRUTH,
    "table_width": _COUNT,
    "referee_table": _TRUTH,
    "good_lighting": _TRUTH,
    "enough_tables": _TRUTH,
    "toilets": _TRUTH,
    "sets_provided": _TRUTH,
    "clocks_provided": _TRUTH,
    "lodging_announced": _TRUTH,
    "meals_announced": _TRUTH,
    "word_computer": _TRUTH,
    "word_list_checked": _TRUTH,
    "club": _TRUTH,
    "club_days": _DAYS,
    "protected_days": _DAYS,
}
"""The kind of each key's value."""

EMPTY_FORM = f"""\
# One tournament. Leave out, or leave behind the #, what is not known.
# minutes = 20                    # a: for each player, for a game
# first_criterion = "{BIG_POINTS}" # b: what the ranking of the tournament looks at first
# closed = false                  # c: whether only some may take part; if so also:
# participants = 40
# listed_participants = 25        #    how many of them the current list has
# criteria_approved = true        #    by the board
# rules_observed = true           # d: those of referees, ranking and tournaments
# referee_licensed = true         # e
# federation_program = true
# rounds = 12                     # f
# days = [2025-06-14, 2025-06-15] # g, h, m, n: all days of play
# announced = 2025-05-01          # h: when the application was made
# fee = 60                        # i
# fee_limit = 70
# other_fees = false
# table_width = 80                # j: centimetres for each game
# referee_table = true
# good_lighting = true
# enough_tables = true
# toilets = true
# sets_provided = true            # k
# clocks_provided = true
# lodging_announced = true        # l
# meals_announced = true
# word_computer = true            # ł: a second one, for nothing but looking words up
# word_list_checked = true        #    its list is the current one
# club = true                     # m: whether a club organises it; if so also:
# club_days = [2025-05-17]        #    days of its other rated tournaments
# protected_days = [2025-06-07]   # n: days of Grand Prix tournaments, the Cup, the championship
"""
"""An empty form to fill in, in TOML."""


class _Statement(NamedTuple):
    """A statement of the form."""

    line: int
    key: str
    text: str
    """The value in the form of a CSV cell."""


def read_form(file: TableFile) -> Application:
    """Return the statements of the form.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    faults = FileFaults(file.name)
    is_toml = file.name.casefold().endswith(".toml")
    rows = _toml(file) if is_toml else _table(file, faults)
    values: dict[str, Any] = {}
    for line, key, text in rows:
        if key not in _KINDS:
            faults.add("key", line, key or "key", keys=", ".join(_KINDS))
        elif key in values:
            faults.add("key_twice", line, key)
        elif text.strip():
            kind = _KINDS[key]
            values[key] = kind.read(text)
            if values[key] is None:
                faults.add(kind.code, line, key, found=text)
    faults.check()
    return Application(**values)


def _table(file: TableFile, faults: FileFaults) -> Iterator[_Statement]:
    """Yield the statements of a table."""
    for line, (key, value) in read_columns(file, faults, ("key", "value")):
        yield _Statement(line, key.strip().casefold(), value)


def _toml(file: TableFile) -> Iterator[_Statement]:
    """Yield the statements of a TOML file."""
    content = file.content.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        file.fail("bytes", most=_LARGEST, found=len(content))
    try:
        text = content.decode("utf-8-sig")
        table = tomllib.loads(text)
    except UnicodeDecodeError:
        file.fail("encoding")
    except (ValueError, RecursionError) as error:
        line = re.search(r"line (\d+)", str(error))
        file.fail("toml", int(line[1]) if line else 0, found=str(error)[:_LONGEST_ERROR])
    lines = {
        match[1]: number
        for number, line in enumerate(io.StringIO(text), 1)
        if (match := _KEY.match(line))
    }
    for key, value in table.items():
        yield _Statement(lines.get(key, 0), key, _csv_text(value))


def _csv_text(value: object) -> str:
    """Return a TOML value in the form of a CSV cell."""
    if isinstance(value, list):
        if not value:
            return _NO_VALUE
        return " ".join(map(_csv_text, value))
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)
