"""Thinking time in whole days: days used, leave, sheet rows, last day to answer (art. 7).

All functions count dates in the competition's time zone; only `day_of` converts an instant to such
a date. This module does not know the current day. Others send reminders and rulings.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from zoneinfo import ZoneInfo

from engine.errors import Fault, RuleViolation

_LAST_ORDINAL = date.max.toordinal()


@dataclass(frozen=True, slots=True, order=True)
class LeavePeriod:
    """Announced leave, from the first to the last day, both included (art. 7.2).

    Raises:
        RuleViolation: `leave_backwards`, if the last day is before the first.
    """

    first: date
    last: date

    def __post_init__(self) -> None:
        if self.last < self.first:
            raise RuleViolation(Fault("leave_backwards", "7.2", self.facts))

    @property
    def days(self) -> int:
        """The number of calendar days; each counts against the allowance."""
        return self.last.toordinal() - self.first.toordinal() + 1

    @property
    def dates(self) -> Iterator[date]:
        """Yield the days in order."""
        return map(date.fromordinal, range(self.first.toordinal(), self.last.toordinal() + 1))

    @property
    def facts(self) -> dict[str, str]:
        """Return the first and last day as facts of a fault."""
        return {"first": self.first.isoformat(), "last": self.last.isoformat()}

    def overlap(self, other: "LeavePeriod") -> int:
        """Return the number of days the two periods share."""
        first, last = max(self.first, other.first), min(self.last, other.last)
        return LeavePeriod(first, last).days if first <= last else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockRow:
    """One row of the thinking-time sheet: the days one placement used, and the article."""

    round: int
    """The round, from 1; it has a second row if a returned placement is played again."""
    received: date
    """The day on which the opponent's sheets arrived."""
    sent: date
    """The day on which the placement was sent."""
    leave_days: int
    """Days of announced leave between receipt and sending."""
    days: int
    """Days of thinking time used."""
    article: str


def day_of(instant: datetime, zone: str) -> date:
    """Return the calendar date of an instant in that time zone.

    Raises:
        ValueError: the instant has no time zone.
        zoneinfo.ZoneInfoNotFoundError: there is no such zone.
    """
    if instant.tzinfo is None:
        raise ValueError(f"an instant without a time zone: {instant}")
    return instant.astimezone(ZoneInfo(zone)).date()


def days_used(received: date, sent: date, leave: Iterable[LeavePeriod]) -> int:
    """Return the days of thinking time that a placement used.

    These are the calendar days strictly between arrival and dispatch, without announced leave:
    01.05 → 01.05 and 01.05 → 02.05 use none, 01.05 → 04.05 uses 2. Rules: art. 7.1, 7.2.

    Raises:
        RuleViolation: `sent_before_received`.
    """
    if sent < received:
        facts = {"received": received.isoformat(), "sent": sent.isoformat()}
        raise RuleViolation(Fault("sent_before_received", "7.1", facts))
    done, end = received.toordinal(), sent.toordinal()
    used = max(end - done - 1, 0)
    for period in sorted(leave):  # each day of leave counts once
        first = max(period.first.toordinal(), done + 1)
        last = min(period.last.toordinal(), end - 1)
        if first <= last:
            used, done = used - (last - first + 1), last
    return used


def days_running(received: date, today: date, leave: Iterable[LeavePeriod]) -> int:
    """Return the days a placement would use if sent today; 0 before the sheets have arrived."""
    return days_used(received, max(received, today), leave)


def is_exceeded(used: int, budget: int) -> bool:
    """Return whether thinking time is exceeded: more days used than the sheet has boxes.

    The last box may be filled; one day more exceeds the time. Rules: art. 7.2.
    """
    return used > budget


def last_day_to_answer(received: date, days_left: int, leave: Iterable[LeavePeriod]) -> date:
    """Return the last date on which an answer still stays within the days left.

    With B days left it is the (B + 1)-th day after arrival that is not leave. The B such days
    before it are used; the day of dispatch is free. With no days left at all (an overdrawn budget),
    the function returns the day of arrival.
    """
    if days_left < 0:
        return received
    done = received.toordinal()
    answer = done + days_left + 1
    for period in sorted(leave):
        first = max(period.first.toordinal(), done + 1)
        if first > answer:
            break
        if period.last.toordinal() >= first:
            answer += period.last.toordinal() - first + 1
            done = period.last.toordinal()
    return date.fromordinal(min(answer, _LAST_ORDINAL))


def clock_row(round_: int, received: date, sent: date, leave: Iterable[LeavePeriod]) -> ClockRow:
    """Return the sheet's row for one placement; its article is 7.2 if leave was deducted.

    Raises:
        RuleViolation: `sent_before_received`.
    """
    return stated_row(round_, received, sent, days_used(received, sent, leave))


def stated_row(round_: int, received: date, sent: date, days: int) -> ClockRow:
    """Return the sheet's row for a turn with that number of days (art. 7.1, 7.2).

    Days between arrival and dispatch that were not counted are leave.
    """
    overlap = max(0, (sent - received).days - 1) - days
    return ClockRow(
        round=round_,
        received=received,
        sent=sent,
        leave_days=overlap,
        days=days,
        article="7.2" if overlap else "7.1",
    )


def leave_faults(
    period: LeavePeriod, *, announced: date, own: Sequence[LeavePeriod], allowance: int
) -> tuple[Fault, ...]:
    """Return all reasons against announcing this period on the day `announced`.

    `own` are the player's other periods of the phase; `allowance` is the most days of leave in all.
    Codes: `leave_not_ahead`, `leave_over_allowance`, `leave_overlaps`. Rules: art. 7.2.
    """
    faults = [not_ahead(period, announced)] if period.first <= announced else []
    left = allowance - sum(other.days for other in own)
    if period.days > left:
        sizes = {"days": period.days, "left": left, "allowance": allowance}
        faults.append(Fault("leave_over_allowance", "7.2", sizes))
    faults += [
        Fault("leave_overlaps", "7.2", other.facts)
        for other in sorted(own)
        if period.overlap(other)
    ]
    return tuple(faults)


def not_ahead(period: LeavePeriod, announced: date) -> Fault:
    """Return the fault of leave that has begun on the day of its announcement (art. 7.2)."""
    return Fault("leave_not_ahead", "7.2", period.facts | {"announced": announced.isoformat()})


def check_leave_withdrawal(period: LeavePeriod, *, today: date, own: Sequence[LeavePeriod]) -> None:
    """Refuse the withdrawal of leave that was never announced, or has begun.

    Raises:
        RuleViolation: `leave_unknown`, or `leave_begun`.
    """
    if period not in own:
        raise RuleViolation(Fault("leave_unknown", "7.2", period.facts))
    if period.first <= today:
        facts = period.facts | {"today": today.isoformat()}
        raise RuleViolation(Fault("leave_begun", "7.2", facts))
