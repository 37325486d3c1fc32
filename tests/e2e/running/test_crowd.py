"""A crowd at its rate limits: players are served as if it did not exist."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import takewhile

import pytest
from sqlalchemy import select

from bot.transport.sending.pacing import Rates
from sandbox import SandboxUser
from sandbox.call import CallRecord
from storage.queues.outbox import LANE
from storage.queues.precedence import Precedence
from storage.schema import outbox
from tests.e2e.harness import Pair, Table
from tests.e2e.texts import says

pytestmark = pytest.mark.only_telegram("what Telegram allows in a second")

RATES = Rates(overall=400, chat=1e9, group=1e9)
"""Slow enough for a queue, and no slower than a test must be."""
STRANGERS = 120
"""More than the chats that are looked at together on the way out."""
EACH = 2


def crowd(table: Table, count: int = STRANGERS) -> list[SandboxUser]:
    """Return people unknown to the bot."""
    names = (f"Vizitator {number}" for number in range(count))
    return [table.sandbox.add_user(name, language_code="ro") for name in names]


def sent(table: Table, *users: SandboxUser) -> list[CallRecord]:
    """Return the calls that sent messages to these people."""
    chats = {str(user.id) for user in users}
    calls = (call for call in table.sandbox.calls if call.method.startswith("send"))
    return [call for call in calls if str(call.values["chat_id"]) in chats]


def before(table: Table, call: CallRecord, users: list[SandboxUser]) -> int:
    """Return how many messages these people had when that call was made."""
    earlier = list(takewhile(lambda each: each is not call, table.sandbox.calls))
    return sum(any(each is other for other in earlier) for each in sent(table, *users))


async def test_a_crowd_gets_a_fifth_and_a_preview_waits_behind_none_of_it(
    table: Table, pair: Pair
) -> None:
    """Of hundreds of waiting answers to strangers almost none precedes preview and sheets.

    All updates came while the bot was down, the move last. In no second do the strangers get more
    than a fifth, however many they are; others use the rest.
    """
    await table.stop_bot()
    strangers = crowd(table)
    for user in strangers * EACH:
        user.send("bună ziua")
    pair.red.send("H8 CASA")
    table.rates = RATES
    await table.start_bot()

    (preview,) = sent(table, pair.red)[-1:]
    assert before(table, preview, strangers) < STRANGERS // 10
    assert len(sent(table, *strangers)) == STRANGERS * EACH
    assert table.sandbox.busiest(strangers) <= RATES.overall / 5


async def test_what_goes_first_is_known_of_each_message(table: Table, pair: Pair) -> None:
    """The order is: moves' previews and sheets, answers, other messages, then strangers."""
    stranger = table.sandbox.add_user("Vizitator", language_code="ro")
    async with queued(table) as moved:
        await pair.place(pair.red, "H8 CASA")
    async with queued(table) as asked:
        await table.say(pair.blue, "/fisa")
    async with queued(table) as relayed:
        await table.say(pair.red, f"/mesaj {pair.id} bună")
    async with queued(table) as strange:
        await table.say(stranger, "H8 CASA")

    hears = {pair.red.id: [Precedence.PREVIEW] * 3, pair.blue.id: [Precedence.MOVE] * 2}
    assert moved == {**hears, table.arbiter.id: [Precedence.MOVE]}
    assert asked == {pair.blue.id: [Precedence.ASKED]}
    assert relayed == {pair.red.id: [Precedence.ASKED], pair.blue.id: [Precedence.TOLD]}
    assert strange == {stranger.id: [Precedence.STRANGER]}


@asynccontextmanager
async def queued(table: Table) -> AsyncIterator[dict[int, list[Precedence]]]:
    """Give the messages queued in the block, by chat."""
    rows = select(outbox.c.chat, outbox.c.precedence).order_by(outbox.c.id)
    found: dict[int, list[Precedence]] = {}
    async with table.stored.database.reading() as tx:
        before = len((await tx.execute(rows)).all())
    yield found
    async with table.stored.database.reading() as tx:
        for chat, precedence in (await tx.execute(rows)).all()[before:]:
            found.setdefault(chat % LANE, []).append(Precedence(precedence))


async def test_no_second_has_more_than_is_allowed_whatever_ends_in_it(
    table: Table, pair: Pair
) -> None:
    """Killed while sending and restarted, the bot sends everything, never too fast."""
    people = [pair.red, pair.blue]
    await table.stop_bot()
    table.rates = Rates(overall=20, chat=1e9, group=1e9)
    for user in people * 20:
        user.send("/limba")
    seen = len(sent(table, *people))
    begun = asyncio.get_running_loop().time()
    await table.start_bot(settled=False)
    await table.sandbox.wait_for(lambda: len(sent(table, *people)) >= seen + 12)
    await table.stop_bot()
    await table.start_bot()

    answers = [each for user in people for each in user.messages if says(each, "language.ask")]
    assert len(answers) == len(people) * 20
    assert table.sandbox.busiest(since=begun) <= 20


async def test_each_chat_gets_its_turn(table: Table, pair: Pair) -> None:
    """If one person asks twenty things and another one, the other is answered second."""
    many, one = pair.red, pair.blue
    await table.stop_bot()
    table.rates = RATES
    for _ in range(20):
        many.send("/limba")
    one.send("/limba")
    seen = len(sent(table, many, one))
    await table.start_bot()

    answers = sent(table, many, one)[seen:]
    chats = [int(str(call.values["chat_id"])) for call in answers]
    assert chats.index(one.id) <= 1
    assert len(chats) == 21


async def test_a_stranger_with_an_invitation_gets_their_turn(table: Table) -> None:
    """Each stranger's chat is served once before any is served again, so they can join."""
    _, first, _ = await table.invite()
    await table.stop_bot()
    strangers = crowd(table, 20)
    for user in strangers * EACH:
        user.send("bună ziua")
    joining = table.sandbox.add_user("Ana", language_code="ro")
    joining.follow(first)
    table.rates = RATES
    await table.start_bot()

    (asked,) = sent(table, joining)
    assert before(table, asked, strangers) <= len(strangers)
