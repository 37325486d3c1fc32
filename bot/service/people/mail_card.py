"""A person's e-mail address as the chat and the page show it, with what they can do about it."""

from typing import Final

from bot.service.readers.readers import Readers
from bot.texts.buttons.people import EMAIL, MailAction, mail_button
from bot.texts.messages import Buttons, Card, say
from engine.ids import PersonId
from storage.people import mail_addresses, mail_codes

_OTHER: Final = EMAIL.button(say("button.mail_other"), MailAction.NEW)
"""Asks for another address."""
_NEW: Final[Buttons] = ((mail_button(),),)
"""The buttons without an address."""
ASKED: Final[Buttons] = ((EMAIL.button(say("button.mail_again"), MailAction.AGAIN),), (_OTHER,))
"""The buttons while a code is awaited."""
STOPPED: Final[Buttons] = (*_NEW, (EMAIL.button(say("button.mail_delete"), MailAction.DELETE),))
"""The buttons after the mails were ended."""


async def mail_card(readers: Readers, person: PersonId) -> Card:
    """Return whether the person gets mails, with the buttons to change that."""
    confirmed = await mail_addresses.of(readers.unit.tx, person)
    if confirmed is None:
        return Card(say("mail.how"), _NEW)
    if confirmed.stopped_at is not None:
        return Card(say("mail.kept", address=confirmed.address), STOPPED)
    key = "mail.has" if confirmed.is_used else "mail.refused"
    off = EMAIL.button(say("button.mail_off"), MailAction.STOP)
    return Card(say(key, address=confirmed.address), ((_OTHER,), (off,)))


async def asked_card(readers: Readers, person: PersonId) -> Card | None:
    """Return which address waits for its code, or None."""
    pending = await mail_codes.pending(readers.unit.tx, person, readers.unit.now)
    return None if pending is None else Card(say("mail.asked", address=pending.address), ASKED)
