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
    """How many boards are kept in the search for the best game on the letters; 0: no search."""


_converter = make_converter()


def task_to_json(task: Task) -> str:
    """Return the task on one line."""
    return str(_converter.dumps(task, ensure_ascii=False))


def task_from_json(given: str | bytes) -> Task:
    """Return the task."""
    task: Task = _converter.loads(given, Task)
    return task
