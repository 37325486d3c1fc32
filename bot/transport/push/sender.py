"""Sends announcements to push services, beside all other work: nothing waits for them.

    201 and the like             the service has it
    404, 410                     the subscription is over, and is deleted
    429, 5xx, no connection      tried once more, with the next run of the schedule
    anything else                given up; the page has the message

A service's host is checked again before each request, because subscriptions come from clients.
Redirects are not followed, and answers are not read.
"""

import asyncio
import hashlib
import json
from collections import deque
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol

import httpx

from bot.runtime.clock import Clock
from bot.runtime.counts import Counts
from bot.runtime.error_reports import report
from bot.runtime.http_client import HttpClient
from bot.runtime.log import get_logger
from bot.runtime.push_services import PushServices
from bot.texts.i18n import load_catalogue
from bot.texts.messages import Notice
from bot.texts.pushes import Announcement, PushTarget
from bot.transport.push.encryption import BadKeyError, encrypted, in_base64
from bot.transport.push.sender_key import SenderKey
from storage.queues.precedence import Precedence

log = get_logger()

AT_ONCE: Final = 4
"""The most announcements that are sent at a time."""
MOST_WAITING: Final = 500
"""The most messages to be announced; further ones are only on the page."""
TIMEOUT: Final = 10.0
"""Seconds for one request."""
LIFE: Final = 24 * 3600
"""Seconds for which a service keeps an announcement for a device that is off."""
_GONE: Final = frozenset({404, 410})
"""The statuses of a subscription that is over."""
_LATER: Final = frozenset({429, *range(500, 600)})
"""The statuses after which the announcement is tried once more."""
_DONE: Final = range(200, 300)
_TOPIC_LETTERS: Final = 32
"""The most letters of a topic (RFC 8030)."""


class Announcing(Protocol):
    """Decides what is announced, and to which devices."""

    async def announcement(self, notice: Notice, precedence: Precedence) -> Announcement | None:
        """Return the announcement of the message, or None if only the page shows it."""
        ...

    async def end(self, target: PushTarget) -> None:
        """Delete a subscription that is over, unless the device has a new one."""
        ...


class PushOutcome(StrEnum):
    """What becomes of an announcement on one device; metrics count these."""

    SENT = "sent"
    FAILED = "failed"
    """It is tried once more, unless it was tried twice."""
    REFUSED = "refused"
    GONE = "gone"
    """The subscription is over."""
    DROPPED = "dropped"
    """Too many others wait."""


@dataclass(frozen=True, slots=True)
class _Wanted:
    """A message to be announced, and on which devices; None for all of its reader."""

    notice: Notice
    precedence: Precedence
    devices: frozenset[int] | None = None


