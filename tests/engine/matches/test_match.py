"""The match around its two games: joining, colours, leave, the return game and the results."""

from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal

import pytest

from engine.clock import LeavePeriod
from engine.errors import BrokenLog, GameStateError, RuleViolation
from engine.games.events import EditionRef, Ending
from engine.ids import CompetitionCode, Leg, MatchCode, PersonId, Seat
from engine.matches.decide import (
    announce_leave,
    answer_results,
    homologate,
    join,
    request_return,
    start_leg,
    withdraw_leave,
)
from engine.matches.events import LegEnded, MatchArranged, MatchEvent, ResultsProposed
from engine.matches.fold import arranged, evolve_match, replay_match
from engine.matches.match import Match, MatchStage, games_of
from engine.matches.results import leg_results, match_coefficients
from engine.rulesets import NATIONAL_2025, Phase
from tests.builders import START, noon

ANA, ION, ARBITER = PersonId(1), PersonId(2), PersonId(3)


def arrangement(
    seed: str = "00" * 32, *, competition: str = "", red: PersonId | None = None
) -> MatchArranged:
    """Return the arrangement of a match of Ana and Ion."""
    return MatchArranged(
        at=noon(),
        match=MatchCode("K7QF"),
        arbiter=ARBITER,
        phase=Phase.PRELIMINARY,
        rules=NATIONAL_2025,
        edition=EditionRef(name="test", sha256="0" * 64),
        first=ANA,
        second=ION,
        start=START,
        home_seed=seed,
        return_seed="11" * 32,
        competition=CompetitionCode(competition),
        red=red,
    )


def new_match(
    seed: str = "00" * 32, *, competition: str = "", red: PersonId | None = None
) -> Match:
    """Return a match just arranged."""
    return arranged(arrangement(seed, competition=competition, red=red))


def after(match: Match, *events: MatchEvent) -> Match:
    """Return the match after these events."""
    for event in events:
        match = evolve_match(match, event)
    return match


def joined() -> Match:
    """Return a match that both have joined."""
    match = new_match()
    for person in (ANA, ION):
        match = after(match, *join(match, person, person, noon()))
    return match


def leg_ended(
    leg: Leg = Leg.HOME,
    *,
    red: int = 524,
    blue: int = 480,
    ending: Ending = Ending.PLAYED_OUT,
    by: Seat | None = None,
    rounds: int = 12,
) -> LegEnded:
    """Return the end of a leg three weeks after the start."""
    return LegEnded(
        at=noon(21),
        leg=leg,
        on=START + timedelta(days=21),
        ending=ending,
        by=by,
        red_score=red,
        blue_score=blue,
        rounds=rounds,
    )


def between() -> Match:
    """Return a match whose home game is over."""
    match = joined()
    match = after(match, *start_leg(match, noon()))
    return after(match, leg_ended())


def played(home: LegEnded, back: LegEnded) -> Match:
    """Return a match whose two games are over."""
    match = joined()
    match = after(match, *start_leg(match, noon()), home)
    return after(match, *start_leg(match, noon(30)), back)


@pytest.mark.article("1.2")
def test_the_home_game_starts_when_both_have_joined_and_the_day_has_come() -> None:
    """Not with one player, not before the start date."""
    match = new_match()
    assert start_leg(match, noon()) == ()
    match = after(match, *join(match, ANA, ANA, noon()))
    assert start_leg(match, noon()) == ()
    match = after(match, *join(match, ION, ION, noon()))
    assert start_leg(match, noon(-1)) == ()
    (started,) = start_leg(match, noon())

    assert {started.red, started.blue} == {ANA, ION}


def test_a_known_person_takes_the_place_kept_for_him() -> None:
    """An invitation opened by an account already known binds that person, not a double."""
    match = new_match()
    match = after(match, *join(match, ION, PersonId(77), noon()))

    assert match.people == (ANA, PersonId(77))


@pytest.mark.article("1.1")
@pytest.mark.parametrize("intruder", [ANA, ARBITER])
def test_nobody_plays_himself_and_the_arbiter_does_not_play(intruder: PersonId) -> None:
    """Neither the partner nor the arbiter can take the other place."""
    with pytest.raises(GameStateError):
        join(new_match(), ION, intruder, noon())


@pytest.mark.article("1.3")
def test_colours_are_drawn_from_the_committed_seed_and_swapped_for_the_return() -> None:
    """Both orders occur over the seeds, and the return game always turns them round."""
    homes = {new_match(f"{n:064x}").colours(Leg.HOME) for n in range(40)}
    match = new_match()

    assert homes == {(ANA, ION), (ION, ANA)}
    assert match.colours(Leg.RETURN) == tuple(reversed(match.colours(Leg.HOME)))


