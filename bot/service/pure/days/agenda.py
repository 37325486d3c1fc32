"""When deadlines of games, matches, cases and competitions are due: rows with an instant.

Pure. The engine sets the day; the person's own hour in their time zone makes it an instant in UTC.
All rows of a stream are rewritten whenever it changes, and after each row is handled. An arbiter's
deadlines have no rows: the task list shows a case with its last day, and the digest names it in
time.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from bot.service.pure.days.hours import at_hour, at_hour_within
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

START_HOUR: Final = 8
"""The hour at which games start by themselves, in the competition's time zone."""
TIME_TO_REACH: Final = timedelta(days=1)
"""The time after which the arbiter is notified of an opponent who was not reached."""
_FIRST_CHECKS: Final = timedelta(minutes=1)
"""The pause between checks of a delivery in the first hour."""
_LATER_CHECKS: Final = timedelta(minutes=30)
"""The pause between later checks."""


class DueKind(StrEnum):
    """The kinds of rows of matches, cases and competitions; a game's have its deadline's name."""

    START = "start"
    """A match's first game, or a competition's phase, starts."""
    RETURN = "return"
    """A match's return game starts."""
    RESULTS_SOON = "results_soon"
    """Two days before the last day to object to a match's results."""
    RESULTS_LAST = "results_last"
    """The last day to object to a match's results."""
    RESULTS = "results"
    """The day after it; of a competition, the last day for all results of the phase."""
    NOTICE_CHECK = "told"
    """Checks whether the opponent has received the notice of the claim."""
    NEXT_PHASE = "next"
    """The next phase's first day; arbiters are notified if the phase before is still open."""
    CLOSING_SOON = "closing_soon"
    """A week before the phase's last day of play."""
    CLOSING_NEAR = "closing_near"
    """Two days before it."""
    CLOSING = "closing"
    """The morning after the phase's last day of play."""
    CLOSING_OVER = "closing_over"
    """The morning after the last day for results."""


RESULTS_DAYS: Final[Mapping[DueKind, int]] = {
    DueKind.RESULTS_SOON: -2,
    DueKind.RESULTS_LAST: 0,
    DueKind.RESULTS: 1,
}
"""Reminders of proposed results, in days after the last one to object (art. 9.7)."""
_DAYS_BEFORE: Final = {DueKind.CLOSING_SOON: 7, DueKind.CLOSING_NEAR: 2}
"""Days before the closing on which players forecast their games' ends (art. 6.2)."""


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
    time_row = rows_by_kind.get(Deadline.TIME_EXCEEDED.value)
    # Time is up, but something may still delay its end, so that is asked again soon.
    if time_row is not None and is_time_up(game, today):
        rows_by_kind[time_row.kind] = replace(time_row, due_at=grace or now + timedelta(minutes=1))
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
    """Return a deadline as a due row: at midnight, or at the hour of the person concerned.

    `due_of` reads its payload.
    """
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
    # Both players may have leave at once, so these rows have the seat in their kind.
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
        rows.append(DueRow(stream=stream, kind=DueKind.START, due_at=now))
    elif match.stage is MatchStage.ARRANGED and match.seated == frozenset(match.people):
        rows.append(
            DueRow(stream=stream, kind=DueKind.START, due_at=at_hour(match.start, START_HOUR, zone))
        )
    if match.stage is MatchStage.BETWEEN and match.return_day is not None:
        rows.append(
            DueRow(
                stream=stream,
                kind=DueKind.RETURN,
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
    """Return the next check whether the claim's notice has reached the opponent, until it has."""
    if case.stage is not CaseStage.FILED or not case.comments:
        return []
    age = now - case.comments[0].at
    pause = _FIRST_CHECKS if age < timedelta(hours=1) else _LATER_CHECKS
    return [DueRow(stream=case_stream(case.id), kind=DueKind.NOTICE_CHECK, due_at=now + pause)]


def competition_rows(competition: Competition, now: datetime) -> list[DueRow]:
    """Return the rows of a competition; each day is due in the morning.

    The start is due until the phase has started. A closing date is due a week and two days before
    it, and on the morning after. The last day of the results is due on its own morning and the
    next. A past day is not due, except the start of a phase that is ready. If its lists were made
    late, that is on the next morning; until then they can be checked, sent, or drawn again.
    """
    if competition.taken_back or competition.stage is CompetitionStage.CLOSED:
        return []
    plan, rules = competition.phase.plan, competition.rules
    listed = competition.phase.listed if competition.stage is CompetitionStage.LISTED else None
    if competition.stage is CompetitionStage.RUNNING:
        days = {
            DueKind.CLOSING: plan.closing + timedelta(days=1),
            DueKind.RESULTS: plan.results_due(rules),
            DueKind.CLOSING_OVER: plan.results_due(rules) + timedelta(days=1),
        }
        days |= {
            kind: plan.closing - timedelta(days=before) for kind, before in _DAYS_BEFORE.items()
        }
        if competition.next_phase is not None:
            days[DueKind.NEXT_PHASE] = competition.next_phase.plan.start
    else:
        days = {DueKind.START: plan.start}
        if listed is not None:
            days[DueKind.START] = max(plan.start, _next_morning(listed, rules.time_zone))
    stream = competition_stream(competition.code)
    rows = [
        DueRow(stream=stream, kind=kind, due_at=at_hour(day, START_HOUR, rules.time_zone))
        for kind, day in days.items()
    ]
    # The start of a phase with lists is due even if its day is past; any other past row is not.
    return [row for row in rows if listed is not None or row.due_at > now]


def _next_morning(after: datetime, zone: str) -> date:
    """Return the day of the next `START_HOUR` in the zone after that instant."""
    today = after.astimezone(ZoneInfo(zone)).date()
    return today if at_hour(today, START_HOUR, zone) > after else today + timedelta(days=1)
