"""Two known people who are one: their matches, games, cases and competitions after it."""

from decimal import Decimal

import pytest

from engine.cases.decide import merge as merge_case
from engine.cases.events import ClaimKind
from engine.cases.fold import evolve_case
from engine.competitions.entering import claim_place, enter, vacate, withdraw
from engine.competitions.entering import merge as merge_in_competition
from engine.competitions.events import Liftable
from engine.competitions.guards import Act
from engine.competitions.lifting import last_act
from engine.competitions.parts import Entry
from engine.competitions.results import exclude
from engine.correspondence import thread_of
from engine.errors import GameStateError
from engine.games.fold import begin, evolve
from engine.games.orders import rename_seat, take_seat
from engine.ids import GameId, Leg, PersonId, Seat
from engine.matches.channel import propose_channel
from engine.matches.correspondence_events import ChannelSettings
from engine.matches.decide import answer_results, free_place, join, request_return
from engine.matches.letters import LetterWritten
from engine.matches.rulings import propose_results, set_penalty
from engine.matches.seating import merge as merge_in_match
from tests.builders import noon, started
from tests.engine.cases.bench import claim, situation
from tests.engine.competitions.desk import ARBITER, DAN, Desk, running
from tests.engine.competitions.desk import ION as FOURTH
from tests.engine.matches.places_shared import order
from tests.engine.matches.staged import ANA, ION, after, between, joined, leg_ended, played
from tests.engine.refusals import codes

NEW = PersonId(90)


def test_the_match_is_that_of_the_number_that_stays() -> None:
    """The seat, the readiness, the letters and the proposals are kept."""
    match = between()
    match = after(match, *request_return(match, ION, noon(22)))
    match = after(match, *propose_channel(match, ION, ChannelSettings(channel="email"), noon(22)))
    for player in (ION, ANA):
        letter = LetterWritten(
            at=noon(22),
            game=GameId(match.code),
            player=player,
            author=player,
            statement="ab" * 32,
        )
        match = after(match, letter)

    now = after(match, *merge_in_match(match, ARBITER, noon(23), person=ION, into=NEW))

    assert now.people == (ANA, NEW)
    assert now.joined == {ANA, NEW}
    assert now.ready == {NEW}
    assert now.proposed_channel is not None
    assert now.proposed_channel[0] == NEW
    assert {*now.letters_waiting} == {thread_of(match.code, one) for one in (NEW, ANA)}
    assert merge_in_match(now, ARBITER, noon(24), person=ION, into=NEW) == ()


def test_a_seat_passed_from_one_account_to_the_other_was_never_freed() -> None:
    """A player who came back with another account is one person in the match."""
    match = joined()
    match = after(match, *free_place(match, order(22), ION, PersonId(50)))
    match = after(match, *join(match, PersonId(50), NEW, noon(23)))

    now = after(match, *merge_in_match(match, ARBITER, noon(24), person=NEW, into=ION))

    assert now.people == (ANA, ION)
    assert now.freed == {}
    assert now.joined == {ANA, ION}


@pytest.mark.article("8.5", "10.3")
def test_an_earlier_answer_to_the_same_results_is_that_of_the_number_that_stays() -> None:
    """It counts again once a penalty is lifted, also if the player has another number by then."""
    match = played(leg_ended(), leg_ended(Leg.RETURN))
    match = after(match, *propose_results(match, noon(31)))
    match = after(match, *answer_results(match, ION, noon(31), agrees=True))
    fined = after(match, *set_penalty(match, order(32), ANA, Leg.HOME, Decimal("0.1")))
    one = after(fined, *merge_in_match(fined, ARBITER, noon(33), person=ION, into=NEW))
    lifted = after(one, *set_penalty(one, order(34), ANA, Leg.HOME, Decimal(0)))

    again = after(lifted, *propose_results(lifted, noon(34)))

    assert again.results == match.results
    assert again.answers.confirmed == {NEW}


def test_opponents_and_the_arbiter_are_two_people() -> None:
    """Nobody plays against themselves, or in a match that they rule (art. 1.1, 1.2)."""
    match = joined()
    with pytest.raises(GameStateError) as refused:
        merge_in_match(match, ARBITER, noon(), person=ION, into=ANA)
    assert codes(refused) == ["merge_in_match"]
    with pytest.raises(GameStateError) as refused:
        merge_in_match(match, ARBITER, noon(), person=ION, into=match.arbiter)
    assert codes(refused) == ["arbiter_cannot_play"]


