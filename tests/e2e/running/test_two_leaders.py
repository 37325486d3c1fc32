"""Two programs that both act as leader, as after a short loss of connection."""

import asyncio
from collections import Counter
from datetime import timedelta
from pathlib import Path

import pytest

from bot.program.sweep import Sweep
from bot.texts.messages import Notice, say
from sandbox import SandboxUser
from tests.e2e.harness import table
from tests.e2e.running.leaders_shared import another
from tests.e2e.texts import mentions, told


def repeated(*users: SandboxUser) -> list[str]:
    """Return the messages that a person got twice at one time."""
    said = Counter(
        (user.id, message.date, message.text)
        for user in users
        for message in user.messages
        if message.from_bot and message.text
    )
    return [text for (_, _, text), times in said.items() if times > 1]


@pytest.mark.article("7.2")
async def test_two_leaders_execute_and_send_everything_once(
    tmp_path: Path, postgres_url: str
) -> None:
    """Everything due in twelve days of silence is sent once, in order, by one of them."""
    async with table(tmp_path, settings={"storage_url": postgres_url}) as laid:
        pairs = [await laid.match() for _ in range(2)]
        for pair in pairs:
            await pair.place(pair.red, "H8 CASA")
        async with another(laid) as other:
            sweeps = [laid.app.sweep, Sweep(other.runtime, other.shared, lambda: True)]
            for _ in range(12):
                await laid.sandbox.travel(timedelta(days=1))
                await asyncio.gather(*(sweep() for sweep in sweeps))
                for app in (laid.app, other):
                    app.runtime.queued.set()
                await laid.settle()

        people = [user for pair in pairs for user in (pair.red, pair.blue)]
        assert repeated(laid.arbiter, *people) == []
        for pair in pairs:
            assert len(told(pair.blue.messages, "remind.resend", game=pair.id)) == 1
            assert len(told(pair.red.messages, "remind.resend_partner", who="Ion Rus")) == 1
            news = [one for one in laid.arbiter.messages if mentions(one, "docket.news")]
            assert [mentions(one, "docket.row", code=pair.id) for one in news].count(True) == 1


async def test_two_couriers_send_each_message_once(tmp_path: Path, postgres_url: str) -> None:
    """Both work on one outbox: each message arrives once, each chat's in order."""
    async with table(tmp_path, settings={"storage_url": postgres_url}) as laid:
        readers = [laid.sandbox.add_user(f"Ana {n}", language_code="ro") for n in range(6)]
        for reader in readers:
            reader.start()
        await laid.settle()
        async with another(laid) as other:
            async with laid.app.runtime.unit() as unit:
                for number in range(8):
                    text = say("button.read_plain", text=str(number))
                    unit.say(*(Notice(to=reader.id, text=text) for reader in readers))
            other.runtime.queued.set()
            await laid.settle()

        for reader in readers:
            numbers = [
                "".join(filter(str.isdigit, message.text))
                for message in told(reader.messages, "button.read_plain")
            ]
            assert numbers == [str(number) for number in range(8)]
