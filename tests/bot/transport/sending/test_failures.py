"""If Telegram fails, floods or refuses, nothing is lost, and no other chat waits."""

import asyncio
from collections.abc import Sequence

import pytest

from bot.texts.delivery import Parcel, TextMessage
from bot.texts.delivery_errors import Unreachable
from bot.texts.messages import Notice, say
from sandbox import Sandbox, SandboxUser
from sandbox.faults import (
    AnswerLost,
    BadGateway,
    DropConnection,
    Flood,
    Migrate,
    Refuse,
    ServerError,
    TimeOut,
)
from storage.queues import outbox
from tests.bot.conftest import PostOffice
from tests.bot.transport.sending.mail import note, numbers, states


async def test_a_lost_answer_means_once_more(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """If Telegram's answer is lost, the message is sent again."""
    sandbox.faults.add(AnswerLost(), method="sendMessage")
    await post.say(note(ana, 1), note(ana, 2))
    async with post.delivering() as courier:
        await ana.receive("1")
        await courier.settle()
        assert numbers(ana) == [1]
        await post.later(2)
        await ana.receive("2")

    assert numbers(ana) == [1, 1, 2]


@pytest.mark.parametrize("trouble", [DropConnection(), ServerError(), BadGateway(), TimeOut()])
async def test_a_failing_network_delays_but_loses_nothing(
    post: PostOffice,
    ana: SandboxUser,
    sandbox: Sandbox,
    trouble: DropConnection | ServerError | BadGateway | TimeOut,
) -> None:
    """An unsent message is sent later, once, before those after it."""
    sandbox.faults.add(trouble, method="sendMessage")
    await post.say(note(ana, 1), note(ana, 2))
    async with post.delivering() as courier:
        await sandbox.wait_for(lambda: sandbox.calls_of("sendMessage"))
        await courier.settle()
        assert numbers(ana) == []
        await post.later(2)
        await ana.receive("2")

    assert numbers(ana) == [1, 2]


async def test_a_flooded_chat_holds_up_no_other(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, sandbox: Sandbox
) -> None:
    """Only that chat waits, for the time that Telegram gives."""
    sandbox.faults.add(Flood(30), method="sendMessage", chat=ana.id)
    await post.say(note(ana, 1), note(ana, 2), note(ion, 3))
    async with post.delivering() as courier:
        await ion.receive("3")
        await courier.settle()
        await post.later(29)
        await courier.settle()
        assert numbers(ana) == []
        await post.later(2)
        await ana.receive("2")

    assert numbers(ana) == [1, 2]


async def test_a_person_who_blocked_the_bot(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser
) -> None:
    """The message becomes a dead letter, people concerned are notified, others continue."""
    post.directory.arbiter = ion.id
    ana.block()
    await post.say(note(ana, 1), note(ion, 2))
    async with post.delivering() as courier:
        await ion.receive("2")
        await ion.receive("Îmi pare rău")
        await courier.settle()

    assert post.directory.gone == [ana.id]
    assert await states(post.runtime.database) == {"dead": 1, "sent": 2}


async def test_a_person_who_never_pressed_start(post: PostOffice, sandbox: Sandbox) -> None:
    """A person to whom the bot may not write is an ordinary case, not an error."""
    stranger = sandbox.add_user("Stela")
    await post.say(note(stranger, 1))
    async with post.delivering() as courier:
        await courier.settle()

    assert post.directory.gone == [stranger.id]


async def test_a_reader_who_moves_during_the_call(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old address refuses the message; it arrives at the new one, and nobody is unreachable."""
    send = post.telegram.send

    async def move(parcel: Parcel) -> Sequence[int]:
        if not isinstance(parcel, TextMessage) or parcel.to != ana.id:
            return await send(parcel)
        async with post.runtime.database.transaction() as tx:
            await outbox.readdress(tx, ana.id, ion.id)
        raise Unreachable("bot was blocked by the user")

    monkeypatch.setattr(post.telegram, "send", move)
    await post.say(note(ana, 1))
    async with post.delivering() as courier:
        await ion.receive("1")
        await courier.settle()

    assert post.directory.gone == []
    assert await states(post.runtime.database) == {"sent": 1}


async def test_a_refused_message_is_set_aside(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """The operator gets a report of the dropped message, and later ones follow."""
    sandbox.faults.add(
        Refuse(400, "Bad Request: something is wrong with it"), method="sendMessage", chat=ana.id
    )
    await post.say(note(ana, 1), note(ana, 2))
    async with post.delivering():
        await ana.receive("2")
        report = await post.operator.receive("pus deoparte")

    assert "omething is wrong with it" in report.text
    assert numbers(ana) == [2]


async def test_no_report_of_a_report(post: PostOffice, ana: SandboxUser, sandbox: Sandbox) -> None:
    """If the operator's report is refused, no further report is made."""
    sandbox.faults.add(Refuse(400, "Bad Request: no"), method="sendMessage", times=2)
    await post.say(note(ana, 1))
    async with post.delivering() as courier:
        await sandbox.wait_for(lambda: len(sandbox.calls_of("sendMessage")) == 2)
        await courier.settle()

    assert await states(post.runtime.database) == {"dead": 2}


async def test_a_group_that_became_a_supergroup(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """Messages to a group follow it to its new number."""
    group = sandbox.add_group("Cerc", [ana])
    old = group.id
    sandbox.faults.add(Migrate(), method="sendMessage", chat=old)
    text = say("fault.place_taken")
    await post.say(Notice(to=old, text=text), Notice(to=old, text=text))
    async with post.delivering():
        await sandbox.wait_for(lambda: len([m for m in group.messages if m.from_bot]) == 2)

    assert post.directory.moved == {old: group.id}


async def test_ending_the_courier_leaves_nothing_behind(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """A courier stopped during a call stops at once, and the message is sent next time."""
    sandbox.faults.add(TimeOut(), method="sendMessage")
    await post.say(note(ana, 1))
    async with post.delivering():
        await sandbox.wait_for(lambda: sandbox.calls_of("sendMessage"))
    assert len(asyncio.all_tasks()) < 10
    async with post.delivering() as courier:
        await courier.settle()
        await post.later(60)
        await ana.receive("1")
