"""`/calendar`: the person's dates at a secret address, for the calendar of their phone."""

import secrets
from typing import Final

from bot.runtime.shared import UserInput
from bot.service.service import Service
from bot.texts.buttons.people import CALENDAR, CalendarAction
from bot.texts.messages import Card, say
from storage.people import calendar_addresses

_SECRET_BYTES: Final = 32
"""The length of the secret in the address; anyone who knows it reads the calendar."""


async def calendar(service: Service, user_input: UserInput) -> None:
    """Handle `/calendar`: whether the person has an address, with buttons to get or remove it."""
    service.reply(user_input, *await _calendar_card(service, user_input))


async def _calendar_card(service: Service, user_input: UserInput) -> Card:
    """Return since when the person has a calendar's address, and the buttons to change that."""
    if not service.shared.public_url:
        return Card(say("calendar.not_served"))
    calendar_address = await calendar_addresses.of(service.unit.tx, user_input.person.id)
    if calendar_address is None:
        return Card(
            say("calendar.how"),
            ((CALENDAR.button(say("button.calendar_new"), CalendarAction.CREATE),),),
        )
    return Card(
        say("calendar.has", since=calendar_address.since.isoformat()),
        (
            (CALENDAR.button(say("button.calendar_other"), CalendarAction.CREATE),),
            (CALENDAR.button(say("button.calendar_off"), CalendarAction.REMOVE),),
        ),
    )


async def pressed(service: Service, user_input: UserInput) -> None:
    """Handle its buttons: `cal:new` creates an address, `cal:off` removes it."""
    action = CALENDAR.read(user_input.args).what
    if action is CalendarAction.CREATE and service.shared.public_url:
        secret = secrets.token_urlsafe(_SECRET_BYTES)
        await calendar_addresses.keep(service.unit.tx, secret, user_input.person.id, user_input.at)
        address = f"{service.shared.public_url}/calendar/{secret}.ics"
        off = (CALENDAR.button(say("button.calendar_off"), CalendarAction.REMOVE),)
        service.edit(user_input, say("calendar.address", address=address), (off,))
    elif action is CalendarAction.REMOVE:
        await calendar_addresses.end(service.unit.tx, user_input.person.id)
        service.edit(user_input, say("calendar.ended"))
    else:
        service.edit(user_input, *await _calendar_card(service, user_input))
