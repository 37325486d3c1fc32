"""Thinking time: the regulation's examples, leave, rows of the time sheet, last days."""

from datetime import UTC, date, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Fault, RuleViolation
from engine.thinking_time import (
    ClockRow,
    LeavePeriod,
    check_leave_withdrawal,
    clock_row,
    day_of,
    days_running,
    days_used,
    is_exceeded,
    last_day_to_answer,
    leave_faults,
)

BUCHAREST = "Europe/Bucharest"
MAY = date(2025, 5, 1)


def may(day: int) -> date:
    """Return this day of May 2025; numbers above 31 continue into June."""
    return MAY + timedelta(days=day - 1)


def days_of_may(low: int = 1, high: int = 60) -> st.SearchStrategy[date]:
    """Draw a day near May 2025."""
    return st.integers(low, high).map(may)


periods = st.builds(
    lambda first, length: LeavePeriod(first, first + timedelta(days=length)),
    days_of_may(),
    st.integers(0, 12),
)
leaves = st.lists(periods, max_size=4)


def count_by_hand(received: date, sent: date, leave: list[LeavePeriod]) -> int:
    """Return the days used, counted day by day, as a slow reference."""
    used, day = 0, received + timedelta(days=1)
    while day < sent:
        used += not any(period.first <= day <= period.last for period in leave)
        day += timedelta(days=1)
    return used


@pytest.mark.article("7.1")
@pytest.mark.parametrize(("sent", "days"), [(1, 0), (2, 0), (3, 1), (4, 2), (32, 30), (33, 31)])
def test_the_examples_of_the_regulation_hold(sent: int, days: int) -> None:
    """Only the days between arrival and sending count."""
    assert days_used(may(1), may(sent), ()) == days


@pytest.mark.article("7.2")
@pytest.mark.parametrize(
    ("leave", "days"),
    [
        ([(2, 3)], 6),
        ([(1, 1)], 8),
        ([(10, 12)], 8),
        ([(1, 10)], 0),
        ([(2, 3), (6, 6)], 5),
        ([(2, 5), (4, 6)], 3),
        ([(20, 25)], 8),
    ],
    ids=["inside", "arrival", "dispatch", "all", "two parts", "announced twice", "later"],
)
def test_leave_pauses_thinking_time(leave: list[tuple[int, int]], days: int) -> None:
    """Each day of leave between arrival and sending is deducted once."""
    periods = [LeavePeriod(may(first), may(last)) for first, last in leave]

    assert days_used(may(1), may(10), periods) == days


@given(days_of_may(), st.integers(0, 50), leaves)
def test_days_used_equal_a_walk_through_the_calendar(
    received: date, later: int, leave: list[LeavePeriod]
) -> None:
    """The calculated days used equal a count day by day."""
    sent = received + timedelta(days=later)

    assert days_used(received, sent, leave) == count_by_hand(received, sent, leave)


@given(days_of_may(), st.integers(0, 50), st.integers(1, 9), leaves)
def test_the_clock_never_gains_time(
    received: date, later: int, wait: int, leave: list[LeavePeriod]
) -> None:
    """Sending later never uses fewer days."""
    sent = received + timedelta(days=later)

    assert days_used(received, sent, leave) <= days_used(
        received, sent + timedelta(days=wait), leave
    )


def test_a_placement_cannot_be_sent_before_it_arrived() -> None:
    """A move sent before its arrival is refused with both dates."""
    with pytest.raises(RuleViolation) as refusal:
        days_used(may(4), may(3), ())

    facts = {"received": "2025-05-04", "sent": "2025-05-03"}
    assert refusal.value.faults == (Fault("sent_before_received", "7.1", facts),)


def test_the_running_count_is_what_sending_today_would_use() -> None:
    """The running count equals the days of a move sent today, and 0 before arrival."""
    leave = [LeavePeriod(may(3), may(4))]

    assert days_running(may(10), may(1), leave) == 0
    assert days_running(may(10), may(10), leave) == 0
    assert days_running(may(1), may(7), leave) == days_used(may(1), may(7), leave) == 3


