"""Queries: a refused word waits for the arbiter, whose ruling decides about the days."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError, RuleViolation
from engine.games.audit import audit
from engine.games.commands import CheckTime, LoseOnTime, Resign
from engine.games.deadlines import Deadline, deadlines
from engine.games.events import Ending, Event, PlacementMade, TimeExceeded
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.games.orders import annul, end, grant_time
from engine.games.outage import days_lost
from engine.games.queries import close_query, made_as_asked, query, stands_as_asked
from engine.games.ruling_events import MovesAnnulled, Outage
from engine.games.turns import exceeded, used_and_running
from engine.ids import Seat
from engine.notation import parse_placement
from tests.builders import START, ask, game_after, noon, play, started
from tests.engine.games.ordered import obeyed, order, reopen, restore

TYPED = parse_placement("H7 CASA")


def asked(day: int = 3, case: str = "TEST/1#1") -> Game:
    """Return a game in which Red asked about their first move on that day."""
    game = game_after()
    return obeyed(game, query(game, Seat.RED, case, noon(day)))


@pytest.mark.article("5.3")
@given(typed=st.integers(0, 20), waited=st.integers(0, 40))
def test_days_of_waiting_are_charged_only_if_the_word_is_not_upheld(
    typed: int, waited: int
) -> None:
    """If upheld, the move counts from its question, however long the answer took.

    If the arbiter finds the word wrong after all, the days of waiting are charged again.
    """
    game, ruled = asked(typed), order(typed + waited, "5.3")
    at_once = play(game_after(), "H7 CASA", at=noon(typed))

    made = obeyed(game, made_as_asked(game, ruled, TYPED, place=0, asked=noon(typed)))
    refused = obeyed(game, close_query(game, "TEST/1#1", ruled.at))

    (placed,) = made.moves
    assert isinstance(placed, PlacementMade)
    assert (replace(placed, answered=None), made.red) == (at_once.moves[0], at_once.red)
    assert made.query == ""
    later = order(typed + waited + 7, "5.3")
    wrong = obeyed(made, annul(made, later, 0, charged=True, words=("CASA",)))
    on = START + timedelta(days=typed + waited)
    assert refused.query == ""
    assert used_and_running(refused, Seat.RED, on) == max(0, typed + waited - 1)
    assert wrong.red.days == max(0, typed + waited - 1)
    assert exceeded(wrong, Seat.RED, wrong.received) is (wrong.red.days > 30)
    again = obeyed(wrong, restore(wrong, later))
    assert (again.moves, again.red.days) == (made.moves, made.red.days)


@pytest.mark.article("7.2")
def test_nobody_is_late_called_or_silent_while_the_arbiter_is_asked() -> None:
    """Time runs out, and reminders come, only from the day after a refusal."""
    game = asked(25)

    assert ask(game, CheckTime(), at=noon(40)) == ()
    with pytest.raises(GameStateError, match="time_not_exceeded"):
        ask(game, LoseOnTime(exceeded=Seat.RED), at=noon(40))
    assert deadlines(game, START) == ()
    refused = obeyed(game, close_query(game, "TEST/1#1", noon(40)))
    assert Deadline.TIME_EXCEEDED in {due.kind for due in deadlines(refused, START)}
    (found,) = ask(refused, CheckTime(), at=noon(41))
    assert isinstance(found, TimeExceeded)


@pytest.mark.article("5.3")
def test_who_places_something_else_asks_no_longer() -> None:
    """Another move ends the query, and its author's days are used as usual."""
    game = asked(3)

    other = play(game, "H8 CANA", at=noon(5))
    late = ask(game, "PAS", at=noon(40))

    assert (other.query, other.red.days) == ("", 4)
    assert isinstance(late[0], TimeExceeded)
    for seat in Seat:  # but the end of the game does not
        assert play(game, Resign(by=seat), at=noon(4)).query == game.query
    with pytest.raises(GameStateError, match="not_your_turn"):
        query(other, Seat.RED, "TEST/1#2", noon(6))
    over = play(game, Resign(by=Seat.RED), at=noon(4))
    with pytest.raises(GameStateError, match="game_over"):
        query(over, Seat.RED, "TEST/1#2", noon(6))


