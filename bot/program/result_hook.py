"""Notifies another site of each approved result, signed, until that site accepts it.

Delivery is at least once: a row is deleted after an answer of 2xx. A program that is killed in
between sends the result again, with the same key. docs/operations.md explains how to check the
signature.
"""

import hmac
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from bot.program.result_notification import body_of, key_of
from bot.program.schedule import RepeatedJob
from bot.runtime.config.files import text_of
from bot.runtime.config.settings import ConfigError
from bot.runtime.log import get_logger
from bot.texts.messages import say
from storage.queues import hook_queue

if TYPE_CHECKING:
    from pathlib import Path

    import httpx

    from bot.runtime.config.settings import Config
    from bot.runtime.shared import BotSettings
    from bot.runtime.unit import Runtime
    from storage.queues.hook_queue import PendingResult

log = get_logger()

EVERY: Final = timedelta(seconds=10)
PORTION: Final = 20
"""The most results in one run."""
PATIENCE: Final = 10.0
"""Seconds in which the other site must answer."""
FIRST_WAIT: Final = timedelta(seconds=30)
LONGEST_WAIT: Final = timedelta(hours=6)
GIVEN_UP_AFTER: Final = timedelta(days=7)
SHORTEST_SECRET: Final = 32
_TOLD_AFTER: Final = 6
"""Failures of one result before operators are notified: a quarter of an hour."""


def signature(secret: str, timestamp: int, body: bytes) -> str:
    """Return the signature of the body and its second: HMAC-SHA256, in hex."""
    signed = f"{timestamp}.".encode() + body
    return hmac.new(secret.encode(), signed, sha256).hexdigest()


def secret_of(config: "Config") -> str:
    """Return the secret shared with the other site.

    Raises:
        ConfigError: its file is not configured, cannot be read, or is too short.
    """
    file: Path | None = config.hook.secret_file
    name = "hook.secret_file"
    if file is None:
        raise ConfigError(f"{name}: hook.url needs it; name the file with the secret")
    try:
        text = text_of(file).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{name}: {file}: cannot be read") from error
    if len(text) < SHORTEST_SECRET:
        raise ConfigError(f"{name}: {file}: at least {SHORTEST_SECRET} signs: openssl rand -hex 32")
    return text


def hook_jobs(
    config: "Config", runtime: "Runtime", shared: "BotSettings"
) -> tuple[RepeatedJob, ...]:
    """Return the job that notifies the other site; none without an address.

    Raises:
        ConfigError: there is no secret for it.
    """
    url = config.hook.url
    if not url:
        return ()
    hook = ResultHook(runtime, shared, url, secret_of(config))
    return (RepeatedJob(name="result hook", run=hook, every=EVERY),)


class ResultHook:
    """Sends waiting results to one address."""

    def __init__(
        self,
        runtime: "Runtime",
        shared: "BotSettings",
        url: str,
        secret: str,
    ) -> None:
        self._runtime, self._shared = runtime, shared
        self._url, self._secret = url, secret

    async def __call__(self) -> None:
        """Send the results that are due; no player waits for this."""
        now = self._runtime.clock.now()
        async with self._runtime.database.reading_latest() as tx:
            waiting = await hook_queue.due(tx, now, PORTION)
        if not waiting:
            return
        async with self._client() as client:
            for one in waiting:
                if not await self._told(client, one, now):
                    return  # the others would fail too; they are due later

    @asynccontextmanager
    async def _client(self) -> AsyncIterator["httpx.AsyncClient"]:
        import httpx  # noqa: PLC0415  (loaded only if a result waits)

        async with httpx.AsyncClient(timeout=PATIENCE, follow_redirects=False) as client:
            yield client

    async def _told(self, client: "httpx.AsyncClient", one: "PendingResult", now: datetime) -> bool:
        """Send one result; return False if the other site was not reachable."""
        # `bot.transport.telegram_io` has skipped the library's command line by now.
        import httpx  # noqa: PLC0415

        async with self._runtime.database.reading() as tx:
            body = await body_of(tx, self._shared, one)
        if body is None or one.competition in self._shared.left_out:
            await self._done(one)
            return True
        try:
            answer = await client.post(self._url, content=body, headers=self._headers(one, body))
            reason = "" if answer.is_success else f"HTTP {answer.status_code}"
            is_reached = True
        except httpx.HTTPError as error:
            reason, is_reached = type(error).__name__, False
        if not reason:
            await self._done(one)
            return True
        await self._failed(one, now, reason)
        return is_reached

    def _headers(self, one: "PendingResult", body: bytes) -> dict[str, str]:
        timestamp = int(self._runtime.clock.now().timestamp())
        return {
            "Content-Type": "application/json; charset=utf-8",
            "User-Agent": "Tur-Retur",
            "Idempotency-Key": key_of(one),
            "X-Turretur-Timestamp": f"{timestamp}",
            "X-Turretur-Signature": f"sha256={signature(self._secret, timestamp, body)}",
        }

    async def _done(self, one: "PendingResult") -> None:
        async with self._runtime.database.transaction() as tx:
            await hook_queue.remove_result(tx, one)

    async def _failed(self, one: "PendingResult", now: datetime, reason: str) -> None:
        """Retry later, doubling the pause; after a week, leave the result to people."""
        host = urlsplit(self._url).hostname or ""
        log.warning("a result was not taken", result=key_of(one), host=host, reason=reason)
        is_over = now - one.created_at > GIVEN_UP_AFTER
        facts = {"host": host, "reason": reason, "result": key_of(one)}
        async with self._runtime.unit() as unit:
            if is_over:
                if await hook_queue.remove_result(unit.tx, one):
                    self._runtime.alert(unit, say("operator.hook_given_up", **facts))
                return
            wait = min(FIRST_WAIT * 2 ** min(one.attempts, 16), LONGEST_WAIT)
            is_noted = await hook_queue.failed(unit.tx, one, now + wait)
            if is_noted and one.attempts + 1 == _TOLD_AFTER:
                day = f"hook:{now.date().isoformat()}"
                self._runtime.alert(unit, say("operator.hook_failing", **facts), once=day)
