"""The device whose browser asks to be signed in: its name, and how long it then stays signed in."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Self

from bot.runtime.unit import UnitOfWork
from bot.web.refusals import Json
from storage.people import devices
from storage.people.people import Person

DEVICE_LIFE: Final = timedelta(days=400)
"""How long a device stays signed in after it was last used; browsers allow no more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingDevice:
    """A device, as it is stored once it is signed in."""

    digest: str
    """The hash of its token."""
    name: str
    """The name under which its person finds it in the list of devices."""

    def as_json(self) -> Json:
        """Return the fields of a stored request; `device` is the digest."""
        return {"device": self.digest, "name": self.name}

    @classmethod
    def from_json(cls, request: Json) -> Self:
        """Return the device of a stored request, which may have other fields, too."""
        return cls(digest=request["device"], name=request["name"])

    async def sign_in(self, unit: UnitOfWork, person: Person) -> None:
        """Sign the person in on the device."""
        expires = unit.now + DEVICE_LIFE
        await devices.add(unit.tx, person.id, self.digest, self.name, unit.now, expires)