@pytest.mark.article("1.2")
@pytest.mark.parametrize("red", [ANA, ION])
def test_colours_that_are_listed_are_not_drawn_again(red: PersonId) -> None:
    """Whatever the seed says, the one named plays Red at home and Blue in the return game."""
    for n in range(4):
        match = new_match(f"{n:064x}", competition="CN25", red=red)

        assert match.colours(Leg.HOME) == (red, match.partner(red))
        assert match.colours(Leg.RETURN) == (match.partner(red), red)


@pytest.mark.article("9.1")
def test_in_a_competition_nobody_is_waited_for() -> None:
    """The home game starts on its day though neither has come; the return one on its last day."""
    match = new_match(competition="CN25", red=ANA)
    assert start_leg(match, noon(-1)) == ()

    match = after(match, *start_leg(match, noon()), leg_ended())
    assert start_leg(match, noon(22)) == ()
    (back,) = start_leg(match, noon(26))

    assert (back.leg, back.red, back.blue) == (Leg.RETURN, ION, ANA)


def test_who_comes_after_the_start_of_a_competition_takes_his_place_in_everything() -> None:
    """His colours, his leave and his game come with it; the place is then taken."""
    match = new_match(competition="CN25", red=ANA)
    match = after(match, *start_leg(match, noon()))
    period = LeavePeriod(START + timedelta(days=2), START + timedelta(days=3))
    match = after(match, *announce_leave(match, ANA, period, noon()))
    late = PersonId(77)
    match = after(match, *join(match, ANA, late, noon(1)))

    assert match.people == (late, ION)
    assert match.colours(Leg.HOME) == (late, ION)
    assert (match.started[0].red, match.started[0].blue) == (late, ION)
    assert match.leave_of(late) == (period,)
    with pytest.raises(GameStateError):
        join(match, late, PersonId(78), noon(1))


def test_outside_a_competition_nobody_joins_a_game_that_has_begun() -> None:
    """Both have to be there before it starts, so nobody can come late."""
    match = joined()
    match = after(match, *start_leg(match, noon()))

    with pytest.raises(GameStateError):
        join(match, ANA, PersonId(77), noon(1))


@pytest.mark.article("7.1")
def test_the_return_game_starts_on_request_of_both_or_on_the_fifth_day() -> None:
    """One request is not enough; the fifth day needs none."""
    match = between()
    assert start_leg(match, noon(22)) == ()
    match = after(match, *request_return(match, ANA, noon(22)))
    assert start_leg(match, noon(22)) == ()
    assert start_leg(match, noon(26))
    match = after(match, *request_return(match, ION, noon(22)))
    (started,) = start_leg(match, noon(22))

    assert started.leg is Leg.RETURN
    assert match.return_day == START + timedelta(days=26)


@pytest.mark.article("7.1")
def test_the_return_game_is_asked_for_between_the_games_and_once() -> None:
    """Before the home game is over there is nothing to ask for; a second request says nothing."""
    with pytest.raises(GameStateError) as early:
        request_return(joined(), ANA, noon())
    assert [fault.code for fault in early.value.faults] == ["no_return_waiting"]
    match = after(between(), *request_return(between(), ANA, noon(22)))

    assert request_return(match, ANA, noon(23)) == ()


def test_a_log_makes_the_match_that_its_events_made() -> None:
    """A match read from its log is the one that was kept; a log without a beginning is refused."""
    log: list[MatchEvent] = [arrangement()]
    for person in (ANA, ION):
        log += join(replay_match(log), person, person, noon())
    assert games_of(replay_match(log)) == ()
    assert replay_match(log).return_day is None
    log += start_leg(replay_match(log), noon())
    log += [leg_ended()]
    log += start_leg(replay_match(log), noon(30))

    assert games_of(replay_match(log)) == ("K7QF/1", "K7QF/2")
    assert replay_match(log) == after(between(), *start_leg(between(), noon(30)))
    for broken in ([], log[1:]):
        with pytest.raises(BrokenLog):
            replay_match(broken)