def test_a_later_question_takes_the_place_of_the_first() -> None:
    """After a second query the answer to the first changes nothing."""
    game = asked(3)
    later = obeyed(game, query(game, Seat.RED, "TEST/1#2", noon(4)))

    assert later.query == "TEST/1#2"
    assert close_query(later, "TEST/1#1", noon(5)) == ()


@pytest.mark.article("5.3", "7.1")
@given(first=st.integers(1, 20), days=st.integers(1, 9), upheld=st.booleans())
def test_days_of_an_outage_are_given_back_only_if_the_wait_is_charged(
    first: int, days: int, upheld: bool
) -> None:
    """Days given while a word waited are taken back if it is upheld, and kept if it is not."""
    game = asked(3)
    outage = Outage(START + timedelta(first), START + timedelta(first + days - 1))
    now = first + days
    lost = days_lost(game, Seat.RED, outage, START + timedelta(now))
    before = days_lost(game, Seat.RED, outage, START + timedelta(3))
    if lost:
        game = obeyed(game, grant_time(game, order(now, "7.1"), Seat.RED, lost, outage))
    ruled = order(now + 2, "5.3")

    if upheld:
        after = obeyed(game, made_as_asked(game, ruled, TYPED, place=0, asked=noon(3)))
    else:
        after = obeyed(game, close_query(game, "TEST/1#1", ruled.at))

    assert after.red.granted == (before if upheld else lost)


@pytest.mark.article("5.3", "9.1")
@given(waited=st.integers(0, 40), ended=st.integers(0, 40), by=st.sampled_from(Seat))
def test_a_placement_that_waited_when_the_game_ended_counts_without_resuming_it(
    waited: int, ended: int, by: Seat
) -> None:
    """The end stays, and the placement costs the days before the question alone."""
    over = play(asked(3), Resign(by=by), at=noon(3 + ended))
    ruled = order(3 + ended + waited, "5.3")

    made = obeyed(over, made_as_asked(over, ruled, TYPED, place=0, asked=noon(3)))

    at_once = play(game_after(), "H7 CASA", at=noon(3))
    (move,) = made.moves
    assert isinstance(move, PlacementMade)
    assert replace(move, answered=None) == at_once.moves[0]
    assert (made.ended, made.query, made.red) == (over.ended, "", at_once.red)
    refused = obeyed(over, close_query(over, "TEST/1#1", ruled.at))
    assert (refused.ended, refused.query, refused.moves) == (over.ended, "", ())


@pytest.mark.article("10.1")
def test_a_word_upheld_after_all_puts_the_placement_where_it_would_have_been() -> None:
    """The author's other move and all later ones are removed, and an ended game resumes."""
    game = asked(3)
    refused = obeyed(game, close_query(game, "TEST/1#1", noon(5)))
    instead = play(refused, "H8 CANA", "PAS", at=noon(6))
    over = play(refused, Resign(by=Seat.RED), at=noon(6))

    for later in (instead, over):
        made = obeyed(later, made_as_asked(later, order(9), TYPED, place=0, asked=noon(3)))
        (move,) = made.moves
        assert isinstance(move, PlacementMade)
        assert (made.stage, move.word, move.at) == (Stage.RUNNING, "CASA", noon(3))
        assert stands_as_asked(made, 0, noon(3))
        assert not stands_as_asked(made, 1, noon(3))
    back = obeyed(instead, annul(instead, order(7), 0))
    with pytest.raises(GameStateError, match="nothing_to_restore"):
        made_as_asked(back, order(9), TYPED, place=1, asked=noon(3))
    with pytest.raises(RuleViolation, match="not_on_rack"):
        made_as_asked(back, order(9), parse_placement("H7 ZUZA"), place=0, asked=noon(3))


