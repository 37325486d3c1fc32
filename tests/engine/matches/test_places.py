"""Seats in a match, which an arbiter frees and others take; and cancelled matches."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import reduce

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError
from engine.games.fold import begin, evolve
from engine.games.orders import annul, take_seat
from engine.ids import WEB, Leg, PersonId, Seat
from engine.matches.channel import accept_channel, propose_channel
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.decide import (
    call_off,
    change_access,
    free_place,
    join,
    leave_seat,
    request_return,
    return_seat,
    start_leg,
)
from engine.matches.events import PersonsMerged, SeatReturned
from engine.matches.match import MatchStage
from engine.matches.seating import holder_on, player_of_game
from engine.matches.writers import allow_writer
from tests.builders import game_after, noon, started
from tests.engine.matches.places_shared import order
from tests.engine.matches.staged import ANA, ARBITER, ION, after, between, joined, new_match
from tests.engine.refusals import codes


def test_a_freed_place_waits_for_somebody_else_and_keeps_what_was_counted() -> None:
    """Games and colours stay with a freed seat, and its next player continues."""
    match = between()
    match = after(match, *request_return(match, ION, noon(22)))
    match = after(match, *free_place(match, order(22), ION, PersonId(50)))

    assert match.people == (ANA, PersonId(50))
    assert match.joined == {ANA}
    assert match.ready == frozenset()
    assert PersonId(50) in {match.started[0].red, match.started[0].blue}
    assert ION not in {match.started[0].red, match.started[0].blue}
    assert start_leg(match, noon(40)) == ()

    match = after(match, *join(match, PersonId(50), PersonId(77), noon(41)))

    assert match.people == (ANA, PersonId(77))
    assert len(start_leg(match, noon(41))) == 1


def test_who_had_a_seat_on_a_day_is_known_after_it_passed_on_twice() -> None:
    """The former player had it until the day on which it came free, and that day, too."""
    first, second, emil = PersonId(50), PersonId(51), PersonId(60)
    match = after(between(), *free_place(between(), order(22), ION, first))
    match = after(match, *join(match, first, emil, noon(24)))
    match = after(match, *free_place(match, order(26), emil, second))

    held = [holder_on(match, second, noon(day).date()) for day in (20, 22, 23, 26, 27)]

    assert held == [ION, ION, emil, emil, second]
    assert holder_on(match, ANA, noon(20).date()) == ANA


def test_a_game_knows_the_last_seat_of_a_former_player() -> None:
    """Of a player from the start, and of one who came later; a stranger had none."""
    game = game_after("H7 CASA")
    red, blue, later = game.red.person, game.blue.person, PersonId(60)
    for person in (later, PersonId(61)):
        game = reduce(evolve, take_seat(game, noon(1), Seat.BLUE, person), game)

    assert game.last_seat_of(red) is Seat.RED
    assert [game.last_seat_of(one) for one in (blue, later, PersonId(61))] == [Seat.BLUE] * 3
    assert game.last_seat_of(PersonId(99)) is None


def test_a_freed_place_names_who_had_it_until_somebody_takes_it_or_writes_for_it() -> None:
    """The former player and the day are known as long as nobody plays from the seat."""
    match, place = joined(), PersonId(50)
    assert match.reserved_seat(ION) is None
    match = after(match, *free_place(match, order(22), ION, place))

    freed_seat = match.reserved_seat(place)
    assert freed_seat is not None
    assert (freed_seat.former, freed_seat.day) == (ION, noon(22).date())
    assert match.reserved_seat(ANA) is None
    assert replace(match, writers={place: ARBITER}).reserved_seat(place) is None
    taken = after(match, *join(match, place, PersonId(77), noon(41)))
    assert taken.reserved_seat(PersonId(77)) is None


@pytest.mark.parametrize("who", [ION, PersonId(9)])
def test_only_a_place_that_is_taken_can_be_freed(who: PersonId) -> None:
    """Freeing a seat that nobody has taken, or a stranger's, is refused."""
    match = new_match()
    with pytest.raises(GameStateError) as refused:
        free_place(match, order(), who, PersonId(50))

    assert codes(refused) == ["place_not_taken"]


@pytest.mark.article("1.2")
def test_who_lost_their_place_cannot_come_back_to_the_other_side() -> None:
    """A player with a seat cannot take the opponent's, also after seats were freed."""
    match = joined()
    match = after(match, *free_place(match, order(), ION, PersonId(50)))
    with pytest.raises(GameStateError) as refused:
        join(match, PersonId(50), ANA, noon())
    assert codes(refused) == ["already_the_partner"]

    match = after(match, *free_place(match, order(), ANA, PersonId(51)))
    match = after(match, *join(match, PersonId(50), ANA, noon()))
    with pytest.raises(GameStateError):
        join(match, PersonId(51), ANA, noon())