@pytest.mark.article("7.2")
@given(days_of_may(), st.integers(0, 35), leaves)
def test_the_last_day_to_answer_is_the_last_that_keeps_the_budget(
    received: date, left: int, leave: list[LeavePeriod]
) -> None:
    """A move on the last day keeps the time, and one a day later exceeds it."""
    last = last_day_to_answer(received, left, leave)

    assert not is_exceeded(days_used(received, last, leave), left)
    assert is_exceeded(days_used(received, last + timedelta(days=1), leave), left)


@pytest.mark.article("7.1", "7.2")
def test_thirty_days_may_be_used_and_the_thirty_first_is_too_many() -> None:
    """Thirty days are allowed and 31 exceed the time; 1 May gives until 1 June."""
    assert last_day_to_answer(may(1), 30, ()) == date(2025, 6, 1)
    assert last_day_to_answer(may(1), 0, ()) == may(2)
    assert not is_exceeded(30, 30)
    assert is_exceeded(31, 30)


def test_an_overdrawn_budget_leaves_only_the_day_of_arrival() -> None:
    """A player who has exceeded their time can only answer on the day of arrival."""
    assert last_day_to_answer(may(5), -1, [LeavePeriod(may(6), may(9))]) == may(5)


def test_the_end_of_the_calendar_is_no_accident() -> None:
    """A deadline beyond the year 9999 is the last day of that year."""
    assert last_day_to_answer(date(9999, 12, 25), 30, ()) == date.max


@pytest.mark.parametrize(
    ("instant", "expected"),
    [
        (datetime(2025, 5, 1, 20, 59, 59, tzinfo=UTC), may(1)),
        (datetime(2025, 5, 1, 21, 0, 0, tzinfo=UTC), may(2)),
        (datetime(2025, 1, 1, 21, 59, 59, tzinfo=UTC), date(2025, 1, 1)),
        (datetime(2025, 1, 1, 22, 0, 0, tzinfo=UTC), date(2025, 1, 2)),
        (datetime(2025, 3, 29, 22, 0, 0, tzinfo=UTC), date(2025, 3, 30)),
        (datetime(2025, 3, 30, 20, 59, 59, tzinfo=UTC), date(2025, 3, 30)),
        (datetime(2025, 3, 30, 21, 0, 0, tzinfo=UTC), date(2025, 3, 31)),
        (datetime(2025, 10, 25, 21, 0, 0, tzinfo=UTC), date(2025, 10, 26)),
        (datetime(2025, 10, 26, 21, 59, 59, tzinfo=UTC), date(2025, 10, 26)),
        (datetime(2025, 10, 26, 22, 0, 0, tzinfo=UTC), date(2025, 10, 27)),
        (datetime(2025, 5, 1, 23, 30, tzinfo=timezone(timedelta(hours=-5))), may(2)),
    ],
)
def test_a_day_begins_at_midnight_of_the_competition(instant: datetime, expected: date) -> None:
    """A day begins at local midnight, also when the clocks change."""
    assert day_of(instant, BUCHAREST) == expected


def test_an_instant_without_a_zone_is_a_programming_error() -> None:
    """An instant without a time zone raises a programming error."""
    naive = datetime(2025, 5, 1, tzinfo=UTC).replace(tzinfo=None)

    with pytest.raises(ValueError, match="2025-05-01"):
        day_of(naive, BUCHAREST)


@pytest.mark.article("7.2")
def test_every_row_of_the_sheet_is_explained() -> None:
    """A row has arrival, sending, leave, days and the article that applies."""
    row = clock_row(3, may(1), may(9), [LeavePeriod(may(5), may(6))])

    assert row == ClockRow(
        round=3, received=may(1), sent=may(9), leave_days=2, days=5, article="7.2"
    )
    assert clock_row(4, may(9), may(11), ()).article == "7.1"