def test_a_free_seat_of_a_game_stays_free() -> None:
    """The day since which nobody sits there does not change with the number."""
    game = begin(started())
    for event in take_seat(game, noon(3), Seat.BLUE, PersonId(50), is_free=True):
        game = evolve(game, event)
    for event in rename_seat(game, noon(9), Seat.BLUE, NEW):
        game = evolve(game, event)

    assert game.side(Seat.BLUE).person == NEW
    assert game.side(Seat.BLUE).left == game.day_of(noon(3))


def test_a_case_is_about_the_number_that_stays() -> None:
    """Claimant and player claimed against follow; other cases do not change."""
    case = claim(situation("H7 CASA"), ClaimKind.CONDUCT)
    assert case.against is not None
    against, by = case.against, case.by
    (event,) = merge_case(case, ARBITER, noon(), person=against, into=NEW)
    assert evolve_case(case, event).against == NEW
    (event,) = merge_case(case, ARBITER, noon(), person=by, into=NEW)
    assert (evolve_case(case, event).by, evolve_case(case, event).against) == (NEW, against)
    assert merge_case(case, ARBITER, noon(), person=NEW, into=by) == ()


def merged(desk: Desk, person: PersonId, into: PersonId) -> None:
    """Record that the two are one."""
    desk.append(
        merge_in_competition(desk.now, Act(by=ARBITER, at=noon()), person=person, into=into)
    )


def test_a_phase_has_the_person_everywhere() -> None:
    """Entry, group, matches and claim belong to the number that stays."""
    desk = running()
    was = desk.now
    merged(desk, DAN, NEW)

    phase = desk.now.phase
    assert NEW in phase.players
    assert DAN not in phase.players
    assert {one.code for one in phase.matches if NEW in one.players} == {
        one.code for one in was.phase.matches if DAN in one.players
    }
    assert (NEW in desk.now.claimed) == (DAN in was.claimed)


def test_a_person_entered_twice_is_entered_once() -> None:
    """Before the draw two entries become one, and earlier acts about them stay."""
    desk = Desk()
    desk.does(enter, [Entry(player=NEW), Entry(player=PersonId(91))])
    merged(desk, PersonId(91), NEW)

    assert desk.now.phase.players.count(NEW) == 1
    assert PersonId(91) not in desk.now.phase.players
    assert last_act(desk.now, NEW) is None
    desk.does(withdraw, NEW)
    last = last_act(desk.now, NEW)
    assert last is not None
    assert last[0] is Liftable.WITHDRAWAL
    act = Act(by=ARBITER, at=noon())
    assert merge_in_competition(desk.now, act, person=PersonId(91), into=NEW) == ()


def test_a_withdrawn_player_keeps_the_gap_under_the_other_number() -> None:
    """The gap that a player left in their group is named by the number that stays."""
    desk = Desk(5)
    desk.draws()
    desk.does(withdraw, DAN)
    desk.does(withdraw, FOURTH)
    merged(desk, DAN, NEW)

    assert {one.player for one in desk.now.phase.withdrawn} == {NEW, FOURTH}


@pytest.mark.parametrize("into", [FOURTH, ARBITER])
def test_two_players_of_a_drawn_phase_or_an_arbiter_are_refused(into: PersonId) -> None:
    """One person cannot have two seats, nor rule what they play."""
    desk = running()
    with pytest.raises(GameStateError) as refused:
        merged(desk, DAN, into)

    assert codes(refused) == ["merge_in_phase" if into == FOURTH else "arbiter_cannot_play"]


def test_who_was_disqualified_is_not_one_with_a_later_player() -> None:
    """The disqualification would apply to somebody who plays (art. 10.3)."""
    desk = running()
    desk.append(claim_place(desk.now, FOURTH, Act(by=NEW, at=noon())))
    desk.does(exclude, DAN, reason="de ce")
    desk.does(vacate, NEW, PersonId(91), "alt cont")
    with pytest.raises(GameStateError) as refused:
        merged(desk, DAN, NEW)
    assert codes(refused) == ["merge_with_former"]
    merged(desk, DAN, PersonId(95))
    assert PersonId(95) in desk.now.excluded


def test_a_seat_vacated_for_the_same_person_leaves_no_trace() -> None:
    """Whose seat went to their other account was never replaced."""
    desk = running()
    desk.append(claim_place(desk.now, DAN, Act(by=DAN, at=noon())))
    desk.does(vacate, DAN, NEW, "alt cont")
    desk.append(claim_place(desk.now, NEW, Act(by=NEW, at=noon())))
    assert desk.now.phase.replaced

    merged(desk, NEW, DAN)

    assert not desk.now.phase.replaced
    assert DAN in desk.now.claimed & {*desk.now.phase.players}
