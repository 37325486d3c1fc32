"""A person's devices: the list, the end of one, and the codes that add another.

Nobody but the person, a reader of their confirmed address and an arbiter of their games can add a
device. A new one is told to the person wherever they are signed in, and silently to the arbiters.
"""

from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.render.qr import qr_path
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.operations.people.browsers import let_in_again, tell_of_device
from bot.service.people import moving
from bot.service.service import Service
from bot.texts.page_links import DEVICE, link_with
from bot.web.people.asking_device import AskingDevice
from bot.web.refusals import Json, RefusedError, refusal_error, refusal_of_engine_error
from engine.errors import EngineError
from storage.people import device_codes, devices, mail_recoveries, people
from storage.people.addresses import is_browser
from storage.people.devices import DeviceEnd
from storage.people.people import Person

DIGITS: Final = 8
"""The length of a code that adds a device."""
CODE_LIFE: Final = timedelta(minutes=10)
"""How long such a code is valid."""
MOST_DEVICES: Final = 20
"""The most devices of one person."""


async def devices_json(
    tx: AsyncConnection, person: Person, current: int | None, now: datetime
) -> Json:
    """Return the person's devices, the one opened last first."""
    zone = ZoneInfo(person.time_zone)
    own_devices = await devices.of_person(tx, person.id, now)
    return {
        "devices": [
            {
                "id": device.id,
                "name": device.name,
                "made": device.made_at.astimezone(zone).isoformat(),
                "opened": device.opened_at.astimezone(zone).isoformat(),
                "current": device.id == current,
            }
            for device in own_devices
        ]
    }


async def offer_code(runtime: Runtime, person: Person, public_url: str) -> Json:
    """Store and return a new code of digits, its link and the link's QR code.

    Raises:
        RefusedError: 403, the person is notified in Telegram.
    """
    if not is_browser(person.address):
        raise refusal_error(HTTPStatus.FORBIDDEN, "only_in_browser")
    async with runtime.database.transaction() as tx:
        until = runtime.clock.now() + CODE_LIFE
        code = await device_codes.offer_digits(tx, person.id, DIGITS, until)
    link = link_with(public_url, DEVICE, code)
    minutes = int(CODE_LIFE.total_seconds() // 60)
    side, path = qr_path(link)
    return {"code": code, "link": link, "minutes": minutes, "qr": {"side": side, "path": path}}


async def add_device(
    runtime: Runtime, shared: BotSettings, code: str, device: AskingDevice
) -> bool:
    """Sign the code's person in on the device that asks; return False for a wrong code.

    A person in Telegram moves to the browser. A repeated request of a device that was added
    succeeds again.

    Raises:
        RefusedError: 422, a match of theirs takes no browser.
    """
    async with runtime.unit() as unit:
        if await devices.of_hash(unit.tx, device.digest) is not None:
            return True
        owner = await device_codes.take(unit.tx, code, unit.now)
        if owner is None and shared.mail_key:
            owner = await mail_recoveries.take(unit.tx, code, shared.mail_key, unit.now)
        if owner is None:
            await device_codes.missed(unit.tx, code)
            return False
        person = await people.get(unit.tx, owner)
        try:
            await _sign_in(unit, shared, person, device)
        except EngineError as error:
            raise RefusedError(refusal_of_engine_error(error)) from None
    return True


async def _sign_in(
    unit: UnitOfWork, shared: BotSettings, person: Person, device: AskingDevice
) -> None:
    """Sign in a device; beyond the limit, end those opened least recently.

    A move from Telegram announces the device itself.
    """
    latest_first = await devices.of_person(unit.tx, person.id, unit.now)
    for surplus in latest_first[MOST_DEVICES - 1 :]:
        await devices.end(unit.tx, person.id, DeviceEnd.TOO_MANY, unit.now, surplus.id)
    await device.sign_in(unit, person)
    service = Service(unit, shared)
    if not is_browser(person.address):
        await moving.to_browser(service, person, device.name)
        return
    await let_in_again(service, person)
    await tell_of_device(service, person, device.name)
