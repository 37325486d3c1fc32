"""A delivery report that the command line has read: stored as a request, handled like any other."""

import json
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.shared import UserInput
from bot.service.operations.people import bounces
from bot.service.service import Service
from bot.texts.bounces import Bounce, BounceAddresses
from bot.texts.i18n import Catalogue
from bot.web.refusals import Json
from bot.web.stored_acts import ActKind
from storage.people import mail_addresses, people
from storage.people.people import Person
from storage.queues import app_requests, outbox
from storage.queues.app_requests import Request


async def person_of(
    tx: AsyncConnection, addresses: BounceAddresses, bounce: Bounce
) -> Person | None:
    """Return the person whose mail came back; None if it went to no present address of theirs."""
    payload = await outbox.payload_of(tx, bounce.row)
    chat = None if payload is None else json.loads(payload).get("to")
    person = None if chat is None else await people.by_address(tx, chat)
    own = None if person is None else await mail_addresses.of(tx, person.id)
    if person is None or own is None or not addresses.fits(bounce, own.address):
        return None
    return person


async def store(tx: AsyncConnection, person: Person, bounce: Bounce, now: datetime) -> None:
    """Leave the report to the running bot; the same one has no second effect."""
    key = f"bounce:{bounce.row}:{bounce.mark}"
    asked = {
        "act": ActKind.NOTE_BOUNCE,
        "person": person.id,
        "row": bounce.row,
        "mark": bounce.mark,
    }
    raw = json.dumps({"key": key, **asked})
    await app_requests.store(tx, Request(key=key, chat=person.address, raw=raw), now)


async def note(service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json) -> Json:
    """Record that the mail came back."""
    del catalogue
    bounce = Bounce(asked["row"], asked["mark"])
    return {"noted": await bounces.came_back(service, user_input.person, bounce)}
