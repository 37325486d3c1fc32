"""The arbiter's copies (art. 2.2): in their chat, or in the pair's topic of an archive group."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from sandbox import SandboxGroup
from tests.e2e.grouped import link_of, posts
from tests.e2e.harness import Pair, Table, arbiter_made
from tests.e2e.harness import table as laid_out
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import mentions, says, told


async def archive_and_match(laid: Table) -> tuple[Any, ...]:
    """Make a group the arbiter's archive, and begin a match; return the group and the match."""
    await arbiter_made(laid)
    forum = laid.sandbox.add_group("Arhiva", [laid.arbiter], forum=True)
    await _archive(laid, forum)
    pair = await laid.match()
    return forum, pair.code, pair.red, pair.blue


@pytest_asyncio.fixture(name="archived")
async def _archived(tmp_path: Path) -> AsyncIterator[Table]:
    """Give a table with an archive group and a match."""
    async with laid_out(tmp_path, after=archive_and_match) as laid:
        yield laid


@pytest.mark.article("2.2")
async def test_copies_land_under_the_pairs_topic(archived: Table) -> None:
    """Sheets of moves and end go to the pair's topic; only results go to the arbiter's chat."""
    table, (forum, *found) = archived, archived.done
    pair = Pair(table, *found)
    before = len(table.arbiter.messages)
    await pair.place(pair.red, "H8 SOLA")
    await pair.place(pair.blue, "PAS")
    (question,) = await table.say(pair.red, f"/abandon {pair.id}")
    await table.press(pair.red, question, "button.abandon")
    own = table.arbiter.messages[before:]
    assert [m for m in own if m.photo or m.silent] == []
    copies = forum.messages_in(pair.code)
    assert sum(mentions(m, "sheets.caption") for m in copies) == 3
    assert sum(mentions(m, "game.ended") for m in copies) == 1
    assert all(m.silent for m in copies)
    assert len([m for m in copies if m.photo]) >= 2 * 3
    assert list(forum.chat.topics.values()) == [f"{pair.code} · Ana Pop – Ion Rus"]
    assert not [m for m in forum.messages if m.thread is None and m.photo]


async def test_a_topic_that_was_deleted_is_opened_again(archived: Table) -> None:
    """No copy is lost if somebody deletes a topic."""
    table, (forum, *found) = archived, archived.done
    pair = Pair(table, *found)
    forum.delete_topic(pair.code)
    await pair.place(pair.red, "H8 SOLA")
    await table.travel(1 / 1440)
    assert any(mentions(m, "sheets.caption") for m in forum.messages_in(pair.code))


async def test_a_group_without_topics_takes_copies_all_the_same(table: Table, pair: Pair) -> None:
    """The group itself gets them; the arbiter reads the reason once; new rights restore topics.

    In the arbiter's own chat copies are silent, unless the arbiter chooses that they sound.
    """
    await _aloud_if_chosen(table, pair)
    forum = table.sandbox.add_group("Arhiva", [table.arbiter], forum=True)
    await _archive(table, forum, rights=False)
    last = await table.match()
    await pair.place(pair.blue, "PAS")
    await last.place(last.red, "H8 SOLA")
    assert len(told(table.arbiter.messages, "group.no_topics")) == 1
    assert sum(mentions(m, "sheets.caption") for m in forum.messages) == 2
    assert forum.chat.topics == {}
    forum.make_bot_admin(by=table.arbiter)
    await last.place(last.blue, "PAS")
    assert any(mentions(m, "sheets.caption") for m in forum.messages_in(last.code))


@pytest.mark.article("2.2")
async def test_an_archive_that_is_lost_gives_the_copies_back(archived: Table) -> None:
    """If the group removes the bot, copies go to the arbiter's own chat."""
    table, (forum, *found) = archived, archived.done
    pair = Pair(table, *found)
    forum.chat.bot_is_shut_out = True  # without an update that would say so
    await pair.place(pair.red, "H8 SOLA")
    assert mentions(table.arbiter.messages[-1], "sheets.caption") or any(
        mentions(m, "sheets.caption") for m in table.arbiter.messages[-4:]
    )
    assert told(table.arbiter.messages, "group.archive_lost")
    (card,) = await table.say(table.arbiter, "/arhiva")
    assert mentions(card, "copies.daily")


async def test_a_group_that_became_a_competitions_is_no_archive_any_more(tmp_path: Path) -> None:
    """Copies of turns wait for the day's message, as the card says."""
    async with laid_out(tmp_path, after=cup_begun("Ana Pop", "Ion Rus")) as laid:
        season = Season.at(laid, *laid.done)
        group = laid.sandbox.add_group("Arhiva", [laid.arbiter], forum=True)
        await _archive(laid, group)
        code, _ = await link_of(laid, "/grup", "button.link")
        laid.arbiter.send(f"/leaga {code}", chat=group)
        await laid.settle()

        (card,) = await laid.say(laid.arbiter, "/arhiva")
        assert mentions(card, "copies.daily")
        before = len(laid.arbiter.messages)
        (pair,) = await season.pairs()
        await pair.place(pair.red, "PAS")
        assert not told(laid.arbiter.messages[before:], "sheets.caption")


async def _aloud_if_chosen(table: Table, pair: Pair) -> None:
    """Check that copies are silent by default, and make a sound if the arbiter chooses so."""
    assert await _copy(table, pair, "H8 SOLA") is True
    (card,) = await table.say(table.arbiter, "/arhiva")
    await table.press(table.arbiter, card, "button.copies.aloud")
    assert mentions(card, "copies.aloud")
    assert await _copy(table, pair, "PAS") is False
    await table.press(table.arbiter, card, "button.copies.silent")
    assert await _copy(table, pair, "PAS") is True


async def _copy(table: Table, pair: Pair, move: str) -> bool:
    """Have the next player move; return whether the arbiter's copy was silent."""
    before = len(table.arbiter.messages)
    game = await pair.game()
    await pair.place(pair.red if game.turn.value == "red" else pair.blue, move)
    sheets = [m for m in table.arbiter.messages[before:] if mentions(m, "sheets.caption")]
    return sheets[0].silent


async def _archive(table: Table, group: SandboxGroup, *, rights: bool = True) -> None:
    """Have the arbiter make that group their archive."""
    code, url = await link_of(table, "/arhiva", "button.copies.archive")
    if rights:
        table.arbiter.follow(url, group=group)
    else:
        table.arbiter.send(f"/leaga {code}", chat=group)
    await table.settle()
    assert says(posts(group)[-1], "group.archive_linked")
