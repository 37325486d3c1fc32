"""The state of a game, which players report to an arbiter; it changes no result."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import GameStateError
from engine.ids import Leg, PersonId
from engine.matches.correspondence_events import GameState
from engine.matches.decide import join, start_leg
from engine.matches.match import Match
from engine.matches.states import ask_state, report_state
from tests.builders import noon
from tests.engine.matches.staged import ANA, ARBITER, ION, after, joined, leg_ended, new_match
from tests.engine.refusals import error_lines

QUESTION = None
asked_or_told = st.lists(
    st.just(QUESTION) | st.tuples(st.sampled_from([ANA, ION]), st.sampled_from(GameState)),
    max_size=12,
)


def running() -> Match:
    """Return a match whose home game has begun."""
    return after(joined(), *start_leg(joined(), noon()))


@pytest.mark.article("6.2")
@given(steps=asked_or_told)
def test_each_question_has_the_last_answer_of_each_given_since(
    steps: list[tuple[PersonId, GameState] | None],
) -> None:
    """Only each player's last answer since the last question counts; repeats add no event."""
    match = after(running(), *ask_state(running(), ARBITER, Leg.HOME, noon()))
    expected: dict[PersonId, GameState] = {}
    for day, step in enumerate(steps, 1):
        if step is QUESTION:
            expected = {}
            (asked,) = ask_state(match, ARBITER, Leg.HOME, noon(day))
            assert (asked.arbiter, asked.at) == (ARBITER, noon(day))
            match = after(match, asked)
            assert match.asked == {Leg.HOME: noon(day)}
            continue
        person, state = step
        said = report_state(match, person, Leg.HOME, state, noon(day))
        assert [one.at for one in said] == [noon(day)] * (expected.get(person) is not state)
        match, expected[person] = after(match, *said), state

        assert match.states == {(who, Leg.HOME): last for who, last in expected.items()}
    assert (match.stage, match.statements, match.results) == (running().stage, {}, ())


@pytest.mark.article("6.2")
def test_only_a_running_game_is_asked_about_and_only_a_question_is_answered() -> None:
    """Only running games can be asked about, and only a question can be answered."""
    match = running()
    for leg, now in ((Leg.RETURN, match), (Leg.HOME, new_match())):
        with pytest.raises(GameStateError) as nothing_runs:
            ask_state(now, ARBITER, leg, noon())
        assert error_lines(nothing_runs) == ["game_not_running (art. 6.2)"]
    with pytest.raises(GameStateError) as unasked:
        report_state(match, ANA, Leg.HOME, GameState.LATE, noon())
    assert error_lines(unasked) == ["state_not_asked (art. 6.2)"]

    asked = after(match, *ask_state(match, ARBITER, Leg.HOME, noon()))
    over = after(asked, leg_ended())

    with pytest.raises(GameStateError) as too_late:
        report_state(over, ANA, Leg.HOME, GameState.LATE, noon(22))
    assert error_lines(too_late) == ["state_not_asked (art. 6.2)"]


def test_of_two_games_each_has_its_question_and_its_answers() -> None:
    """A question about the return game keeps the answers about the home game."""
    match = after(running(), *ask_state(running(), ARBITER, Leg.HOME, noon()))
    match = after(match, *report_state(match, ANA, Leg.HOME, GameState.WAITING, noon(1)))
    match = after(match, leg_ended())
    match = after(match, *start_leg(match, noon(30)))
    match = after(match, *ask_state(match, ARBITER, Leg.RETURN, noon(31)))
    match = after(match, *report_state(match, ANA, Leg.RETURN, GameState.CLOCK, noon(32)))

    assert match.states == {
        (ANA, Leg.HOME): GameState.WAITING,
        (ANA, Leg.RETURN): GameState.CLOCK,
    }


def test_what_a_place_holder_reported_belongs_to_the_player_who_comes() -> None:
    """Answers stay with the player when they join with their own account."""
    match = new_match(competition="CN25", red=ANA)
    match = after(match, *start_leg(match, noon()))
    match = after(match, *ask_state(match, ARBITER, Leg.HOME, noon()))
    match = after(match, *report_state(match, ANA, Leg.HOME, GameState.ON_COURSE, noon(1)))
    come = after(match, *join(match, ANA, PersonId(9), noon(2)))

    assert come.states == {(PersonId(9), Leg.HOME): GameState.ON_COURSE}
