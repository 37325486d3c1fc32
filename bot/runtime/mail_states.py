"""Reads what an arbiter may know about the mails to a player in a browser."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.shared import BotSettings
from bot.texts.notices.people.mail_states import MailState
from engine.ids import PersonId
from storage.people import mail_addresses


async def mail_state_of(
    tx: AsyncConnection, shared: BotSettings, person: PersonId
) -> MailState | None:
    """Return the state of the person's mails; None without a confirmed address."""
    mails = await mail_addresses.of(tx, person)
    if mails is None:
        return None
    # Without a server nothing was accepted yet, or by an earlier version: mails go by this one.
    return MailState(
        server=mails.server or shared.mail_server,
        accepted_at=mails.accepted_at,
        refused_at=mails.refused_at,
        stopped_at=mails.stopped_at,
    )
