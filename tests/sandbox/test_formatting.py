from html import escape, unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import ApiError
from sandbox.formatting.entities import Formatted, trimmed, utf16_length, with_found_entities
from sandbox.formatting.html_mode import parse_html


def found(text: str) -> list[tuple[str, str]]:
    """Return kind and text of the entities that Telegram would find by itself."""
    body = with_found_entities(Formatted(text))
    units = body.text.encode("utf-16-le")
    return [(e.kind, units[2 * e.offset : 2 * e.end].decode("utf-16-le")) for e in body.entities]


@pytest.mark.parametrize(
    ("source", "text", "html"),
    [
        ("1 &lt; 2 &amp; 3", "1 < 2 & 3", "1 &lt; 2 &amp; 3"),
        ("&copy; & &#537;", "&copy; & ș", "&amp;copy; &amp; ș"),
        ("&#xd800;", "&#xd800;", "&amp;#xd800;"),
        ("&#+65; &#1_0; &#X41;", "&#+65; &#1_0; A", "&amp;#+65; &amp;#1_0; A"),
        ("<b>a<i>b</i></b>c", "abc", "<b>a<i>b</i></b>c"),
        ("<STRONG>a</strong>", "a", "<b>a</b>"),
        ("🎲<code>H8</code>", "🎲H8", "🎲<code>H8</code>"),
        ('<span class="tg-spoiler">x</span>', "x", '<span class="spoiler">x</span>'),
        ("<blockquote expandable>x</blockquote>", "x", "<blockquote>x</blockquote>"),
        (
            '<a href="https://a.ro/?a=1&amp;b=2">x</a>',
            "x",
            '<a href="https://a.ro/?a=1&amp;b=2" rel="noreferrer" target="_blank">x</a>',
        ),
        ("<b></b>gol", "gol", "gol"),
        ("a > b", "a > b", "a &gt; b"),
    ],
)
def test_telegrams_html_is_read_and_shown(source: str, text: str, html: str) -> None:
    """Tags, references and offsets beyond the basic plane are right."""
    body = parse_html(source)

    assert (body.text, body.html) == (text, html)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("ș<x>", 'Unsupported start tag "x" at byte offset 2'),
        ("1 < 2", 'Unsupported start tag "" at byte offset 2'),
        ("1 <b", "Unclosed start tag at byte offset 2"),
        ("<b>a", 'Can\'t find end tag corresponding to start tag "b"'),
        ("a</b>", "Unexpected end tag at byte offset 1"),
        ("<b>a</i>", 'Unmatched end tag at byte offset 4, expected "</b>", found "</i>"'),
        ("<b>a</b", "Unclosed end tag at byte offset 4"),
        ("<a href>x</a>", "Expected equal sign"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler"'),
        ("<br>", 'Unsupported start tag "br"'),
    ],
)
def test_bad_html_is_refused_as_telegram_does(source: str, complaint: str) -> None:
    """The error names the mistake and its byte."""
    with pytest.raises(ApiError) as raised:
        parse_html(source)

    assert raised.value.code == 400
    assert f"Bad Request: can't parse entities: {complaint}" in raised.value.description


def test_commands_links_and_mentions_are_found() -> None:
    """Commands, links and mentions are found only in places that a person may tap."""
    assert found("/start abc") == [("bot_command", "/start")]
    assert found("scrie /fisa sau /timp.") == [("bot_command", "/fisa"), ("bot_command", "/timp")]
    assert found("1/2 și a/b") == []
    assert found("vezi https://t.me/tur_retur_bot?start=x1, da") == [
        ("url", "https://t.me/tur_retur_bot?start=x1")
    ]
    assert found("@tur_retur_bot salut") == [("mention", "@tur_retur_bot")]
    assert found("ana@club.ro") == []


def test_commands_in_code_are_not_links() -> None:
    """Code has no links."""
    body = with_found_entities(parse_html("<code>/fisa</code>"))

    assert [entity.kind for entity in body.entities] == ["code"]


def test_white_space_is_cut_off_the_ends() -> None:
    """Entities keep their place in the text."""
    body = trimmed(parse_html("  <b>da </b> "))

    assert (body.text, body.html) == ("da", "<b>da</b>")


TEXTS = st.text(st.sampled_from("ab<>&\"' ș🎲\n"), max_size=20)


@given(TEXTS)
def test_escaped_text_comes_out_as_it_went_in(text: str) -> None:
    """html.escape is enough for a sender, and the shown text is escaped again."""
    body = parse_html(escape(text))

    assert body.text == text
    assert "<" not in body.html
    assert unescape(body.html) == text


@given(st.lists(st.sampled_from(["<b>", "</b>", "<i>", "</i>", "<a href='x.ro'>", "</a>", "ș🎲"])))
def test_any_html_is_either_refused_or_shown_nested(pieces: list[str]) -> None:
    """Accepted text has its entities inside, and matching tags."""
    try:
        body = parse_html("".join(pieces))
    except ApiError:
        return
    size = utf16_length(body.text)

    assert all(0 <= e.offset < e.end <= size for e in body.entities)
    for tag in ("b", "i", "a"):
        assert body.html.count(f"<{tag}>") + body.html.count(f"<{tag} ") == body.html.count(
            f"</{tag}>"
        )


def test_references_in_an_address_are_replaced_once() -> None:
    """An address may have references by name and by number; what they make is not read again."""
    body = parse_html('<a href="https://a.ro/?x&#61;1&amp;y=&amp;lt;&z">a</a>')
    assert body.entities[0].argument == "https://a.ro/?x=1&y=&lt;&z"