@pytest.mark.article("7.2")
def test_ten_days_of_leave_are_shared_between_both_games() -> None:
    """Six days at home leave four for the return; five are refused."""
    match = joined()
    six = LeavePeriod(date(2025, 5, 10), date(2025, 5, 15))
    match = after(match, *announce_leave(match, ANA, six, noon()))
    five = LeavePeriod(date(2025, 6, 10), date(2025, 6, 14))
    with pytest.raises(RuleViolation):
        announce_leave(match, ANA, five, noon(2))
    assert announce_leave(match, ION, five, noon(2))
    match = after(match, *withdraw_leave(match, ANA, six, noon(2)))

    assert announce_leave(match, ANA, five, noon(2))


@pytest.mark.article("8.1")
def test_results_are_proposed_with_the_ordinary_coefficients() -> None:
    """524–480 gives 1.5219 and 0.4781 (the regulation's own example)."""
    match = played(leg_ended(), leg_ended(Leg.RETURN, red=400, blue=400))
    home, back = leg_results(match)

    assert (home.red, home.blue, home.article) == (Decimal("1.5219"), Decimal("0.4781"), "8.1")
    assert (back.red, back.blue, back.article) == (Decimal("1.0000"), Decimal("1.0000"), "8.4")


@pytest.mark.article("9.1")
def test_who_abandons_while_ahead_over_both_games_gets_zero() -> None:
    """Ahead 600–200 at home, he gives the return up at 300–200: 0 in the return."""
    home = leg_ended(red=600, blue=200)
    back = leg_ended(Leg.RETURN, red=200, blue=300, ending=Ending.ABANDONED, by=Seat.BLUE, rounds=5)
    _, result = match_coefficients(played(home, back))

    assert result.second == Decimal("0.0000")
    assert result.first == Decimal("1.4800")


@pytest.mark.article("9.1")
def test_who_abandons_while_behind_keeps_his_share() -> None:
    """Behind at home, the abandoned return counts by its own score, whichever seat gave up."""
    home = leg_ended(red=600, blue=200)
    back = leg_ended(Leg.RETURN, red=200, blue=300, ending=Ending.ABANDONED, by=Seat.RED, rounds=5)
    _, result = match_coefficients(played(home, back))

    assert (result.first, result.second) == (Decimal("0.4000"), Decimal("1.5800"))


@pytest.mark.article("9.4")
@pytest.mark.article("9.2")
def test_time_and_interruption_have_their_own_articles() -> None:
    """Time exceeded counts like abandonment under 9.4; an interruption splits one point."""
    home = leg_ended(ending=Ending.INTERRUPTED)
    back = leg_ended(Leg.RETURN, red=10, blue=20, ending=Ending.TIME, by=Seat.BLUE, rounds=0)
    first, second = match_coefficients(played(home, back))

    assert (first.first, first.second, first.article) == (
        Decimal("1.0219"),
        Decimal("0.9781"),
        "9.2",
    )
    assert (second.first, second.second, second.article) == (
        Decimal("1.5300"),
        Decimal("0.4700"),
        "9.4",
    )


@pytest.mark.article("9.3", "8.4")
def test_a_draw_follows_from_equal_scores_and_from_nothing_else() -> None:
    """Played out to 500–500 it is a draw; an agreement to stop at 500–499 is none."""
    drawn = leg_ended(red=500, blue=500)
    agreed = leg_ended(Leg.RETURN, red=500, blue=499, ending=Ending.INTERRUPTED)
    home, back = match_coefficients(played(drawn, agreed))

    assert (home.first, home.second, home.article) == (Decimal(1), Decimal(1), "8.4")
    assert back.first > back.second


@pytest.mark.article("8.5")
def test_both_players_answer_and_the_arbiter_homologates() -> None:
    """An answer may be changed until homologation; then nothing can."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    with pytest.raises(GameStateError):
        homologate(match, ARBITER, noon(40))
    match = after(match, ResultsProposed(at=noon(40), results=leg_results(match)))
    match = after(match, *answer_results(match, ANA, noon(40), agrees=False))
    match = after(match, *answer_results(match, ANA, noon(41), agrees=True))
    assert (match.confirmed, match.objected) == (frozenset({ANA}), frozenset())
    match = after(match, *homologate(match, ARBITER, noon(42)))

    assert match.stage is MatchStage.HOMOLOGATED
    with pytest.raises(GameStateError):
        answer_results(match, ION, noon(43), agrees=False)


def test_leave_cannot_be_announced_once_both_games_are_over() -> None:
    """There is nothing left to pause."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    with pytest.raises(GameStateError):
        announce_leave(
            replace(match), ANA, LeavePeriod(date(2025, 9, 1), date(2025, 9, 2)), noon(40)
        )
