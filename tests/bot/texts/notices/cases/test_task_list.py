"""An arbiter's task list: the days on which the digest names a task again."""

from dataclasses import replace
from datetime import date, timedelta

from bot.texts.buttons.cases import TaskKind
from bot.texts.notices.cases.task_list import named
from bot.texts.notices.cases.tasks import Task, TaskList
from engine.ids import MatchCode
from tests.builders import ARBITER

LAST = date(2025, 5, 20)
TASK = Task(
    kind=TaskKind.CASE,
    about="K7QF/1#1",
    code="K7QF/1#1",
    match=MatchCode("K7QF"),
    who=named("Ana Pop"),
    main=ARBITER,
    today=LAST,
    zone="Europe/Bucharest",
    since=LAST - timedelta(days=10),
    until=LAST,
)


def test_a_digest_names_a_task_again_as_its_last_day_nears_comes_and_passes() -> None:
    """The arbiter reads of it once at first, two days before, on the day and after it."""
    told: set[str] = set()
    days_left = []
    for left in range(10, -5, -1):
        tasks = TaskList([replace(TASK, today=LAST - timedelta(days=left))])
        if tasks.new_to(ARBITER, told).items:
            days_left.append(left)
        told = {*tasks.marks}

    assert days_left == [10, 2, 0, -1]
