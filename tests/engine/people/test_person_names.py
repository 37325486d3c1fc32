"""The names of people: which spellings are one name, and which names may mean one person."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.person_names import (
    Likeness,
    NameIndex,
    are_alike,
    clubs_agree,
    keys_named,
    likeness,
    name_key,
    told_apart,
)

NAMES = st.text("abcdeșțî ,-.", min_size=1, max_size=14)


@pytest.mark.parametrize(
    "name",
    [
        "Ana Pop",
        "ANA POP",
        "  ana   pop ",
        "Pop, Ana",
        "POP , Ana",
        "Ana-Pop",
        "Ána Pop",
        "Ana  Pop.",
    ],
)
def test_spellings_of_one_name_are_the_same(name: str) -> None:
    """Capitals, accents, spaces, hyphens and a comma after the surname do not matter."""
    assert likeness("Ana Pop", name) is Likeness.SAME


@pytest.mark.parametrize(
    ("one", "other", "how"),
    [
        ("Ştefan Ţuţu", "Ștefan Țuțu", Likeness.SAME),
        ("Popescu Ion", "Ion Popescu", Likeness.ORDER),
        ("Ion Popescu", "Ion Popesku", Likeness.LETTER),
        ("Ion Popescu", "Ino Popescu", Likeness.LETTER),
        ("Ion Popescu", "Ion Popesc", Likeness.LETTER),
        ("Ana Maria Pop", "Anamaria Pop", Likeness.LETTER),
        ("Popesku Ion", "Ion Popescu", Likeness.LETTER),
        ("Ion Popescu", "Ion Vlad Popescu", Likeness.GIVEN_NAME),
        ("Popescu Ion", "Ion Vlad Popescu", Likeness.GIVEN_NAME),
        ("Ion Popescu", "Dan Popescu", Likeness.DIFFERENT),
        ("Ion Popescu", "Popescu", Likeness.DIFFERENT),
        ("Jucător 11", "Jucător 12", Likeness.DIFFERENT),
        ("Jucător 10011", "Jucător 10012", Likeness.DIFFERENT),
        ("Ion A Pop", "Ion B Pop", Likeness.DIFFERENT),
    ],
)
def test_names_are_compared_with_a_reason(one: str, other: str, how: Likeness) -> None:
    """Order, one letter and one given name are likely; anything more is another name."""
    assert likeness(one, other) is how
    assert likeness(other, one) is how


@given(NAMES)
def test_the_normal_form_is_normal(name: str) -> None:
    """The normal form of a normal form is itself."""
    assert name_key(name_key(name)) == name_key(name)


@given(st.lists(NAMES, max_size=8), NAMES)
def test_the_index_finds_what_a_comparison_of_all_finds(names: list[str], name: str) -> None:
    """The index finds every same or likely name that shares a whole word."""
    index = NameIndex((each, number) for number, each in enumerate(names))
    found = dict(index.alike(name))
    words = set(name_key(name).split())
    for number, each in enumerate(names):
        how = likeness(each, name)
        is_near = words & set(name_key(each).split()) or how is Likeness.SAME
        if how is not Likeness.DIFFERENT and is_near:
            assert found[number] is how
        elif how is Likeness.DIFFERENT:
            assert number not in found


def test_alike_names_come_in_the_order_of_adding_each_with_its_nearest_name() -> None:
    """Neither the words of the name nor a less alike name of the same person change that."""
    names = ("Ina Pop", 1), ("Ana Pot", 2), ("Ana Pop Ilie", 3), ("Pop Ana", 1), ("Ana Pope", 1)
    index = NameIndex(names)

    assert [*index.alike("Ana Pop")] == [
        (1, Likeness.ORDER),
        (2, Likeness.LETTER),
        (3, Likeness.GIVEN_NAME),
    ]


def test_two_spellings_of_one_name_are_alike_and_a_likely_name_is_not() -> None:
    """Only spellings are taken as one; whatever needs a person's eye is not."""
    assert are_alike("Pop, Ana", "ANA POP")
    assert not are_alike("Ana Pop", "Pop Ana")


@pytest.mark.parametrize(
    ("club", "other", "agree"),
    [
        ("C.S. Iași", "cs IASI", True),
        ("Iași", "Cluj", False),
        ("Iași", "", True),
        ("-", "Cluj", True),
    ],
)
def test_clubs_are_one_whatever_their_dots_and_spaces(club: str, other: str, agree: bool) -> None:
    """A sign alone is no club, and no club contradicts none."""
    assert clubs_agree(club, other) is clubs_agree(other, club) is agree


def test_only_namesakes_are_shown_with_their_clubs() -> None:
    """A namesake without a club has the bare name."""
    names = {1: "Ana Pop", 2: "ana pop", 3: "Ion Rus"}

    assert told_apart(names, {1: "Cluj", 2: "", 3: "Iași"}) == names | {1: "Ana Pop (Cluj)"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("ana  POPA", ["one"]),
        ("ana", ["one", "two"]),
        ("ioana popa", ["two"]),
        ("șerban", ["three"]),
        ("Dan", []),
    ],
)
def test_a_whole_name_means_nobody_whose_name_contains_it(typed: str, meant: list[str]) -> None:
    """Ana Popa is meant by her name although Ioana Popa has it in hers; a part means both."""
    names = {"one": "Ana Popa", "two": "Ioana Popa", "three": "Șerban Ene"}
    assert keys_named(names, typed) == meant
