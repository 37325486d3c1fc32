"""Conditional moves of both players, compared with a plain calculation of all outcomes."""

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError
from engine.games.events import Passed, PlacementMade
from engine.games.fold import begin, evolve
from engine.games.game import Game, Stage
from engine.ids import Seat
from tests.builders import ask, noon, play, started
from tests.engine.games.conditional.chains_shared import possible
from tests.engine.games.conditional.replies import answered, rounds
from tests.examples import HALF

Plan = tuple[str, tuple[tuple[str, str], ...]]
"""Own move or "", and of each round the partner's move and the reply."""


def plainly(game: Game, move: str, waiting: dict[Seat, list[Plan]]) -> list[str]:
    """Return the following moves, found by playing every possibility on whole games."""

    def same(before: Game, text: str, after: Game) -> bool:
        try:
            tried = play(before, text)
        except EngineError:
            return False
        kinds = type(tried.moves[-1]) is type(after.moves[-1])
        return kinds and tried.board.rows == after.board.rows

    left = {seat: list(waiting.get(seat, [])) for seat in Seat}
    before, after, found = game, play(game, move), []
    mover = before.turn
    left[mover] = [plan for plan in left[mover] if plan[0] and same(before, plan[0], after)]
    while after.stage is Stage.RUNNING:
        mine, left[after.turn] = left[after.turn], []
        fits = [each for _, each in mine if each[0][0] != "*" and same(before, each[0][0], after)]
        fits += [each for _, each in mine if each[0][0] == "*"]
        if not fits:
            break
        reply = fits[0][0][1]
        try:
            then = play(after, reply)
        except EngineError:
            break
        found.append(reply)
        left[after.turn] = [
            (reply, each[1:]) for _, each in mine if each[0] == fits[0][0] and each[1:]
        ]
        before, after = after, then
    return found


def some_move(game: Game) -> st.SearchStrategy[str]:
    """Draw a legal move of the player to move."""
    return st.sampled_from(possible(game))


@st.composite
def both_plan(draw: st.DrawFn) -> tuple[Game, str, dict[Seat, list[Plan]]]:
    """Draw a position, a move made in it, and the conditions that each player had set."""
    game = begin(started())
    for _ in range(draw(st.integers(0, 3))):
        game = play(game, draw(some_move(game)))
    move = draw(some_move(game))
    once = play(game, move)
    assume(once.stage is Stage.RUNNING)
    answers = draw(st.lists(some_move(once), min_size=1, max_size=2))
    twice = play(once, answers[0])
    assume(twice.stage is Stage.RUNNING)
    others = draw(st.lists(some_move(game), max_size=2))
    onward = st.lists(st.tuples(some_move(twice), some_move(twice)), max_size=2).map(tuple)
    mover: list[Plan] = [
        (own, ((answer, draw(some_move(twice))), *draw(onward)))
        for own in draw(st.lists(st.sampled_from(["", move, *others]), max_size=3))
        for answer in draw(st.lists(st.sampled_from([*answers, "*", "PAS"]), max_size=2))
    ]
    partner: list[Plan] = [
        ("", ((seen, draw(st.sampled_from(answers))), *draw(onward)))
        for seen in draw(st.lists(st.sampled_from([move, *others, "*"]), max_size=3))
    ]
    return game, move, {game.turn: mover, once.turn: partner}


def by_hand(game: Game, moves: Sequence[str]) -> list[Passed | PlacementMade]:
    """Return the log's moves if both players make their own moves themselves."""
    made: list[Passed | PlacementMade] = []
    for text in moves:
        events = ask(game, text)
        made += [each for each in events if isinstance(each, PlacementMade | Passed)]
        game = reduce(evolve, events, game)
    return made


@settings(max_examples=HALF, deadline=None)
@given(both_plan())
def test_chains_are_those_of_a_plain_reading_and_end(
    planned: tuple[Game, str, dict[Seat, list[Plan]]],
) -> None:
    """The moves equal those of playing out every outcome, with at most three answers each."""
    game, move, waiting = planned
    conditions = {
        seat: tuple(rounds(*each, own=own) for own, each in plans)
        for seat, plans in waiting.items()
    }
    after, outcome = answered(game, move, conditions)

    expected = plainly(game, move, waiting)
    assert len(expected) <= 6
    assert after.board.rows == play(game, move, *expected).board.rows
    made = [each for each in outcome.events if isinstance(each, PlacementMade | Passed)]
    assert len(made) == len(expected) == len(outcome.used)
    assert all(each.conditional and each.days == 0 and each.at == noon() for each in made)
    assert [replace(each, conditional=False) for each in made] == by_hand(
        play(game, move), expected
    )
