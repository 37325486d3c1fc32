"""When a game's and a match's deadlines ring: dates become rows with an instant.

Pure. The engine says on which day something falls due; each person's own hour makes it an instant.
All rows of a stream are made anew whenever it moves, and again whenever one of them has rung.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta

from bot.service.deadlines.hours import at_hour, at_hour_within
from engine.games.deadlines import Deadline, Due, deadlines, last_day
from engine.games.game import Game, Stage
from engine.ids import PersonId, Seat
from engine.matches.homologation import last_day_to_object
from engine.matches.match import Match, MatchStage
from engine.thinking_time import day_of
from storage.due import Due as DueRow
from storage.people import Person
from storage.streams import game_stream, match_stream

START_HOUR = 8
"""When games that start by themselves do so, in the competition's time zone."""
RETURN_DUE = "return"
START_DUE = "start"
RESULTS_DUE = "results"
RESULTS_DAYS = {"results_soon": -2, "results_last": 0, RESULTS_DUE: 1}
"""When proposed results are called to mind: days after the last one to object (art. 9.7)."""
RESULTS_KINDS = frozenset(RESULTS_DAYS)


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
    for after in (today - timedelta(days=1), today, today + timedelta(days=1)):
        for due in deadlines(game, after):
            row = _game_row(game, due, people)
            kind = row.kind
            if row.due_at > now and kind not in found:
                found[kind] = row
    flag = found.get(Deadline.TIME_EXCEEDED.value)
    if flag is not None and is_time_up(game, today):
        found[flag.kind] = replace(flag, due_at=grace or now + timedelta(minutes=1))
    zone = game.rules.time_zone
    return [row for row in found.values() if closing is None or day_of(row.due_at, zone) <= closing]


def is_time_up(game: Game, today: date) -> bool:
    """Return whether the player on turn has let his last day pass (art. 7.2)."""
    return game.stage is Stage.RUNNING and last_day(game) < today


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
