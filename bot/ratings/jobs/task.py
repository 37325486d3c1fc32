"""The task for the process of a job: the action, its files and its options.

Pure. `bot.ratings.jobs.process` runs the process; `bot.ratings.jobs.tasks` does the work in it.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from enum import StrEnum
from hashlib import sha256
from typing import Any

from bot.documents.tables.events import COLUMNS as EVENTS
from bot.documents.tables.games import COLUMNS as GAMES
from bot.documents.tables.headings import columns_of
from bot.documents.tables.players import COLUMNS as PLAYERS
from bot.documents.tables.players import MORE_COLUMNS
from bot.ratings.jobs.systems import TRAITS


class FileAction(StrEnum):
    """The action on the files."""

    CHECK = "check"
    """Read the files, and return errors or a summary."""
    RATE = "rate"
    """Calculate everything."""


class FileRole(StrEnum):
    """The kind of a file's content."""

    EVENTS = "events"
    """Collective games, a participant a row."""
    RESULTS = "results"
    """Games of two players, a game a row."""
    PLAYERS = "players"
    """Starting ratings, or the players of a championship."""
    PLACES = "places"
    """The places of one game."""
    SCALES = "scales"
    """An organiser's own table of scales."""
    SAVED = "saved"
    """A saved rating, from which to continue."""


_SEASON = ("stage", "value", "game_value", "points", "competition")
_PEOPLE = ("born", "birth_year", "club", "opt_out", "withdrawn")
COLUMNS: Mapping[FileRole, tuple[str, ...]] = {
    FileRole.EVENTS: (*EVENTS, *_SEASON),
    FileRole.RESULTS: GAMES,
    FileRole.PLAYERS: (*PLAYERS, *MORE_COLUMNS, *_PEOPLE),
    FileRole.PLACES: ("place", "player", "rating"),
}
"""The columns by which a kind of file is recognised."""
_MUST_HAVE: Mapping[FileRole, frozenset[str]] = {
    FileRole.EVENTS: frozenset(EVENTS),
    FileRole.RESULTS: frozenset(GAMES),
    FileRole.PLAYERS: frozenset({"player"}),
    FileRole.PLACES: frozenset({"place", "player"}),
}
"""Columns without which a file is not of that kind; a list of players may have places too."""
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """The kinds of files that a system takes."""

    required: tuple[FileRole, ...]
    optional: tuple[FileRole, ...] = ()
    several: tuple[FileRole, ...] = ()
    """Kinds of which there may be several files, with different names."""

    @property
    def roles(self) -> tuple[FileRole, ...]:
        """Return all kinds, the required ones first."""
        return (*self.required, *self.optional)


_CALENDAR = Needs(required=(FileRole.EVENTS,), optional=(FileRole.PLAYERS, FileRole.SAVED))
_HEAD_TO_HEAD = Needs(required=(FileRole.RESULTS,), optional=(FileRole.PLAYERS, FileRole.SAVED))
NEEDS: Mapping[str, Needs] = {
    **{
        system: _CALENDAR if traits.takes_calendar else _HEAD_TO_HEAD
        for system, traits in TRAITS.items()
    },
    "cnis_points": Needs(required=(FileRole.PLACES,), optional=(FileRole.SCALES,)),
    "cnis_season": Needs(
        required=(FileRole.EVENTS, FileRole.PLAYERS),
        optional=(FileRole.SCALES,),
        several=(FileRole.EVENTS,),
    ),
    "cnis_round": Needs(required=(FileRole.PLAYERS,), optional=(FileRole.RESULTS,)),
}
"""The kinds of files for each rating system and each task of the individual championship."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRef:
    """A file by its number, with its name and its length."""

    number: int
    name: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTask:
    """A task for the process."""

    act: FileAction
    system: str
    files: tuple[FileRef, ...]
    language: str = "ro"
    """The language of the spreadsheet."""
    options: Mapping[str, str] = field(default_factory=dict)
    """The options by the system's names: `window`, `selection`, `day` …"""
    same: Mapping[str, str] = field(default_factory=dict)
    """Misspelt names, with the correct names."""
    new: tuple[str, ...] = ()
    """Names of other people than the similar ones."""
    known: tuple[str, ...] = ()
    """Names on lists published before."""
    today: str = ""
    """The day of the check, as ISO; later days of play are doubtful."""

    @property
    def day(self) -> date | None:
        """Return the chosen date of the list, or None."""
        return date.fromisoformat(self.options["day"]) if "day" in self.options else None


def task_to_json(task: RatingTask) -> dict[str, Any]:
    """Return the task as JSON."""
    return asdict(task)


def task_from_json(stored: Mapping[str, Any]) -> RatingTask:
    """Return the task that `task_to_json` wrote."""
    values = dict(stored)
    values["act"] = FileAction(values["act"])
    values["files"] = tuple(FileRef(**file) for file in values["files"])
    values["new"], values["known"] = tuple(values["new"]), tuple(values["known"])
    return RatingTask(**values)


def leagues_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tournaments that are leagues; the option has one name a line."""
    return tuple(options.get("leagues", "").splitlines())


def day_of(task: str) -> date:
    """Return the date of the lists of a task, which is given as JSON."""
    return date.fromisoformat(json.loads(task)["options"]["day"])


def saved_name(system: str, day: date) -> str:
    """Return the name of the file from which a list can be continued."""
    return f"{system}-{day.isoformat()}.json"


def is_championship(system: str) -> bool:
    """Return whether the key is a task of the individual championship and no rating system."""
    return system.startswith("cnis")


def recognised(begin: Sequence[Sequence[str]], needs: Needs) -> FileRole | None:
    """Return the kind of a file by its first rows, or None if it is not needed.

    The header is the row that names most of a kind's columns.
    """
    header = [cell.strip() for cell in begin[0]] if begin else []
    while header and not header[-1]:
        header.pop()
    if FileRole.SCALES in needs.roles and len(header) > 1 and all(map(str.isdecimal, header[1:])):
        return FileRole.SCALES
    roles = [role for role in needs.roles if role in COLUMNS]
    named = {
        role: max((_known(row, role) for row in begin), key=len, default=_NOTHING) for role in roles
    }
    best = max(named, key=lambda role: len(named[role]) - len(_MUST_HAVE[role] - named[role]))
    return best if named[best] else None


def _known(cells: Iterable[str], role: FileRole) -> frozenset[str]:
    """Return the columns of that kind of file that these cells name."""
    return frozenset(filter(None, columns_of(cells, COLUMNS[role])))


def input_sha256(hashes: Iterable[str], options: Mapping[str, str]) -> str:
    """Return the hash that identifies the input of a result.

    For a single file without options it is the SHA-256 of the file.
    """
    parts = list(hashes)
    chosen = [f"{name}={value}" for name, value in sorted(options.items())]
    if len(parts) == 1 and not chosen:
        return parts[0]
    return sha256("\n".join([*parts, *chosen]).encode()).hexdigest()
