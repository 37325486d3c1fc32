"""Several spellings of a person, and names too similar to be trusted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.tables.names import Names, fold
from engine.ratings.protocol import Player

WORDS = st.text("abcdeșțăâî", min_size=3, max_size=8)


def met(*names: str) -> Names:
    """Return names that were registered in this order."""
    found = Names()
    for name in names:
        assert found.player(name)
    return found


@pytest.mark.parametrize(
    "other",
    ["ștefan  Țînțar", "STEFAN TINTAR", "Ştefan-Ţînţar", " Stefan Tîntar ", "S\u0327tefan Țînțar"],
)
def test_spellings_of_one_person(other: str) -> None:
    """Case, diacritics (comma or cedilla, composed or not), blanks and hyphens do not matter."""
    names = met("Ștefan Țînțar")

    assert names.player(other) == "Ștefan Țînțar"
    assert names.find(other) == "Ștefan Țînțar"
    assert list(names.twins([Player("Ștefan Țînțar")])) == []


def test_letters_without_a_decomposition() -> None:
    """Polish ł is an l, and similar letters likewise."""
    assert fold("Łukasz Øđæ") == "lukasz odae"


@pytest.mark.parametrize("text", ["", "  ", "-", "x" * 81, "Ana\x07", "\u202e"])
def test_what_is_no_name(text: str) -> None:
    """Spaces, control characters and very long texts are not names."""
    assert Names().player(text) is None


@pytest.mark.parametrize(
    "near",
    [
        "Ion Popesc",
        "Ion Popesscu",
        "Ion Ponescu",
        "Ion Poepscu",
        "Popescu Ion",
        "Popescu, Ion",
        "Jon Popescu",
    ],
)
def test_names_that_may_be_misspelt(near: str) -> None:
    """One letter is missing, added, different or moved, or the words are swapped."""
    names = met("Ion Popescu")

    assert names.near(near) == "Ion Popescu"
    assert names.find(near) is None
    assert names.player(near) == near
    assert list(names.strangers([Player("Ion Popescu")])) == [(near, "Ion Popescu")]
    assert list(names.twins([Player("Ion Popescu"), Player(near)])) == [(near, "Ion Popescu")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Player 12", "Player 13"),
        ("Popescu A", "Popescu B"),
        ("Ion Popescu", "Ioan Popesca"),
        ("Popa", "Pope"),
        ("Dan Popescu", "Ion Popescu"),
        ("Ali Popescu", "Al Popescu"),
    ],
)
def test_names_that_differ_on_purpose(one: str, other: str) -> None:
    """Numbers, initials, very short words and two different letters mean two people."""
    names = met(one)

    assert names.near(other) is None
    assert names.near(one) is None
    assert met(one, other).find(other) == other


def test_who_is_said_to_be_new_is_new() -> None:
    """A confirmed new name is another person's, however similar."""
    names = Names(["Ion Popesc"])
    names.player("Ion Popescu")
    names.player("Ion Popesc")

    assert list(names.strangers([Player("Ion Popescu")])) == []
    assert list(names.twins([Player("Ion Popescu"), Player("Ion Popesc")])) == []


def test_near_knows_who_was_met_since() -> None:
    """An early question does not fix the set of known people."""
    names = met("Ion Popescu")
    assert names.near("Maria Ionesc") is None
    names.player("Maria Ionescu")

    assert names.near("Maria Ionesc") == "Maria Ionescu"


@given(st.lists(WORDS, min_size=2, max_size=2), st.integers(0, 100), st.sampled_from("xyz"))
def test_a_letter_off_is_always_noticed(words: list[str], place: int, letter: str) -> None:
    """One different letter anywhere in any name makes it similar."""
    name = " ".join(words)
    place %= len(name)
    if name[place] == " ":
        return
    other = f"{name[:place]}{letter}{name[place + 1 :]}"

    assert met(name).near(other) == name
