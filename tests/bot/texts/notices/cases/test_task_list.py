"""An arbiter's task list: what the digest names again, and which buttons a page has."""

from dataclasses import replace
from datetime import date, timedelta

from bot.texts.buttons.cases import TaskKind
from bot.texts.i18n import load_catalogue
from bot.texts.notices.cases.task_list import named, news, page
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


def test_a_digest_names_an_overdue_task_once() -> None:
    """What is overdue is counted, and named above the new tasks only if it is not one of them."""
    late = replace(TASK, today=LAST + timedelta(days=1))
    other = replace(late, about="T9GS/1#1", code="T9GS/1#1")
    tasks = TaskList([late, other])

    text = load_catalogue("ro").html(news(tasks, TaskList([other])).text)

    assert [text.count(one.code) for one in tasks.items] == [1, 1]
    assert text.index(late.code) < text.index(other.code)


def test_a_page_of_one_kind_offers_bulk_acts_only_for_that_kind() -> None:
    """Below cases there is no button for several silent games, and below silences there is."""
    silent = [
        replace(TASK, kind=TaskKind.SILENCE, about=f"K7Q{letter}/1", until=None) for letter in "ABC"
    ]
    tasks = TaskList([TASK, *silent])

    for kind, is_offered in (("", True), (TaskKind.SILENCE, True), (TaskKind.CASE, False)):
        data = [button.data for row in page(tasks, 0, kind).buttons for button in row]
        assert any(one.startswith("bulk:") for one in data) is is_offered


def test_a_page_of_one_kind_counts_that_kind_and_keeps_its_way_back() -> None:
    """Also once few tasks are left, a button shows all of them again."""
    silent = [
        replace(TASK, kind=TaskKind.SILENCE, about=f"K7Q{letter}/1", until=None) for letter in "ABC"
    ]

    shown = page(TaskList([replace(TASK, until=LAST - timedelta(days=1)), *silent]), 0, "silence")

    assert "De rezolvat: 3 lucruri\n" in load_catalogue("ro").plain(shown.text)
    assert "docket.all" in [button.label.key for row in shown.buttons for button in row]
