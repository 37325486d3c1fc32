"""Neither typed text nor missing facts can break a sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.formats import LONGEST_LINE
from bot.texts.i18n import CITED, Catalogue, WordingError, load_catalogue
from bot.texts.messages import Text, say
from bot.texts.stand_ins import hidden_name
from bot.texts.templates import without_markup
from tests.bot.texts.filled import RO, worded


@given(st.text())
def test_a_fact_never_becomes_markup(name: str) -> None:
    """Any name remains text, without tag, entity or hidden character."""
    html = worded("<b>{name}</b>", name=name)
    inner = html.removeprefix("<b>").removesuffix("</b>")

    assert "<" not in inner
    assert ">" not in inner
    assert without_markup(html).strip("\u2068\u2069").isprintable()
    assert len(without_markup(html)) <= LONGEST_LINE


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ana & <b>Pop</b>", "Ana &amp; &lt;b&gt;Pop&lt;/b&gt;"),
        ("a\N{RIGHT-TO-LEFT OVERRIDE}nA", "anA"),
        ("A\N{ZERO WIDTH SPACE}na\nPop", "Ana Pop"),
        ("\N{ZERO WIDTH SPACE}", "—"),
        ("Ștefan Țîrlea", "Ștefan Țîrlea"),
        ("{x} {0}", "{x} {0}"),
    ],
)
def test_names_are_shown_as_written_less_the_tricks(name: str, shown: str) -> None:
    """Ordinary names do not change; hiding and reversing characters are dropped."""
    assert worded("{name}", name=name) == shown


def test_a_long_fact_is_cut() -> None:
    """A name of a thousand letters does not fill the screen."""
    shown = worded("{name}", name="x" * 1000)

    assert len(shown) == LONGEST_LINE
    assert shown.endswith("…")


def test_texts_within_texts() -> None:
    """A fact may be one or several sentences, one a line or in a list."""
    entries = {"outer": ("{what}",), "inner": ("<i>{x}</i>",), "row": ("{all:list}",)}
    catalogue = Catalogue("ro", entries)
    inner = [say("inner", x="1<"), say("inner", x="2"), say("inner", x="3")]

    assert catalogue.html(say("outer", what=inner[0])) == "<i>1&lt;</i>"
    assert catalogue.html(say("outer", what=inner)) == "<i>1&lt;</i>\n<i>2</i>\n<i>3</i>"
    assert catalogue.html(say("row", all=inner)) == "<i>1&lt;</i>, <i>2</i> și <i>3</i>"
    assert catalogue.html(say("row", all=["Pop, Ana", *inner[:1]])) == "Pop, Ana și <i>1&lt;</i>"
    assert catalogue.plain(say("outer", what=inner[0])) == "1<"


def test_everybody_in_a_list_has_a_name_in_the_readers_language() -> None:
    """A forgotten person among others is translated, as they are alone."""
    who = ["Ana Pop", hidden_name(3)]

    assert load_catalogue("en").plain(say("matches.invited", who=who)) == (
        "waiting for Ana Pop and Player 3 to join"
    )


@pytest.mark.parametrize(
    ("template", "facts"),
    [("{missing}", {}), ("{n:points}", {"n": "many"}), ("{x:date}", {"x": "soon"})],
)
def test_a_text_that_cannot_be_worded_is_named(template: str, facts: dict[str, str]) -> None:
    """A missing or unfit fact gives one error with the key, never half a sentence."""
    with pytest.raises(WordingError, match="test"):
        worded(template, **facts)


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        ({"a": "1", "b": "2", "c": "3"}, "1\n\nx 2\n3"),
        ({"a": None, "b": "2", "c": "3"}, "x 2\n3"),
        ({"a": "1", "b": "2", "c": None}, "1\n\nx 2"),
        ({"a": "1", "b": None, "c": "3"}, "1\n\nx\n3"),
        ({"a": "1", "b": "", "c": ""}, "1\n\nx \n"),
        ({"a": None, "b": None, "c": None}, "x"),
    ],
)
def test_a_line_without_a_fact_is_left_out(facts: dict[str, str | None], shown: str) -> None:
    """If the line's only fact is None it is dropped, and other lines stay separate.

    If the fact would end a line, the space before it is dropped.
    """
    entries = {"test": ("{a}\n\nx {b}\n{c}",)}
    catalogue = Catalogue("ro", entries)

    assert catalogue.html(Text("test", facts)) == shown


@pytest.mark.parametrize(
    ("template", "shown"),
    [("1\n{x}\n2", "1\n2"), ("1\n\n{x}\n{x}\n2", "1\n\n2"), ("{x}\n\n{x}", "")],
)
def test_paragraphs_stay_apart(template: str, shown: str) -> None:
    """If a line is dropped, the paragraph breaks around it stay."""
    assert worded(template, x=None) == shown


def test_a_citation_that_cannot_be_worded_is_named() -> None:
    """Neither a missing article nor a catalogue without the entry breaks the answer otherwise."""
    for catalogue, text in ((RO, say(CITED)), (Catalogue("ro", {}), say(CITED))):
        with pytest.raises(WordingError, match=CITED):
            catalogue.html(text)


def test_an_unknown_key_is_named() -> None:
    """A key without an entry is one clear error."""
    with pytest.raises(WordingError, match=r"no\.such\.key"):
        RO.html(say("no.such.key"))


@pytest.mark.parametrize(
    ("language", "shown"), [("ro", "12.345 de puncte"), ("en", "12,345 points")]
)
def test_counts_of_thousands_are_grouped(language: str, shown: str) -> None:
    """A count of thousands uses the language's separator, and a year does not change."""
    catalogue = load_catalogue(language)

    assert catalogue.plain(say("site.allowed.home", total=12345, best=900)).count(shown) == 1
    assert "2026" in catalogue.plain(say("cnis.season_file", year=2026))


def test_an_only_phase_is_named_once() -> None:
    """„Cupa · Cupa” becomes „Cupa”; without a title nearby, the phase has its name."""
    only = say("phase.only", title="Cupa de vară")

    leave = RO.html(say("leave.phase", title="Cupa de vară", phase=only))
    alone = RO.html(say("standings.where", phase=only, group="A"))

    assert leave == "Cupa de vară"
    assert alone == "Cupa de vară, grupa <b>A</b>"


def test_a_city_without_a_zone_is_an_error_of_the_text() -> None:
    """A zone that the database no longer has fails as any other unfit fact does."""
    with pytest.raises(WordingError, match="Europe/Nowhere"):
        worded("{zone:city}", zone="Europe/Nowhere")
