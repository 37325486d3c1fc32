"""When a case rings: the partner is told, the arbiter's days run, they are over (art. 7.2).

Pure, like `bot.service.deadlines.agenda`, which does the same for games and matches.
"""

from datetime import date, datetime, timedelta

from bot.service.deadlines.hours import at_hour, at_hour_within
from engine.cases.case import Case, CaseStage
from storage.due import Due
from storage.people import Person
from storage.streams import case_stream

TOLD_DUE = "told"
"""Look whether the partner has got the message that tells him of the claim."""
REMIND_DUE = "remind"
LAST_DUE = "last"
OVERDUE_DUE = "overdue"
_WARN_BEFORE = timedelta(days=2)
SOON = timedelta(minutes=1)
LATER = timedelta(minutes=30)
"""How long until a delivery is looked for again: soon in the first hour, later after it."""
UNTOLD = timedelta(days=1)
"""The arbiter hears of a partner whom the bot has not reached for so long."""


def case_rows(case: Case, zone: str, arbiter: Person, now: datetime) -> list[Due]:
    """Return what the case has coming, at the arbiter's own hour; a day that is past rings no more.

    Two days before the last one, on it, and the day after, when every arbiter hears of it.
    """
    stream = case_stream(case.id)
    if case.stage is CaseStage.FILED and case.comments:
        age = now - case.comments[0].at
        wait = SOON if age < timedelta(hours=1) else LATER
        return [Due(stream=stream, kind=TOLD_DUE, due_at=now + wait)]
    last = case.due_on(zone)
    if case.stage is not CaseStage.PENDING or last is None:
        return []
    days: dict[str, date] = {
        REMIND_DUE: last - _WARN_BEFORE,
        LAST_DUE: last,
        OVERDUE_DUE: last + timedelta(days=1),
    }
    hour, own = arbiter.reminder_hour, arbiter.time_zone
    instants = {kind: at_hour_within(day, hour, own, there=zone) for kind, day in days.items()}
    # That it is over is said when it is, wherever he lives.
    instants[OVERDUE_DUE] = max(at_hour(days[OVERDUE_DUE], 0, zone), instants[OVERDUE_DUE])
    rows = [Due(stream=stream, kind=kind, due_at=at) for kind, at in instants.items()]
    return [row for row in rows if row.due_at > now]
