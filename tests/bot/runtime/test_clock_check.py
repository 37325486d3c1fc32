"""Telegram's clock in its answers, for comparison with the computer's."""

from datetime import UTC, datetime, timedelta

import httpx

from bot.runtime.clock import ClockCheck
from bot.transport.telegram_io.client import TelegramIO, _hearing
from sandbox import Sandbox, SandboxUser
from tests.bot.conftest import MAY_DAY, PostOffice


async def test_each_answer_says_what_time_it_is(post: PostOffice, sandbox: Sandbox) -> None:
    """Polls and calls both give it, and seconds pass in between."""
    passed = [0.0]
    clock_check = ClockCheck(time=lambda: passed[0])
    telegram = TelegramIO(sandbox.token, post.base_url, stated=clock_check.stated)
    assert clock_check.now() is None
    await telegram.me()
    assert clock_check.now() == MAY_DAY
    passed[0] = 60.0
    assert clock_check.now() == MAY_DAY + timedelta(minutes=1)
    await sandbox.clock.travel(timedelta(days=2))
    await telegram.updates(None, 0)
    await telegram.close()

    assert clock_check.now() == MAY_DAY + timedelta(days=2)


async def test_an_answer_without_a_date_says_nothing() -> None:
    """An unreadable date gives none either."""
    heard: list[datetime] = []
    for date in ("", "morgen", "Thu, 01 May 2025 09:00:00 GMT"):
        await _hearing(heard.append)(httpx.Response(200, headers={"date": date}))
    await _hearing(heard.append)(httpx.Response(200))

    assert heard == [datetime(2025, 5, 1, 9, tzinfo=UTC)]


async def test_where_answers_say_nothing_messages_that_have_just_come_do(
    post: PostOffice, ana: SandboxUser, sandbox: Sandbox
) -> None:
    """Messages that had waited at Telegram do not count, because they are old."""
    ana.send("a așteptat")
    await sandbox.clock.travel(timedelta(hours=5))
    async with post.polling():
        await sandbox.drained()
        assert post.runtime.clock_check.now() is None
        ana.send("abia scris")
        await sandbox.drained()

    there = post.runtime.clock_check.now()
    assert there is not None
    assert timedelta() <= there - sandbox.clock.now() < timedelta(hours=1)