def test_a_match_is_called_off_only_before_anybody_has_placed() -> None:
    """After any move, even an annulled one, a match cannot be cancelled."""
    match = joined()
    assert after(match, *call_off(match, order())).stage is MatchStage.CANCELLED
    match = after(match, *start_leg(match, noon()))
    cancelled = after(match, *call_off(match, order(), begin(started())))
    assert cancelled.all_running == ()
    passed = game_after("PAS")
    taken_back = reduce(evolve, annul(passed, order(2), 0), passed)
    for home in (passed, taken_back):
        with pytest.raises(GameStateError) as refused:
            call_off(match, order(2), home)
        assert codes(refused) == ["placed_already"]
    with pytest.raises(GameStateError) as refused:
        call_off(between(), order(30))
    assert codes(refused) == ["placed_already"]


def test_nothing_more_happens_in_a_match_that_was_called_off() -> None:
    """In a cancelled match joining, freeing a seat and cancelling again are refused."""
    match = joined()
    match = after(match, *call_off(match, order()))
    deeds: tuple[Callable[[], object], ...] = (
        lambda: join(match, ANA, ANA, noon()),
        lambda: free_place(match, order(), ANA, PersonId(50)),
        lambda: call_off(match, order()),
    )
    for deed in deeds:
        with pytest.raises(GameStateError) as refused:
            deed()
        assert codes(refused) == ["match_cancelled"]
    assert start_leg(match, noon(9)) == ()


def test_a_match_of_a_competition_is_not_called_off_by_itself() -> None:
    """A match of a competition cannot be cancelled, because its group needs the result."""
    with pytest.raises(GameStateError) as refused:
        call_off(new_match(competition="CN25"), order())

    assert codes(refused) == ["handed_with_competition"]


def test_a_game_that_is_over_goes_with_the_place() -> None:
    """A player who takes a seat after the end is named in the game; the opponent cannot."""
    over = game_after("PAS", "PAS", "PAS", "PAS")
    (taken,) = take_seat(over, noon(9), Seat.BLUE, PersonId(77))
    assert evolve(over, taken).blue.person == PersonId(77)
    with pytest.raises(GameStateError) as refused:
        take_seat(over, noon(9), Seat.BLUE, over.red.person)
    assert codes(refused) == ["already_the_partner"]


PEOPLE = tuple(map(PersonId, range(60, 64)))
"""Accounts that open links; unclaimed seats have other numbers."""


@pytest.mark.article("1.1", "1.2")
@given(
    st.lists(
        st.tuples(st.booleans(), st.sampled_from([*PEOPLE, ARBITER]), st.booleans()), max_size=12
    )
)
def test_two_places_are_never_one_persons(deeds: list[tuple[bool, PersonId, bool]]) -> None:
    """No person ever has both seats, and the arbiter has none, before or during a game."""
    match, number = new_match(), 100
    for is_first, person, frees in deeds:
        holder = match.first if is_first else match.second
        try:
            if frees:
                number += 1
                events = free_place(match, order(), holder, PersonId(number))
            else:
                events = join(match, holder, person, noon())
        except GameStateError:
            continue
        match = after(match, *events)
        match = after(match, *start_leg(match, noon()))
        playing = {match.started[0].red, match.started[0].blue} if match.started else set()

        assert match.first != match.second
        assert match.arbiter not in match.people
        assert match.joined <= set(match.people)
        assert not playing or playing == set(match.people)


@pytest.mark.parametrize("ready", [False, True])
def test_a_freed_seat_given_back_leaves_the_match_as_it_was(*, ready: bool) -> None:
    """All but the player's readiness, which they state again, is as before the seat was freed."""
    before = between()
    if ready:
        before = after(before, *request_return(before, ION, noon(22)))
    freed = after(before, *free_place(before, order(22), ION, PersonId(50)))

    back = after(freed, *return_seat(freed, order(23), PersonId(50), ION))

    assert back == replace(before, ready=before.ready - {ION})
    for place, person in ((ANA, ION), (PersonId(50), ANA)):
        with pytest.raises(GameStateError):
            return_seat(freed, order(23), place, person)
    taken = after(freed, *join(freed, PersonId(50), PersonId(51), noon(23)))
    with pytest.raises(GameStateError) as refused:
        return_seat(taken, order(24), PersonId(51), ION)
    assert codes(refused) == ["place_taken"]


@pytest.mark.article("9.6")
def test_a_seat_given_back_to_a_player_without_telegram_stays_open_to_them() -> None:
    """Their writer plays on, and the player may still join."""
    before = after(
        new_match(),
        *allow_writer(new_match(), order(), person=ION, writer=ARBITER, arbiters=(ARBITER,)),
    )
    freed = after(before, *free_place(before, order(22), ION, PersonId(50)))

    back = after(freed, *return_seat(freed, order(23), PersonId(50), ION))

    assert (back.joined, back.writers) == (before.joined, {ION: ARBITER})
    assert join(back, ION, PersonId(77), noon(24))
    # An earlier version gave the seat back only to a player who could be written to, as joined.
    earlier = SeatReturned(at=noon(23), arbiter=ARBITER, place=PersonId(50), person=ION, reason="")
    assert after(freed, earlier).joined == before.joined | {ION}