@pytest.mark.article("5.3")
@pytest.mark.parametrize("instead", [False, True])
def test_every_figure_of_a_placement_made_so_can_be_worked_out_again(*, instead: bool) -> None:
    """The audit accepts a move that a ruling upheld, at once or later."""
    log: list[Event] = [started()]
    game = begin(started())

    def add(events: tuple[Event, ...]) -> None:
        nonlocal game
        for event in events:
            game = evolve(game, event)
        log.extend(events)

    add(query(game, Seat.RED, "TEST/1#1", noon(3)))
    if instead:
        add(close_query(game, "TEST/1#1", noon(5)))
        add(ask(game, "H8 CANA", at=noon(6)))
    add(made_as_asked(game, order(9), TYPED, place=0, asked=noon(3)))

    # The tests' sequence is not one that could be drawn; all else is as it should be.
    assert [line for line in audit(log) if not line.startswith("sequence")] == []


@pytest.mark.article("5.3", "7.2")
def test_time_exceeded_before_the_question_stays_exceeded_if_a_ruling_stops_the_turn() -> None:
    """Days of waiting never exceed the time by themselves, but those before the question count."""
    game = game_after("H8 CASA")
    days = []
    for day in (20, 32):
        waits = obeyed(game, query(game, Seat.BLUE, "TEST/1#1", noon(day)))
        (annulled, *_) = annul(waits, order(40), 0)
        assert isinstance(annulled, MovesAnnulled)
        days.append(annulled.days)

    assert days == [30, 39]


@pytest.mark.article("5.3", "9.4")
def test_days_up_to_the_end_of_the_game_are_nobodys_if_the_word_is_accepted_after_it() -> None:
    """Only the days before the query count if the word is accepted after the game's end."""
    refused = obeyed(asked(3), close_query(asked(3), "TEST/1#1", noon(3)))
    over = play(refused, Resign(by=Seat.RED), at=noon(9))

    made = obeyed(over, made_as_asked(over, order(12, "5.3"), TYPED, place=0, asked=noon(3)))

    assert (made.stage, made.red.days) == (Stage.RUNNING, 2)


@pytest.mark.article("5.3", "7.1")
def test_an_answered_word_accepted_after_the_end_and_found_wrong_charges_its_wait() -> None:
    """The wait up to the end of the game is charged, as in a game that never ended."""
    refused = asked(0)
    refused = obeyed(refused, close_query(refused, "TEST/1#1", noon(3)))
    over = play(refused, Resign(by=Seat.RED), at=noon(3))
    made = obeyed(over, made_as_asked(over, order(9, "5.3"), TYPED, place=0, asked=noon(0)))
    (placed,) = made.moves

    wrong = obeyed(made, annul(made, order(10, "5.3"), 0, charged=True, words=("CASA",)))

    assert (placed.received, placed.sent, made.red.days) == (START, START, 0)
    assert wrong.red.days == 2


@pytest.mark.article("5.3", "7.1")
def test_days_under_a_ruling_lifted_before_the_question_are_nobodys() -> None:
    """The accepted word costs the days of its turn alone, and so does a second one."""
    over = obeyed(game_after(), end(game_after(), order(5), Ending.FORFEITED, Seat.RED))
    now = obeyed(over, reopen(over, order(20)))
    assert used_and_running(now, Seat.RED, now.received) == 4

    for day, used in ((23, 6), (33, 14)):
        waits = obeyed(now, query(now, Seat.RED, "TEST/1#1", noon(day)))
        ruled = order(day + 3, "5.3")
        made = obeyed(waits, made_as_asked(waits, ruled, TYPED, place=0, asked=noon(day)))
        assert made.red.days == used
        now = obeyed(made, annul(made, order(day + 4), 0, charged=True, words=("CASA",)))
        assert now.red.days == used + 3
