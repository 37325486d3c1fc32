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
    own = await mail_addresses.of(tx, person)
    if own is None:
        return None
    return MailState(
        server=own.server or shared.mail_server,
        accepted_at=own.accepted_at,
        refused_at=own.refused_at,
        stopped_at=own.stopped_at,
    )
