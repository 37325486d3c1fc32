"""A mail that a server accepted and another refused later: the address is unreachable from then."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from click.testing import CliRunner, Result
from sqlalchemy import select

from bot.cli.mail import command
from bot.texts.bounces import BounceAddresses
from storage.schema import inbox, mail_addresses
from tests.delivery_reports import VACATION, report
from tests.e2e.browser_user import BrowserUser, FeedMessage
from tests.e2e.people.mail_shared import (
    ANA,
    MailWorld,
    address_confirmed,
    mail_world,
    passed,
    played,
)
from tests.e2e.plays import best

BOUNCES = "bounces@example.org"


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=address_confirmed, mail_bounces=BOUNCES) as world:
        yield world


async def read(world: MailWorld, content: bytes) -> Result:
    """Pass a mail to the command, as a mail server does; wait until the bot has handled it."""
    config = world.table.config
    runner = CliRunner(
        env={
            "TURRETUR_TELEGRAM_TOKEN": config.bot_token().reveal(),
            "TURRETUR_TELEGRAM_BASE_URL": config.telegram.base_url,
            "TURRETUR_STORAGE_URL": config.storage.url,
            "TURRETUR_SERVER_PUBLIC_URL": config.server.public_url,
            "TURRETUR_MAIL_HOST": config.mail.host,
            "TURRETUR_MAIL_SENDER": config.mail.sender,
            "TURRETUR_MAIL_BOUNCES": config.mail.bounces,
        }
    )
    result = await asyncio.to_thread(runner.invoke, command, ["bounced"], content)
    world.table.app.runtime.arrived.set()
    await world.table.settle()
    return result


async def is_refused(world: MailWorld) -> bool:
    """Return whether Ana's address gets no mails."""
    async with world.table.app.runtime.database.reading() as tx:
        return (await tx.execute(select(mail_addresses.c.refused_at))).scalar_one() is not None


def told(world: MailWorld) -> int:
    """Return how often the arbiter was told that Ana is not reached."""
    return len(
        [each for each in world.table.arbiter.messages if "anunțuri la Ana Pop" in each.text]
    )


async def turn(world: MailWorld) -> None:
    """Mail Ana two turns."""
    _, ana, ion = await world.seated()
    await played(world, ana, "H8 CASA")
    await passed(world, ion)


@pytest.mark.article("7.1")
async def test_a_mail_that_came_back_ends_the_mails(world: MailWorld) -> None:
    """The arbiter is told once, Ana on the page; the arrival stays, and days run.

    So it is once more after she has confirmed the address again.
    """
    code, ana, ion = await world.seated()
    for server in ("postfix", "exchange"):
        game = await world.table.stored.game(f"{code}/1")
        await played(world, ana, best(game) or "PAS")
        await passed(world, ion)
        arrivals = (await world.table.stored.game(f"{code}/1")).arrivals
        mails, before, refusals = len(world.box.mails), told(world), len(await shown(ana))

        result = await read(world, report(server, world.box.senders[-1]))
        assert (result.exit_code, result.stderr) == (0, ""), server
        assert "came back for good" in result.stdout
        await read(world, report(server, world.box.senders[-1]))

        assert await is_refused(world), server
        assert told(world) == before + 1
        assert ANA not in "".join(each.text for each in world.table.arbiter.messages)
        *_, last = notices = await shown(ana)
        assert len(notices) == refusals + 1
        assert [each.data for each in last.buttons] == ["mail:new"]
        assert (await world.table.stored.game(f"{code}/1")).arrivals == arrivals
        assert len(world.box.mails) == mails

        await world.confirm(ana)
        assert not await is_refused(world)
        await read(world, report(server, world.box.senders[-1]))
        assert not await is_refused(world)  # the code's mail has no address for reports


async def shown(ana: BrowserUser) -> list[FeedMessage]:
    """Return the messages that tell Ana of a refused address."""
    return [each for each in await ana.messages() if "a refuzat adresa" in each.text]


LATE = (("failed", "4.4.7"), ("delayed", "4.0.0"), ("delivered", "2.0.0"))
"""Reports of mails that are only late, by action and status."""


async def test_a_late_foreign_forged_or_old_report_changes_nothing(world: MailWorld) -> None:
    """The command says so, and ends well unless the report is none of the bot's mails.

    Such are another's report, a guessed mark, another address, an answer of a person, and noise.
    After a week the server has given up long ago, and the address may be another's.
    """
    await turn(world)
    good = world.box.senders[-1]
    for action, status in LATE:
        result = await read(world, report("postfix", good, action=action, status=status))
        assert result.exit_code == 0, action
        assert "nothing is changed" in result.stdout, action
    name, _, domain = good.partition("@")
    other = BounceAddresses(BOUNCES, b"another bot")
    row = int(name.partition("+")[2].partition(".")[0])
    for content in (
        report("exim", BOUNCES),
        report("exim", f"{name[:-1]}{'0' if name[-1] != '0' else '1'}@{domain}"),
        report("exim", other.of(row, ANA)),
        report("exim", good.replace(f"+{row}.", f"+{row + 10_000}.")),
        report("exim", good.replace(domain, "example.com")),
        VACATION.format(to=good).encode(),
        b"",
        bytes(range(256)) * 8,
    ):
        result = await read(world, content)
        assert result.exit_code == 2
        assert "nothing is changed" in result.stderr
        assert result.stdout == ""
    assert not await is_refused(world)
    async with world.table.app.runtime.database.reading() as tx:
        keys = (await tx.execute(select(inbox.c.key))).scalars()
        assert not any((key or "").startswith("bounce") for key in keys)

    await world.table.travel_to(world.table.sandbox.clock.now() + timedelta(8))
    assert (await read(world, report("gmail", good))).exit_code == 0
    assert not await is_refused(world)


async def test_without_a_mailbox_reports_go_to_the_sender(tmp_path: Path) -> None:
    """And the command says what to configure."""
    async with mail_world(tmp_path, after=address_confirmed) as world:
        await turn(world)
        assert set(world.box.senders) == {"scrabble@example.org"}
        result = await read(world, report("exim", "bounces@example.org"))
        assert result.exit_code == 2
        assert "mail.bounces" in result.stderr
