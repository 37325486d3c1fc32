"""Articles cited in messages: each number becomes a link, and nothing else changes."""

import re

import pytest

from bot.texts.articles import ARTICLES, CHAPTERS, IN_FULL, READINGS, article_of, code_of, linked
from bot.texts.i18n import load_catalogue
from bot.texts.languages import LANGUAGES
from bot.texts.templates import without_markup


def link(code: str) -> str:
    """Return the link of that code."""
    return f"https://t.me/Bot?start={code}"


@pytest.mark.parametrize(
    ("html", "codes"),
    [
        ("Nu se poate (art. 7.2).", ["art-7-2"]),
        ("sigilate (art. 1.3, 2.1)", ["art-1-3", "art-2-1"]),
        ("<i>(limita, art.\N{NO-BREAK SPACE}1.4)</i>", ["art-1-4"]),
        ("art. 9.1 și 9.4, pe 3.05", ["art-9-1", "art-9-4"]),
        ("art. 12.7, art. 1.9, partea 7.2", []),
        ('<code>art. 7.2</code> <a href="x">art. 7.2</a>', []),
    ],
)
def test_each_article_cited_links_to_itself(html: str, codes: list[str]) -> None:
    """Each cited article becomes a link; dates, unknown articles, code and links do not change."""
    found = linked(html, link)

    assert re.findall(r"start=([\w-]+)", found) == codes
    assert without_markup(found) == without_markup(html)


def test_a_code_leads_back_to_its_article() -> None:
    """Telegram accepts every article's code, and no invitation has such a code."""
    for article in ARTICLES:
        code = code_of(article)
        assert re.fullmatch(r"[\w-]{1,64}", code)
        assert article_of(code) == article
    for code in ("", "art-", "art-99-1", "Xk3_art-7-2", "7.2"):
        assert article_of(code) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_article_has_its_subject_and_its_words(language: str) -> None:
    """The catalogue has both for each article, and no other article."""
    entries = load_catalogue(language).entries
    known = {key.removeprefix("article.") for key in entries if key.startswith("article.")}

    names = {f"name.{article}" for article in ARTICLES}
    more = {f"more.{article}" for article in IN_FULL}
    readings = {f"reading.{article}" for article in READINGS}
    assert known == {*ARTICLES, *names, *more, *readings}
    for chapter in CHAPTERS:
        assert f"regulation.chapter.{chapter}" in entries
