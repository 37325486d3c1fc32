"""A saved rating: its whole history, so that later results can be added.

The file is JSON: schema, system, options, the input files with their SHA-256, and their content as
tables, with one spelling per name and without byes. No results are stored. Continuing rates the
whole history again, so it gives the same figures and terms as a single run.

Anyone may send such a file, so the usual table readers read its tables, with their limits.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from hashlib import sha256
from io import BytesIO
from typing import Any, Final, NoReturn

from bot.documents.tables import events, games, players
from bot.documents.tables.csv_writing import csv_table
from bot.documents.tables.faults import TableError
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.names import Names
from bot.ratings.calculation.systems import System
from bot.ratings.lists.inputs import Calendar, RatedResults, leagues_in
from bot.ratings.lists.makers import normal_option, rules_of
from engine.ratings.protocol import Player, Start

SCHEMA: Final = 1
MOST_BYTES: Final = 512 << 20
"""The largest file that is read."""
_KEYS: Final = {"schema", "system", "options", "inputs", "tables", "sha256"}
_DECIMALS: Final = 18
"""Decimals of a starting rating, as its reader accepts them."""
_LEAGUES: Final = "leagues"
History = Calendar | RatedResults
"""The input of a system: collective games, or games of two players."""


class SavedError(Exception):
    """A saved rating cannot be continued; the message says why, and what to do."""


@dataclass(frozen=True, slots=True)
class InputFile:
    """An input file of the rating."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SavedRating:
    """The history of a rating."""

    system: System
    options: Mapping[str, str]
    """The options that affect the figures, as `System.options` returns them."""
    inputs: tuple[InputFile, ...]
    """The input files, in the order in which they were added."""
    history: History


def saved_file_name(system: str, day: date) -> str:
    """Return the name of the file from which the list of that day can be continued."""
    return f"{system}-{day.isoformat()}.json"


def saved_to_json(saved: SavedRating) -> bytes:
    """Return the content of a saved file; the same history gives the same bytes."""
    tables = {name: content.decode() for name, content in _tables(saved.history)}
    content: dict[str, Any] = {
        "schema": SCHEMA,
        "system": saved.system.value,
        "options": dict(saved.options),
        "inputs": [{"name": file.name, "sha256": file.sha256} for file in saved.inputs],
        "tables": tables,
    }
    content["sha256"] = _hash(content)
    return (json.dumps(content, ensure_ascii=False, indent=1) + "\n").encode()


def saved_from_json(name: str, content: bytes) -> SavedRating:
    """Return the history that `saved_to_json` wrote.

    Raises:
        SavedError: the content is something else, damaged, or of an unknown schema.
    """
    if len(content) > MOST_BYTES:
        _fail(name, f"expected at most {MOST_BYTES} bytes")
    try:
        members = json.loads(content)
    except (ValueError, RecursionError):
        _fail(name, "expected a file that --save wrote, found no JSON")
    if not isinstance(members, dict) or "schema" not in members:
        _fail(name, "expected a file that --save wrote")
    if members["schema"] != SCHEMA:
        _fail(name, f"expected schema {SCHEMA}, found {members['schema']!r:.40}; make it anew")
    if set(members) != _KEYS or not _have_types(members):
        _fail(name, "expected what --save writes, found other members")
    if members["sha256"] != _hash({key: members[key] for key in members if key != "sha256"}):
        _fail(name, "it was changed after --save wrote it; make it anew from the results")
    if members["system"] not in {system.value for system in System}:
        _fail(name, f"no rating system is called {members['system']!r:.40}")
    system = System(members["system"])
    if not _are_options(system, members["options"]):
        _fail(name, f"expected options of the system {system}, found others")
    return SavedRating(
        system=system,
        # A file from before an option existed gets its default.
        options=system.options(members["options"]),
        inputs=tuple(InputFile(file["name"], file["sha256"]) for file in members["inputs"]),
        history=_history(name, system, members["tables"]),
    )


def _are_options(system: System, chosen: Mapping[str, str]) -> bool:
    """Return whether these are values of the system's options; some may be missing."""
    choices = {choice.name: choice for choice in system.traits.choices}
    return all(
        option in choices
        and (text == choices[option].of({}) or text == normal_option(system, choices[option], text))
        for option, text in chosen.items()
    )


def _have_types(members: Mapping[str, Any]) -> bool:
    """Return whether all members have the required types; `schema` was checked before."""
    inputs = members["inputs"]
    return (
        isinstance(members["system"], str)
        and isinstance(members["sha256"], str)
        and _are_texts(members["options"])
        and _are_texts(members["tables"])
        and isinstance(inputs, list)
        and all(_are_texts(file) and set(file) == {"name", "sha256"} for file in inputs)
    )


def _are_texts(member: object) -> bool:
    return isinstance(member, dict) and all(isinstance(value, str) for value in member.values())


def _hash(content: Mapping[str, Any]) -> str:
    """Return the SHA-256 of all members but itself, however the file is laid out."""
    plain = json.dumps(content, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return sha256(plain.encode()).hexdigest()


def _tables(history: History) -> Iterator[tuple[str, bytes]]:
    """Yield the tables of a saved rating, each with its name."""
    if isinstance(history, Calendar):
        rows = (
            (event.day, event.kind.value, event.name, player, place)
            for event in history.events
            for player, place in event.places.items()
        )
        yield "events", csv_table(events.COLUMNS, rows)
        return
    columns = (*players.COLUMNS, *players.MORE_COLUMNS)
    yield "players", csv_table(columns, map(_start_row, history.starts.items()))
    yield "results", csv_table(games.COLUMNS, history.games)
    if history.leagues:
        yield _LEAGUES, csv_table(("tournament",), ((name,) for name in sorted(history.leagues)))


def _start_row(player_and_start: tuple[Player, Start]) -> tuple[object, ...]:
    player, start = player_and_start
    rating = "" if start.rating is None else _decimal(start.rating)
    return player, rating, start.games, start.weighted_games, start.career_games


def _decimal(rating: Fraction) -> str:
    """Return a rating, never negative, with all its decimals, because files have no fractions."""
    integer, decimals = divmod(rating * 10**_DECIMALS, 10**_DECIMALS)
    return f"{integer}.{int(decimals):0{_DECIMALS}}".rstrip("0").rstrip(".")


def _history(name: str, system: System, tables: Mapping[str, str]) -> History:
    """Return the events or the games that a saved rating contains.

    Raises:
        SavedError: a table is missing, or a reader refuses one.
    """
    takes_calendar = system.traits.takes_calendar
    required = {"events"} if takes_calendar else {"players", "results"}
    optional = set() if takes_calendar else {_LEAGUES}
    if set(tables) - optional != required:
        _fail(name, "expected what --save writes, found other tables")
    names = Names()
    files = {
        key: TableFile(name=f"{name}, {key}", content=BytesIO(text.encode("utf-8", "replace")))
        for key, text in tables.items()
    }
    try:
        if takes_calendar:
            calendar, firsts = events.read_events(files["events"], names)
            return Calendar(events=calendar, played=firsts)
        starts = players.read_starts(files["players"], names)
        rules = rules_of(system, ())
        played, firsts = games.read_games(
            files["results"], names, discs=rules.discs, since=rules.since
        )
        leagues = leagues_in(files[_LEAGUES], played) if _LEAGUES in files else frozenset()
    except TableError as error:
        _fail(name, f"{error}")
    return RatedResults(starts=starts, games=played, played=firsts, leagues=leagues)


def _fail(name: str, reason: str) -> NoReturn:
    raise SavedError(f"{name}: {reason}") from None
