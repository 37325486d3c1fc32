"""The match: joining, colours, leave, and the start of both games."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from engine.errors import BrokenLog, GameStateError, RuleViolation
from engine.games.events import EditionRef
from engine.ids import Leg, PersonId
from engine.matches.decide import (
    announce_leave,
    confirm_late_return,
    join,
    request_return,
    start_leg,
    withdraw_leave,
)
from engine.matches.events import MatchEvent
from engine.matches.fold import arranged, replay_match
from engine.matches.match import games_of
from engine.thinking_time import LeavePeriod
from tests.builders import START, noon
from tests.engine.matches.staged import (
    ANA,
    ARBITER,
    ION,
    after,
    arrangement,
    between,
    joined,
    leg_ended,
    new_match,
    played,
)
from tests.engine.refusals import codes


@pytest.mark.article("1.2")
def test_the_home_game_starts_when_both_have_joined_and_the_day_has_come() -> None:
    """The home game starts once both have joined, and not before the start date."""
    match = new_match()
    assert start_leg(match, noon()) == ()
    match = after(match, *join(match, ANA, ANA, noon()))
    assert start_leg(match, noon()) == ()
    match = after(match, *join(match, ION, ION, noon()))
    assert start_leg(match, noon(-1)) == ()
    (started,) = start_leg(match, noon())

    assert {started.red, started.blue} == {ANA, ION}


def test_a_known_person_takes_the_place_kept_for_them() -> None:
    """A person who opens an invitation takes the seat reserved for that player."""
    match = new_match()
    match = after(match, *join(match, ION, PersonId(77), noon()))

    assert match.people == (ANA, PersonId(77))


@pytest.mark.article("1.1")
@pytest.mark.parametrize("intruder", [ANA, ARBITER])
def test_nobody_plays_themselves_and_the_arbiter_does_not_play(intruder: PersonId) -> None:
    """Neither the opponent nor the arbiter can take a player's seat."""
    with pytest.raises(GameStateError):
        join(new_match(), ION, intruder, noon())


@pytest.mark.article("1.2", "1.3")
def test_colours_are_drawn_from_the_committed_seed_and_swapped_for_the_return() -> None:
    """Seeds give both orders of colours, and the return game swaps them."""
    homes = {new_match(f"{n:064x}").colours(Leg.HOME) for n in range(40)}
    match = new_match()

    assert homes == {(ANA, ION), (ION, ANA)}
    assert match.colours(Leg.RETURN) == tuple(reversed(match.colours(Leg.HOME)))


@pytest.mark.article("1.2", "1.3")
@pytest.mark.parametrize("red", [ANA, ION])
def test_colours_that_are_listed_are_not_drawn_again(red: PersonId) -> None:
    """For every seed the listed player is Red in the home game and Blue in the return game."""
    for n in range(4):
        match = new_match(f"{n:064x}", competition="CN25", red=red)

        assert match.colours(Leg.HOME) == (red, match.partner(red))
        assert match.colours(Leg.RETURN) == (match.partner(red), red)


@pytest.mark.article("9.1")
def test_in_a_competition_nobody_is_waited_for() -> None:
    """Both games start on their last possible day even if nobody has joined."""
    match = new_match(competition="CN25", red=ANA)
    assert start_leg(match, noon(-1)) == ()

    match = after(match, *start_leg(match, noon()), leg_ended())
    assert start_leg(match, noon(22)) == ()
    (back,) = start_leg(match, noon(26))

    assert (back.leg, back.red, back.blue) == (Leg.RETURN, ION, ANA)


@pytest.mark.article("3.1")
def test_a_match_plays_with_the_word_list_in_force_when_it_starts() -> None:
    """Both games use the edition that is in force when the home game starts."""
    first, later = (EditionRef(name=f"LOC-{n}", sha256=f"{n}" * 64) for n in (1, 2))
    match = joined()
    match = after(match, *start_leg(match, noon(), edition=first))
    assert match.edition == first

    match = after(match, leg_ended())
    match = after(match, *start_leg(match, noon(30), edition=later))
    assert match.edition == first


