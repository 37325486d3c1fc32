"""A competition's group chat: the bot posts starts, results and standings, and nothing else."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.chat.commands import COMMANDS
from bot.texts.pictures import PictureKind
from engine.games.events import PlacementMade
from sandbox import SandboxGroup, SandboxUser
from sandbox.faults import Refuse
from tests.e2e.grouped import ask_in, link_of, linked, pictures_to, posts, tables_in, wait
from tests.e2e.harness import Table, button, continues
from tests.e2e.harness import table as laid_table
from tests.e2e.season import Season, cup, cup_begun
from tests.e2e.texts import mentions, pattern, says, told
from tests.kept_messages import to_chat

NAMES = ("Ana Pop", "Ion Rus", "Dan Ene")
SECRET = "ceva numai pentru partener"


@continues(cup_begun(*NAMES))
async def cup_linked(laid: Table) -> tuple[Any, ...]:
    """Link a group to a cup, with a stranger among its members."""
    season = Season.at(laid, *laid.done)
    stranger = laid.sandbox.add_user("Xenia", language_code="ro")
    return season.left, await linked(season, stranger), stranger


@continues(cup_linked)
async def first_of_three_resigned(laid: Table) -> tuple[Any, ...]:
    """Have both games of a linked cup's first match resigned."""
    left, group, _ = laid.done
    first, *_ = await Season.at(laid, *left).pairs()
    await first.give_up_both()
    return left, group


@pytest_asyncio.fixture(name="in_group")
async def _in_group(tmp_path: Path) -> AsyncIterator[tuple[Season, SandboxGroup, SandboxUser]]:
    """Give the linked cup, its group, and a member of the group who does not play."""
    async with laid_table(tmp_path, after=cup_linked) as laid:
        left, group, stranger = laid.done
        yield Season.at(laid, *left), group, stranger


@pytest_asyncio.fixture(name="resigned")
async def _resigned(tmp_path: Path) -> AsyncIterator[tuple[Season, SandboxGroup]]:
    """Give that cup and its group."""
    async with laid_table(tmp_path, after=first_of_three_resigned) as laid:
        left, group = laid.done
        yield Season.at(laid, *left), group


@pytest.mark.article("1.1")
async def test_a_group_never_sees_letters_or_words_of_people(
    in_group: tuple[Season, SandboxGroup, SandboxUser],
) -> None:
    """In a whole match the group gets no rack, sequence, move, sheet or private line."""
    season, group, _ = in_group
    table = season.table
    pair, *_ = await season.pairs()
    for user in (pair.red, pair.blue):
        await table.say(user, f"/mesaj {pair.code} {SECRET}")
        await table.say(user, f"/nota {pair.code} {SECRET}")
    (match,) = [one for one in await season.matches() if one.code == pair.code]
    await season.cut_short(match)
    await season.homologate(pair)
    await wait(table)

    hidden = {SECRET}
    for leg in (1, 2):
        game = await table.stored.game(f"{pair.code}/{leg}")
        hidden |= {game.sequence[start : start + 5] for start in range(95)}
        hidden |= {side.rack for side in (game.red, game.blue) if len(side.rack) > 2}
        moves = [move for move in game.moves if isinstance(move, PlacementMade)]
        assert moves
        hidden |= {word for move in moves for word in (move.word, *move.words) if len(word) > 2}
    texts = [message.text.upper() for message in posts(group)]
    assert len(texts) == 3, texts
    assert not [(text, secret) for text in texts for secret in hidden if secret.upper() in text]
    assert await pictures_to(table, group.id) == {PictureKind.STANDINGS.value}
    assert all(message.document is None for message in posts(group))
    assert says(posts(group)[0], "group.linked")
    assert mentions(posts(group)[1], "post.return", match=pair.code)
    assert mentions(posts(group)[2], "post.results")


async def test_results_come_together_with_the_table(
    resigned: tuple[Season, SandboxGroup],
) -> None:
    """Results approved together are one message: who won, the games, and the table below."""
    season, group = resigned
    table = season.table
    before = len(posts(group))
    await season.homologate((await season.pairs())[0])
    assert len(posts(group)) == before
    await wait(table)
    (post,) = posts(group)[before:]
    assert post.photo is not None
    assert mentions(post, "results.drawn")
    assert post.text.count(" / ") == 2
    await season.championship.homologate_all()
    await wait(table)
    *_, second = posts(group)
    assert len(posts(group)) == before + 2
    assert second.text.count(" / ") == 4

    code = season.code
    card = next(
        m
        for m in reversed(table.arbiter.messages)
        if m.keyboard and code in str([b.data for b in m.buttons])
    )
    await table.forge(table.arbiter, card, f"c:{code}:close:yes")
    (closed,) = posts(group)[before + 2 :]
    assert mentions(closed, "post.closed")
    assert closed.photo is not None


