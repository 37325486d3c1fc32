"""A notebook: the state of its lines as the game continues."""

from collections.abc import Iterable
from dataclasses import replace

import pytest

from engine.errors import RuleViolation
from engine.games.commands import ReturnPlacement
from engine.games.game import Game
from engine.games.notebook import (
    MOST_PLIES,
    LineProgress,
    LineResult,
    NotebookLine,
    NotebookPosition,
    check_room,
    open_lines,
    root_of,
    unvalidated,
    validate_position,
    with_line,
    without_position,
)
from engine.games.planned_moves import planned_notation, read_planned
from engine.ids import Seat
from tests.builders import ANY_WORD, PARTNER_RULES, game_after, play


def line(*texts: str, name: str = "", note: str = "", root: str = "") -> NotebookLine:
    """Return the line of these moves."""
    moves = tuple(map(read_planned, texts))
    return NotebookLine(moves=moves, root=root, name=name, note=note)


def tree(game: Game, lines: Iterable[NotebookLine]) -> tuple[NotebookPosition, ...]:
    """Return all validated positions of these lines."""
    positions = unvalidated(lines)
    for each in positions:
        validate_position(game, each, ANY_WORD)
    return positions


def progress(game: Game, of: NotebookLine) -> LineProgress:
    """Return the progress of the line in the game."""
    going, gone = open_lines(game, [of])
    done = len(of.moves) - sum(len(each.moves) for each in going)
    return gone[0][1] if gone else LineProgress(LineResult.OPEN, done)


def read(positions: tuple[NotebookPosition, ...]) -> list[tuple[int, int, str]]:
    """Return number, depth and move of each position."""
    return [(each.number, len(each.path), planned_notation(each.planned)) for each in positions]


def moves_of(lines: tuple[NotebookLine, ...]) -> list[list[str]]:
    """Return the moves of each line, as written."""
    return [[planned_notation(each) for each in one.moves] for one in lines]


def test_lines_that_begin_alike_are_one_branch_until_they_part() -> None:
    """Positions are numbered in reading order, each is scored, and names end lines."""
    game = game_after()
    kept = [
        line("H8 CASA", "I8 ARE", name="A"),
        line("8H TEN"),
        line("H8 CASA", "PAS", note="cautious"),
        line("H8 CASA", name="Begin"),
    ]

    found = tree(game, kept)

    assert read(found) == [
        (1, 1, "H8 CASA"),
        (2, 2, "I8 ARE"),
        (3, 2, "PAS"),
        (4, 1, "8H TEN"),
    ]
    assert [(each.name, each.note) for each in found] == [
        ("Begin", ""),
        ("A", ""),
        ("", "cautious"),
        ("", ""),
    ]
    assert [tuple(map(planned_notation, each.path)) for each in found] == [
        ("H8 CASA",),
        ("H8 CASA", "I8 ARE"),
        ("H8 CASA", "PAS"),
        ("8H TEN",),
    ]
    assert found[1].plies[-1].move.by is Seat.BLUE
    assert [fault.code for fault in found[3].faults] == []


def test_a_line_without_a_move_has_no_position() -> None:
    """A line with only a name and a note gives no position."""
    assert tree(game_after(), [line(name="A", note="cautious")]) == ()


def test_what_comes_after_an_impossible_move_is_not_validated() -> None:
    """The error is at the impossible move, and later moves have none."""
    found = tree(game_after(), [line("H8 CASA", "A1 ARE", "PAS")])

    assert [bool(each.ply) for each in found] == [True, False, False]
    assert [bool(each.faults) for each in found] == [False, True, False]
    assert len(found[2].plies) == 1


def test_what_was_foreseen_goes_on_and_the_rest_says_why_not() -> None:
    """After a move and its answer a line is open with its rest, played, or different there."""
    before = game_after()
    root = root_of(before)
    foreseen = line("H8 CASA", "I8 ARE", "PAS", root=root, name="A")
    other = line("H8 CASA", "PAS", root=root)
    all_of_it = line("H8 CASA", root=root)
    game = play(before, "H8 CASA", "I8 ARE")

    assert progress(game, foreseen) == LineProgress(LineResult.OPEN, 2)
    assert progress(game, other) == LineProgress(LineResult.OTHERWISE, 1, game.moves[1])
    assert progress(game, all_of_it) == LineProgress(LineResult.PLAYED, 1)
    going, gone = open_lines(game, [foreseen, other, all_of_it])
    assert moves_of(going) == [["PAS"]]
    assert [(each.root, each.name) for each in going] == [(root_of(game), "A")]
    assert [each for each, _ in gone] == [other, all_of_it]