class PushSender:
    """Announces messages; each is a task of its own, and few send at once."""

    def __init__(  # noqa: PLR0913  (one parameter for each dependency)
        self,
        announcing: Announcing,
        key: SenderKey,
        services: PushServices,
        *,
        clock: Clock,
        counts: Counts,
        formal: bool = False,
    ) -> None:
        """Use the key and the accepted services; `formal` chooses the address of Romanians."""
        self._announcing, self._formal = announcing, formal
        self._key, self._services = key, services
        self._clock, self._counts = clock, counts
        self._client = HttpClient(timeout=TIMEOUT, follow_redirects=False)
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        self._failed: deque[_Wanted] = deque(maxlen=MOST_WAITING)
        """What is tried again by `again`."""

    @property
    def public_key(self) -> str:
        """Return the key with which browsers subscribe."""
        return self._key.public

    def put(self, notice: Notice, precedence: Precedence) -> None:
        """Announce the message soon, if it is one to announce."""
        self._start(_Wanted(notice, precedence))

    async def again(self) -> None:
        """Try once more what has failed. The schedule calls it."""
        failed = [*self._failed]
        self._failed.clear()
        for wanted in failed:
            self._start(wanted)

    async def settle(self) -> None:
        """Return once nothing is being sent."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    async def close(self) -> None:
        """Drop what is not sent yet."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._client.aclose()

    def _start(self, wanted: _Wanted) -> None:
        """Announce a message in a task of its own, unless too many wait."""
        if len(self._tasks) >= MOST_WAITING:
            self._counts.pushes[PushOutcome.DROPPED] += 1
            return
        task = asyncio.create_task(self._announce(wanted))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _announce(self, wanted: _Wanted) -> None:
        """Announce a message when a slot is free; a failure is counted and logged."""
        async with self._slots:
            try:
                announcement = await self._announcing.announcement(wanted.notice, wanted.precedence)
                if announcement is not None:
                    await self._send_all(announcement, wanted)
            except Exception as error:  # noqa: BLE001  (the page has the message after any error)
                self._counts.pushes[PushOutcome.FAILED] += 1
                report(log, "a message could not be announced", error)

    async def _send_all(self, announcement: Announcement, wanted: _Wanted) -> None:
        """Send to every wanted device; those that fail are tried again later."""
        targets = [
            target
            for target in announcement.targets
            if wanted.devices is None or target.device in wanted.devices
        ]
        content = self._content(announcement) if targets else b""
        outcomes = [await self._send(target, announcement, content) for target in targets]
        self._counts.pushes.update(outcomes)
        later = frozenset(
            target.device
            for target, outcome in zip(targets, outcomes, strict=True)
            if outcome is PushOutcome.FAILED
        )
        if later and wanted.devices is None:
            self._failed.append(_Wanted(wanted.notice, wanted.precedence, later))

    async def _send(
        self, target: PushTarget, announcement: Announcement, content: bytes
    ) -> PushOutcome:
        """Send to one device; return what became of it."""
        if not self._services.accept(target.endpoint):
            await self._announcing.end(target)
            return PushOutcome.REFUSED
        try:
            body = encrypted(content, target.p256dh, target.auth)
        except BadKeyError:
            await self._announcing.end(target)
            return PushOutcome.REFUSED
        status = await self._post(target.endpoint, body, self._headers(target, announcement))
        if status in _DONE:
            return PushOutcome.SENT
        if status in _GONE:
            await self._announcing.end(target)
            return PushOutcome.GONE
        log.warning("a push service refused an announcement", status=status, device=target.device)
        return PushOutcome.FAILED if status in _LATER else PushOutcome.REFUSED

    async def _post(self, endpoint: str, body: bytes, headers: dict[str, str]) -> int:
        """Send the request; return the status, 503 if there was no answer in time."""
        try:
            async with (
                asyncio.timeout(2 * TIMEOUT),
                self._client.stream("POST", endpoint, content=body, headers=headers) as response,
            ):
                return response.status_code
        except (httpx.HTTPError, httpx.InvalidURL, TimeoutError, OSError):
            return 503

    def _headers(self, target: PushTarget, announcement: Announcement) -> dict[str, str]:
        """Return the headers; a waiting announcement of the same game is replaced."""
        topic = hashlib.sha256(f"{self.public_key}:{announcement.game}".encode()).digest()
        return {
            "Authorization": self._key.proof(target.endpoint, self._clock.now()),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(LIFE),
            "Topic": in_base64(topic)[:_TOPIC_LETTERS],
            "Urgency": "high" if announcement.is_turn else "normal",
        }

    def _content(self, announcement: Announcement) -> bytes:
        """Return the announcement as the page's worker reads it."""
        words = load_catalogue(announcement.reader.language, formal=self._formal)
        content = {
            "title": words.plain(announcement.title, announcement.reader.zone),
            "line": words.plain(announcement.line, announcement.reader.zone),
            "lang": words.language,
            "game": announcement.game,
            "silent": announcement.silent,
        }
        return json.dumps(content, ensure_ascii=False).encode()
