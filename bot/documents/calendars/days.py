"""Days for a calendar: a person's coming days, and the dates of a competition. Pure.

A day belongs to its competition's time zone (art. 7.1). Its `uid` stays the same when the day
moves. Its `version` grows with the log that the day follows from, so that a calendar updates its
entry. A day whose cause is gone, such as a move that was sent, disappears from the calendar.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from bot.texts.messages import Text, say
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition, CompetitionStage
from engine.games.deadlines import answer_by
from engine.games.game import Game, Stage
from engine.ids import PersonId
from engine.matches.approval import last_day_to_object, unanswered
from engine.matches.match import FINISHED, Match, MatchStage
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True)
class Version:
    """The version of the log that a day follows from."""

    number: int
    """How often the log has changed."""
    at: datetime
    """The instant of its last change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """One day, or several days in a row."""

    uid: str
    """The permanent key of the entry in a calendar: `answer-K7QF/1`."""
    title: Text
    first: date
    last: date
    zone: str
    """The time zone in which these days begin and end, by its IANA name."""
    version: Version
    is_deadline: bool = False
    """Whether the day is a deadline: the instant at which it ends counts."""


def days_of_game(game: Game, person: PersonId, partner: str, version: Version) -> Iterator[Day]:
    """Yield the last day on which the person may answer, if it is their turn (art. 5.2, 7.1).

    While an arbiter's answer is awaited the game has no such day (art. 5.3).
    """
    is_to_move = game.stage is Stage.RUNNING and game.side(game.turn).person == person
    if is_to_move and not game.query:
        task = "accept" if game.waits_for_acceptance else "answer"
        day = answer_by(game)
        yield Day(
            uid=f"answer-{game.id}",
            title=say(f"calendar.{task}", game=game.id, who=partner),
            first=day,
            last=day,
            zone=game.rules.time_zone,
            version=version,
            is_deadline=True,
        )


def days_of_match(match: Match, person: PersonId, partner: str, version: Version) -> Iterator[Day]:
    """Yield the match's start dates, its last day to object, and its own leave for the person."""

    def day(kind: str, on: date, *, is_deadline: bool = False) -> Day:
        """Return one day of the match, with the text of that kind."""
        return Day(
            uid=f"{kind}-{match.code}",
            title=say(f"calendar.match_{kind}", match=match.code, who=partner),
            first=on,
            last=on,
            zone=match.rules.time_zone,
            version=version,
            is_deadline=is_deadline,
        )

    if match.stage is MatchStage.ARRANGED and not match.competition:
        yield day("start", match.start)
    if match.stage is MatchStage.BETWEEN and match.return_day is not None:
        yield day("return", match.return_day)
    until = last_day_to_object(match)
    if until is not None and person in unanswered(match):
        yield day("object", until, is_deadline=True)
    if not match.competition and match.stage not in FINISHED:
        periods = (period for who, period in match.leave if who == person)
        title = say("calendar.leave_match", match=match.code, who=partner)
        yield from _leave(match.code, title, match.rules.time_zone, periods, version)


def days_of_competition(competition: Competition, version: Version) -> Iterator[Day]:
    """Yield the dates of all phases, past ones included. Everybody may see them."""
    for phase in competition.phases:
        plan, rules = phase.plan, competition.rules
        dates: Mapping[str, date | None] = {
            "start": plan.start,
            "returns": plan.returns,
            "closing": plan.closing,
            "results": plan.results_due(rules),
        }
        for kind, on in dates.items():
            if on is not None:
                yield Day(
                    uid=f"{kind}-{competition.code}-{plan.phase.value}",
                    title=say(
                        f"calendar.phase_{kind}",
                        title=competition.title,
                        phase=phase_name(competition, plan.phase),
                    ),
                    first=on,
                    last=on,
                    zone=rules.time_zone,
                    version=version,
                    is_deadline=kind in {"closing", "results"},
                )


def days_in_competition(
    competition: Competition, person: PersonId, version: Version
) -> Iterator[Day]:
    """Yield the competition's dates and the person's leave in it; nothing once it is closed."""
    if competition.stage is CompetitionStage.CLOSED:
        return
    yield from days_of_competition(competition, version)
    title = say("calendar.leave", title=competition.title)
    for phase in competition.phases:
        code = f"{competition.code}-{phase.plan.phase.value}"
        zone = competition.rules.time_zone
        yield from _leave(code, title, zone, phase.leave_of(person), version)


def _leave(
    code: str, title: Text, zone: str, periods: Iterable[LeavePeriod], version: Version
) -> Iterator[Day]:
    """Yield the periods of leave; `code` is what they belong to, for their keys."""
    for period in periods:
        yield Day(
            uid=f"leave-{code}-{period.first.isoformat()}",
            title=title,
            first=period.first,
            last=period.last,
            zone=zone,
            version=version,
        )
