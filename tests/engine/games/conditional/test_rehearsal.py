"""Rehearsal of a conditional move: its effect equals that of real play."""

from dataclasses import dataclass, field
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine.errors import EngineError, RuleViolation
from engine.games.conditional import MOST_ROUNDS, Condition, of_line, rehearse
from engine.games.game import Game, Stage
from engine.games.planned_moves import read_planned
from engine.ids import Seat
from engine.notation import is_pass, parse_placement
from tests.builders import ANY_WORD, SEQUENCE, game_after, noon, play
from tests.engine.games.conditional.chains_shared import possible
from tests.engine.games.conditional.replies import rounds
from tests.engine.games.plain_game import PlainGame
from tests.engine.refusals import error_lines
from tests.examples import HALF

Pairs = tuple[tuple[str, str], ...]
"""Of each round the partner's move and the answer."""
MOVES = ("H8 CASA", "8H TEN", "PAS")


def paired(condition: Condition | None) -> Pairs:
    """Return the rounds in their written form."""
    moves = [(one.partner, one.reply) for one in condition.rounds] if condition else []
    return tuple((str(partner), str(reply)) for partner, reply in moves)


@given(line=st.lists(st.sampled_from(MOVES), max_size=9), is_own=st.booleans())
def test_a_line_of_play_is_a_condition_up_to_its_last_answer(line: list[str], is_own: bool) -> None:
    """An opponent's move without an answer, and moves after three rounds, are left out."""
    moves = [read_planned(text) for text in line]
    rest = moves[1:] if is_own else moves
    wanted = [(str(rest[at]), str(rest[at + 1])) for at in range(0, len(rest) - 1, 2)]
    if not wanted:
        with pytest.raises(RuleViolation) as refused:
            of_line(moves, is_own=is_own)
        assert error_lines(refused) == ["line_without_answer"]
        return

    found = of_line(moves, is_own=is_own)

    assert paired(found) == tuple(wanted[:MOST_ROUNDS])
    assert found.own == (moves[0] if is_own else None)


def every_plan(most: int) -> list[Pairs]:
    """Return every condition of up to so many rounds from two moves and two answers."""
    one = tuple(product(("PAS", "H8 CASA"), ("PAS", "I8 ARE")))
    return [plan for size in range(1, most + 1) for plan in product(one, repeat=size)]


def test_two_conditions_go_together_where_the_opponent_decides_between_them() -> None:
    """Two conditions are compatible if they differ in an opponent's move first."""
    plans = [(pairs, rounds(*pairs)) for pairs in every_plan(2)]
    plans += [(pairs, rounds(*pairs)) for pairs in every_plan(MOST_ROUNDS)[::7]]
    for (one, first), (other, second) in product(plans, plans):
        parts = any(
            one[:at] == other[:at] and one[at][0] != other[at][0]
            for at in range(min(len(one), len(other)))
        )

        assert first.clashes(second) is not parts
        assert first.shares(second) is (one[0] == other[0])


@dataclass
class Paper:
    """The rounds of a conditional move, played one by one until a move is illegal."""

    game: Game
    legal: int = 0
    """The number of legal moves."""
    faults: list[str] = field(default_factory=list)
    """What stands against the next move."""
    answers: list[str] = field(default_factory=list)

    def plays(self, partner: str, reply: str, *, is_last: bool) -> bool:
        """Return whether both moves of the round are legal, and play it."""
        if partner == "*" and not is_last:
            self.faults = ["condition_any_last"]
        else:
            self.faults = self._tries("PAS" if partner == "*" else partner)
        if not self.faults and self.game.stage is not Stage.RUNNING:
            self.faults = ["condition_ends_game"]
        if not self.faults:
            self.legal += 1
            self.faults = self._tries(reply)
        if not self.faults:
            self.legal += 1
            self.answers.append(reply)
        return not self.faults

    def _tries(self, text: str) -> list[str]:
        try:
            self.game = play(self.game, text)
        except EngineError as error:
            return [fault.code for fault in error.faults]
        return []


