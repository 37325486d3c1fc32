"""Who is there: tokens of twelve hours, given for what Telegram has signed.

A token is chance alone and is stored by its hash; it ends with its time, with `/uita_ma`, and when
the person goes on with another account.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Final

from bot.web.people.init_data import BadInitDataError, visitor
from bot.web.refusals import RefusedError, plainly
from storage.people import people, web_sessions

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.unit import Runtime
    from storage.people.people import Person

LIFE: Final = timedelta(hours=12)
MOST: Final = 32
"""Tokens of one person; an older one ends when another is given."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A token just given."""

    token: str
    expires: datetime
    person: "Person"


class Sessions:
    """Gives tokens, and knows whose they are."""

    def __init__(self, runtime: "Runtime", bot_token: str) -> None:
        self._runtime, self._bot_token = runtime, bot_token

    async def open(self, init_data: str, let_in: "Callable[[Person], None]") -> Opened:
        """Return a token for the person to whom Telegram has shown the Mini App.

        `let_in` refuses a person who asks too often, before anything is written.

        Raises:
            RefusedError: 401 it proves nothing; 403 the person has never written to the bot.
        """
        now = self._runtime.clock.now()
        try:
            who = visitor(init_data, self._bot_token, now)
        except BadInitDataError:
            raise RefusedError(plainly(401, "bad_init_data")) from None
        async with self._runtime.database.reading() as tx:
            person = await people.by_telegram(tx, who.id)
        if person is None:
            raise RefusedError(plainly(403, "stranger"))
        let_in(person)
        token, expires = secrets.token_urlsafe(32), (now + LIFE).replace(microsecond=0)
        async with self._runtime.database.transaction() as tx:
            await web_sessions.keep(tx, token, person.id, who.id, expires)
            await web_sessions.keep_newest(tx, person.id, token, MOST)
        return Opened(token, expires, person)

    async def person_of(self, tx: "AsyncConnection", token: str) -> "Person":
        """Return whose token that is.

        Raises:
            RefusedError: 401, nobody's or no longer.
        """
        found = await web_sessions.find(tx, token, self._runtime.clock.now()) if token else None
        if found is None:
            raise RefusedError(plainly(401, "unauthorized"))
        return await people.get(tx, found.person)
