"""Leave: the place and the days of a typed text, and the days of a button."""

from datetime import date

import pytest

from bot.chat.days.leave_answers import place_names
from bot.chat.days.leave_periods import place_and_days, pressed_period
from bot.service.lookups.days.leave_books import LeaveBook
from bot.texts.messages import say
from engine.errors import GameStateError, NotationError


def book(code: str, title: str) -> LeaveBook:
    """Return an empty leave book of a competition."""
    return LeaveBook(
        code=code, competition_title=title, heading=say("leave.none"), periods=(), left=10
    )


BOOKS = (book("C1", "Cupa"), book("C1", "Cupa"), book("C2", "Cupa de iarnă"), book("C3", "C2"))
"""Two phases of one competition, and two others."""


@pytest.mark.parametrize(
    ("typed", "place", "days"),
    [
        ("cupa 3.06 4.06", "C1", "3.06 4.06"),
        ("CUPA DE IARNA 3.06", "C2", "3.06"),
        ("c2 3.06", "C2", "3.06"),
        ("cupa", "C1", ""),
        ("3.06 4.06", "", "3.06 4.06"),
        ("cupele 3.06", "", "cupele 3.06"),
    ],
)
def test_leave_is_for_the_place_that_begins_the_text(typed: str, place: str, days: str) -> None:
    """The longest name counts, without case and diacritics; a code precedes an equal title."""
    assert place_and_days(typed, BOOKS) == (place, days)


def test_a_title_of_two_competitions_asks_for_the_code() -> None:
    """Leave is not announced in one of them at random; the code still names each."""
    books = (book("C1", "Cupa"), book("C2", "Cupa"))

    with pytest.raises(NotationError) as refused:
        place_and_days("cupa 3.06 4.06", books)

    (fault,) = refused.value.faults
    assert fault.code == "leave_title_shared"
    assert fault.facts == {"title": "Cupa", "codes": "C1, C2"}
    assert place_and_days("C2 3.06", books).place == "C2"
    assert place_names(books) == {"C1": "Cupa (C1)", "C2": "Cupa (C2)"}


def test_a_button_with_turned_days_is_one_that_the_bot_never_wrote() -> None:
    """A forged button is refused as such, and not as leave that the regulation forbids."""
    with pytest.raises(GameStateError, match="button_unknown"):
        pressed_period(date(2025, 5, 3), date(2025, 5, 1))
