"""Queued messages reach their reader: in order, in their language, on time, and once."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.runtime.clock import TrustedClock
from bot.texts.messages import Notice, Relayed, say
from bot.transport.sending import courier
from bot.transport.sending.selection import PLENTY
from sandbox import Sandbox, SandboxUser
from sandbox.clock import ShiftedClock
from storage.queues import outbox
from storage.schema import outbox as outbox_table
from tests.bot.conftest import MAY_DAY, PostOffice, started
from tests.bot.transport.sending.mail import note, numbers, states

AFTER_THE_TEST = 3600.0
PATIENCE = 900.0
"""Seconds after which a message that nothing sends fails the test."""


async def test_messages_arrive_in_order(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser
) -> None:
    """Each person gets their messages in the order of queueing."""
    await post.say(*(note(user, n) for n in range(6) for user in (ana, ion)))
    async with post.delivering() as courier:
        await courier.settle()

    assert numbers(ana) == numbers(ion) == list(range(6))


async def test_what_follows_from_a_message_is_noted_though_others_write_first(
    post: PostOffice, ana: SandboxUser
) -> None:
    """If another program writes first, twice, the note is repeated and the message sent once."""
    post.directory.overtaken = 2
    await post.say(note(ana, 1))
    async with post.delivering() as courier:
        await courier.settle()

    assert (numbers(ana), post.directory.arrived) == ([1], [ana.id])
    assert await states(post.runtime.database) == {outbox.MessageState.SENT: 1}


async def test_many_chats_with_many_messages(post: PostOffice, sandbox: Sandbox) -> None:
    """With more chats than Telegram takes in a second, each still gets all in order."""
    people = [started(sandbox, f"Jucătorul {n}") for n in range(PLENTY + 20)]
    await post.say(*(note(user, n) for n in range(2) for user in people))
    async with post.delivering() as courier:
        await courier.settle()

    assert [numbers(user) for user in people] == [[0, 1]] * len(people)


async def test_a_message_is_worded_for_its_reader(
    post: PostOffice, ana: SandboxUser, ion: SandboxUser
) -> None:
    """The same notice is Romanian for one person and English for another."""
    post.directory.languages[ion.id] = "en"
    await post.say(*(Notice(to=user.id, text=say("fault.place_taken")) for user in (ana, ion)))
    async with post.delivering():
        assert (await ana.receive()).text == "Locul este deja ocupat."
        assert (await ion.receive()).text == "The seat is taken."


async def test_what_was_committed_is_sent_after_a_crash(post: PostOffice, ana: SandboxUser) -> None:
    """A message queued while the courier is down is sent once it runs."""
    await post.say(note(ana, 1))
    async with post.delivering():
        await ana.receive("1")
    await post.say(note(ana, 2))
    async with post.delivering():
        await ana.receive("2")

    assert numbers(ana) == [1, 2]


async def test_a_message_that_waits_for_its_picture_is_overtaken_and_survives_a_crash(
    post: PostOffice, ana: SandboxUser
) -> None:
    """The chat's next message is sent meanwhile, and the next program makes the picture."""
    post.press.waits = True
    sheet = replace(note(ana, 1), relayed=Relayed("f", "", is_photo=True))
    await post.say(sheet, note(ana, 2))
    async with post.delivering():
        await ana.receive("2")
    assert numbers(ana) == [2]
    post.press.waits = False
    await post.later(121)
    async with post.delivering():
        assert (await ana.receive("1")).photo is not None


async def test_a_picture_set_aside_by_a_wrong_clock_goes_once_that_is_right(
    post: PostOffice, ana: SandboxUser
) -> None:
    """A clock hours ahead at the kill does not delay the picture by hours."""
    right = post.runtime
    ahead = ShiftedClock(right.clock)
    ahead.travel(timedelta(hours=6))
    right.clock_check.note_answer(MAY_DAY)
    post.runtime = replace(right, clock=TrustedClock(ahead, right.clock_check))
    post.press.waits = True
    await post.say(replace(note(ana, 1), relayed=Relayed("f", "", is_photo=True)), note(ana, 2))
    async with post.delivering():
        while await _set_aside(post) is None:  # noqa: ASYNC110  (nothing signals a row)
            await asyncio.sleep(0.01)
    post.press.waits, post.runtime = False, right
    await post.later(121)
    async with post.delivering():
        assert (await ana.receive("1")).photo is not None


