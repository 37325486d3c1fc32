"""Telegram's clock in its answers, for comparison with the computer's."""

import asyncio
from datetime import UTC, datetime, timedelta

import httpx

from bot.runtime.clock import ClockCheck
from bot.transport.telegram_io.client import TelegramIO, _hooks
from sandbox import Sandbox, SandboxUser
from tests.bot.conftest import MAY_DAY, PostOffice


async def test_each_answer_says_what_time_it_is(post: PostOffice, sandbox: Sandbox) -> None:
    """Polls and calls both give it, and seconds pass in between."""
    passed = [0.0]
    clock_check = ClockCheck(time=lambda: passed[0])
    telegram = TelegramIO(sandbox.token, post.base_url, clock_check=clock_check)
    assert clock_check.now() is None
    await telegram.me()
    assert clock_check.now() == MAY_DAY
    passed[0] = 60.0
    assert clock_check.now() == MAY_DAY + timedelta(minutes=1)
    await sandbox.clock.travel(timedelta(days=2))
    await telegram.updates(None, 0)
    await telegram.close()

    assert clock_check.now() == MAY_DAY + timedelta(days=2)


async def test_an_answer_that_comes_late_sets_no_clock_back(
    post: PostOffice, sandbox: Sandbox, ana: SandboxUser
) -> None:
    """It may have been on its way since its request; an answer without delay counts."""
    passed = [0.0]
    clock_check = ClockCheck(time=lambda: passed[0])
    telegram = TelegramIO(sandbox.token, post.base_url, clock_check=clock_check)
    await telegram.me()
    poll = asyncio.create_task(telegram.updates(None, 50))
    await sandbox.wait_for(lambda: sandbox.updates.is_polling)
    passed[0] = 27.0
    ana.send("bună")
    await poll
    assert clock_check.now() == MAY_DAY + timedelta(seconds=27)
    await telegram.me()
    await telegram.close()

    assert clock_check.now() == MAY_DAY


async def test_an_answer_without_a_date_says_nothing() -> None:
    """An unreadable date gives none either."""
    check = ClockCheck(time=lambda: 0.0)
    [asked], [heard] = _hooks(check)
    request = httpx.Request("GET", "https://api.telegram.org")
    await asked(request)
    for date in ("", "morgen"):
        await heard(httpx.Response(200, headers={"date": date}, request=request))
    await heard(httpx.Response(200, request=request))
    assert check.now() is None

    date = "Thu, 01 May 2025 09:00:00 GMT"
    await heard(httpx.Response(200, headers={"date": date}, request=request))
    assert check.now() == datetime(2025, 5, 1, 9, tzinfo=UTC)


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
