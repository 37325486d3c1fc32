"""A task for the process that calculates: the action, its files and its options. Pure.

`bot.ratings.jobs.process` runs the process; `bot.ratings.jobs.calculating` works in it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from datetime import date
from enum import StrEnum
from typing import Any, Final

_LEAGUES: Final = "leagues"
"""The option that names the tournaments that are leagues, one a line."""


class TaskAction(StrEnum):
    """What to do with the files."""

    CHECK = "check"
    """Read the files, and return errors or a summary."""
    RATE = "rate"
    """Calculate everything."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRef:
    """A file by its number, with its name and its length in bytes."""

    number: int
    name: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingTask:
    """A task for the process."""

    action: TaskAction
    system: str
    """A rating system, or a task of the championship."""
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
    today: date | None = None
    """The day of a check, after which no game can have been played; None in a calculation."""

    @property
    def day(self) -> date | None:
        """Return the chosen date of the list, or None."""
        return date.fromisoformat(self.options["day"]) if "day" in self.options else None

    @property
    def book_day(self) -> date:
        """Return the day in the spreadsheet's properties: that of the list, or a fixed one.

        A fixed day gives the same bytes for the same figures.
        """
        return self.day or date(2000, 1, 1)


def task_to_json(task: RatingTask) -> dict[str, Any]:
    """Return the task as JSON."""
    return asdict(task) | {"today": None if task.today is None else task.today.isoformat()}


def task_from_json(stored: Mapping[str, Any]) -> RatingTask:
    """Return the task that `task_to_json` wrote."""
    members = dict(stored)
    members["action"] = TaskAction(members["action"])
    members["files"] = tuple(FileRef(**file) for file in members["files"])
    members["new"], members["known"] = tuple(members["new"]), tuple(members["known"])
    if members["today"] is not None:
        members["today"] = date.fromisoformat(members["today"])
    return RatingTask(**members)


def list_day(stored_task: str) -> date:
    """Return the date of the lists that a stored task made; the task is JSON text.

    Every calculation has a date among its options (`Draft.task`).
    """
    return date.fromisoformat(json.loads(stored_task)["options"]["day"])


def leagues_of(options: Mapping[str, str]) -> tuple[str, ...]:
    """Return the tournaments that are leagues."""
    return tuple(options.get(_LEAGUES, "").splitlines())


def with_leagues(options: Mapping[str, str], leagues: Iterable[str]) -> dict[str, str]:
    """Return the options with these leagues in place of the earlier ones."""
    other_options = {name: chosen for name, chosen in options.items() if name != _LEAGUES}
    names = "\n".join(leagues)
    return other_options | {_LEAGUES: names} if names else other_options