async def test_two_groups_start_in_one_post_and_their_tables_are_read_on_a_phone(
    table: Table,
) -> None:
    """Results and the end show a few large lines; any member can open each whole table."""
    four = (*NAMES, "Eva Ene")
    groups: list[SandboxGroup] = []

    async def link(ready: Season) -> None:
        groups.append(await linked(ready))

    season = await cup(table, *four, groups=2, ready=link)
    (group,) = groups
    (welcome, start) = posts(group)
    assert says(welcome, "group.linked")
    assert mentions(start, "post.started")
    assert all(name in start.text for name in (*four, "Grupa A", "Grupa B"))
    await season.championship.homologate_all()
    await wait(table)
    *_, results = posts(group)
    labels = [each.label for each in results.buttons]
    assert len(labels) == 2
    assert all(map(pattern("button.whole_group", "ro").fullmatch, labels))

    code = season.code
    (card, *_) = await table.say(table.arbiter, f"/campionat {code}")
    await table.forge(table.arbiter, card, f"c:{code}:close:yes")
    *_, closed = posts(group)
    assert mentions(closed, "post.closed")
    large = await tables_in(table, group.id)
    assert {each.split(":")[1] for each in large} == {"A", "B", "*"}
    assert all(":c" in each for each in large)

    before = len(posts(group))
    season.players[NAMES[1]].press_button(closed, button(closed, "button.whole_table"))
    await table.settle()
    assert [message.photo is not None for message in posts(group)[before:]] == [True] * 3
    whole = (await tables_in(table, group.id))[len(large) :]
    assert len(whole) == 3
    assert not any(":c" in each for each in whole)


@pytest.mark.cup(*NAMES)
async def test_only_the_arbiter_links_and_only_with_their_own_code(
    table: Table, season: Season
) -> None:
    """A code works once, for its owner only; a player's or used code does nothing.

    An anonymous administrator reads why nothing is linked, and the code stays valid. The group's
    menu has the standings alone.
    """
    ana = season.players[NAMES[0]]
    group = table.sandbox.add_group("Grup", [table.arbiter, ana])
    await table.app.menus()
    shown = table.sandbox.world.menus.shown_to
    for language, name in (("ro", "clasament"), ("en", "standings")):
        menu = shown(group.chat, table.arbiter.id, language)
        assert [each["command"] for each in menu] == [name]
    code, _ = await link_of(table, "/grup", "button.link")
    group.say_anonymously(f"/leaga {code}")
    await table.settle()
    (answer,) = posts(group)
    assert says(answer, "group.anonymous")
    (answer,) = await ask_in(group, ana, f"/leaga {code}", table)
    assert mentions(answer, "fault.group_code_unknown")
    assert await ask_in(group, ana, "/leaga", table) == []
    (answer,) = await ask_in(group, table.arbiter, f"/leaga@{table.sandbox.username} {code}", table)
    assert says(answer, "group.linked")
    (answer,) = await ask_in(group, table.arbiter, f"/leaga {code}", table)
    assert mentions(answer, "fault.group_code_unknown")
    before = len(posts(group))
    group.say_anonymously("/clasament")
    await table.settle()
    assert len(posts(group)) == before + 1
    (refused,) = await table.say(ana, "/grup")
    assert mentions(refused, "command.not_for_you")
    assert await table.forge(ana, refused, f"grp:{season.code}:new") == ""
    assert mentions(refused, "fault.not_an_arbiter")


async def test_in_a_group_nothing_else_is_answered(
    in_group: tuple[Season, SandboxGroup, SandboxUser],
) -> None:
    """Any member may ask for standings; all other commands, and all private chats, are ignored.

    The group sees the standings of its own competition, with buttons and no marked row. It reads
    that another group has taken its place.
    """
    season, group, stranger = in_group
    table = season.table
    other = table.sandbox.add_group("Alt grup", [table.arbiter, *season.players.values()])
    ana = season.players[NAMES[0]]
    pair = next(p for p in await season.pairs() if p.red is ana)
    tables = {"clasament", "standings"}
    words = [f"/{name}" for command in COMMANDS for name in command.names if name not in tables]
    for user in (ana, table.arbiter, stranger):
        for text in (*words, f"/jocuri {pair.code}", "H8 CASA", "PAS", "-salut", "salut"):
            user.send(text, chat=group)
    before = {user: len(user.messages) for user in (ana, table.arbiter)}
    await table.settle()
    assert posts(group)[1:] == []
    assert all(len(user.messages) == seen for user, seen in before.items())
    assert await ask_in(other, ana, "/clasament", table) == []
    (answer,) = await table.say(ana, "/jocuri")
    assert mentions(answer, "games.list", n=2)
    await _standings_for_everybody(season, group, stranger)

    second = table.sandbox.add_group("Al treilea grup", [table.arbiter])
    _, url = await link_of(table, "/grup", "button.link_other")
    table.arbiter.follow(url, group=second)
    await table.settle()

    assert says(posts(group)[-1], "group.replaced")
    assert says(posts(second)[-1], "group.linked")


