"""Request a change: store the request, then wait for its answer.

A stored request will be carried out even if the client or this program stops. A repeated request
with the same key gets the same answer. `bot.web.play.acts` carries requests out.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from bot.runtime.limits import Gate
from bot.runtime.unit import Runtime
from bot.web.refusals import Json, RefusedError, plainly
from bot.web.stored_acts import ActKind, Answer
from storage.people.people import Person
from storage.queues import app_requests
from storage.queues.app_requests import Request, RequestAnswered
from storage.queues.precedence import Precedence

PATIENCE: Final = 10.0
"""Seconds to wait; after that the client repeats the request with the same key."""
LOOK_EVERY: Final = 0.25
"""Seconds between queries, because another program with the same database may carry it out."""
ROW: Final = 500
"""Bytes that a stored request takes in addition to its text, its answer included."""
UNANSWERED: Final = 202
"""The status of a request that is stored but not carried out yet."""

Plays = Callable[[str, str], bool]
_NOBODY: Final = 0
_NO_ANSWER: Final = -1
"""Whose quota such requests use, so that they leave seats to others."""


def is_no_move(text: str, button: str) -> bool:
    """Return that nothing is a move, where no feed is served."""
    del text, button
    return False


async def _nothing() -> None:
    """Check nothing."""


class Asking:
    """Stores requests and waits for their answers."""

    def __init__(self, runtime: Runtime, gate: Gate, plays: Plays = is_no_move) -> None:
        """`plays`: whether a text or a button of the feed makes a move."""
        self._runtime, self._gate, self._plays = runtime, gate, plays

    async def ask(
        self, person: Person, key: str, act: Json, check: Callable[[], Awaitable[object]]
    ) -> Answer:
        """Return status and body of the answer to the person's request with that key.

        `check` refuses a request before it is stored; a known key is answered without it.

        Raises:
            RefusedError: 500, the request has failed too often; 429, too much was stored today.
        """
        raw = {"person": person.id, **act}
        return await self._asked(person.id, person.address, f"{person.id}:{key}", raw, check)

    async def ask_as_nobody(self, key: str, act: Json) -> Answer:
        """Return the answer to a request of a client whose person does not exist yet.

        Raises:
            RefusedError: 500, the request has failed too often; 429, too much was stored today.
        """
        return await self._asked(_NOBODY, None, f"new:{key}", act, _nothing)

    async def leave_as_nobody(self, key: str, act: Json) -> None:
        """Store a request of an unknown client, whose answer says nothing.

        Nobody waits for it, so its duration tells nothing either.

        Raises:
            RefusedError: 429, too much was stored today.
        """
        await self._store(_NO_ANSWER, None, f"new:{key}", act)

    async def _asked(
        self,
        who: int,
        chat: int | None,
        own: str,
        act: Json,
        check: Callable[[], Awaitable[object]],
    ) -> Answer:
        """Store the request, and wait until it is answered."""
        answered = asyncio.Event()
        with self._runtime.listeners.listening(RequestAnswered(own), lambda _: answered.set()):
            answer = await self._answer(own)
            if answer is None:
                await check()
                await self._store(who, chat, own, act)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while answer is None:
                        await _a_moment(answered)
                        answer = await self._answer(own)
        return answer or Answer(UNANSWERED, {"pending": True})

    async def _store(self, who: int, chat: int | None, key: str, act: Json) -> None:
        """Store the request as an update, within the person's allowance."""
        raw = json.dumps({"key": key, **act}, ensure_ascii=False)
        is_move = act["act"] == ActKind.MOVE or (
            act["act"] == ActKind.CHAT and self._plays(act.get("text", ""), act.get("button", ""))
        )
        precedence = Precedence.MOVE if is_move else Precedence.ASKED
        request = Request(key=key, chat=chat, raw=raw, precedence=precedence)
        quota = self._gate.stored_moves if is_move else self._gate.stored
        now = self._runtime.clock.now()
        if not quota.takes(who, len(raw.encode()) + ROW, now.date()):
            raise RefusedError(plainly(429, "too_much"))
        async with self._runtime.database.transaction() as tx:
            await app_requests.store(tx, request, now)
        self._runtime.arrived.set()

    async def _answer(self, key: str) -> Answer | None:
        async with self._runtime.database.reading_latest() as tx:
            state = await app_requests.state(tx, key)
        if state is None or not (state.answer or state.is_dead):
            return None
        if not state.answer:
            raise RefusedError(plainly(500, "failed"))
        stored = json.loads(state.answer)
        return Answer(stored["status"], stored["body"])


async def _a_moment(wake_up: asyncio.Event) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(LOOK_EVERY):
            await wake_up.wait()
