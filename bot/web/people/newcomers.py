"""The first act in a browser of a person who does not exist yet: a seat, a sign-up or a match.

The act makes the person, who exists only if it succeeds.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import Final

from bot.runtime.shared import BotSettings
from bot.runtime.unit import UnitOfWork
from bot.service.service import Service
from bot.texts.messages import Incoming, Sender
from bot.web.people.asking_device import AskingDevice
from bot.web.people.chat_input import Dispatch
from bot.web.refusals import Json, RefusedError, refusal_error, refusal_of_engine_error
from bot.web.stored_acts import Answer
from engine.errors import EngineError
from engine.ids import PersonId
from storage.people import devices, people
from storage.people.addresses import new_browser
from storage.people.people import Person
from storage.queues import app_requests
from storage.queues.inbox import Pending

TAKEN: Final = Answer(HTTPStatus.OK, {"taken": True})
"""The new person has what they asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FirstAct:
    """A stored request of a browser, and what it is carried out with."""

    pending: Pending
    asked: Json
    unit: UnitOfWork
    shared: BotSettings
    dispatch: Dispatch
    address: int = field(default_factory=new_browser)
    """The address of the person to be made; in a browser it is their account, too."""

    @property
    def service(self) -> Service:
        """Return the service in the act's transaction."""
        return Service(self.unit, self.shared)

    @property
    def device(self) -> AskingDevice:
        """Return the device that asks."""
        return AskingDevice.from_json(self.asked)

    async def owner(self) -> PersonId | None:
        """Return the person of the device that asks; None before its first act."""
        return await devices.of_hash(self.unit.tx, self.device.digest)

    @asynccontextmanager
    async def undone_if_refused(self) -> AsyncIterator[None]:
        """Undo the context, the new person with it, if it is refused; else the request is theirs.

        Raises:
            RefusedError: as the context; 403, 404 or 422 for the engine's error.
        """
        async with self.unit.savepoint():
            try:
                yield
            except EngineError as error:
                raise RefusedError(refusal_of_engine_error(error)) from None
            await app_requests.assign(self.unit.tx, self.pending.id, self.address)

    async def create_person(self, name: str) -> Person:
        """Add the person under that name."""
        return await people.create(
            self.unit.tx,
            name,
            self.shared.habits,
            account=self.address,
            address=self.address,
            language=self.asked["language"],
            account_name=self.device.name,
        )

    def incoming(self, text: str = "") -> Incoming:
        """Return what the browser sends first, in the form of an update from a chat."""
        return Incoming(
            update=-self.pending.id,
            sender=Sender(self.address, self.device.name, self.asked["language"]),
            chat=self.address,
            is_private=True,
            at=self.pending.received_at,
            message=0,
            text=text,
        )


def repeated_answer(*, is_theirs: bool) -> Answer:
    """Return the answer to a device that has a person: they may have what they ask for already.

    Raises:
        RefusedError: 409, one browser is not two people.
    """
    if not is_theirs:
        raise refusal_error(HTTPStatus.CONFLICT, "device_taken")
    return TAKEN
