"""The time log: leave announced before the game began."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from engine.ids import Leg, MatchCode, PersonId, Seat
from engine.matches.events import (
    LegStarted,
    MatchArranged,
    MatchEvent,
    MatchLeaveAnnounced,
    MatchLeaveWithdrawn,
    PersonsMerged,
)
from engine.matches.ledger.entries import DaysChange
from engine.matches.ledger.ledger import ledger
from engine.thinking_time import LeavePeriod
from tests.builders import ARBITER, BLUE, PARTNER_RULES, RED, START, noon
from tests.engine.matches.spent import OPENED, entries_of

MATCH = MatchArranged(
    at=datetime(2025, 4, 20, 9, tzinfo=UTC),
    match=MatchCode("TEST"),
    arbiter=ARBITER,
    phase=OPENED.phase,
    rules=PARTNER_RULES,
    edition=OPENED.edition,
    first=RED,
    second=BLUE,
    start=START,
    home_seed="0" * 64,
    return_seed="1" * 64,
)
LATER = LeavePeriod(date(2025, 6, 1), date(2025, 6, 3))
SOONER = LeavePeriod(date(2025, 5, 10), date(2025, 5, 11))


def before_the_start() -> tuple[MatchEvent, ...]:
    """Return a match before which Red announced two periods of leave and withdrew one."""

    def on(day: int) -> datetime:
        return datetime(2025, 4, day, 12, tzinfo=UTC)

    return (
        MATCH,
        MatchLeaveAnnounced(at=on(21), person=RED, period=LATER),
        MatchLeaveAnnounced(at=on(22), person=RED, period=SOONER),
        MatchLeaveWithdrawn(at=on(23), person=RED, period=LATER),
        LegStarted(at=noon(), leg=Leg.HOME, red=RED, blue=BLUE, start=START),
        MatchLeaveAnnounced(at=noon(1), person=BLUE, period=LATER),
    )


@pytest.mark.article("7.2")
def test_leave_announced_before_the_game_began_is_entered_at_its_start() -> None:
    """Earlier leave is entered at the start, in order, with the day of its announcement."""
    opened = replace(OPENED, red_leave=(SOONER,))

    entries = ledger([opened], before_the_start())

    assert [entry.author for entry in entries[:2]] == [ARBITER, ARBITER]
    assert [entry.at for entry in entries] == [noon()] * 5
    assert [(e.change, e.since and e.since.day, e.period, e.leave_left) for e in entries[2:]] == [
        (DaysChange.LEAVE_ANNOUNCED, 21, LATER, 7),
        (DaysChange.LEAVE_ANNOUNCED, 22, SOONER, 5),
        (DaysChange.LEAVE_WITHDRAWN, 23, LATER, 8),
    ]


def test_leave_announced_under_another_number_is_dated_at_the_start() -> None:
    """The player withdraws one of the periods after their two numbers were found to be one."""
    former = PersonId(77)
    merged = PersonsMerged(at=noon(-3), arbiter=ARBITER, person=former, into=RED)
    announced = (
        MatchLeaveAnnounced(at=noon(-4), person=former, period=one) for one in (SOONER, LATER)
    )
    withdrawn = MatchLeaveWithdrawn(at=noon(-2), person=RED, period=LATER)

    entries = ledger([replace(OPENED, red_leave=(SOONER,))], (MATCH, *announced, merged, withdrawn))

    assert [(entry.at, entry.period) for entry in entries[2:]] == [(noon(), SOONER)]


def test_leave_from_another_match_is_dated_at_the_start() -> None:
    """Leave of the phase that was announced in another match is entered at the start."""
    opened = replace(OPENED, red_leave=(SOONER,), blue_leave=(LATER,))

    entries = entries_of([opened], before_the_start())

    blue = entries[-1]
    assert (blue.seat, blue.at, blue.period, blue.leave_left) == (Seat.BLUE, noon(), LATER, 7)
