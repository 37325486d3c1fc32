"""Refusals become sentences."""

import pytest

from bot.texts.fault_texts import fault_text
from engine.errors import Fault
from engine.rulesets import Phase
from tests.bot.texts.filled import EN, NBSP, RO


@pytest.mark.article("5.1")
def test_a_fault_names_its_article() -> None:
    """A refusal is a sentence with its article."""
    fault = Fault("not_on_rack", "5.1", {"tiles": ("Z",), "rack": "AEIRST?"})

    assert RO.html(fault_text(fault)) == (
        f"Mai trebuie <b>un Z</b> <i>(art.{NBSP}5.1)</i>. În mână: <code>AEIRST?</code>."
    )


@pytest.mark.parametrize(
    ("tiles", "romanian", "english"),
    [
        (("?",), "un joker", "a blank"),
        (("?", "A", "U"), "un A, un U și un joker", "one A, one U and a blank"),
        (("A", "A"), "2 litere A", "2 × A"),
        (("?", "?"), "2 jokeri", "2 blanks"),
    ],
)
def test_a_missing_blank_is_called_a_blank(
    tiles: tuple[str, ...], romanian: str, english: str
) -> None:
    """The text uses the players' word for a missing tile, never its symbol."""
    text = fault_text(Fault("not_on_rack", "5.1", {"tiles": tiles, "rack": "AEIRSTN"}))

    assert RO.html(text).startswith(f"Mai trebuie <b>{romanian}</b> ")
    assert EN.html(text).startswith(f"Still needed: <b>{english}</b> ")


@pytest.mark.parametrize(
    ("phase", "romanian", "english"),
    [
        (Phase.PRELIMINARY, "Faza preliminară s-a încheiat.", "The preliminary phase is over."),
        (Phase.FINAL, "Faza finală s-a încheiat.", "The final phase is over."),
    ],
)
def test_a_phase_is_named_in_the_reader_s_language(
    phase: Phase, romanian: str, english: str
) -> None:
    """The log's name of a phase is not shown to people."""
    text = fault_text(Fault("phase_over", facts={"phase": phase}))

    assert (RO.html(text), EN.html(text)) == (romanian, english)


def test_a_fault_may_carry_several_words() -> None:
    """Several words in one fact are listed in the language's way."""
    fault = Fault("words_are_valid", "", {"words": ("CASA", "AS", "OU")})

    assert RO.html(fault_text(fault)).endswith("CASA, AS și OU.")
