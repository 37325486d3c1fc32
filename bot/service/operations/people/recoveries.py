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

    It is sent even to an address whose notices were ended or refused, because it was asked for now.
    The message is also on the page, without the link: it tells the person if somebody else asked.
    """
    tx, now = context.unit.tx, context.unit.now
    own = await mail_addresses.of(tx, number)
    person = None if own is None else await people.get(tx, number)
    if own is None or person is None or person.address is None or not is_browser(person.address):
        return
    asked = await mail_recoveries.ask(tx, number, own.address, now)
    if asked is None:
        return
    context.unit.say(
        Notice(
            to=person.address,
            text=say("recover.asked", minutes=MINUTES),
            dedup=f"{RECOVERY_KEY}{asked.salt}",
            expires=asked.expires_at,
        )
    )
