"""Tables and tasks in the form that the process receives."""

from collections.abc import Mapping
from io import BytesIO
from typing import Any

from bot.documents.tables.formats.table_file import CHAT, TableFile
from bot.ratings.calculation.task import FileRef, RatingTask, TaskAction


def table_file(content: bytes, name: str = "a.csv") -> TableFile:
    """Return a file to be read."""
    return TableFile(name=name, content=BytesIO(content), limits=CHAT)


def task_of(
    system: str, *contents: bytes, action: TaskAction = TaskAction.CHECK, **more: Any
) -> tuple[RatingTask, Mapping[int, bytes]]:
    """Return a task, and the content of its files, called `f1.csv`, `f2.csv` and so on."""
    files = tuple(
        FileRef(number=number, name=f"f{number}.csv", size=len(content))
        for number, content in enumerate(contents, 1)
    )
    return RatingTask(action=action, system=system, files=files, **more), dict(
        enumerate(contents, 1)
    )
