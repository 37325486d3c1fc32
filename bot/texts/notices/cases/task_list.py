"""Texts of an arbiter's task list: the earliest deadline first, a button for each task.

Pure: from the tasks found by `bot.service.operations.days.task_list` to a message. `/mesa` shows
all of them in pages; the digest shows the new ones.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import Final

from bot.texts.buttons.cases import (
    BULK,
    OPEN_TASK,
    TASKS,
    SilencesAction,
    TaskKind,
    all_tasks_button,
)
from bot.texts.messages import Button, Buttons, Card, Text, rows_of, say, turning
from bot.texts.notices.cases.tasks import SILENT, Task, TaskList
from bot.texts.notices.participants import ending
from bot.texts.paging import page_at

ON_PAGE: Final = 10
"""The most tasks on a page of the list."""
MOST_NEW: Final = 15
"""The most new tasks in a digest; a button shows the others."""
MOST_LATE: Final = 5
"""The most overdue tasks that a digest names."""
FEWEST_BULK: Final = 2
"""The fewest games, silent or with exceeded time, that are decided at once."""


def players(first: str, second: str) -> Text:
    """Return the names of a match's players for the list."""
    return say("docket.players", first=first, second=second)


def one_of(name: str, partner: str) -> Text:
    """Return the names of the player concerned and of their opponent for the list."""
    return say("docket.one_of", name=name, partner=partner)


def named(name: str) -> Text:
    """Return the name of a player or a competition for the list."""
    return say("docket.named", name=name)


def open_button(item: Task, label: Text) -> Button:
    """Return the button that opens the task."""
    return OPEN_TASK.button(label, item.kind, item.about)


def page(tasks: TaskList, wanted: int, kind: str = "") -> Card:
    """Return a page of the list with its buttons: tasks to open, pages, kinds.

    Tasks may be done since a button was made. A page beyond the end shows the last page; a kind
    without tasks shows all.
    """
    if not tasks.items:
        return Card(say("docket.empty"))
    listed = tasks.of(kind)
    if not listed.items:
        listed, kind = tasks, ""
    shown = page_at(listed.items, wanted, ON_PAGE)
    text = say(
        "docket.list",
        n=len(listed.items),
        over=_over(listed),
        rows=_rows(shown.items),
    )
    # The tasks may have become few since a kind was chosen: it keeps its way back to all.
    kinds = _kinds(tasks, kind) if kind or len(tasks.items) > ON_PAGE else ()
    turns = turning(shown.number, shown.count, TASKS.turns(kind))
    bulk = _bulk(tasks) if kind in {"", *SILENT} else ()
    return Card(text, (*_openings(shown.items), *turns, *bulk, *kinds))


def news(tasks: TaskList, new: TaskList) -> Card:
    """Return the new tasks for a digest, and the buttons that open them and the rest."""
    first = new.items[:MOST_NEW]
    left_out = len(new.items) - len(first)
    text = say(
        "docket.news",
        n=len(tasks.items),
        over=_over_listed(tasks, first),
        rows=_rows(first) or None,
        more=say("docket.more", n=left_out) if left_out else None,
    )
    table = all_tasks_button(say("button.docket", n=len(tasks.items)))
    return Card(text, (*_openings(first), *_bulk(tasks), (table,)))


def _over(tasks: TaskList) -> Text | None:
    """Return the number of overdue tasks; None if there are none."""
    over = sum(item.is_overdue for item in tasks.items)
    return say("docket.over", n=over) if over else None


def _over_listed(tasks: TaskList, listed: Sequence[Task]) -> Text | None:
    """Return the number of overdue tasks, and those by name that the digest does not list.

    None if there are none.
    """
    late = [item for item in tasks.items if item.is_overdue]
    if not late:
        return None
    unlisted = [item for item in late if item not in listed]
    more = len(unlisted) - MOST_LATE
    return say(
        "docket.over_listed",
        n=len(late),
        rows=[_row(item) for item in unlisted[:MOST_LATE]] or None,
        more=say("docket.more", n=more) if more > 0 else None,
    )


def _row(item: Task) -> Text:
    note = None if item.note is None else say("docket.note", what=item.note)
    return say("docket.row", code=item.code, who=item.who, note=note)


def _rows(items: Sequence[Task]) -> list[Text]:
    """Return a heading for each kind and day, with a line for each task."""
    rows: list[Text] = []
    for _, group in groupby(items, key=_heading):
        tasks = list(group)
        first = tasks[0]
        rows.append(say("docket.heading", kind=say(f"docket.{first.kind}"), when=when(first)))
        rows += [_row(item) for item in tasks]
    return rows


def _heading(item: Task) -> tuple[TaskKind, date | None, date | None]:
    """Return the common part of tasks under one heading."""
    return item.kind, item.until, item.since if item.until is None else None


def when(item: Task) -> Text:
    """Return the task's last day, or the first day of waiting."""
    if item.until is None:
        waits = (item.today - item.since).days
        return say("docket.since", n=waits) if waits > 0 else say("docket.since_today")
    if item.left < 0:
        return say("docket.overdue", n=-item.left)
    if not item.left:
        return say("docket.today")
    return say("docket.until", until=ending(item.until, item.zone), n=item.left)


def _openings(items: Sequence[Task]) -> Buttons:
    return tuple((open_button(item, short_label(item)),) for item in items)


def short_label(item: Task) -> Text:
    """Return the label of a task's button: the players, and the days that it waits or has left.

    A letter names its game, too, because one player may have written about several.
    """
    mark, days = say(f"docket.mark.{item.kind}"), _short_when(item)
    if item.kind is TaskKind.LETTER:
        return say("docket.open_letter", mark=mark, who=item.who, code=item.code, when=days)
    return say("docket.open", mark=mark, who=item.who, when=days)


def _short_when(item: Task) -> Text | None:
    """Return the days in few words; None if the task came today and has no last day."""
    if item.until is None:
        waits = (item.today - item.since).days
        return say("docket.open_since", n=waits) if waits > 0 else None
    if item.left < 0:
        return say("docket.open_over", n=-item.left)
    return say("docket.open_left", n=item.left) if item.left else say("docket.open_today")


def next_button(tasks: TaskList) -> Buttons:
    """Return the row with the button that opens the next task; empty for none.

    It is the first one of the list that asks for a decision, or else the first.
    """
    if not tasks.items:
        return ()
    decided = (item for item in tasks.items if item.kind not in {TaskKind.JOINING, TaskKind.STEP})
    first = next(decided, tasks.items[0])
    return ((open_button(first, say("docket.next", what=short_label(first))),),)


def _bulk(tasks: TaskList) -> Buttons:
    """Return the button that decides silences and exceeded times at once, if there are several."""
    number = sum(item.is_silence for item in tasks.items)
    if number < FEWEST_BULK:
        return ()
    return ((BULK.button(say("button.silences", n=number), SilencesAction.OPEN, 0),),)


def _kinds(tasks: TaskList, chosen: str) -> Buttons:
    """Return the buttons that filter the list by kind or remove the filter."""
    counts = Counter(item.kind for item in tasks.items)
    buttons = [
        TASKS.button(_only(kind, counts[kind]), kind, "0")
        for kind in TaskKind
        if counts[kind] and kind != chosen
    ]
    if chosen:
        buttons.insert(0, all_tasks_button(say("docket.all")))
    return rows_of(buttons, 4) if len(counts) > 1 else ()


def _only(kind: TaskKind, n: int) -> Text:
    return say("docket.only", mark=say(f"docket.mark.{kind}"), n=n)
