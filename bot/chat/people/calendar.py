"""`/calendar`: the person's dates at a secret address, for the calendar of their phone."""

import secrets
from typing import TYPE_CHECKING, Final

from bot.texts.messages import Button, Buttons, Text, say
from storage.people import calendar_addresses

if TYPE_CHECKING:
    from bot.runtime.shared import Said
    from bot.service.service import Service

NEW, OFF = "new", "off"
SECRET_BYTES: Final = 32


async def calendar(service: "Service", said: "Said") -> None:
    """Handle `/calendar`: whether the person has an address, with buttons to get or remove it."""
    if not service.shared.public_url:
        service.reply(said, say("calendar.not_served"))
        return
    service.reply(said, *await _card(service, said))


async def _card(service: "Service", said: "Said") -> tuple[Text, Buttons]:
    known = await calendar_addresses.of(service.unit.tx, said.person.id)
    if known is None:
        return say("calendar.how"), ((Button(say("button.calendar_new"), f"cal:{NEW}"),),)
    return say("calendar.has", since=known.since.date().isoformat()), (
        (Button(say("button.calendar_other"), f"cal:{NEW}"),),
        (Button(say("button.calendar_off"), f"cal:{OFF}"),),
    )


async def pressed(service: "Service", said: "Said") -> None:
    """Handle its buttons: `cal:new` creates an address, `cal:off` removes it."""
    if said.args == NEW and service.shared.public_url:
        secret = secrets.token_urlsafe(SECRET_BYTES)
        await calendar_addresses.keep(service.unit.tx, secret, said.person.id, said.at)
        address = f"{service.shared.public_url}/calendar/{secret}.ics"
        off = (Button(say("button.calendar_off"), f"cal:{OFF}"),)
        service.edit(said, say("calendar.address", address=address), (off,))
    elif said.args == OFF:
        await calendar_addresses.end(service.unit.tx, said.person.id)
        service.edit(said, say("calendar.ended"))
    else:
        service.edit(said, *await _card(service, said))
