"""The device whose browser asks, before it is signed in."""

from dataclasses import dataclass
from typing import Self

from bot.web.refusals import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class AskingDevice:
    """A device, as it is stored once it is signed in."""

    digest: str
    """The hash of its token."""
    name: str
    """The name under which its person finds it in the list of devices."""

    def as_json(self) -> Json:
        """Return the fields of a stored request."""
        return {"device": self.digest, "name": self.name}

    @classmethod
    def from_json(cls, act: Json) -> Self:
        """Return the device of a stored request."""
        return cls(digest=act["device"], name=act["name"])
