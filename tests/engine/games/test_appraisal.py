"""A move validated and scored before it is made."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import Fault
from engine.games.appraisal import Appraisal, appraise, refused_words
from engine.games.game import Game
from engine.ids import Seat
from engine.notation import parse_placement
from tests.builders import ANY_WORD, START, game_after, with_racks


def validated(game: Game, text: str, *words: str) -> Appraisal:
    """Return the validation of Red's text on the first day; without words all are valid."""
    return appraise(game, Seat.RED, parse_placement(text), START, words or ANY_WORD)


@pytest.mark.article("3.1")
def test_a_word_that_the_list_lacks_is_a_fault_of_its_own() -> None:
    """Each unlisted word is named in upper case, under the article on the word list."""
    found = validated(with_racks(game_after(), red="CAS?ETN"), "H8 CaSA", "MASA")

    assert (found.unknown, found.points, found.counted) == (("CaSA",), 6, 6)
    assert found.faults == (Fault("unknown_word", "3.1", {"word": "CASA"}),)


def test_words_of_a_placement_that_cannot_stand_are_not_looked_up() -> None:
    """The words of a play with another error are not looked up in the list."""
    found = validated(game_after(), "A1 CASA", "MASA")

    assert found.unknown == ()
    assert found.faults == (Fault("off_centre", "5.1", {"centre": "H8"}),)


def test_a_letter_without_a_tile_is_worth_nothing_and_on_no_rack() -> None:
    """A K that is not a blank has no score and is named as missing from the rack."""
    found = validated(game_after(), "H8 KASA")

    assert (found.points, found.counted) == (0, 0)
    assert found.faults == (Fault("not_on_rack", "5.1", {"tiles": ("K",), "rack": "CASAETN"}),)


def test_what_falls_off_the_board_is_not_priced() -> None:
    """A word beyond the board's edge has no score."""
    found = validated(game_after(), "H8 CASAETNIS")

    assert (found.points, found.counted) == (0, 0)
    assert {fault.code for fault in found.faults} == {"off_board", "not_on_rack"}


@pytest.mark.article("5.3")
@given(
    words=st.lists(st.sampled_from(["CASA", "AN", "RE"])),
    others=st.lists(st.sampled_from([Fault("occupied", "5.1"), Fault("not_on_rack", "5.1")])),
    last=st.booleans(),
)
def test_an_arbiter_is_asked_of_words_only_where_nothing_else_is_wrong(
    words: list[str],
    others: list[Fault],
    last: bool,
) -> None:
    """The arbiter is asked about each word once, in order, and only without other errors."""
    unknown = [Fault("unknown_word", "3.1", {"word": word}) for word in words]
    faults = [*others, *unknown] if last else [*unknown, *others]

    assert refused_words(faults) == (() if others else tuple(dict.fromkeys(words)))
