"""A text that is read as a whole loses the marks that only decorate it."""

from datetime import date

import pytest

from engine.dates import take_period
from engine.typed import code_first, plain_unmarked, single_spaced, undecorated, unmarked


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("„jocuri”", "jocuri"),
        ("`/jocuri`.", "/jocuri"),
        ("jocuri 🙂", "jocuri"),
        ("12.01 – 15.01!", "12.01 - 15.01"),
        ("3.05..", "3.05.."),
        ("\u200b Ana\u00a0 Pop…", "Ana  Pop"),
        ("🙂", ""),
        ("", ""),
    ],
)
def test_marks_around_a_text_are_left_out(typed: str, read: str) -> None:
    """Quotes, emoji and full stops go; two full stops stand for a period of days and stay."""
    assert undecorated(typed) == read


def test_what_is_sent_on_keeps_its_end_and_its_dashes() -> None:
    """Only the marks before a text are left out, and each character keeps its place."""
    assert unmarked("„munte – mare!") == "munte – mare!"
    assert plain_unmarked("„munte – mare!") == "munte - mare!"
    assert single_spaced("Ana \u00a0 Pop.") == "Ana Pop"


def test_a_code_in_another_alphabet_is_read_and_the_rest_stays() -> None:
    """The look-alikes of a code are Latin letters; the words after it are the author's."""
    assert code_first("`5ВАV/1  Салут") == "5BAV/1 Салут"
    assert code_first(" ") == ""


def test_a_decorated_period_is_taken_whole() -> None:
    """Quotes and an emoji around a period leave no rest behind."""
    days = (date(2025, 7, 12), date(2025, 7, 15))
    for text in ("„12.07–15.07”", "12.07-15.07 🙂", "12.07-15.07🙂"):
        assert take_period(text, date(2025, 7, 10)) == (days, "")
