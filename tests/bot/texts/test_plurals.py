"""Counts take their grammatical form."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.i18n import Catalogue, load_catalogue, plural_form
from bot.texts.messages import say
from tests.bot.texts.filled import worded


@pytest.mark.parametrize(
    ("count", "shown"),
    [
        (0, "0 puncte"),
        (1, "1 punct"),
        (2, "2 puncte"),
        (19, "19 puncte"),
        (20, "20 de puncte"),
        (21, "21 de puncte"),
        (99, "99 de puncte"),
        (100, "100 de puncte"),
        (101, "101 puncte"),
        (119, "119 puncte"),
        (120, "120 de puncte"),
        (-1, "−1 punct"),
        (-5, "−5 puncte"),
        (-20, "−20 de puncte"),
    ],
)
def test_romanian(count: int, shown: str) -> None:
    """A count takes its Romanian form: 1 punct, 2 puncte, 20 de puncte, 101 puncte."""
    assert worded("{n:points}", n=count) == shown


@pytest.mark.parametrize(
    ("count", "shown"), [(0, "0 days"), (1, "1 day"), (2, "2 days"), (-1, "−1 day")]
)
def test_english(count: int, shown: str) -> None:
    """A count takes its English form."""
    assert worded("{n:days}", "en", n=count) == shown


@given(st.integers(-1000, 1000))
def test_a_sentence_chooses_by_n(n: int) -> None:
    """The sentence has the form that a counted noun in it would have."""
    forms = ("unu {n}", "câteva {n}", "multe {n}")
    html = Catalogue("ro", {"test": forms}).html(say("test", n=n))

    tail = abs(n) % 100
    expected = 0 if abs(n) == 1 else 1 if n == 0 or 0 < tail < 20 else 2
    assert html.split()[0] == forms[expected].split()[0]
    assert plural_form("ro", n) == expected


@pytest.mark.parametrize(
    ("players", "waiting", "shown"),
    [
        (3, 1, "3 jucători înscriși, unul nu a intrat încă"),
        (1, 1, "Un jucător înscris, unul nu a intrat încă"),
        (24, 2, "24 de jucători înscriși, 2 nu au intrat încă"),
        (24, 0, "24 de jucători înscriși"),
    ],
)
def test_two_counts_in_a_sentence_agree_each_with_its_own(
    players: int, waiting: int, shown: str
) -> None:
    """In a sentence with two numbers each noun agrees with its own number."""
    more = say("comp.players_waiting", n=waiting) if waiting else None
    text = say("comp.players_count", n=players, waiting=more)

    assert load_catalogue("ro").plain(text).replace("\N{NO-BREAK SPACE}", " ") == shown


_FIGURE_ALONE = {
    "docket.over",
    "docket.over_listed",
    "extension.days",
    "import.standing",
    "site.counted",
}
"""Tables and measures, which keep the figure 1."""


@pytest.mark.parametrize("language", ["ro", "en"])
def test_a_sentence_says_one_in_words(language: str) -> None:
    """A singular sentence says "o partidă", never "1 partidă"."""
    figures = {
        key
        for key, forms in load_catalogue(language).entries.items()
        if len(forms) > 1 and not key.startswith("unit.") and re.search(r"\{n[:}]", forms[0])
    }

    assert figures <= _FIGURE_ALONE
