"""The input of the process: a game's record and tiles, its rules, and its word list."""

from dataclasses import dataclass

from cattrs.preconf.json import make_converter

from engine.games.events import EditionRef
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """The task for one game."""

    record: str
    """The game's record, as GCG."""
    sequence: str
    """All tiles of the game in the order of drawing (art. 1.3), drawn or not.

    If empty, the record gives them.
    """
    rules: Ruleset
    edition: EditionRef
    folder: str
    """The folder of word lists that are not part of the program."""
    width: int = 0
    """Boards kept in a search for the best game on the tiles; 0 asks for an analysis instead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """The answer to a task with a width."""

    total: int
    """The points of both players in the best game found."""
    edition: str
    """The name of the word list."""
    official: bool
    """Whether that is the federation's official list."""


_converter = make_converter()


def task_to_json(task: Task) -> str:
    """Return the task on one line."""
    return str(_converter.dumps(task, ensure_ascii=False))


def task_from_json(given: str | bytes) -> Task:
    """Return the task."""
    task: Task = _converter.loads(given, Task)
    return task


def best_to_json(best: Best) -> str:
    """Return the answer on one line."""
    return str(_converter.dumps(best, ensure_ascii=False))


def best_from_json(given: str | bytes) -> Best:
    """Return the answer."""
    best: Best = _converter.loads(given, Best)
    return best