def test_the_same_tiles_by_another_name_are_the_move_that_was_foreseen() -> None:
    """A tile that makes two words is the same move by either word."""
    before = game_after("H8 CAS", "PAS")
    foreseen = line("H8 CASA", "PAS", root=root_of(before))
    same = play(before, "H8 CASA")
    assert progress(same, foreseen) == LineProgress(LineResult.OPEN, 1)
    assert progress(play(before, "PAS"), foreseen).outcome is LineResult.OTHERWISE


@pytest.mark.article("5.2")
def test_a_placement_taken_back_changes_the_board_of_what_was_planned_after_it() -> None:
    """Lines from the earlier board are open again, and lines from the annulled one are not."""
    before = game_after(rules=PARTNER_RULES)
    placed = play(before, "H8 CASA")
    early = line("H8 CASA", "PAS", root=root_of(before))
    late = line("I8 ARE", root=root_of(placed))
    back = play(placed, ReturnPlacement(by=Seat.BLUE, words=()), lexicon=frozenset())

    assert progress(back, early) == LineProgress(LineResult.OPEN, 0)
    assert progress(back, late) == LineProgress(LineResult.CHANGED)
    assert progress(play(back, "H8 TEN"), late) == LineProgress(LineResult.CHANGED)


@pytest.mark.article("4.3")
def test_nothing_of_a_line_may_still_come_when_the_game_is_over() -> None:
    """The remaining part of a line is marked as ended with the game."""
    game = game_after("PAS", "PAS", "PAS")
    read_planned = line("PAS", "H8 CASA", root=root_of(game))
    assert progress(play(game, "PAS"), read_planned) == LineProgress(LineResult.ENDED, 1)


def test_a_longer_line_takes_the_place_of_the_bare_one_it_goes_on_from() -> None:
    """A named or noted line stays, and nothing is stored twice."""
    short, long = line("H8 CASA"), line("H8 CASA", "PAS")
    called = replace(short, name="A")

    assert with_line([short], long) == (long,)
    assert with_line([called], long) == (called, long)
    assert with_line([long], short) == (long,)
    assert with_line([long], called) == (long, called)
    assert with_line([long, called], short) == (long,)
    other = line("8H TEN")
    assert with_line([short, other], long) == (long, other)
    assert with_line([long, other], replace(long, name="C")) == (replace(long, name="C"), other)
    assert with_line([called], replace(short, name="B")) == (replace(short, name="B"),)


def test_a_position_goes_with_all_that_comes_after_it_and_what_led_there_stays() -> None:
    """Deleting a position deletes all later ones, and keeps its beginning and other branches."""
    lines = [line("H8 CASA", "I8 ARE", "PAS"), line("H8 CASA", "PAS"), line("8H TEN")]
    path = lines[0].moves[:2]

    assert moves_of(without_position(lines, path)) == [["H8 CASA", "PAS"], ["8H TEN"]]
    assert moves_of(without_position(lines[:1], path)) == [["H8 CASA"]]
    assert moves_of(without_position(lines, path[:1])) == [["8H TEN"]]
    assert without_position(lines, line("PAS").moves) == tuple(lines)


def test_a_notebook_holds_two_hundred_positions_and_lines_of_twelve_moves() -> None:
    """Shared positions count once, and one more is refused with the number allowed."""
    check_room([line(*["PAS"] * MOST_PLIES)])
    with pytest.raises(RuleViolation, match="line_too_long n=12"):
        check_room([line(*["PAS"] * (MOST_PLIES + 1))])
    many = [line("PAS", f"{row}{col} CASA") for row in "ABCDEFGHIJKLM" for col in range(1, 16)]
    check_room([*many, line("PAS", "N1 CASA"), line("PAS", "N2 CASA"), line("PAS", "N3 CASA")])
    with pytest.raises(RuleViolation, match="notebook_full n=200"):
        check_room([*many, *(line("PAS", f"N{col} CASA") for col in range(1, 6))])
