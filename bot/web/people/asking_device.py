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
_BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
"""The sign of each browser in a user agent; the first match counts, as Edge also names Chrome."""
_SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
"""The sign of each system; the first match counts, as Android also names Linux."""


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


def device_name(user_agent: str) -> str:
    """Return browser and system in a few words; nothing else of the header is stored."""
    browser = next((name for sign, name in _BROWSERS if sign in user_agent), "browser")
    system = next((name for sign, name in _SYSTEMS if sign in user_agent), "")
    return f"{browser}, {system}" if system else browser
