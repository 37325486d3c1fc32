"""Deadlines as rows: at the person's hour, in the future, one of each kind."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.pure.days.agenda import due_of, game_rows
from engine.games.deadlines import DAYS_LEFT_WARNINGS, Deadline
from engine.ids import PersonId
from storage.people.people import Person
from tests.builders import BLUE, RED, game_after, noon, play

HERE, DAY = ZoneInfo("Europe/Bucharest"), timedelta(days=1)


def people(hour: int = 9, zone: str = "Europe/Bucharest") -> dict[PersonId, Person]:
    """Return the two players, with reminders at that hour."""
    return {
        person: Person(
            id=person,
            account=person,
            address=person,
            name=f"Player {person}",
            language="ro",
            time_zone=zone,
            reminder_hour=hour,
            quiet_from=None,
            quiet_to=None,
            reachable=True,
            arbiter=False,
            club="",
        )
        for person in (RED, BLUE)
    }


def test_reminders_come_at_the_persons_hour_and_time_runs_out_at_midnight() -> None:
    """Sent on 1 May at noon, it has a reminder on 2 May at 9, and a limit after the last day."""
    game = play(game_after(), "H8 CASA", at=noon())
    rows = {row.kind: row.due_at for row in game_rows(game, people(), noon())}

    assert rows["your_turn"] == datetime(2025, 5, 2, 6, tzinfo=UTC)
    assert rows["resend"] == datetime(2025, 5, 6, 6, tzinfo=UTC)
    assert rows["time_exceeded"] == datetime(2025, 6, 1, 21, tzinfo=UTC)
    on_the_last_day = {row.kind: row.due_at for row in game_rows(game, people(), noon(31))}
    assert on_the_last_day["time_exceeded"] == rows["time_exceeded"]


def test_a_deadline_of_today_still_ahead_is_kept() -> None:
    """At 8 today's reminder of 9 is due today; at 10 it is due tomorrow."""
    game = play(game_after(), "H8 CASA", at=noon())
    early = {
        row.kind: row.due_at for row in game_rows(game, people(), noon(1) - timedelta(hours=4))
    }
    late = {row.kind: row.due_at for row in game_rows(game, people(), noon(1))}

    assert early["your_turn"] == datetime(2025, 5, 2, 6, tzinfo=UTC)
    assert late["your_turn"] == datetime(2025, 5, 5, 6, tzinfo=UTC)


@given(st.integers(0, 60 * 24), st.integers(0, 23))
def test_every_row_lies_ahead_and_reads_back(hours: int, hour: int) -> None:
    """Whenever rows are made, none is past, no kind repeats, and each can be read."""
    now = noon() + timedelta(hours=hours)
    rows = game_rows(game_after("H8 CASA"), people(hour), now)

    assert all(row.due_at > now for row in rows)
    assert len({row.kind for row in rows}) == len(rows)
    assert {due_of(row).kind.value for row in rows} == {row.kind.partition(":")[0] for row in rows}
    assert Deadline.TIME_EXCEEDED.value in {row.kind for row in rows}


@pytest.mark.article("7.2")
@pytest.mark.parametrize("zone", ["America/Toronto", "Pacific/Honolulu", "Pacific/Kiritimati"])
@given(hour=st.integers(0, 23))
def test_every_warning_comes_before_the_day_it_warns_of_is_over(zone: str, hour: int) -> None:
    """A warning comes at the person's own hour, before the competition's midnight."""
    game = play(game_after(), "H8 CASA", at=noon())
    warned: list[int] = []
    now = noon()
    while len(warned) < len(DAYS_LEFT_WARNINGS):
        (row,) = (r for r in game_rows(game, people(hour, zone), now) if r.kind == "days_left")
        now = row.due_at
        warned.append(due_of(row).days_left)
        assert now < datetime.combine(due_of(row).on + DAY, time(), HERE)
        assert (now.astimezone(ZoneInfo(zone)).hour, now.minute) == (hour, 0)

    assert warned == list(DAYS_LEFT_WARNINGS)


def test_time_that_is_up_is_looked_at_soon_or_when_the_grace_is_over() -> None:
    """Rows rebuilt after the last day do not delay it to the next midnight."""
    game = play(game_after(), "H8 CASA", at=noon())
    now = noon(40)
    grace = now + timedelta(minutes=50)

    at_once = {row.kind: row.due_at for row in game_rows(game, people(), now)}
    held = {row.kind: row.due_at for row in game_rows(game, people(), now, grace)}

    assert at_once["time_exceeded"] == now + timedelta(minutes=1)
    assert held["time_exceeded"] == grace
