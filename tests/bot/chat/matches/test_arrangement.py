"""`/meci` parsed: names, day, thinking time and title in any order; days are not names."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.matches.arrangement import Arrangement, arrangement_from, parse_arrangement
from bot.texts.days import day_named
from engine.errors import NotationError
from engine.rulesets import Phase

THURSDAY = date(2025, 5, 1)
ANA, ION = "Ana Pop", "Ion Rus"


def read(text: str) -> Arrangement:
    """Return the parsed command, as typed on Thursday, 1 May 2025."""
    return parse_arrangement(text, THURSDAY)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Ana Pop - Ion Rus", Arrangement(ANA, ION, Phase.PRELIMINARY, THURSDAY)),
        (
            "Ana Pop vs Ion Rus finala start 3 mai",
            Arrangement(ANA, ION, Phase.FINAL, date(2025, 5, 3)),
        ),
        (
            "start luni Ana Pop; Ion Rus titlu: Cupa Clujului, ediția a 3-a",
            Arrangement(
                ANA, ION, Phase.PRELIMINARY, date(2025, 5, 5), "Cupa Clujului, ediția a 3-a"
            ),
        ),
        (
            "Ana Pop – Ion Rus începând de mâine",
            Arrangement(ANA, ION, Phase.PRELIMINARY, date(2025, 5, 2), taken="mâine"),
        ),
        (
            "joi Ana Pop - Ion Rus",
            Arrangement(ANA, ION, Phase.PRELIMINARY, date(2025, 5, 8), taken="joi"),
        ),
        ("Ana Pop - Ion Joi start azi", Arrangement(ANA, "Ion Joi", Phase.PRELIMINARY, THURSDAY)),
        ("ana pop cu ion rus", Arrangement(ANA, ION, Phase.PRELIMINARY, THURSDAY)),
        ("Ana Pop și Ion Rus finala", Arrangement(ANA, ION, Phase.FINAL, THURSDAY)),
        (
            "Ana Pop, Ion Rus, start 3 mai",
            Arrangement(ANA, ION, Phase.PRELIMINARY, date(2025, 5, 3)),
        ),
        (
            "1. Pop, Ana - Ion Rus 0722 123 456",
            Arrangement("Ana Pop", ION, Phase.PRELIMINARY, THURSDAY),
        ),
        (
            "Ana-Maria Dan (CSM Cluj); Ion Rus",
            Arrangement("Ana-Maria Dan", ION, Phase.PRELIMINARY, THURSDAY, first_club="CSM Cluj"),
        ),
        ("Mai - Luni", Arrangement("Mai", "Luni", Phase.PRELIMINARY, THURSDAY)),
    ],
)
def test_what_is_typed_is_understood(text: str, wanted: Arrangement) -> None:
    """A day before or after a name is the start; a day that is the whole name is not."""
    assert read(text) == wanted


@pytest.mark.parametrize(
    ("word", "day"),
    [
        ("azi", "2025-05-01"),
        ("Astăzi", "2025-05-01"),
        ("mîine", None),
        ("maine", "2025-05-02"),
        ("poimâine", "2025-05-03"),
        ("duminică", "2025-05-04"),
        ("Marti", "2025-05-06"),
        ("thursday", "2025-05-08"),
        ("mai", None),
        ("", None),
    ],
)
def test_days_by_their_names(word: str, day: str | None) -> None:
    """Diacritics are optional; a weekday is the next one, never today."""
    found = day_named(word, THURSDAY)

    assert (None if found is None else found.isoformat()) == day


@given(st.dates(), st.sampled_from(["luni", "marti", "miercuri", "joi", "vineri"]))
def test_a_weekday_lies_within_the_week_to_come(today: date, name: str) -> None:
    """A named weekday is between tomorrow and a week from today."""
    if today.year < 9999:
        day = day_named(name, today)
        assert day is not None
        assert 1 <= (day - today).days <= 7
        assert day.weekday() == ["luni", "marti", "miercuri", "joi", "vineri"].index(name)


@pytest.mark.parametrize("text", ["??? - Ion Rus", "Ana Pop - 123", "#12 - Ion Rus"])
def test_a_name_without_a_letter_names_nobody(text: str) -> None:
    """Figures and signs alone are refused, so that nobody is entered under them."""
    with pytest.raises(NotationError) as refused:
        read(text)

    assert [fault.code for fault in refused.value.faults] == ["name_unreadable"]


def test_what_is_kept_is_read_back() -> None:
    """Until it is confirmed, the database keeps the parsed command unchanged."""
    found = read("Ana Pop - Ion Rus maine titlu Cupa „Ș”")

    assert arrangement_from(found.to_json()) == found


@pytest.mark.parametrize("text", ["Ana Pop - Ion Rus 30.04.2025", "Ana - Ion Rus start 29.02.2024"])
def test_no_match_begins_in_the_past(text: str) -> None:
    """A past day is refused, in its own field and at the beginning of a name."""
    with pytest.raises(NotationError) as refused:
        read(text)

    assert [fault.code for fault in refused.value.faults] == ["match_start_past"]
