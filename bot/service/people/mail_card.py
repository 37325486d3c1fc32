"""A person's e-mail address as the chat and the page show it, with what they can do about it."""

from typing import Final

from bot.service.readers.readers import Readers
from bot.texts.buttons.people import EMAIL, MailAction, mail_button
from bot.texts.messages import Buttons, Card, say
from engine.ids import PersonId
from storage.people import mail_addresses, mail_codes

_OTHER: Final = EMAIL.button(say("button.mail_other"), MailAction.NEW)
_NEW: Final[Buttons] = ((mail_button(),),)
"""Without an address."""
ASKED: Final[Buttons] = ((EMAIL.button(say("button.mail_again"), MailAction.AGAIN),), (_OTHER,))
"""While a code is awaited."""
STOPPED: Final[Buttons] = (*_NEW, (EMAIL.button(say("button.mail_delete"), MailAction.DELETE),))
"""After the mails were ended."""


async def mail_card(readers: Readers, person: PersonId) -> Card:
    """Return whether the person gets mails, with the buttons to change that."""
    own = await mail_addresses.of(readers.unit.tx, person)
    if own is None:
        return Card(say("mail.how"), _NEW)
    if own.stopped_at is not None:
        return Card(say("mail.kept", address=own.address), STOPPED)
    key = "mail.has" if own.is_used else "mail.refused"
    off = EMAIL.button(say("button.mail_off"), MailAction.STOP)
    return Card(say(key, address=own.address), ((_OTHER,), (off,)))


async def asked_card(readers: Readers, person: PersonId) -> Card | None:
    """Return which address waits for its code, or None."""
    asked = await mail_codes.asked(readers.unit.tx, person, readers.unit.now)
    return None if asked is None else Card(say("mail.asked", address=asked.address), ASKED)
