"""The end of a device at its person's wish; after the last one they cannot be reached."""

from http import HTTPStatus

from bot.runtime.shared import UserInput
from bot.service.operations.people import browsers
from bot.service.service import Service
from bot.texts.i18n import Catalogue
from bot.web.refusals import Json, refusal_error
from storage.people import devices
from storage.people.devices import DeviceEnd


async def end(service: Service, user_input: UserInput, catalogue: Catalogue, asked: Json) -> Json:
    """End one device of the person.

    Raises:
        RefusedError: 404, they have no such device.
    """
    del catalogue
    tx, person = service.unit.tx, user_input.person
    if not await browsers.sign_out(service, person, DeviceEnd.SELF, asked["device"]):
        raise refusal_error(HTTPStatus.NOT_FOUND, "not_found")
    if not await devices.of_person(tx, person.id, service.unit.now):
        await browsers.note_gone(service, person)
    return {"ended": True}
