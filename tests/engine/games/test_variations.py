"""Lines of play give the same result as real play."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.game import Game, Stage
from engine.games.planned_moves import Planned, Ply, variation
from engine.games.planned_moves import read_planned as one_planned
from engine.ids import Seat
from engine.placement import Placement
from engine.rulesets import NATIONAL_2025
from tests.builders import ANY_WORD, PARTNER_RULES, SEQUENCE, game_after, noon, play
from tests.e2e.plays import legal, words, written
from tests.engine.games.plain_game import PlainGame

SHORT = "CASAETNSTIREAITIDNURB?"
"""A sequence that is soon at its end, a joker its last letter."""


def read_planned(*texts: str) -> tuple[Planned, ...]:
    """Return the moves of these texts."""
    return tuple(map(one_planned, texts))


def some_move(game: Game, choose: st.DrawFn) -> str:
    """Draw a legal move: one of the possible plays, or sometimes a pass."""
    found = legal(game)
    if not found or choose(st.integers(0, 7)) == 0:
        return "PAS"
    by_score = choose(st.booleans())
    place = choose(st.integers(0, min(len(found), 12) - 1))
    if by_score:
        return written(found[place])
    return written(sorted(found, key=lambda each: -len(each.word))[place])


@st.composite
def games_and_lines(draw: st.DrawFn) -> tuple[list[str], list[str], str]:
    """Draw moves that were made, a line that continues them, and both in sequence."""
    sequence = draw(st.sampled_from([SEQUENCE, SHORT]))
    game = game_after(sequence=sequence)
    made: list[str] = []
    for _ in range(draw(st.integers(0, 5)) + draw(st.integers(1, 8))):
        if game.stage is not Stage.RUNNING:
            break
        made.append(some_move(game, draw))
        game = play(game, made[-1])
    begun = draw(st.integers(0, len(made) - 1))
    return made[:begun], made[begun:], sequence


@pytest.mark.article("4.1")
@settings(max_examples=12)
@given(games_and_lines())
def test_a_line_is_what_playing_it_would_have_been(drawn: tuple[list[str], list[str], str]) -> None:
    """Board, racks, points and end equal those of real play and of the slow reference."""
    made, line, sequence = drawn
    game = game_after(*made, sequence=sequence)
    paper = PlainGame(NATIONAL_2025, list(sequence))
    for at, each in enumerate(read_planned(*made)):
        paper.move(at % 2, each if isinstance(each, Placement) else None)

    found = variation(game, read_planned(*line), words())

    assert found.faults == ()
    assert len(found.plies) == len(line)
    real = game
    for at, (text, ply) in enumerate(zip(line, found.plies, strict=True), len(made)):
        real = play(real, text, at=noon(at + 1))
        [each] = read_planned(text)
        before = list(paper.points)
        counted, left, taken = paper.move(at % 2, each if isinstance(each, Placement) else None)
        assert as_it_stands(ply.after) == as_it_stands(real)
        assert (ply.leaves, ply.takes) == (left, taken)
        assert [real.red.score, real.blue.score] == paper.points
        assert (ply.after.stage is Stage.ENDED) is paper.is_over
        assert getattr(ply.move, "counted", 0) == counted
        assert paper.is_over or paper.points[at % 2] - before[at % 2] == counted


def as_it_stands(game: Game) -> tuple[object, ...]:
    """Return all of a game except its days."""
    sides = [(side.rack, side.score, side.moves) for side in (game.red, game.blue)]
    return game.board.rows, sides, game.drawn, game.turn, game.stage


@settings(max_examples=12)
@given(games_and_lines())
def test_a_line_uses_no_day_and_leaves_the_game_as_it_is(
    drawn: tuple[list[str], list[str], str],
) -> None:
    """A line uses no day and does not change the game."""
    made, line, sequence = drawn
    game = game_after(*made, sequence=sequence)

    found = variation(game, read_planned(*line), words())

    assert game == game_after(*made, sequence=sequence)
    days = [(each.after.red.days, each.after.blue.days) for each in found.plies]
    assert set(days) <= {(game.red.days, game.blue.days)}


@pytest.mark.article("1.4")
def test_a_line_counts_what_the_cap_lets_count() -> None:
    """Red's first play in a line counts up to its points cap."""
    found = variation(game_after(), read_planned("H8 CASA"), words())

    [ply] = found.plies
    assert (ply.move.points, ply.move.counted) == counts("H8 CASA")  # type: ignore[union-attr]
    assert ply.after.red.score == counts("H8 CASA")[1]


def counts(text: str) -> tuple[int, int]:
    """Return the points and the counted points of a first play in a game."""
    move = game_after(text).moves[-1]
    return move.points, move.counted  # type: ignore[union-attr]


def test_a_line_stops_at_the_first_move_that_cannot_be_made() -> None:
    """A line ends at its first illegal move, whose errors are all named."""
    found = variation(game_after(), read_planned("H8 CASA", "A1 ZEU", "PAS"), words())

    assert [ply.move.by for ply in found.plies] == [Seat.RED]
    assert {fault.code for fault in found.faults} >= {"not_on_rack", "not_connected"}
    assert all(fault.article for fault in found.faults)


@pytest.mark.article("4.3")
def test_nothing_comes_after_the_end_of_the_game() -> None:
    """The fourth pass ends a line with the racks' values, and a later move is refused."""
    found = variation(game_after(), read_planned("PAS", "PAS", "PAS", "PAS", "PAS"), ANY_WORD)

    assert len(found.plies) == 4
    assert found.plies[-1].after.stage is Stage.ENDED
    assert found.plies[-1].after.red.score < 0
    assert [fault.code for fault in found.faults] == ["game_over"]


@pytest.mark.article("5.2")
def test_a_last_placement_is_taken_as_accepted() -> None:
    """A line whose last move could be sent back ends as if it were accepted."""
    game = game_after(sequence="CASAETNSTIREAI", rules=PARTNER_RULES)
    ends = ["H8 CASETAN", "PAS"]

    plies: tuple[Ply, ...] = variation(game, read_planned(*ends), ANY_WORD).plies

    assert plies[0].leaves == plies[0].takes == ""
    assert plies[0].after.stage is Stage.ENDED