@pytest.mark.article("2.1")
def test_return_games_that_share_a_sequence_start_on_one_day() -> None:
    """A return game on a shared letter sequence starts on its fixed day only."""
    match = new_match(competition="CN25", red=ANA, returns=START + timedelta(days=60))
    match = after(match, *start_leg(match, noon()), leg_ended())

    with pytest.raises(GameStateError) as refused:
        request_return(match, ANA, noon(22))
    assert codes(refused) == ["returns_together"]
    assert start_leg(match, noon(59)) == ()
    assert match.return_day == START + timedelta(days=60)
    (back,) = start_leg(match, noon(60))
    assert back.leg is Leg.RETURN


@pytest.mark.article("7.1")
def test_a_fixed_return_day_over_five_days_after_the_home_game_is_confirmed_or_refused() -> None:
    """An unconfirmed late day means the fifth day; a confirmed one is the phase's day."""
    fixed = START + timedelta(days=60)
    begins = replace(arrangement(competition="CN25", red=ANA), returns=fixed, late_return=False)
    match = arranged(begins)
    with pytest.raises(GameStateError):
        confirm_late_return(match, ARBITER, noon())
    match = after(match, *start_leg(match, noon()), leg_ended())

    assert (match.return_day, match.late_return_day) == (START + timedelta(days=26), fixed)
    assert start_leg(match, noon(25)) == ()
    assert start_leg(match, noon(26))
    agreed = after(match, *confirm_late_return(match, ARBITER, noon(22)))
    assert (agreed.return_day, agreed.late_return_day) == (fixed, None)
    assert start_leg(agreed, noon(59)) == ()
    soon = replace(match, returns=START + timedelta(days=23))
    assert (soon.return_day, soon.late_return_day) == (START + timedelta(days=23), None)


def test_who_comes_after_the_start_of_a_competition_takes_their_place_in_everything() -> None:
    """A late player gets the seat's colours, leave and game; nobody else can take it."""
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
    """A friendly game that has begun refuses every new player."""
    match = joined()
    match = after(match, *start_leg(match, noon()))

    with pytest.raises(GameStateError):
        join(match, ANA, PersonId(77), noon(1))


@pytest.mark.article("7.1")
def test_the_return_game_starts_on_request_of_both_or_on_the_fifth_day() -> None:
    """The return game starts if both ask for it, or on the fifth day."""
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
    """Asking for the return game too early is refused; asking twice has no effect."""
    with pytest.raises(GameStateError) as early:
        request_return(joined(), ANA, noon())
    assert [fault.code for fault in early.value.faults] == ["no_return_waiting"]
    match = after(between(), *request_return(between(), ANA, noon(22)))

    assert request_return(match, ANA, noon(23)) == ()


def test_a_log_makes_the_match_that_its_events_made() -> None:
    """Replaying a log gives the same match; a log without its first event is refused."""
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
    """After six days of leave at home, a player has four for the return game."""
    match = joined()
    six = LeavePeriod(date(2025, 5, 10), date(2025, 5, 15))
    match = after(match, *announce_leave(match, ANA, six, noon()))
    five = LeavePeriod(date(2025, 6, 10), date(2025, 6, 14))
    with pytest.raises(RuleViolation):
        announce_leave(match, ANA, five, noon(2))
    assert announce_leave(match, ION, five, noon(2))
    match = after(match, *withdraw_leave(match, ANA, six, noon(2)))

    assert announce_leave(match, ANA, five, noon(2))


@pytest.mark.article("9.4")
def test_a_match_is_played_to_the_closing_date_or_to_a_later_day_that_was_ruled() -> None:
    """A ruled day before the closing date shortens nothing; a friendly match has no last day."""
    match, closing = joined(), date(2025, 9, 30)
    day = timedelta(days=1)

    assert match.last_day(closing) == closing
    assert replace(match, play_until=closing + day).last_day(closing) == closing + day
    assert replace(match, play_until=closing - day).last_day(closing) == closing


def test_leave_cannot_be_announced_once_both_games_are_over() -> None:
    """A finished match refuses leave."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    with pytest.raises(GameStateError):
        announce_leave(
            replace(match), ANA, LeavePeriod(date(2025, 9, 1), date(2025, 9, 2)), noon(40)
        )
