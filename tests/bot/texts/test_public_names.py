"""A person's name in public."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.public_names import NameVisibility, initials, labels, shown_as
from bot.texts.stand_ins import hidden_name

names = st.sampled_from(["Ana Pop", "Andrei Popa", "Ștefan Țepeș", "Ana-Maria Pop", "Ion Ene"])


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Ana Pop", "A. P."),
        ("  ana   pop ", "A. P."),
        ("Ana-Maria Pop", "A.-M. P."),
        ("Ștefan Țepeș", "Ș. Ț."),
        ("Kovács Éva", "K. É."),
        ("„Gigi” Becali", "G. B."),
        ("Madonna", "M."),
    ],
)
def test_initials_are_those_of_every_part_of_a_name(name: str, short: str) -> None:
    """Double names, Romanian letters and quotation marks are covered."""
    assert initials(name) == short


def test_the_persons_own_choice_goes_before_the_organisers() -> None:
    """A minor has initials unless they chose; nobody shows more than the organiser does."""
    for default in NameVisibility:
        assert shown_as(None, default, minor=False) is default
        assert shown_as(None, default, minor=True) is not NameVisibility.FULL
        for wish in NameVisibility:
            assert shown_as(wish, default, minor=True) is wish
    assert shown_as(None, NameVisibility.HIDDEN, minor=True) is NameVisibility.HIDDEN


@given(st.lists(st.tuples(names, st.sampled_from(NameVisibility)), min_size=1, max_size=12))
def test_no_two_are_called_alike_who_hide_and_nothing_of_a_hidden_name_is_left(
    people: list[tuple[str, NameVisibility]],
) -> None:
    """No two such people have the same public name."""
    order = range(100, 100 + len(people))
    kept = {who: name for who, (name, _) in zip(order, people, strict=True)}
    shown = {who: how for who, (_, how) in zip(order, people, strict=True)}

    found = labels(order, kept, shown)

    veiled = [found[who] for who in order if shown[who] is not NameVisibility.FULL]
    assert len(set(veiled)) == len(veiled)
    for who in order:
        if shown[who] is NameVisibility.FULL:
            assert found[who] == kept[who]
        else:
            assert not set(kept[who].split()) & set(found[who].split())


def test_a_hidden_player_keeps_their_number_when_others_come_after_them() -> None:
    """„Jucător 2” stays the same person when others enter later, whatever they choose."""
    kept = {7: "Ana Pop", 9: "Ion Ene", 3: "Dan Ionescu"}

    before = labels((7, 9), kept, {7: NameVisibility.FULL, 9: NameVisibility.HIDDEN})
    after = labels(
        (7, 9, 3),
        kept,
        {7: NameVisibility.HIDDEN, 9: NameVisibility.HIDDEN, 3: NameVisibility.FULL},
    )

    assert before[9] == after[9] == "Jucător 2"
    assert load_catalogue("en").name(after[9]) == "Player 2"


def test_a_forgotten_player_gives_nobody_else_a_suffix() -> None:
    """Their stored name has initials, which no page shows."""
    gone = load_catalogue("ro").plain(say("person.withdrawn", number="4711"))
    veiled = dict.fromkeys((1, 4711), NameVisibility.INITIALS)

    found = labels((1, 4711), {1: "Jan Rotaru", 4711: gone}, veiled)

    assert found[1] == initials("Jan Rotaru") == initials(gone)


def test_a_forgotten_player_is_a_number_of_the_competition_and_not_their_own() -> None:
    """Their stored name has their own number, which no public page shows."""
    gone = load_catalogue("ro").plain(say("person.withdrawn", number="4711"))

    assert labels(
        (1, 4711), {1: "Ana", 4711: gone}, {1: NameVisibility.FULL, 4711: NameVisibility.FULL}
    ) == {
        1: "Ana",
        4711: hidden_name(2),
    }
