"""Request a change: store the request, then wait for its answer.

A stored request will be carried out even if the client or this program stops. A repeated request
with the same key gets the same answer. `bot.web.play.acts` carries requests out.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from bot.runtime.limits import Gate
from bot.runtime.unit import Runtime
from bot.web.refusals import Json, refusal_error
from bot.web.stored_acts import ActKind, Answer
from storage.people.people import Person
from storage.queues import app_requests
from storage.queues.app_requests import Request, RequestAnswered, RequestState
from storage.queues.precedence import Precedence

PATIENCE: Final = 10.0
"""Seconds to wait; after that the client repeats the request with the same key."""
POLL_SECONDS: Final = 0.25
"""Seconds between queries for the answer, which another program on the database may give."""
ROW_BYTES: Final = 500
"""Bytes that a stored request takes in addition to its text, its answer included."""
UNANSWERED: Final = HTTPStatus.ACCEPTED
"""The status of a request that is stored but not carried out yet."""

IsMove = Callable[[str, str], bool]
"""Returns whether a text, or else a button's data, of the feed makes a move."""
_NOBODY: Final = 0
"""Whose quota the requests of new people use."""
_NO_ANSWER: Final = -1
"""Whose quota requests without an answer use, so that they leave seats to new people."""


def is_no_move(text: str, button: str) -> bool:
    """Return False: without a feed nobody types or presses there."""
    del text, button
    return False


async def admit_all() -> None:
    """Refuse nobody."""


@dataclass(frozen=True, slots=True)
class _ActRequest:
    """A request as it is stored."""

    who: int
    """Whose quota it uses: a person's number, `_NOBODY` or `_NO_ANSWER`."""
    chat: int | None
    """The person's address, which keeps their requests in order; None without a person."""
    key: str
    """Tells a repetition of the request from another one."""
    act: Json
    """The act's facts, its `ActKind` under `act`."""


class Asking:
    """Stores requests and waits for their answers."""

    def __init__(self, runtime: Runtime, gate: Gate, is_move: IsMove = is_no_move) -> None:
        self._runtime, self._gate, self._is_move = runtime, gate, is_move

    async def ask(
        self, person: Person, key: str, act: Json, check: Callable[[], Awaitable[object]]
    ) -> Answer:
        """Return status and body of the answer to the person's request with that key.

        `check` refuses a request before it is stored; a known key is answered without it.

        Raises:
            RefusedError: 500, the request has failed too often; 429, too much was stored today.
        """
        own_act = {"person": person.id, **act}
        request = _ActRequest(person.id, person.address, f"{person.id}:{key}", own_act)
        return await self._store_and_wait(request, check)

    async def ask_as_nobody(self, key: str, act: Json) -> Answer:
        """Return the answer to a request of a client whose person does not exist yet.

        Raises:
            RefusedError: 500, the request has failed too often; 429, too much was stored today.
        """
        return await self._store_and_wait(_ActRequest(_NOBODY, None, f"new:{key}", act), admit_all)

    async def leave_as_nobody(self, key: str, act: Json) -> None:
        """Store a request of an unknown client, whose answer says nothing.

        Nobody waits for it, so its duration tells nothing either.

        Raises:
            RefusedError: 429, too much was stored today.
        """
        await self._store(_ActRequest(_NO_ANSWER, None, f"new:{key}", act))

    async def _store_and_wait(
        self, request: _ActRequest, check: Callable[[], Awaitable[object]]
    ) -> Answer:
        """Store the request unless its key is known, and wait until it is answered."""
        news = RequestAnswered(request.key)
        wake_up = asyncio.Event()
        # Listen before the first query, or an answer between query and listening would be missed.
        with self._runtime.listeners.listening(news, lambda _: wake_up.set()):
            state = await self._state(request.key)
            if state is None:
                await check()
                await self._store(request)
            answer = _answer_in(state)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE):
                    while answer is None:
                        await _set_or_due(wake_up)
                        answer = _answer_in(await self._state(request.key))
        return answer or Answer(UNANSWERED, {"pending": True})

    async def _store(self, request: _ActRequest) -> None:
        """Store the request as an update, within the person's allowance."""
        act = request.act
        raw = json.dumps({"key": request.key, **act}, ensure_ascii=False)
        is_move = act["act"] == ActKind.MOVE or (
            act["act"] == ActKind.CHAT and self._is_move(act.get("text", ""), act.get("button", ""))
        )
        precedence = Precedence.MOVE if is_move else Precedence.ASKED
        row = Request(key=request.key, chat=request.chat, raw=raw, precedence=precedence)
        quota = self._gate.stored_moves if is_move else self._gate.stored
        now = self._runtime.clock.now()
        if not quota.takes(request.who, len(raw.encode()) + ROW_BYTES, now.date()):
            raise refusal_error(HTTPStatus.TOO_MANY_REQUESTS, "too_much")
        async with self._runtime.database.transaction() as tx:
            await app_requests.store(tx, row, now)
        self._runtime.arrived.set()

    async def _state(self, key: str) -> RequestState | None:
        """Return the state of the request with that key; None if it is not stored."""
        async with self._runtime.database.reading_latest() as tx:
            return await app_requests.state(tx, key)


def _answer_in(state: RequestState | None) -> Answer | None:
    """Return the answer to a request; None if it has none yet, or is not stored.

    Raises:
        RefusedError: 500, the request has failed too often.
    """
    if state is None:
        return None
    if state.answer:
        stored = json.loads(state.answer)
        return Answer(stored["status"], stored["body"])
    if state.is_dead:
        raise refusal_error(HTTPStatus.INTERNAL_SERVER_ERROR, "failed")
    return None


async def _set_or_due(wake_up: asyncio.Event) -> None:
    """Wait until the event is set, or the next query is due."""
    with suppress(TimeoutError):
        async with asyncio.timeout(POLL_SECONDS):
            await wake_up.wait()
