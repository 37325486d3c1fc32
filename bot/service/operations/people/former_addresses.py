"""One last mail to an e-mail address that is no longer a person's: what changed and what to do.

Somebody else may sit at one of their devices. Such a person can change the address or move to an
account of their own, and the page then tells nobody but them. The mail has no code, and its link
signs nobody in.
"""

import secrets
from enum import Enum

from bot.service.context import Context
from bot.texts.mails import FORMER_ADDRESS, FORMER_KEY, FORMER_TEXT
from bot.texts.messages import Notice, Param, say
from storage.people.mail_addresses import MailAddress
from storage.people.people import Person


class AddressEnd(Enum):
    """Why an address is no longer a person's."""

    CHANGED = "changed"
    DELETED = "deleted"
    SHUT_OUT = "shut_out"
    """An arbiter ended all devices of the person."""
    MOVED = "moved"
    """The person plays in Telegram since."""


def tell(context: Context, person: Person, former: MailAddress | None, why: AddressEnd) -> None:
    """Queue the mail to the former address, as a message that the person's page shows, too.

    The courier of mails knows it by its key (`FORMER_KEY`) and takes address and text from its
    facts. `former` is None for a person without an address. An address that a server has refused
    for good gets no mail.
    """
    if former is None or former.refused_at is not None or person.address is None:
        return
    text = say(
        f"mail.former.{why.value}",
        who=person.name,
        at=context.unit.now.isoformat(),
    )
    facts: dict[str, Param] = {FORMER_ADDRESS: former.address, FORMER_TEXT: text}
    context.unit.say(
        Notice(
            to=person.address,
            text=say("mail.former_told", **facts),
            silent=True,
            dedup=f"{FORMER_KEY}{secrets.token_hex(16)}",
        )
    )
