"""When games, matches, cases and competitions ring: dates become rows with an instant.

Pure. The engine says on which day something falls due; each person's own hour makes it an instant,
in UTC: settings are hours of his own time zone. All rows of a stream are made anew whenever it
moves, and again whenever one of them has rung. An arbiter's days do not ring: a case stands on his
docket with its last day, and his digest names it as that comes near.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from engine.cases.case import Case, CaseStage
from engine.competitions.competition import Competition, CompetitionStage
from engine.games.deadlines import Deadline, Due, deadlines, last_day
from engine.games.game import Game, Stage, until_closing
from engine.ids import PersonId, Seat
from engine.matches.homologation import last_day_to_object
from engine.matches.match import Match, MatchStage
from engine.thinking_time import day_of
from storage.days.due import Due as DueRow
from storage.people.people import Person
from storage.streams import case_stream, competition_stream, game_stream, match_stream

START_HOUR = 8
"""When games that start by themselves do so, in the competition's time zone."""
RETURN_DUE = "return"
START_DUE = "start"
NEXT_DUE = "next"
"""The day of the next phase: it is told where the phase before is still open."""
RESULTS_DUE = "results"
RESULTS_DAYS = {"results_soon": -2, "results_last": 0, RESULTS_DUE: 1}
"""When proposed results are called to mind: days after the last one to object (art. 9.7)."""
RESULTS_KINDS = frozenset(RESULTS_DAYS)
TOLD_DUE = "told"
"""Look whether the partner has got the message that tells him of the claim."""
_AT_FIRST = timedelta(minutes=1)
_LATER = timedelta(minutes=30)
"""How long until a delivery is looked for again: soon in the first hour, later after it."""
UNTOLD = timedelta(days=1)
"""The arbiter hears of a partner whom the bot has not reached for so long."""
CLOSING_DUE = "closing"
SOON, NEAR, OVER = "closing_soon", "closing_near", "closing_over"
_DAYS_BEFORE = {SOON: 7, NEAR: 2}
"""When players are asked whether they will be done in time (art. 6.2): days before the closing."""