def codes(period: LeavePeriod, *own: LeavePeriod, announced: date = MAY) -> list[str]:
    """Return the error codes of announcing this period."""
    faults = leave_faults(period, announced=announced, own=own, allowance=10)
    return [fault.code for fault in faults]


@pytest.mark.article("7.2")
def test_leave_is_announced_before_it_begins() -> None:
    """Leave can begin tomorrow at the earliest; a refusal names the day of announcement."""
    assert codes(LeavePeriod(may(2), may(3))) == []
    faults = leave_faults(LeavePeriod(may(1), may(3)), announced=MAY, own=(), allowance=10)
    facts = {"first": "2025-05-01", "last": "2025-05-03", "announced": "2025-05-01"}
    assert faults == (Fault("leave_not_ahead", "7.2", facts),)


@pytest.mark.article("7.2")
def test_leave_is_ten_days_in_all() -> None:
    """Ten days of leave in any parts are accepted; a refusal names the days left."""
    own = LeavePeriod(may(10), may(13))

    assert codes(LeavePeriod(may(20), may(29))) == []
    assert codes(LeavePeriod(may(20), may(25)), own) == []
    faults = leave_faults(LeavePeriod(may(20), may(26)), announced=MAY, own=[own], allowance=10)
    assert [fault.code for fault in faults] == ["leave_over_allowance"]
    assert faults[0].facts == {"days": 7, "left": 6, "allowance": 10}


@pytest.mark.article("7.2")
def test_all_that_is_wrong_with_a_leave_is_said_at_once() -> None:
    """A period with several errors reports all of them, in a fixed order."""
    own = (LeavePeriod(may(10), may(12)), LeavePeriod(may(5), may(6)))

    faults = leave_faults(LeavePeriod(may(4), may(10)), announced=may(4), own=own, allowance=10)

    assert [fault.code for fault in faults] == [
        "leave_not_ahead",
        "leave_over_allowance",
        "leave_overlaps",
        "leave_overlaps",
    ]
    assert faults[2].facts["first"] == "2025-05-05"
    assert {fault.article for fault in faults} == {"7.2"}


def test_a_leave_that_ends_before_it_begins_cannot_exist() -> None:
    """A period that ends before it begins is refused with both dates."""
    with pytest.raises(RuleViolation) as refusal:
        LeavePeriod(may(5), may(4))

    facts = {"first": "2025-05-05", "last": "2025-05-04"}
    assert refusal.value.faults == (Fault("leave_backwards", "7.2", facts),)


@pytest.mark.article("7.2")
def test_leave_is_changed_or_withdrawn_only_before_it_begins() -> None:
    """Leave can be withdrawn until the day before it begins."""
    early, late = LeavePeriod(may(5), may(6)), LeavePeriod(may(20), may(27))
    own = (late, early)

    check_leave_withdrawal(early, today=may(4), own=own)
    with pytest.raises(RuleViolation) as begun:
        check_leave_withdrawal(early, today=may(5), own=own)
    facts = {"first": "2025-05-05", "last": "2025-05-06", "today": "2025-05-05"}
    assert begun.value.faults == (Fault("leave_begun", "7.2", facts),)


@pytest.mark.article("7.2")
def test_a_leave_that_was_never_announced_cannot_be_withdrawn() -> None:
    """Only a complete announced period can be withdrawn; part of one is unknown."""
    with pytest.raises(RuleViolation) as refusal:
        check_leave_withdrawal(
            LeavePeriod(may(6), may(6)), today=may(4), own=(LeavePeriod(may(5), may(6)),)
        )

    facts = {"first": "2025-05-06", "last": "2025-05-06"}
    assert refusal.value.faults == (Fault("leave_unknown", "7.2", facts),)


@given(periods, periods)
def test_overlap_counts_the_shared_days(one: LeavePeriod, other: LeavePeriod) -> None:
    """The overlap of two periods is the number of their common dates."""
    assert one.overlap(other) == other.overlap(one) == len({*one.dates} & {*other.dates})
    assert one.days == len(list(one.dates))
