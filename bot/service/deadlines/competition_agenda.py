"""When the days of a competition ring: the start of a phase, its closing date, its results.

Pure, like `bot.service.deadlines.agenda`, which does the same for games and matches.
"""

from datetime import datetime, timedelta

from bot.service.deadlines.agenda import RESULTS_DUE, START_DUE, START_HOUR
from bot.service.deadlines.hours import at_hour
from engine.competitions.competition import Competition, CompetitionStage
from storage.due import Due
from storage.streams import competition_stream

CLOSING_DUE = "closing"
SOON, NEAR, OVER = "closing_soon", "closing_near", "closing_over"
_DAYS_BEFORE = {SOON: 7, NEAR: 2}
"""When players are asked whether they will be done in time (art. 6.2): days before the closing."""


def competition_rows(competition: Competition, now: datetime) -> list[Due]:
    """Return the rows of a competition: each day rings in the morning.

    The start rings until the phase has started; a closing date a week and two days before it and
    on the morning after it, the last day of the results on its own morning and on the next. A day
    that is past no longer rings, but for the start of a phase that is ready.
    """
    plan, rules = competition.phase.plan, competition.rules
    if competition.stage is CompetitionStage.CLOSED:
        return []
    if competition.stage is CompetitionStage.RUNNING:
        days = {
            CLOSING_DUE: plan.closing + timedelta(days=1),
            RESULTS_DUE: plan.results_due(rules),
            OVER: plan.results_due(rules) + timedelta(days=1),
        }
        days |= {
            kind: plan.closing - timedelta(days=before) for kind, before in _DAYS_BEFORE.items()
        }
    else:
        days = {START_DUE: plan.start}
    ready = competition.stage is CompetitionStage.LISTED
    stream = competition_stream(competition.code)
    rows = [
        Due(stream=stream, kind=kind, due_at=at_hour(day, START_HOUR, rules.time_zone))
        for kind, day in days.items()
    ]
    return [row for row in rows if ready or row.due_at > now]
