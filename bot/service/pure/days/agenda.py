"""When deadlines of games, matches, cases and competitions are due: rows with an instant.

Pure. The engine sets the day; the person's own hour in their time zone makes it an instant in UTC.
All rows of a stream are rewritten whenever it changes, and after each row is handled. An arbiter's
deadlines have no rows: the task list shows a case with its last day, and the digest names it in
time.
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
from engine.matches.approval import last_day_to_object
from engine.matches.match import Match, MatchStage
from engine.thinking_time import day_of
from storage.days.due import DueRow
from storage.people.people import Person
from storage.streams import case_stream, competition_stream, game_stream, match_stream

START_HOUR = 8
"""The hour at which games start by themselves, in the competition's time zone."""
RETURN_DUE = "return"
START_DUE = "start"
NEXT_DUE = "next"
"""The day of the next phase; arbiters are notified if the phase before is still open."""
RESULTS_DUE = "results"
RESULTS_DAYS = {"results_soon": -2, "results_last": 0, RESULTS_DUE: 1}
"""Reminders of proposed results, in days after the last one to object (art. 9.7)."""
RESULTS_KINDS = frozenset(RESULTS_DAYS)
TOLD_DUE = "told"
"""Checks whether the opponent has received the notice of the claim."""
_AT_FIRST = timedelta(minutes=1)
_LATER = timedelta(minutes=30)
"""The pause between checks of a delivery: short in the first hour, longer after it."""
UNTOLD = timedelta(days=1)
"""The time after which the arbiter is notified of an opponent who was not reached."""
CLOSING_DUE = "closing"
SOON, NEAR, OVER = "closing_soon", "closing_near", "closing_over"
_DAYS_BEFORE = {SOON: 7, NEAR: 2}
"""Days before the closing on which players forecast their games' ends (art. 6.2)."""


def at_hour(day: date, hour: int, zone: str) -> datetime:
    """Return the instant of that full hour on that day in the zone, in UTC.

    An hour that is skipped in spring is the one after it.
    """
    local = datetime.combine(day, time(hour), tzinfo=ZoneInfo(zone))
    return local.astimezone(UTC)


def at_hour_within(day: date, hour: int, zone: str, *, there: str) -> datetime:
    """Return the last instant of that full hour before the day ends in the zone `there`.

    A player further west may need the reminder of a last day on their day before.
    """
    end = at_hour(day + timedelta(days=1), 0, there)
    instant = at_hour(day, hour, zone)
    while instant >= end:
        day -= timedelta(days=1)
        instant = at_hour(day, hour, zone)
    return instant


def quiet_until(person: Person, now: datetime) -> datetime | None:
    """Return the end of the person's quiet hours, or None if they may be notified now."""
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
    """Return a row for each deadline of the game after `now`, the next of its kind.

    Time that has run out is checked in a minute; with `grace`, not before that instant. After the
    phase's closing date there are no rows, because play is over (art. 9.4). Nobody is reminded of a
    practice game; it only ends.
    """
    today = day_of(now, game.rules.time_zone)
    rows_by_kind: dict[str, DueRow] = {}
    # In the person's zone, a deadline of an adjacent day may still be ahead or already past. So the
    # next deadline of each kind is searched in three days.
    days = (today - timedelta(days=1), today, today + timedelta(days=1))
    for due in dict.fromkeys(due for after in days for due in deadlines(game, after)):
        if game.is_practice and due.kind is not Deadline.TIME_EXCEEDED:
            continue
        row = _game_row(game, due, people)
        if row.due_at > now and row.kind not in rows_by_kind:
            rows_by_kind[row.kind] = row
    flag = rows_by_kind.get(Deadline.TIME_EXCEEDED.value)
    if flag is not None and is_time_up(game, today):
        rows_by_kind[flag.kind] = replace(flag, due_at=grace or now + timedelta(minutes=1))
    zone = game.rules.time_zone
    return [
        row
        for row in rows_by_kind.values()
        if closing is None or day_of(row.due_at, zone) <= closing
    ]


def is_time_up(game: Game, today: date) -> bool:
    """Return whether the last day of the player to move is past (art. 7.2)."""
    return game.stage is Stage.RUNNING and last_day(game) < until_closing(game, today)


def _game_row(game: Game, due: Due, people: Mapping[PersonId, Person]) -> DueRow:
    """Return a deadline as a due row: at midnight, or at the hour of the person concerned."""
    if due.kind is Deadline.TIME_EXCEEDED:
        instant = at_hour(due.on, 0, game.rules.time_zone)
    else:
        person = people[game.side(due.seat).person]
        hour, zone = person.reminder_hour, person.time_zone
        if due.kind is Deadline.DAYS_LEFT:  # a warning after the competition's midnight is too late
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
    """Return the deadline of a game's row."""
    payload = json.loads(row.payload)
    return Due(
        kind=Deadline(row.kind.partition(":")[0]),
        on=date.fromisoformat(payload["on"]),
        seat=Seat(payload["seat"]),
        days_left=payload["days_left"],
    )


def match_rows(match: Match, now: datetime) -> list[DueRow]:
    """Return the rows of a match: its start, the return game's last day, unanswered results."""
    zone, stream = match.rules.time_zone, match_stream(match.code)
    rows: list[DueRow] = []
    if match.stage is MatchStage.ARRANGED and match.competition:
        # A competition's match is arranged when its phase starts, so its game is due at once.
        rows.append(DueRow(stream=stream, kind=START_DUE, due_at=now))
    elif match.stage is MatchStage.ARRANGED and match.seated == frozenset(match.people):
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
    """Return the rows of a case."""
    if case.stage is not CaseStage.FILED or not case.comments:
        return []
    age = now - case.comments[0].at
    wait = _AT_FIRST if age < timedelta(hours=1) else _LATER
    return [DueRow(stream=case_stream(case.id), kind=TOLD_DUE, due_at=now + wait)]


def competition_rows(competition: Competition, now: datetime) -> list[DueRow]:
    """Return the rows of a competition; each day is due in the morning.

    The start is due until the phase has started. A closing date is due a week and two days before
    it, and on the morning after. The last day of the results is due on its own morning and the
    next. A past day is not due, except the start of a phase that is ready. If its lists were made
    late, that is on the next morning; until then they can be checked, sent, or drawn again.
    """
    plan, rules = competition.phase.plan, competition.rules
    listed = competition.phase.listed if competition.stage is CompetitionStage.LISTED else None
    if competition.taken_back or competition.stage is CompetitionStage.CLOSED:
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
    """Return the day of the next `START_HOUR` in the zone after that instant."""
    today = after.astimezone(ZoneInfo(zone)).date()
    return today if at_hour(today, START_HOUR, zone) > after else today + timedelta(days=1)
