"""What the process is given: the game's record, the rules it was played by, and its word list."""

from dataclasses import dataclass

from cattrs.preconf.json import make_converter

from engine.games.events import EditionRef
from engine.rulesets import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One game."""

    record: str
    """As GCG, in which letters are known in the order in which they were drawn."""
    rules: Ruleset
    edition: EditionRef
    folder: str
    """Where editions lie that are not shipped."""


_converter = make_converter()


def task_to_json(task: Task) -> str:
    """Return the task on one line."""
    return str(_converter.dumps(task, ensure_ascii=False))


def task_from_json(given: str | bytes) -> Task:
    """Return the task."""
    task: Task = _converter.loads(given, Task)
    return task
