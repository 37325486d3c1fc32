"""What the process is given: the game's record and letters, its rules, and its word list."""

from dataclasses import dataclass

from cattrs.preconf.json import make_converter

from engine.games.events import EditionRef
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One game."""

    record: str
    """As GCG."""
    sequence: str
    """All letters of the game in the order of drawing (art. 1.3), drawn or not.

    Empty: the record tells them.
    """
    rules: Ruleset
    edition: EditionRef
    folder: str
    """Where editions lie that are not shipped."""
    width: int = 0
    """How many boards are kept in the search for the best game on the letters, which is then asked
    for instead of findings; 0: findings are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Best:
    """What is answered to a task with a width."""

    total: int
    """The points of both in the best game that was found."""
    edition: str
    """The word list, by name."""
    official: bool
    """Whether that is the federation's own."""


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
