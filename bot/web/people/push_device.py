"""The announcements on a person's device: switched on and off by its own page."""

import base64
import binascii
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.push_services import MOST_LETTERS, PushServices
from bot.runtime.unit import Runtime
from bot.web.people.sessions import Sessions
from bot.web.play.page_requests import text_of
from bot.web.refusals import Json, refusal_error
from storage.people import push_subscriptions
from storage.people.people import Person
from storage.people.push_subscriptions import Subscription

_POINT, _SECRET = 65, 16
"""The bytes of a browser's key, an uncompressed point of P-256, and of its secret."""
_LONGEST_KEY: Final = 88
"""The most characters of a key in base64, its padding included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PushOffer:
    """What browsers need to subscribe."""

    public_key: str
    services: PushServices


@dataclass(frozen=True, slots=True)
class PushDevices:
    """Stores and ends the subscriptions of devices."""

    runtime: Runtime
    sessions: Sessions
    offer: PushOffer | None

    async def state(self, tx: AsyncConnection, device: int | None) -> Json | None:
        """Return the key, and whether the device is subscribed; None where it cannot be."""
        if self.offer is None or device is None:
            return None
        is_on = await push_subscriptions.has(tx, device)
        return {"key": self.offer.public_key, "on": is_on}

    async def subscribe(self, person: Person, token: str, sent: Json) -> None:
        """Store what the browser sent.

        Raises:
            RefusedError: 400, a field is not valid; 403, no device; 404, not offered; 422, no known
                push service.
        """
        if self.offer is None:
            raise refusal_error(HTTPStatus.NOT_FOUND, "no_push")
        endpoint = text_of(sent, "endpoint", MOST_LETTERS)
        if not self.offer.services.accept(endpoint):
            raise refusal_error(HTTPStatus.UNPROCESSABLE_ENTITY, "push_service")
        async with self.runtime.database.transaction() as tx:
            subscription = Subscription(
                device=await self._device(tx, token),
                endpoint=endpoint,
                p256dh=_key(sent, "p256dh", _POINT),
                auth=_key(sent, "auth", _SECRET),
            )
            now = self.runtime.clock.now()
            await push_subscriptions.store(tx, person.id, subscription, now)

    async def end(self, token: str) -> None:
        """Delete the device's subscription.

        Raises:
            RefusedError: 403, no device.
        """
        async with self.runtime.database.transaction() as tx:
            await push_subscriptions.end(tx, await self._device(tx, token))

    async def _device(self, tx: AsyncConnection, token: str) -> int:
        """Return the number of the browser of the token.

        Raises:
            RefusedError: 403, the token is of a page in Telegram.
        """
        device = await self.sessions.device_of(tx, token)
        if device is None:
            raise refusal_error(HTTPStatus.FORBIDDEN, "only_in_browser")
        return device


def _key(sent: Json, name: str, length: int) -> str:
    """Return a key in base64url without padding.

    Raises:
        RefusedError: 400, it has another number of bytes.
    """
    text = text_of(sent, name, _LONGEST_KEY).rstrip("=")
    try:
        content = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        content = b""
    if len(content) != length:
        raise refusal_error(HTTPStatus.BAD_REQUEST, "bad_request")
    return text
