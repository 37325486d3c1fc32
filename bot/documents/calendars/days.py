"""What somebody has coming, and what everybody has in a competition: days, and what they are. Pure.

A day belongs to its competition's time zone (art. 7.1). Its `uid` stays when the day moves, and its
`version` grows with the log it is found in, so that a calendar that has it puts it right; what no
longer is to come is left out, and so leaves the calendar.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime

from bot.texts.messages import Text, say
from engine.competitions.competition import Competition, CompetitionStage
from engine.games.clocks import answer_by
from engine.games.game import Game, Stage
from engine.ids import PersonId
from engine.matches.homologation import last_day_to_object, unanswered
from engine.matches.match import FINISHED, Match, MatchStage
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True)
class Version:
    """How often what a day follows from has changed, and when it last did."""

    number: int
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day, or several in a row."""

    uid: str
    title: Text
    first: date
    last: date
    zone: str
    """Where these days begin and end, by its name in the time zone database."""
    version: Version
    is_deadline: bool = False
    """Whether what counts is the instant at which it ends."""


def days_of_game(game: Game, person: PersonId, partner: str, version: Version) -> Iterator[Day]:
    """Yield until when the person is to answer, if it is for him to (art. 5.2, 7.1).

    Where an arbiter's answer is awaited no day is counted (art. 5.3).
    """
    is_his = game.stage is Stage.RUNNING and game.side(game.turn).person == person
    if is_his and not game.query:
        what = "accept" if game.waits_for_acceptance else "answer"
        day = answer_by(game)
        yield Day(
            uid=f"answer-{game.id}",
            title=say(f"calendar.{what}", game=game.id, who=partner),
            first=day,
            last=day,
            zone=game.rules.time_zone,
            version=version,
            is_deadline=True,
        )


def days_of_match(match: Match, person: PersonId, partner: str, version: Version) -> Iterator[Day]:
    """Yield when its games start, until when results may be objected to, and leave of its own."""

    def day(kind: str, on: date, *, is_deadline: bool = False) -> Day:
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
    """Yield the dates of all its phases, those that are over too: everybody may read them."""
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
                        phase=say(f"phase.{plan.phase.value}"),
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
    """Yield the competition's dates and the person's leave in it, while it is not closed."""
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
    for period in periods:
        yield Day(
            uid=f"leave-{code}-{period.first.isoformat()}",
            title=title,
            first=period.first,
            last=period.last,
            zone=zone,
            version=version,
        )
