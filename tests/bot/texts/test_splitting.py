import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.splitting import shown_length, split_html
from bot.texts.templates import without_markup

words = st.sampled_from(["a", "depunere", "&amp;", "&lt;b&gt;", "ș", "🏆", "x" * 30, " ", "\n"])
html = st.recursive(
    st.lists(words, max_size=12).map("".join),
    lambda inner: st.lists(
        inner | inner.map("<b>{}</b>".format) | inner.map('<a href="x">{}</a>'.format), max_size=4
    ).map("".join),
    max_leaves=8,
)
LIMIT = 40


def squeezed(text: str) -> str:
    """Return the text without white space, which is all that splitting may drop."""
    return "".join(text.split())


def closed(text: str) -> bool:
    """Return whether all tags are closed in order."""
    stack: list[str] = []
    for end, tag in re.findall(r"<(/?)(\w+)", text):
        if not end:
            stack.append(tag)
        elif not stack or stack.pop() != tag:
            return False
    return not stack


@given(html)
def test_parts_fit_and_lose_nothing(text: str) -> None:
    """Every part is short and valid markup, and together they are complete."""
    parts = split_html(text, LIMIT)

    assert all(shown_length(part) <= LIMIT for part in parts)
    assert all(closed(part) for part in parts)
    together = "".join(without_markup(part) for part in parts)
    assert squeezed(together) == squeezed(without_markup(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("short", ["short"]),
        ("", [""]),
        ("first line\nsecond line", ["first line", "second line"]),
        ("<b>first line\nsecond line</b>", ["<b>first line</b>", "<b>second line</b>"]),
        ("one two three four", ["one two three", "four"]),
        ("abcdefghijklmnopqrstuvwxyz", ["abcdefghijklmnop", "qrstuvwxyz"]),
        ("🏆🏆🏆🏆🏆🏆🏆🏆🏆", ["🏆🏆🏆🏆🏆🏆🏆🏆", "🏆"]),
    ],
)
def test_a_long_message_is_cut_where_a_reader_would(text: str, expected: list[str]) -> None:
    """Cuts are at line ends, then at spaces, and only then inside a word."""
    assert split_html(text, 16) == expected


def test_only_what_is_shown_counts() -> None:
    """Markup and escapes do not count for Telegram's limit, and emoji count twice."""
    assert shown_length('<a href="https://t.me/x">a&amp;b</a>🏆') == 5
    assert unescape("&amp;") == "&"


def test_an_entity_is_never_cut() -> None:
    """An escaped sign counts as the one sign that it shows, and a wide one needs no more than 2."""
    assert split_html("a &amp; b &amp; c", 3) == ["a &amp;", "b &amp;", "c"]
    assert split_html("🏆🏆", 2) == ["🏆", "🏆"]
