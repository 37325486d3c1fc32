"""The line about players in browsers: their addresses, what waits for them, and their devices."""

from typing import TYPE_CHECKING

from bot.cli.diagnosis.check_lines import CheckLine, fine
from bot.cli.opening import database_at
from storage.address import is_new, parsed
from storage.errors import StorageError
from storage.people import mail_addresses, push_subscriptions
from storage.queues import outbox, outbox_mails

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.runtime.config.settings import Config


async def browsers(config: "Config") -> "AsyncIterator[CheckLine]":
    """Yield the line, unless nothing of a browser can be there or the database cannot be read."""
    if not config.server.public_url or is_new(parsed(config.storage.url)):
        return
    try:
        async with database_at(config.storage.url) as opened, opened.reading() as tx:
            mails = await mail_addresses.counts(tx)
            messages = await outbox_mails.counts_of_browsers(tx)
            devices = await push_subscriptions.count(tx)
    except StorageError:
        return  # the check of the database says why
    addresses = ", ".join(f"{count} {state}" for state, count in mails.items())
    yield fine(
        "browsers",
        f"mail addresses: {addresses}; messages: {messages[outbox.MessageState.QUEUED]} waiting,"
        f" {messages[outbox.MessageState.DEAD]} given up; devices with announcements: {devices}",
    )
