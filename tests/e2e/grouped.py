"""Groups in the sandbox: linked by a code, written in, and the bot's posts there."""

import json
from datetime import timedelta

from bot.service.notices.competitions.group_posts import POST_WAIT
from bot.texts.outgoing import notice_from_json
from bot.texts.pictures import Picture, StandingsPicture
from sandbox import Message, SandboxGroup, SandboxUser
from tests.e2e.harness import Table, button
from tests.e2e.season import Season
from tests.e2e.texts import facts_of
from tests.kept_messages import to_chat


async def link_of(table: Table, command: str, key: str) -> tuple[str, str]:
    """Have the arbiter ask for a code; return the code and the link that contains it."""
    (card,) = await table.say(table.arbiter, command)
    await table.press(table.arbiter, card, key)
    wanted = "group.how" if command == "/grup" else "copies.how"
    return facts_of(card, wanted)["code"], button(card, "button.take_to_group").url


async def linked(cup_: Season, *others: SandboxUser) -> SandboxGroup:
    """Return the competition's linked group, with players and arbiter as members."""
    table = cup_.table
    members = [table.arbiter, *cup_.players.values(), *others]
    group = table.sandbox.add_group("Cupa pe Telegram", members)
    _, url = await link_of(table, "/grup", "button.link")
    table.arbiter.follow(url, group=group)
    await table.settle()
    return group


def posts(group: SandboxGroup) -> list[Message]:
    """Return the bot's posts in the group, without service messages."""
    return [message for message in group.messages if message.from_bot and not message.service]


async def wait(table: Table) -> None:
    """Advance the clock past the delay in which results are collected."""
    await table.sandbox.travel(POST_WAIT + timedelta(seconds=1))
    await table.settle()


async def ask_in(group: SandboxGroup, user: SandboxUser, text: str, table: Table) -> list[Message]:
    """Have a person write in a group; return the bot's answers there."""
    before = len(posts(group))
    user.send(text, chat=group)
    await table.settle()
    return posts(group)[before:]


async def pictures_to(table: Table, chat: int) -> set[str]:
    """Return the kinds of pictures that were queued for a chat."""
    return {picture.kind.value for picture in await _pictures(table, chat)}


async def tables_in(table: Table, chat: int) -> list[str]:
    """Return the tables queued for a chat, by their pictures' names."""
    found = await _pictures(table, chat)
    return [picture.which for picture in found if isinstance(picture, StandingsPicture)]


async def _pictures(table: Table, chat: int) -> list[Picture]:
    async with table.stored.database.reading() as tx:
        every = await to_chat(tx, chat)
    return [
        picture for payload in every for picture in notice_from_json(json.loads(payload)).pictures
    ]