async def _set_aside(post: PostOffice) -> object:
    """Return the time until which the first message waits."""
    async with post.runtime.database.reading() as tx:
        return (await tx.execute(select(outbox_table.c.not_before))).scalars().first()


async def test_what_was_rolled_back_is_never_sent(post: PostOffice, ana: SandboxUser) -> None:
    """A message of a failed unit of work is never sent."""
    with suppress(ZeroDivisionError):
        async with post.runtime.unit() as unit:
            unit.say(note(ana, 1))
            raise ZeroDivisionError
    async with post.runtime.unit() as unit:
        with suppress(ZeroDivisionError):
            async with unit.savepoint():
                unit.say(note(ana, 2))
                raise ZeroDivisionError
        unit.say(note(ana, 3))
    async with post.delivering() as courier:
        await courier.settle()

    assert numbers(ana) == [3]


async def test_a_message_out_of_date_is_dropped(post: PostOffice, ana: SandboxUser) -> None:
    """A message that has waited beyond its time is not sent any more."""
    text = say("fault.place_taken")
    await post.say(Notice(to=ana.id, text=text, expires=MAY_DAY + timedelta(hours=1)))
    await post.later(3600)
    async with post.delivering() as courier:
        await courier.settle()
        await courier.expire()

    assert await states(post.runtime.database) == {"expired": 1}


async def test_a_message_for_later_waits(post: PostOffice, ana: SandboxUser) -> None:
    """Quiet hours delay a message, and others may overtake it."""
    morning = MAY_DAY + timedelta(hours=1)
    await post.say(
        Notice(to=ana.id, text=say("button.read_plain", text="1"), not_before=morning),
        note(ana, 2),
    )
    async with post.delivering() as courier:
        await ana.receive("2")
        await courier.settle()
        assert await courier.backlog() == 1
        await post.later(3600)
        await ana.receive("1")

    assert numbers(ana) == [2, 1]


async def test_what_is_queued_meanwhile_follows_without_a_pause(
    post: PostOffice, ana: SandboxUser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message queued while another is on its way to the chat is sent as soon as that has gone."""
    monkeypatch.setattr(courier, "_IDLE", AFTER_THE_TEST)
    moments = range(40)
    for moment in moments:
        async with post.delivering(), asyncio.timeout(PATIENCE):
            await post.say(note(ana, 2 * moment))
            for _ in moments[:moment]:
                await asyncio.sleep(0)
            await post.say(note(ana, 2 * moment + 1))
            while len(numbers(ana)) < 2 * moment + 2:  # noqa: ASYNC110
                await asyncio.sleep(0.001)

    assert numbers(ana) == [*range(2 * len(moments))]


async def test_the_same_message_is_queued_once(post: PostOffice, ana: SandboxUser) -> None:
    """A reminder that is queued again under its key is not sent twice."""
    reminder = Notice(to=ana.id, text=say("fault.place_taken"), dedup="G1:reminder:7")
    await post.say(reminder)
    await post.say(reminder)
    async with post.delivering() as courier:
        await courier.settle()

    assert len([m for m in ana.messages if m.from_bot]) == 1


async def test_a_reply_finds_what_a_message_was_about(post: PostOffice, ana: SandboxUser) -> None:
    """The message with a sheet leads back to its game."""
    await post.say(Notice(to=ana.id, text=say("fault.place_taken"), about="G1", reply_to=1))
    async with post.delivering() as courier:
        message = await ana.receive()
        await courier.settle()
    async with post.runtime.database.reading() as tx:
        about = await outbox.about_of(tx, ana.id, message.id)

    assert about == "G1"
