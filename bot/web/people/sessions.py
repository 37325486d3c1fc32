"""Sessions of the Mini App: tokens for twelve hours.

A token is issued for data that Telegram has signed, or for the cookie of a device. It is random and
stored by its hash. It ends earlier with its device or its person, when the person moves to another
account, and when they get more than `MOST_TOKENS`.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.unit import Runtime
from bot.texts.messages import say
from bot.texts.reader import HOME_ZONE
from bot.web.people.asking_device import DEVICE_LIFE
from bot.web.people.init_data import BadInitDataError, visitor
from bot.web.refusals import RefusedError, refusal_error
from storage.people import devices, people, web_sessions
from storage.people.devices import EndedDevice
from storage.people.people import Person

LIFE: Final = timedelta(hours=12)
"""How long a token is valid."""
MOST_TOKENS: Final = 32
"""The most tokens of one person; a new one ends the oldest."""


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was issued just now."""

    token: str
    expires: datetime
    person: Person
    """Its owner."""
    device: int | None = None
    """The number of the browser that is signed in; None in Telegram."""


class Sessions:
    """Issues tokens and finds their owners."""

    def __init__(self, runtime: Runtime, bot_token: str) -> None:
        self._runtime, self._bot_token = runtime, bot_token

    async def open(self, init_data: str, let_in: Callable[[Person], None]) -> NewToken:
        """Return a token for the account that opened the Mini App.

        `let_in` refuses a person who asks too often, before anything is stored.

        Raises:
            RefusedError: 401, the data is not valid; 403, the person has never written to the bot.
        """
        now = self._runtime.clock.now()
        try:
            who = visitor(init_data, self._bot_token, now)
        except BadInitDataError:
            raise refusal_error(HTTPStatus.UNAUTHORIZED, "bad_init_data") from None
        async with self._runtime.database.reading_latest() as tx:
            person = await people.by_account(tx, who.id)
        if person is None:
            raise refusal_error(HTTPStatus.FORBIDDEN, "stranger")
        let_in(person)
        async with self._runtime.database.transaction() as tx:
            return await _issue(tx, person, who.id, now)

    async def open_device(self, device_token: str, let_in: Callable[[Person], None]) -> NewToken:
        """Return a token for the browser with that cookie, whose validity begins again.

        `let_in` is that of `open`. Without a cookie `device_token` is "".

        Raises:
            RefusedError: 401, no such device is signed in.
        """
        now = self._runtime.clock.now()
        async with self._runtime.database.reading_latest() as tx:
            device = await devices.find(tx, device_token, now) if device_token else None
            person = None if device is None else await people.get(tx, device.person)
            ended = await devices.ended(tx, device_token, now) if device_token else None
        if device is None and ended is not None:
            raise _signed_out(ended)
        if device is None or person is None or person.account is None:
            raise refusal_error(HTTPStatus.UNAUTHORIZED, "no_device")
        let_in(person)
        async with self._runtime.database.transaction() as tx:
            await devices.opened(tx, device.id, now, now + DEVICE_LIFE)
            return await _issue(tx, person, person.account, now, device.id)

    async def device_of(self, tx: AsyncConnection, token: str) -> int | None:
        """Return the number of the browser for which the token was issued; None in Telegram."""
        session = await web_sessions.find(tx, token, self._runtime.clock.now())
        return None if session is None else session.device

    async def person_of(self, tx: AsyncConnection, token: str) -> Person:
        """Return the owner of the token.

        Raises:
            RefusedError: 401, the token is unknown or has ended.
        """
        owner = await web_sessions.owner(tx, token, self._runtime.clock.now()) if token else None
        if owner is None:
            raise refusal_error(HTTPStatus.UNAUTHORIZED, "unauthorized")
        return owner


def _signed_out(ended: EndedDevice) -> RefusedError:
    """Return the refusal that says why the device was ended, and what to do next."""
    day = ended.ended_at.astimezone(HOME_ZONE).date().isoformat()
    text = say(f"device_ended.{ended.why.value}", day=day)
    return refusal_error(HTTPStatus.UNAUTHORIZED, "device_ended", text)


async def _issue(
    tx: AsyncConnection, person: Person, account: int, now: datetime, device: int | None = None
) -> NewToken:
    """Store a new token of the person for that account or device, and return it."""
    token, expires = secrets.token_urlsafe(32), (now + LIFE).replace(microsecond=0)
    await web_sessions.keep(tx, token, person.id, account, expires, most=MOST_TOKENS, device=device)
    return NewToken(token, expires, person, device)
