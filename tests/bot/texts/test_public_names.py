"""What somebody is called where everybody may read it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.i18n import catalogue
from bot.texts.messages import say
from bot.texts.public_names import Shown, hidden, initials, labels, shown_as

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
    """Also of double names, with Romanian letters, and behind quotation marks."""
    assert initials(name) == short


def test_the_persons_own_choice_goes_before_the_organisers() -> None:
    """A minor stands with initials unless they chose; nobody shows more than the organiser does."""
    for default in Shown:
        assert shown_as(None, default, minor=False) is default
        assert shown_as(None, default, minor=True) is not Shown.FULL
        for wish in Shown:
            assert shown_as(wish, default, minor=True) is wish
    assert shown_as(None, Shown.HIDDEN, minor=True) is Shown.HIDDEN


@given(st.lists(st.tuples(names, st.sampled_from(Shown)), min_size=1, max_size=12))
def test_no_two_are_called_alike_who_hide_and_nothing_of_a_hidden_name_is_left(
    people: list[tuple[str, Shown]],
) -> None:
    """Anyone who does not show the whole of their name is called as nobody else is."""
    order = range(100, 100 + len(people))
    kept = {who: name for who, (name, _) in zip(order, people, strict=True)}
    shown = {who: how for who, (_, how) in zip(order, people, strict=True)}

    found = labels(order, kept, shown)

    veiled = [found[who] for who in order if shown[who] is not Shown.FULL]
    assert len(set(veiled)) == len(veiled)
    for who in order:
        if shown[who] is Shown.FULL:
            assert found[who] == kept[who]
        else:
            assert not set(kept[who].split()) & set(found[who].split())


def test_a_hidden_player_keeps_his_number_when_others_come_after_him() -> None:
    """„Jucător 2” is the same person anyone who enters later, and whatever others choose."""
    kept = {7: "Ana Pop", 9: "Ion Ene", 3: "Dan Ionescu"}

    before = labels((7, 9), kept, {7: Shown.FULL, 9: Shown.HIDDEN})
    after = labels((7, 9, 3), kept, {7: Shown.HIDDEN, 9: Shown.HIDDEN, 3: Shown.FULL})

    assert before[9] == after[9] == "Jucător 2"
    assert catalogue("en").name(after[9]) == "Player 2"


def test_who_was_forgotten_is_a_number_of_the_competition_and_not_of_his_own() -> None:
    """Their stored name holds the number they are kept under: no public page has that."""
    gone = catalogue("ro").plain(say("person.withdrawn", number="4711"))

    assert labels((1, 4711), {1: "Ana", 4711: gone}, {1: Shown.FULL, 4711: Shown.FULL}) == {
        1: "Ana",
        4711: hidden(2),
    }
