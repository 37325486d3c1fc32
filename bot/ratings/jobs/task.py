"""What is to be worked out of which files: the values that go to the process which does it.

Pure. How the process is run is `bot.ratings.jobs.process`, what it does `bot.ratings.jobs.working`.
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


class Act(StrEnum):
    """What is done with the files."""

    CHECK = "check"
    """Read them, and say what is wrong, or what was understood."""
    RATE = "rate"
    """Work everything out."""


class Role(StrEnum):
    """What a file holds."""

    EVENTS = "events"
    """Collective games, a participant a row."""
    RESULTS = "results"
    """Games of two players."""
    PLAYERS = "players"
    """Starting ratings, or the players of a championship."""
    PLACES = "places"
    """One game's places."""
    SCALES = "scales"
    """An organiser's own table of scales."""
    SAVED = "saved"
    """A rating that was saved, to be gone on from."""


_SEASON = ("stage", "value", "game_value", "points", "competition")
_PEOPLE = ("born", "birth_year", "club", "opt_out", "withdrawn")
COLUMNS: Mapping[Role, tuple[str, ...]] = {
    Role.EVENTS: (*EVENTS, *_SEASON),
    Role.RESULTS: GAMES,
    Role.PLAYERS: (*PLAYERS, *MORE_COLUMNS, *_PEOPLE),
    Role.PLACES: ("place", "player", "rating"),
}
"""Columns by which a file is recognised."""
_MUST_HAVE: Mapping[Role, frozenset[str]] = {
    Role.EVENTS: frozenset(EVENTS),
    Role.RESULTS: frozenset(GAMES),
    Role.PLAYERS: frozenset({"player"}),
    Role.PLACES: frozenset({"place", "player"}),
}
"""Those without which it is none: a list of players names places, too, and no dates."""
_NOTHING: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class Needs:
    """Which files something is worked out of."""

    required: tuple[Role, ...]
    optional: tuple[Role, ...] = ()
    several: tuple[Role, ...] = ()
    """Of which there may be more files than one, of different names."""

    @property
    def roles(self) -> tuple[Role, ...]:
        """Return all of them, the required ones first."""
        return (*self.required, *self.optional)


_CALENDAR = Needs(required=(Role.EVENTS,), optional=(Role.PLAYERS, Role.SAVED))
_HEAD_TO_HEAD = Needs(required=(Role.RESULTS,), optional=(Role.PLAYERS, Role.SAVED))
NEEDS: Mapping[str, Needs] = {
    **{
        system: _CALENDAR if traits.takes_calendar else _HEAD_TO_HEAD
        for system, traits in TRAITS.items()
    },
    "cnis_points": Needs(required=(Role.PLACES,), optional=(Role.SCALES,)),
    "cnis_season": Needs(
        required=(Role.EVENTS, Role.PLAYERS), optional=(Role.SCALES,), several=(Role.EVENTS,)
    ),
    "cnis_round": Needs(required=(Role.PLAYERS,), optional=(Role.RESULTS,)),
}
"""What each system, and each of what the individual championship asks for, is worked out of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRef:
    """A file by its number, with what to call it and how long it is."""

    number: int
    name: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is wanted."""

    act: Act
    system: str
    files: tuple[FileRef, ...]
    language: str = "ro"
    """Of the spreadsheet."""
    options: Mapping[str, str] = field(default_factory=dict)
    """As the system knows them: `window`, `selection`, `day` …"""
    same: Mapping[str, str] = field(default_factory=dict)
    """Names that are misspelt, and the names that were meant."""
    new: tuple[str, ...] = ()
    """Names that are somebody else's, however close to others."""
    known: tuple[str, ...] = ()
    """Names on the lists published before."""

    @property
    def day(self) -> date | None:
        """Return the date of the list, if it is chosen."""
        return date.fromisoformat(self.options["day"]) if "day" in self.options else None


def task_to_json(task: Task) -> dict[str, Any]:
    """Return the task as JSON."""
    return asdict(task)


def task_from_json(stored: Mapping[str, Any]) -> Task:
    """Return the task that `task_to_json` wrote."""
    values = dict(stored)
    values["act"] = Act(values["act"])
    values["files"] = tuple(FileRef(**each) for each in values["files"])
    values["new"], values["known"] = tuple(values["new"]), tuple(values["known"])
    return Task(**values)


def leagues_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """Return which tournaments are leagues; an option holds their names, one a line."""
    return tuple(options.get("leagues", "").splitlines())


def day_of(task: str) -> date:
    """Return the date of the lists that a task has made; the task is JSON, as it is stored."""
    return date.fromisoformat(json.loads(task)["options"]["day"])


def saved_name(system: str, day: date) -> str:
    """Return what the file is called that a list can be gone on from."""
    return f"{system}-{day.isoformat()}.json"


def is_championship(system: str) -> bool:
    """Return whether it is one of the individual championship's, and no rating system."""
    return system.startswith("cnis")


def recognised(begin: Sequence[Sequence[str]], needs: Needs) -> Role | None:
    """Return what a file holds whose first rows these are; None: nothing of what is needed.

    One of them is the header: the one that names most of a file's columns.
    """
    header = [cell.strip() for cell in begin[0]] if begin else []
    while header and not header[-1]:
        header.pop()
    if Role.SCALES in needs.roles and len(header) > 1 and all(map(str.isdecimal, header[1:])):
        return Role.SCALES
    roles = [role for role in needs.roles if role in COLUMNS]
    named = {
        role: max((_known(row, role) for row in begin), key=len, default=_NOTHING) for role in roles
    }
    best = max(named, key=lambda role: len(named[role]) - len(_MUST_HAVE[role] - named[role]))
    return best if named[best] else None


def _known(cells: Iterable[str], role: Role) -> frozenset[str]:
    """Return the columns of a file of that kind that these cells name."""
    return frozenset(filter(None, columns_of(cells, COLUMNS[role])))


def input_sha256(hashes: Iterable[str], options: Mapping[str, str]) -> str:
    """Return what a result's input is told apart by.

    Of a single file without options it is the file's own SHA-256.
    """
    parts = list(hashes)
    chosen = [f"{name}={value}" for name, value in sorted(options.items())]
    if len(parts) == 1 and not chosen:
        return parts[0]
    return sha256("\n".join([*parts, *chosen]).encode()).hexdigest()
