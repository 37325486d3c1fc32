"""Facts follow the reader's language."""

import re
from string import Formatter
from zoneinfo import ZoneInfo

import pytest

from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.messages import Param, Text, say
from bot.texts.signs import score
from bot.texts.templates import without_markup
from tests.bot.texts.filled import NBSP, RO, worded

PAIR = re.compile(r"\{\w+\}(?:</\w+>)* ?– ?(?:<\w+>)*\{\w+\}")
PAIR_OF = (("2–8", "−2–(−8)"), ("2 – 8", "−2 – (−8)"))
"""How such a pair is shown, without blanks and with them."""


@pytest.mark.parametrize(
    ("template", "fact", "romanian", "english"),
    [
        ("{x:date}", "2025-05-03", "3 mai 2025", "3 May 2025"),
        ("{x:day}", "2025-05-03", "sâmbătă, 3 mai", "Saturday, 3 May"),
        ("{x:date}", None, "—", "—"),
        ("{x:date}", "2025-05-03T21:30:00+00:00", "4 mai 2025", "4 May 2025"),
        ("{x:time}", "2025-05-03T21:30:00+00:00", "00:30", "00:30"),
        ("{x:time}", "2025-12-03T21:30:00+00:00", "23:30", "23:30"),
        (
            "{x:datetime}",
            "2025-05-03T18:05:00+00:00",
            "3 mai 2025, 21:05",
            "3 May 2025, 21:05",
        ),
        ("{x:bytes}", 1500, f"2{NBSP}KB", f"2{NBSP}KB"),
        ("{x:bytes}", 10 << 20, f"10{NBSP}MB", f"10{NBSP}MB"),
        ("{x:coef}", "1.5219", "1,5219", "1.5219"),
        ("{x:coef}", "-0.1000", "−0,1000", "−0.1000"),
        ("{x:article}", "7.2", f"art.{NBSP}7.2", f"art.{NBSP}7.2"),
        ("{x:article}", "", "", ""),
        ("{x:list}", ("A", "B", "C"), "A, B și C", "A, B and C"),
        ("{x:list}", ("Pop, Ana", "Ion <"), "Pop, Ana și Ion &lt;", "Pop, Ana and Ion &lt;"),
        ("{x:either}", ("A", "B"), "A sau B", "A or B"),
        ("{x:list}", (), "—", "—"),
        ("{x:list}", None, "—", "—"),
        ("{x:list}", "A,B, C", "A, B și C", "A, B and C"),  # as earlier versions queued it
        ("{x:list}", "A", "A", "A"),
        ("{x:list}", "", "—", "—"),
        ("{x:quote}", "a <\nb", "a &lt;\nb", "a &lt;\nb"),
        ("{x}", -3, "−3", "−3"),
        ("{x}", None, "", ""),
    ],
)
def test_facts_are_shown_as_the_language_writes_them(
    template: str, fact: Param, romanian: str, english: str
) -> None:
    """Dates, lists and decimals follow the reader's language and the federation's calendar."""
    assert worded(template, x=fact) == romanian
    assert worded(template, "en", x=fact) == english


def test_weekdays_and_months_have_commas_below() -> None:
    """No Romanian weekday or month comes with a cedilla."""
    for month in range(1, 13):
        for day in range(1, 8):
            shown = worded("{x:day}", x=f"2025-{month:02}-{day:02}")
            assert not set(shown) & set("şţŞŢ")


def test_the_reader_may_live_elsewhere() -> None:
    """An instant uses the reader's chosen time zone."""
    text = Text("test", {"x": "2025-05-03T21:30:00+00:00"})
    shown = Catalogue("en", {"test": ("{x:datetime}",)}).html(text, ZoneInfo("America/Toronto"))

    assert shown == "3 May 2025, 17:30"


def test_from_a_day_to_the_same_day_is_one_day() -> None:
    """A leave of one day has no range; one of two days has."""
    template = "{first:date} – {last:date}, {n:days}"
    catalogue = Catalogue("ro", {**RO.entries, "some.leave": (template,)})

    def leave(last: str, n: int) -> str:
        return catalogue.html(say("some.leave", first="2025-05-12", last=last, n=n))

    assert leave("2025-05-12", 1) == "12 mai 2025, 1 zi"
    assert leave("2025-05-13", 2) == "12 mai 2025 – 13 mai 2025, 2 zile"


@pytest.mark.parametrize("language", LANGUAGES)
def test_scores_side_by_side_can_be_distinguished(language: str) -> None:
    """No sentence has a minus sign right after a dash: 2–(−8), not 2–−8."""
    every = [form for forms in load_catalogue(language).entries.values() for form in forms]
    pairs = [pair for form in every for pair in PAIR.findall(form)]

    assert {"{mine}–{theirs}", "{red_score}–{blue_score}"} <= set(pairs)
    for pair in pairs:
        first, second = (name for _, name, _, _ in Formatter().parse(pair) if name)
        for (one, other), shown in zip(((2, 8), (-2, -8)), PAIR_OF[" " in pair], strict=True):
            pair_text = worded(pair, language, **{first: one, second: other})
            assert without_markup(pair_text) == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_score_is_written_in_one_way(language: str) -> None:
    """A score has no blanks around its dash, in any sentence: 524–480."""
    every = [form for forms in load_catalogue(language).entries.values() for form in forms]

    assert not [form for form in every if re.search(r"(score|mine)\}(</\w+>)* – (<\w+>)*\{", form)]


@pytest.mark.parametrize(
    ("own", "partner", "shown"),
    [(524, 480, "524–480"), (2, -8, "2–(−8)"), (-8, 2, "−8–2"), (-8, -3, "−8–(−3)")],
)
def test_a_score_below_zero_cannot_be_misread(own: int, partner: int, shown: str) -> None:
    """A negative score has a true minus sign, and none right after a dash."""
    assert score(own, partner) == shown
