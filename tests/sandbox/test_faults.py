import asyncio

import httpx
import pytest
from telegram import Bot
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import HTTPXRequest

from sandbox import Sandbox, SandboxUser, build_app
from sandbox.faults import (
    AnswerLost,
    BadGateway,
    DropConnection,
    FaultKind,
    Flood,
    Refuse,
    ServerError,
    TimeOut,
)
from sandbox.waiting import PATIENCE
from tests.sandbox.conftest import patient

TROUBLE = [
    (Flood(7), RetryAfter, False),
    (ServerError(), NetworkError, False),
    (BadGateway(), NetworkError, False),
    (DropConnection(), NetworkError, False),
    (AnswerLost(), NetworkError, True),
    (TimeOut(), TimedOut, False),
    (TimeOut(carried_out=True), TimedOut, True),
    (Refuse(403, "Forbidden: user is deactivated"), Forbidden, False),
]


@pytest.mark.parametrize(("kind", "error", "carried_out"), TROUBLE, ids=repr)
async def test_each_fault_looks_to_the_library_like_the_real_one(
    bot: Bot,
    sandbox: Sandbox,
    ana: SandboxUser,
    *,
    kind: FaultKind,
    error: type[TelegramError],
    carried_out: bool,
) -> None:
    """The library raises its usual error, the message arrives or not, the next call works."""
    fault = sandbox.faults.add(kind, method="sendMessage", chat=ana.id)
    patience = 0.3 if isinstance(kind, TimeOut) else PATIENCE
    with pytest.raises(error) as raised:
        await bot.send_message(ana.id, "unu", read_timeout=patience)
    assert type(raised.value) is error
    await sandbox.wait_for(lambda: fault.fired)
    assert [m.text for m in ana.messages[1:]] == (["unu"] if carried_out else [])
    assert fault.fired == 1

    await bot.send_message(ana.id, "doi")
    assert ana.last.text == "doi"


async def test_a_flood_says_how_long_to_wait(bot: Bot, sandbox: Sandbox, ana: SandboxUser) -> None:
    """The seconds to wait come with the refusal."""
    sandbox.faults.add(Flood(retry_after=7))
    with pytest.raises(RetryAfter) as raised:
        await bot.send_message(ana.id, "unu")

    assert raised.value._retry_after.total_seconds() == 7


async def test_a_fault_waits_for_its_own_calls(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """Method, chat, calls to skip and calls to hit all apply."""
    ion = sandbox.add_user("Ion")
    ion.start()
    sandbox.faults.add(DropConnection(), method="sendMessage", chat=ana.id, after=1, times=2)
    await bot.send_message(ion.id, "lui Ion")
    outcomes = []
    for number in range(4):
        try:
            await bot.send_message(ana.id, str(number))
            outcomes.append("sent")
        except NetworkError:
            outcomes.append("cut")

    assert outcomes == ["sent", "cut", "cut", "sent"]


async def test_a_lost_answer_to_a_poll_brings_the_updates_again(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The bot did not confirm them, so nothing is lost."""
    ana.send("H8 CASA")
    sandbox.faults.add(AnswerLost(), method="getUpdates")
    with pytest.raises(NetworkError):
        await bot.get_updates()

    assert len(await bot.get_updates()) == 1


async def test_something_can_happen_between_the_deed_and_its_answer(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """`then` runs after the call, before the bot gets the answer."""
    seen: list[int] = []
    sandbox.faults.add(AnswerLost(), then=lambda: seen.append(len(ana.messages)))
    with pytest.raises(NetworkError):
        await bot.send_message(ana.id, "unu")

    assert seen == [2]


async def test_a_group_that_becomes_a_supergroup_says_where_it_went(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """The old id is refused with the new one, which works; both chats show the change."""
    group = sandbox.add_group("Club", [ana])
    old = group.id
    await bot.send_message(old, "salut")
    group.upgrade()
    with pytest.raises(ChatMigrated) as raised:
        await bot.send_message(old, "salut")

    assert raised.value.new_chat_id == group.id
    await bot.send_message(group.id, "din nou")
    assert group.messages[-1].text == "din nou"
    updates = [update.message for update in await bot.get_updates() if update.message]
    assert [(m.migrate_to_chat_id, m.migrate_from_chat_id) for m in updates] == [
        (group.id, None),
        (None, old),
    ]


async def test_wrong_tokens_and_methods_are_refused(base_url: str, sandbox: Sandbox) -> None:
    """The answers are 401 and 404 in Telegram's form."""
    stranger = Bot("1:wrong", base_url=f"{base_url}/bot", request=patient())
    with pytest.raises(InvalidToken):
        await stranger.initialize()
    await stranger.shutdown()
    async with httpx.AsyncClient() as client:
        reply = await client.get(f"{base_url}/bot{sandbox.token}/flyToTheMoon")

    assert reply.status_code == 404
    assert reply.json()["ok"] is False


async def test_faults_work_without_a_socket(sandbox: Sandbox, ana: SandboxUser) -> None:
    """If the app is called in the same process, the library sees the same errors."""
    transport = httpx.ASGITransport(build_app(sandbox))
    request, polls = (HTTPXRequest(httpx_kwargs={"transport": transport}) for _ in range(2))
    async with Bot(
        sandbox.token,
        base_url="http://sandbox/bot",
        request=request,
        get_updates_request=polls,
    ) as bot:
        for kind, error in ((AnswerLost(), NetworkError), (TimeOut(), TimedOut)):
            sandbox.faults.add(kind)
            with pytest.raises(error):
                await bot.send_message(ana.id, "unu")
        await bot.send_message(ana.id, "doi")
        poll = asyncio.create_task(bot.get_updates(timeout=10))
        await sandbox.wait_for(lambda: sandbox.updates.is_polling)
        ana.send("trei")
        assert len(await poll) == 1

    assert [m.text for m in ana.messages[1:]] == ["unu", "doi", "trei"]


async def test_the_server_stops_while_calls_are_under_way(
    bot: Bot, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """A stop ends a long poll and an unanswered call at once."""
    sandbox.faults.add(TimeOut(), method="sendMessage")
    under_way = [
        asyncio.create_task(bot.get_updates(timeout=50)),
        asyncio.create_task(bot.send_message(ana.id, "unu")),
    ]
    await sandbox.wait_for(lambda: sandbox.updates.is_polling and sandbox.calls)
    await sandbox.close()
    outcomes = await asyncio.gather(*under_way, return_exceptions=True)

    assert outcomes[0] == ()
    assert isinstance(outcomes[1], TelegramError)
    assert not isinstance(outcomes[1], BadRequest | TimedOut)