async def _standings_for_everybody(
    season: Season, group: SandboxGroup, stranger: SandboxUser
) -> None:
    """Have a member who does not play ask for the standings, and forge other buttons."""
    table = season.table
    (answer,) = await ask_in(group, stranger, "/clasament ALTA", table)
    assert mentions(answer, "standings.homologated", counted=0, n=6)
    assert "tu" not in answer.text.splitlines()[-1]
    press = stranger.press_button(answer, button(answer, "button.picture"))
    await table.settle()
    assert press.answered
    assert posts(group)[-1].photo is not None
    for data in ("std:ALTA:t:0:A:h", "hom:" + (await season.pairs())[0].code, "mydata"):
        before = len(posts(group))
        await table.forge(stranger, answer, data)
        assert len(posts(group)) == before
    async with table.stored.database.reading() as tx:
        assert await to_chat(tx, stranger.id) == []


@pytest.mark.cup("Ana Pop", "Ion Rus", "Geo Luca", "Dan Ene", groups=2)
async def test_the_standings_of_a_group_of_players_are_asked_for_by_its_name(
    table: Table, season: Season
) -> None:
    """The chat gets the table that is asked for, not that of the reader's own group."""
    reader = season.players["Ana Pop"]
    chat = await linked(season)
    players = {group.name: group.players for group in (await season.competition()).phase.groups}

    for name in players:
        for words in (name.lower(), f"grupa {name}", f"{season.code} {name}"):
            (answer,) = await ask_in(chat, reader, f"/clasament {words}", table)

            assert {each.label for each in answer.buttons if each.label.startswith("Grupa ")} == {
                f"Grupa {other}" for other in players if other != name
            }


async def test_a_group_without_photos_gets_the_words(
    resigned: tuple[Season, SandboxGroup],
) -> None:
    """The group stays linked, the results arrive as text, and the arbiter learns the reason.

    A group that moves is followed; one that is lost is reported to the arbiter.
    """
    season, group = resigned
    table = season.table
    reason = "Bad Request: not enough rights to send photos to the chat"
    table.sandbox.faults.add(Refuse(400, reason), method="sendPhoto", chat=group.id, times=1000)
    before = len(posts(group))
    await season.homologate((await season.pairs())[0])
    await wait(table)

    (post,) = posts(group)[before:]
    assert mentions(post, "post.results")
    assert mentions(post, "results.drawn") or mentions(post, "results.won")
    assert mentions(post, "results.games")
    assert post.photo is None
    assert len(told(table.arbiter.messages, "group.no_media")) == 1
    assert not told(table.arbiter.messages, "group.lost")
    (card,) = await table.say(table.arbiter, "/grup")
    assert mentions(card, "group.has_one")

    table.sandbox.faults.clear()
    group.upgrade()
    await table.settle()
    await season.championship.homologate_all()
    await wait(table)
    assert mentions(posts(group)[-1], "post.results")
    assert posts(group)[-1] is not post
    group.remove_bot(by=table.arbiter)
    await table.settle()
    assert mentions(table.arbiter.last, "group.lost")
    (card,) = await table.say(table.arbiter, "/grup")
    assert mentions(card, "group.none")


async def test_results_wait_until_a_group_may_be_written_to(
    resigned: tuple[Season, SandboxGroup],
) -> None:
    """The arbiter is told the true reason once; nothing is lost, and the group stays linked."""
    season, group = resigned
    table, (first, *_) = season.table, await season.pairs()
    for reason, key, approved in (
        ("TOPIC_CLOSED", "group.topic_closed", season.homologate(first)),
        (
            "not enough rights to send text messages to the chat",
            "group.no_right",
            season.championship.homologate_all(),
        ),
    ):
        table.sandbox.faults.add(Refuse(400, f"Bad Request: {reason}"), chat=group.id, times=1000)
        before = len(posts(group))
        await approved
        await wait(table)
        for _ in range(3):
            await table.sandbox.travel(timedelta(minutes=31))
            await table.settle()
        assert posts(group)[before:] == [], key
        assert len(told(table.arbiter.messages, key)) == 1
        assert not told(table.arbiter.messages, "group.lost")

        table.sandbox.faults.clear()
        await table.sandbox.travel(timedelta(minutes=31))
        await table.settle()
        (post,) = posts(group)[before:]
        assert mentions(post, "post.results")


async def test_a_group_is_unlinked_by_a_press(resigned: tuple[Season, SandboxGroup]) -> None:
    """Afterwards the bot posts nothing and answers nothing there."""
    season, group = resigned
    table, before = season.table, len(posts(group))
    (card,) = await table.say(table.arbiter, "/grup")
    await table.press(table.arbiter, card, "button.unlink")
    await season.homologate((await season.pairs())[0])
    await wait(table)
    assert len(posts(group)) == before
    assert await ask_in(group, table.arbiter, "/clasament", table) == []
