"""The generator of legal plays, compared with trying every word on every square."""

import random

import pytest

from engine.board import Board, Square
from engine.generator import plays
from engine.notation import format_placement, parse_placement
from engine.plain import Play, plain_plays
from engine.rulesets import NATIONAL_2025
from engine.tiles import load_tile_set
from tests.engine.boards import board_after
from tests.engine.tried import GRAPHS, LISTS, played_out, random_rack, tried


@pytest.mark.parametrize("name", ["ro", "en"])
@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("turns", [0, 1, 3, 6])
def test_the_generator_finds_exactly_what_trying_everything_finds(
    turns: int, jokers: int, name: str
) -> None:
    """Both searches find exactly the legal plays, with points and words, in both languages."""
    tiles, words = load_tile_set(name), LISTS[name]
    board = played_out(turns * 10 + jokers, name, turns)
    rack = random_rack(random.Random(turns), tiles, jokers)

    expected = tried(board, rack, words, tiles)

    for search in (plays, plain_plays):
        found = search(board, rack, GRAPHS[name], tiles, NATIONAL_2025)
        assert set(found) == expected
        assert len(found) == len(expected)


RO = load_tile_set("ro")
GRAPH = GRAPHS["ro"]
CASA = board_after("H7 CASA")


def found_on(board: Board, rack: str) -> list[str]:
    """Return the generated plays as players write them."""
    found = plays(board, rack, GRAPH, RO, NATIONAL_2025)
    return [format_placement(play.placement) for play in found]


@pytest.mark.article("4.1")
def test_the_first_word_lies_over_the_centre() -> None:
    """On an empty board every play covers H8, across or down."""
    assert set(found_on(Board(), "LA")) == {"H7 LA", "H8 LA", "8G LA", "8H LA"}


def test_a_single_tile_that_forms_two_words_has_both_readings() -> None:
    """A tile that forms two words gives two plays; no main word has one letter."""
    board = CASA.lay([(Square(8, 10), "E")])
    found = plays(board, "T", GRAPH, RO, NATIONAL_2025)

    assert [play for play in found if play.position in {"I10", "10H"}] == [
        Play("10H", "AT", 4, ("AT", "TE")),
        Play("I10", "TE", 4, ("TE", "AT")),
    ]
    assert all(len(play.word) > 1 for play in found)


def test_the_best_play_comes_first_and_equals_go_by_position_and_word() -> None:
    """Plays are sorted by score, position and word, so that games are reproducible."""
    found = plays(CASA, "RETAS?I", GRAPH, RO, NATIONAL_2025)

    assert list(found) == sorted(found, key=lambda play: (-play.score, play.position, play.word))
    assert len(found) > 100


def test_a_blank_may_stand_for_a_letter_without_a_tile() -> None:
    """A blank can be K, Q, W or Y, which have no tile."""
    assert "H8 wON" in found_on(Board(), "ON?")
    assert "8H yEN" in found_on(Board(), "EN?")


@pytest.mark.article("5.3")
def test_blanks_alone_may_be_laid_for_nothing() -> None:
    """A rack of two blanks gives plays of 0 points."""
    found = plays(Board(), "??", GRAPH, RO, NATIONAL_2025)

    assert {play.score for play in found} == {0}
    assert {play.word.upper() for play in found} == {word for word in LISTS["ro"] if len(word) == 2}


def test_an_empty_rack_finds_nothing() -> None:
    """An empty rack gives no play."""
    assert not plays(CASA, "", GRAPH, RO, NATIONAL_2025)


def test_each_play_reads_back_as_its_placement() -> None:
    """A play that is written down and parsed gives the same tiles and square."""
    for play in plays(CASA, "ST?REA?", GRAPH, RO, NATIONAL_2025)[::50]:
        assert parse_placement(format_placement(play.placement)) == play.placement
        assert (play.placement.square.position(play.placement.axis)) == play.position


def test_the_worked_example_is_among_the_plays() -> None:
    """The best play of the example's rack is K5 CAPRARUL for 86 points."""
    board = board_after("H7 CASA", "I8 STIRE", "6E cOMANDA", "H4 TRACASAI")
    found = plays(board, "CPRARUL", GRAPH, RO, NATIONAL_2025)

    assert found[0] == Play("K5", "CAPRARUL", 86, ("CAPRARUL",))
