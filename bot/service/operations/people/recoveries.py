"""The way back for a person who has lost their devices: a link by mail (art. 6.1).

Anybody may ask, since the person who asks cannot prove who they are. Only a reader of the confirmed
address gets the link, and only a press of its page adds a device. An opponent has no part in it.
"""

from bot.service.context import Context
from bot.texts.mails import RECOVERY_KEY
from bot.texts.messages import Notice, say
from engine.ids import PersonId
from storage.people import mail_addresses, mail_recoveries, people
from storage.people.addresses import is_browser
from storage.people.mail_recoveries import LIFE

MINUTES = int(LIFE.total_seconds() // 60)
"""The validity of the link, in minutes."""


async def send_link(context: Context, number: PersonId) -> None:
    """Queue the mail with a link for the person, unless they got enough of them this hour.

    A person who does not play in a browser, or without a confirmed address, gets none. The mail is
    sent even to an address whose notices were ended or refused, because it was asked for now.
    The message is also on the page, without the link: it tells the person if somebody else asked.
    """
    tx, now = context.unit.tx, context.unit.now
    confirmed = await mail_addresses.of(tx, number)
    if confirmed is None:
        return
    person = await people.get(tx, number)
    if person.address is None or not is_browser(person.address):
        return
    recovery = await mail_recoveries.ask(tx, number, confirmed.address, now)
    if recovery is None:
        return
    context.unit.say(
        Notice(
            to=person.address,
            text=say("recover.asked", minutes=MINUTES),
            dedup=f"{RECOVERY_KEY}{recovery.salt}",
            expires=recovery.expires_at,
        )
    )
