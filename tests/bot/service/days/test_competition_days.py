"""The due days of a competition, and the check of its draws."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.service.pure.days.agenda import competition_rows
from bot.texts.notices.matches.proof import proof
from engine.competitions.competition import Competition
from engine.competitions.guards import Act
from engine.competitions.results import advance
from engine.ids import Leg
from engine.matches.events import MatchArranged
from engine.matches.fold import arranged
from engine.matches.match import Match
from engine.rulesets import NATIONAL_2025, SequenceScope
from tests.builders import START, noon
from tests.engine.competitions.desk import ARBITER, PRELIMINARY, TOGETHER, Desk, running

START_AT = datetime(START.year, START.month, START.day, 5, tzinfo=UTC)
"""8:00 in Bucharest in summer."""


def due_rows(competition: Competition, now: datetime) -> dict[str, datetime]:
    """Return the next due rows."""
    return {row.kind: row.due_at for row in competition_rows(competition, now)}


def test_the_start_is_due_at_eight_and_not_once_it_is_past_and_not_ready() -> None:
    """Arbiters read once of a phase without lists; a ready one starts, even if late."""
    desk = Desk(4)
    assert due_rows(desk.now, noon(-1)) == {"start": START_AT}
    assert due_rows(desk.now, noon()) == {}
    desk.act = Act(by=ARBITER, at=noon(-1))
    desk.draws(2)

    for later in (-1, 0, 3):
        assert due_rows(desk.now, noon(later)) == {"start": START_AT}


@pytest.mark.parametrize(
    ("made", "starts"),
    [
        (timedelta(days=-2), timedelta()),
        (timedelta(seconds=-1), timedelta()),
        (timedelta(), timedelta(days=1)),
        (timedelta(hours=4), timedelta(days=1)),
        (timedelta(days=3, hours=-1), timedelta(days=3)),
        (timedelta(days=3, hours=1), timedelta(days=4)),
    ],
)
def test_lists_that_are_made_late_start_their_games_the_next_morning(
    made: timedelta, starts: timedelta
) -> None:
    """Their start is the next 8:00, and later events do not move it."""
    desk = Desk(4)
    desk.act = Act(by=ARBITER, at=START_AT + made)
    desk.draws(2)

    for later in (timedelta(), timedelta(minutes=1), timedelta(days=1, seconds=1)):
        at = max(START_AT + made, START_AT + starts + later)
        assert due_rows(desk.now, at) == {"start": START_AT + starts}


@pytest.mark.article("9.7")
def test_closing_and_results_are_due_on_their_mornings() -> None:
    """Rows are due after the closing date and on the last day of results, unless it is closed."""
    desk = running(4, 2)
    rows = due_rows(desk.now, noon())
    after_closing = PRELIMINARY.closing + timedelta(days=1)

    assert rows["closing"].date() == after_closing
    assert rows["results"].date() == PRELIMINARY.results_due(NATIONAL_2025)
    desk.homologates_all()
    desk.does(advance)
    assert set(due_rows(desk.now, noon(160))) == {"start"}


def match_of(competition: Competition, number: int) -> Match:
    """Return the match with that number in its first state."""
    listed = competition.phase.matches[number]
    return arranged(
        MatchArranged(
            at=noon(),
            match=listed.code,
            arbiter=ARBITER,
            phase=competition.phase.plan.phase,
            rules=competition.rules,
            edition=competition.edition,
            first=listed.red,
            second=listed.blue,
            start=START,
            home_seed=listed.home_seed,
            return_seed=listed.return_seed,
            competition=competition.code,
            red=listed.red,
        )
    )


@pytest.mark.article("1.3")
@pytest.mark.parametrize("scope", SequenceScope)
def test_every_match_is_proved_and_no_other_is_betrayed(scope: SequenceScope) -> None:
    """Seeds that are still in use are not shown with the others."""
    desk = Desk(6, rules=replace(NATIONAL_2025, sequence_scope=scope), plans=TOGETHER)
    desk.starts(2)
    competition = desk.now
    for number in range(len(competition.phase.matches)):
        match = match_of(competition, number)
        for leg in Leg:
            found = proof(competition, match, leg, is_drawn_so=True, shown=())
            assert found.key == "verify.in_competition"
            if scope in {SequenceScope.GAME, SequenceScope.HOME}:
                secret = competition.phase.seeds.back.hex()
                assert (secret in f"{found}") is False
    desk.homologates_all()
    desk.does(advance)
    if scope in {SequenceScope.GAME, SequenceScope.HOME}:
        after = proof(
            desk.now,
            match_of(competition, 0),
            Leg.RETURN,
            is_drawn_so=True,
            shown={(0, Leg.RETURN)},
        )
        assert competition.phase.seeds.back.hex() in f"{after}"


@pytest.mark.article("1.3")
def test_what_was_drawn_otherwise_is_found() -> None:
    """Another seed, other colours or another sequence are reported as wrong."""
    competition = running(4).now
    match = match_of(competition, 0)
    seeds = {**match.seeds, Leg.HOME: "ab" * 32}
    wrong = (
        (replace(match, seeds=seeds), True),
        (replace(match, red=match.second), True),
        (match, False),
    )

    for other, is_drawn_so in wrong:
        found = proof(competition, other, Leg.HOME, is_drawn_so=is_drawn_so, shown=())
        assert found.key == "verify.wrong_in_competition"