@pytest.mark.article("9.1")
def test_what_a_forgotten_player_has_played_stays_with_them() -> None:
    """The next player of the seat has only what they finish; a freed seat keeps its records."""
    match, place, heir = between(), PersonId(50), PersonId(77)
    ended = match.ended[0].on
    over = (ended - noon().date()).days
    gone = after(match, *leave_seat(match, ION, place, noon(over + 2)))
    taken = after(gone, *join(gone, place, heir, noon(over + 3)))
    late = replace(taken, ended=(replace(taken.ended[0], on=ended + timedelta(9)),))
    unseated = replace(gone, ended=late.ended)
    again = after(taken, *leave_seat(taken, heir, PersonId(51), noon(over + 4)))

    assert player_of_game(match, Leg.HOME, ION, {ION}) == ION
    assert player_of_game(taken, Leg.HOME, heir, {ION}) == ION
    assert player_of_game(taken, Leg.HOME, heir, ()) == heir
    assert player_of_game(taken, Leg.RETURN, heir, {ION}) == heir
    assert player_of_game(late, Leg.HOME, heir, {ION}) == heir
    assert player_of_game(unseated, Leg.HOME, place, {ION}) == ION
    assert player_of_game(again, Leg.HOME, PersonId(51), {ION, heir}) == ION


@pytest.mark.article("6.1")
def test_a_match_knows_who_plays_in_a_browser() -> None:
    """Joining by a browser is recorded, and a move to Telegram or back, each once."""
    match = new_match()
    match = after(match, *join(match, ANA, ANA, noon(), WEB))
    match = after(match, *join(match, ION, ION, noon()))
    assert match.in_browser == {ANA}

    assert change_access(match, ANA, WEB, noon()) == ()
    assert change_access(match, ION, "", noon()) == ()
    assert change_access(match, PersonId(99), WEB, noon()) == ()
    match = after(match, *change_access(match, ANA, "", noon()))
    match = after(match, *change_access(match, ION, WEB, noon()))

    assert match.in_browser == {ION}
    ended = replace(match, stage=MatchStage.HOMOLOGATED)
    assert change_access(ended, ION, "", noon()) == ()


@pytest.mark.article("6.1")
def test_a_returned_or_merged_player_is_still_in_a_browser() -> None:
    """A seat given back, and one number for two, keep the way in which the player takes part."""
    match, place = new_match(), PersonId(50)
    match = after(match, *join(match, ANA, ANA, noon(), WEB))
    freed = after(match, *free_place(match, order(), ANA, place))
    back = after(freed, *return_seat(freed, order(), place, ANA))
    assert ANA in back.in_browser

    merged = after(back, PersonsMerged(at=noon(), arbiter=ARBITER, person=ANA, into=PersonId(77)))
    assert merged.in_browser == {PersonId(77)}


@pytest.mark.article("4.2")
def test_photographed_sheets_and_browsers_exclude_each_other() -> None:
    """Nobody in a browser gets or keeps a seat on photographed sheets, or agrees to them."""
    sheets, place = ChannelSettings(sheets_only=True), PersonId(50)
    match = after(joined(), *propose_channel(joined(), ION, sheets, noon()))
    web = after(match, *change_access(match, ANA, WEB, noon()))
    with pytest.raises(GameStateError) as accepted:
        accept_channel(web, ANA, sheets, noon())
    with pytest.raises(GameStateError) as proposed:
        propose_channel(web, ANA, sheets, noon())

    freed = after(web, *free_place(web, order(), ANA, place))
    taken = after(freed, *join(freed, place, PersonId(77), noon()))
    agreed = after(taken, *propose_channel(taken, PersonId(77), sheets, noon()))
    with pytest.raises(GameStateError) as moved:
        change_access(agreed, PersonId(77), WEB, noon())
    again = after(agreed, *free_place(agreed, order(), PersonId(77), PersonId(51)))
    with pytest.raises(GameStateError) as joining:
        join(again, PersonId(51), PersonId(78), noon(), WEB)

    found = [codes(each) for each in (accepted, proposed, moved, joining)]
    assert found == [["sheets_browser"]] * 4
    assert again.channel_settings.sheets_only


def test_a_cancelled_match_gives_no_seat_back_and_a_stranger_leaves_none() -> None:
    """Nobody plays it any longer; who is in no seat frees none."""
    freed = after(joined(), *free_place(joined(), order(22), ION, PersonId(50)))
    cancelled = after(freed, *call_off(freed, order(23)))

    with pytest.raises(GameStateError) as refused:
        return_seat(cancelled, order(24), PersonId(50), ION)

    assert codes(refused) == ["match_cancelled"]
    assert leave_seat(cancelled, ANA, PersonId(51), noon(24)) == ()
    assert leave_seat(freed, PersonId(9), PersonId(51), noon(24)) == ()