def worth(made: list[str], line: list[str]) -> list[int]:
    """Return the counted points of each move of the line, calculated by the slow reference."""
    paper = PlainGame(rules=game_after().rules, letters=list(SEQUENCE))
    moves = [None if is_pass(text) else parse_placement(text) for text in (*made, *line)]
    counted = [paper.move(number % 2, move)[0] for number, move in enumerate(moves)]
    return counted[len(made) :]


@st.composite
def conditions(draw: st.DrawFn) -> tuple[list[str], str, Pairs]:
    """Draw earlier moves, an own move or "", and rounds that are mostly legal."""
    made: list[str] = []
    game = game_after()
    for _ in range(draw(st.integers(0, 3))):
        made.append(draw(st.sampled_from(possible(game))))
        game = play(game, made[-1])
    own = draw(st.just("") | st.sampled_from(possible(game)))
    game = play(game, own) if own else game
    pairs: list[tuple[str, str]] = []
    for _ in range(draw(st.integers(1, MOST_ROUNDS))):
        pair: list[str] = []
        for others in (("*", "I8 ZZ"), ("A1 ARE",)):
            going = possible(game) if game.stage is Stage.RUNNING else ["PAS"]
            pair.append(draw(st.sampled_from([*going * 6, *others])))
            if game.stage is Stage.RUNNING and pair[-1] in going:
                game = play(game, pair[-1])
        pairs.append((pair[0], pair[1]))
    return made, own, tuple(pairs)


@pytest.mark.article("1.1", "1.4", "4.3")
@settings(max_examples=HALF, deadline=None)
@given(conditions())
@example(([], "", (("*", "PAS"), ("PAS", "PAS"))))
def test_a_condition_does_what_playing_it_would_have_done(
    drawn: tuple[list[str], str, Pairs],
) -> None:
    """For each round the obstacles, the legality and the answers' points agree."""
    made, own, pairs = drawn
    game = play(game_after(), *made)
    condition = rounds(*pairs, own=own)
    seat = game.turn if own else game.turn.partner
    paper = Paper(play(game, own) if own else game)
    for number, (partner, reply) in enumerate(pairs, 1):
        if not paper.plays(partner, reply, is_last=number == len(pairs)):
            break

    found = rehearse(game, seat, condition, noon(), ANY_WORD)

    assert [fault.code for fault in found.faults] == paper.faults
    assert len(found.moves) == paper.legal
    assert found.is_by_author is (paper.legal % 2 == 1)
    assert paper.legal == 2 * len(pairs) or paper.faults
    line = [own] if own else []
    for partner, reply in pairs[: len(paper.answers)]:
        line += ["PAS" if partner == "*" else partner, reply]
    counted = worth(made, line)[bool(own) :][1::2]
    placed = [points for points, text in zip(counted, paper.answers, strict=True) if text != "PAS"]
    assert found.points == (sum(placed) if placed else None)


@pytest.mark.article("3.1", "5.3")
def test_the_arbiter_may_be_asked_of_an_answer_whose_words_alone_forbid_it() -> None:
    """A query is possible for an answer whose only error is its words, in any round."""
    game = game_after()

    def unknown(*pairs: tuple[str, str], known: tuple[str, ...] = ()) -> tuple[str, ...]:
        return rehearse(game, Seat.BLUE, rounds(*pairs), noon(), known).unknown

    assert unknown(("PAS", "H8 STIRE")) == ("STIRE",)
    assert unknown(("H8 CASA", "I8 ARE"), known=("CASA",)) == ("ARE", "CA", "AR", "SE")
    assert unknown(("PAS", "PAS"), ("PAS", "PAS")) == ()
    assert unknown(("PAS", "A1 STIRE")) == ()
    assert unknown(("H8 CASA", "I8 ARE"), known=("ARE",)) == ()
    later = ("PAS", "PAS")
    assert unknown(later, ("H8 CASA", "I8 ARE"), known=("CASA", "ARE")) == ("CA", "AR", "SE")
