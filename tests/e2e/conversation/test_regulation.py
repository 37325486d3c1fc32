"""`/regulament`: the articles in brief, and links to them from every text that cites one."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.texts.articles import ARTICLES, CHAPTERS, READINGS
from tests.e2e.harness import Pair, last_with, match_begun
from tests.e2e.harness import table as laid_table
from tests.e2e.texts import mentions, says, told

reading = pytest.mark.asyncio(loop_scope="module")
"""Marks a test that only reads, at the table of all such tests."""


@pytest_asyncio.fixture(name="pair", scope="module", loop_scope="module")
async def _pair(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Pair]:
    """Give a match that has begun to the tests that only read."""
    folder = tmp_path_factory.mktemp("regulation")
    async with laid_table(folder, after=match_begun) as laid:
        yield Pair(laid, *laid.done)


@reading
async def test_the_regulation_is_read_chapter_by_chapter(pair: Pair) -> None:
    """One message shows contents, chapters and back, and every article is in its chapter."""
    table, seen = pair.table, set()
    (contents,) = await table.say(pair.red, "/regulament")
    assert says(contents, "regulation.contents")
    chapters = [each.data for each in contents.buttons]
    assert len(chapters) == len(CHAPTERS)
    heard = len(pair.red.messages)

    for chapter in chapters:
        await table.forge(pair.red, contents, chapter)
        seen |= set(re.findall(r"^(\d+\.\d+),", contents.text, re.MULTILINE))
        assert len(contents.text) < 1200
        for article in [each.data for each in contents.buttons if "." in each.data]:
            await table.forge(pair.red, contents, article)
            assert says(contents, "regulation.whole")
            assert len(contents.text) < 900  # two thirds of a phone
    await table.press(pair.red, contents, "button.contents")

    assert says(contents, "regulation.contents")
    assert seen == set(ARTICLES)
    assert len(pair.red.messages) == heard


@reading
async def test_an_article_is_found_by_its_number(pair: Pair) -> None:
    """`7.2`, `articolul 7.2` and a chapter work; for an unknown article the contents are shown."""
    table = pair.table
    for typed in ("7.2", "art. 7.2", "Art.7.2", "articolul 7.2"):
        (answer,) = await table.say(pair.red, f"/regulament {typed}")
        assert mentions(answer, "article.7.2")
    (chapter,) = await table.say(pair.red, "/regulament 9")
    assert says(chapter, "regulation.chapter", number=9)
    (none,) = await table.say(pair.red, "/regulament 11.4")
    assert says(none, "regulation.none", asked="11.4")
    assert none.buttons


async def test_articles_say_of_zero_and_of_passes_what_the_regulation_says(
    passed_out: Pair,
) -> None:
    """Article 8.2 covers zero against a negative score; four passes, two each, end a game (4.3)."""
    pair = passed_out
    (answer,) = await pair.table.say(pair.red, "/regulament 8.2")
    assert "unul are sub zero și celălalt zero" in answer.text

    (ended,) = told(pair.red.messages, "game.ended", game=pair.id)
    assert mentions(ended, "ending.passes")
    assert "PAS de mai multe ori la rând" in ended.text


@reading
async def test_an_article_gives_the_organisers_reading_where_it_is_silent(pair: Pair) -> None:
    """Each such article says whose reading it is; the page of the rules lists the same articles."""
    table = pair.table
    for article in READINGS:
        (answer,) = await table.say(pair.red, f"/regulament {article}")
        assert mentions(answer, "regulation.reading")
        assert mentions(answer, f"article.reading.{article}")
    (plain,) = await table.say(pair.red, "/regulament 9.5")
    assert not mentions(plain, "regulation.reading")
    page = (Path(__file__).parents[3] / "docs" / "rules.md").read_text(encoding="utf-8")
    listed = page.partition("## The organisers' reading")[2]
    assert set(re.findall(r"\b\d+\.\d\b", listed)) == READINGS


@reading
async def test_articles_are_found_by_a_word(pair: Pair) -> None:
    """Diacritics do not matter, and each result opens its full text by one tap."""
    table = pair.table
    for typed in ("remiza", "Remiză"):
        (answer,) = await table.say(pair.red, f"/regulament {typed}")
        assert says(answer, "regulation.found", asked=typed)
        assert mentions(answer, "article.9.3")
        pair.red.press(answer, "9.3")
        await table.settle()
        assert mentions(answer, "article.more.9.3")
    for typed in ("rocada", "artificii"):
        (none,) = await table.say(pair.red, f"/regulament {typed}")
        assert says(none, "regulation.none", asked=typed)


@reading
async def test_an_article_in_a_message_is_one_tap_away(pair: Pair) -> None:
    """The article's number in a refusal is a link to its subject and explanation."""
    table = pair.table
    (refused,) = await table.say(pair.red, "H8 QQQQ")

    links = re.findall(r'href="([^"]*start=art-5-1)"', refused.html)
    assert links
    answer = await table.follow(pair.red, links[0])
    assert mentions(answer, "article.5.1")
    assert last_with(pair.red, "reg:5") is answer


@reading
async def test_an_article_is_no_wrong_invitation(pair: Pair) -> None:
    """A person who taps many articles is not treated as somebody who guesses codes."""
    table = pair.table
    (answer,) = await table.say(pair.red, "/start art-1-1")
    for _ in range(20):
        (answer,) = await table.say(pair.red, "/start art-7-1")
    assert mentions(answer, "article.7.1")
    (wrong,) = await table.say(pair.red, "/start art-99-9")
    assert says(wrong, "start.bad_code")