def at_hour(day: date, hour: int, zone: str) -> datetime:
    """Return the instant of that full hour on that day there, in UTC.

    An hour that the clocks skip in spring is the one they jump to.
    """
    local = datetime.combine(day, time(hour), tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def at_hour_within(day: date, hour: int, zone: str, *, there: str) -> datetime:
    """Return the last instant of that full hour at which that day is not yet over in zone `there`.

    Whoever lives further west may have to hear of a last day on the day before his own.
    """
    end = at_hour(day + timedelta(days=1), 0, there)
    instant = at_hour(day, hour, zone)
    while instant >= end:
        day -= timedelta(days=1)
        instant = at_hour(day, hour, zone)
    return instant


def quiet_until(person: Person, now: datetime) -> datetime | None:
    """Return when the person's quiet hours end, or None if he may be written to now."""
    if person.quiet_from is None or person.quiet_to is None:
        return None
    local = now.astimezone(ZoneInfo(person.time_zone))
    start, end = person.quiet_from, person.quiet_to
    over_midnight = start > end
    quiet = local.hour >= start or local.hour < end if over_midnight else start <= local.hour < end
    if not quiet:
        return None
    day = local.date()
    if over_midnight and local.hour >= start:
        day += timedelta(days=1)
    return at_hour(day, end, person.time_zone)


def game_rows(
    game: Game,
    people: Mapping[PersonId, Person],
    now: datetime,
    grace: datetime | None = None,
    *,
    closing: date | None = None,
) -> list[DueRow]:
    """Return a row for each deadline of the game that lies after `now`, the next of its kind.

    Time that is up already is looked at in a minute; with `grace`, not before that instant. After
    the closing date of the phase nothing rings any more: the play is over (art. 9.4).
    """
    today = day_of(now, game.rules.time_zone)
    found: dict[str, DueRow] = {}
    # A deadline of today may still be ahead at the person's hour, and one of tomorrow may be past:
    # where he lives it is tomorrow already. Else the next of its kind is ahead.
    days = (today - timedelta(days=1), today, today + timedelta(days=1))
    for due in dict.fromkeys(due for after in days for due in deadlines(game, after)):
        row = _game_row(game, due, people)
        if row.due_at > now and row.kind not in found:
            found[row.kind] = row
    flag = found.get(Deadline.TIME_EXCEEDED.value)
    if flag is not None and is_time_up(game, today):
        found[flag.kind] = replace(flag, due_at=grace or now + timedelta(minutes=1))
    zone = game.rules.time_zone
    return [row for row in found.values() if closing is None or day_of(row.due_at, zone) <= closing]


def is_time_up(game: Game, today: date) -> bool:
    """Return whether the player on turn has let his last day pass (art. 7.2)."""
    return game.stage is Stage.RUNNING and last_day(game) < until_closing(game, today)


def _game_row(game: Game, due: Due, people: Mapping[PersonId, Person]) -> DueRow:
    if due.kind is Deadline.TIME_EXCEEDED:
        instant = at_hour(due.on, 0, game.rules.time_zone)
    else:
        person = people[game.side(due.seat).person]
        hour, zone = person.reminder_hour, person.time_zone
        if due.kind is Deadline.DAYS_LEFT:  # a warning after the competition's midnight is none
            instant = at_hour_within(due.on, hour, zone, there=game.rules.time_zone)
        else:
            instant = at_hour(due.on, hour, zone)
    payload = {"on": due.on.isoformat(), "seat": due.seat.value, "days_left": due.days_left}
    kind = due.kind.value
    if due.kind in {Deadline.LEAVE_BEGINS, Deadline.LEAVE_ENDS}:
        kind = f"{kind}:{due.seat.value}"
    return DueRow(
        stream=game_stream(game.id), kind=kind, due_at=instant, payload=json.dumps(payload)
    )


def due_of(row: DueRow) -> Due:
    """Return the deadline that a row of a game stands for."""
    payload = json.loads(row.payload)
    return Due(
        kind=Deadline(row.kind.partition(":")[0]),
        on=date.fromisoformat(payload["on"]),
        seat=Seat(payload["seat"]),
        days_left=payload["days_left"],
    )


def match_rows(match: Match, now: datetime) -> list[DueRow]:
    """Return the rows of a match: the start, the last day of the return, unanswered results."""
    zone, stream = match.rules.time_zone, match_stream(match.code)
    rows: list[DueRow] = []
    if match.stage is MatchStage.ARRANGED and match.competition:
        # Its phase has started already: that is when its matches are arranged.
        rows.append(DueRow(stream=stream, kind=START_DUE, due_at=now))
    elif match.stage is MatchStage.ARRANGED and match.joined == frozenset(match.people):
        rows.append(
            DueRow(stream=stream, kind=START_DUE, due_at=at_hour(match.start, START_HOUR, zone))
        )
    if match.stage is MatchStage.BETWEEN and match.return_day is not None:
        rows.append(
            DueRow(
                stream=stream,
                kind=RETURN_DUE,
                due_at=at_hour(match.return_day, START_HOUR, zone),
            )
        )
    until = last_day_to_object(match)
    if until is not None:
        rows += [
            DueRow(stream=stream, kind=kind, due_at=instant)
            for kind, days in RESULTS_DAYS.items()
            if (instant := at_hour(until + timedelta(days=days), START_HOUR, zone)) > now
        ]
    return rows


def case_rows(case: Case, now: datetime) -> list[DueRow]:
    """Return what the case has coming."""
    if case.stage is not CaseStage.FILED or not case.comments:
        return []
    age = now - case.comments[0].at
    wait = _AT_FIRST if age < timedelta(hours=1) else _LATER
    return [DueRow(stream=case_stream(case.id), kind=TOLD_DUE, due_at=now + wait)]


def competition_rows(competition: Competition, now: datetime) -> list[DueRow]:
    """Return the rows of a competition: each day rings in the morning.

    The start rings until the phase has started; a closing date a week and two days before it and
    on the morning after it, the last day of the results on its own morning and on the next. A day
    that is past no longer rings, but for the start of a phase that is ready. Where its lists were
    made late that is on the next morning: until then they can be checked, sent, or drawn again.
    """
    plan, rules = competition.phase.plan, competition.rules
    listed = competition.phase.listed if competition.stage is CompetitionStage.LISTED else None
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
        if competition.next_phase is not None:
            days[NEXT_DUE] = competition.next_phase.plan.start
    else:
        days = {START_DUE: plan.start}
        if listed is not None:
            days[START_DUE] = max(plan.start, _next_morning(listed, rules.time_zone))
    stream = competition_stream(competition.code)
    rows = [
        DueRow(stream=stream, kind=kind, due_at=at_hour(day, START_HOUR, rules.time_zone))
        for kind, day in days.items()
    ]
    return [row for row in rows if listed is not None or row.due_at > now]


def _next_morning(after: datetime, zone: str) -> date:
    """Return the day on which it is next `START_HOUR` there, after that instant."""
    today = after.astimezone(ZoneInfo(zone)).date()
    return today if at_hour(today, START_HOUR, zone) > after else today + timedelta(days=1)
