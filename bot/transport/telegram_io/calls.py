"""The HTTP requests to a Bot API server, with as little around each as it needs.

A client of `httpx` also merges settings, follows redirects, keeps cookies and signs in, which a Bot
API server has no use for and which takes a third of a call's time. So requests go to the
connections at once, unless the environment names a proxy: a client knows when to use it.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from ssl import SSLContext
from typing import Any, Final
from urllib.request import getproxies

import httpx
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.runtime.clock import ClockCheck

_HEADERS: Final = {
    "Accept": "*/*",
    "Accept-Encoding": "gzip, deflate",
    "User-Agent": BaseRequest.USER_AGENT,
}
_WITH_FILES: Final = 3
"""How many times as long a request with files may take."""
_PROXIES: Final = frozenset({"http", "https", "all"})
"""The kinds of proxies that `httpx` uses."""

_parsed = lru_cache(maxsize=64)(httpx.URL)


class Calls(BaseRequest):
    """The connections of one bot to its server."""

    def __init__(
        self, tls: SSLContext, *, most: int, patience: float, check: ClockCheck | None = None
    ) -> None:
        """Allow `most` connections at once; `patience` is the seconds that each step may take.

        `check` receives the time that the server states in each answer.
        """
        self._patience = patience
        self._check = check
        limits = httpx.Limits(max_connections=most, max_keepalive_connections=most)
        self._send: Callable[[httpx.Request], Awaitable[httpx.Response]]
        if not _PROXIES.isdisjoint(getproxies()):
            client = httpx.AsyncClient(verify=tls, limits=limits)
            self._send, self._close = client.send, client.aclose
        else:
            connections = httpx.AsyncHTTPTransport(verify=tls, limits=limits)
            self._send, self._close = connections.handle_async_request, connections.aclose

    @property
    def read_timeout(self) -> float:
        """Return the seconds that an answer may take by default."""
        return self._patience

    async def initialize(self) -> None:
        """Do nothing: connections are opened by the requests."""

    async def shutdown(self) -> None:
        """Close all connections."""
        await self._close()

    async def do_request(  # noqa: PLR0913, PLR0917  (the library's signature)
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Return status and content of the answer.

        Raises:
            NetworkError: there is no answer. TimedOut: there is none in time.
        """
        files = request_data.multipart_data if request_data else None
        write = self._patience * (_WITH_FILES if files else 1)
        request = httpx.Request(
            method,
            _parsed(url),
            headers=_HEADERS,
            data=request_data.json_parameters if request_data else None,
            files=files or None,
            extensions={
                "timeout": {
                    "connect": self._seconds(connect_timeout),
                    "read": self._seconds(read_timeout),
                    "write": write if write_timeout is self.DEFAULT_NONE else write_timeout,
                    "pool": self._seconds(pool_timeout),
                }
            },
        )
        if files:  # a picture would otherwise go out in twenty pieces
            await request.aread()
        try:
            return await self._answer(request)
        except httpx.TimeoutException as error:
            raise TimedOut from error
        except httpx.HTTPError as error:
            raise NetworkError(f"httpx.{type(error).__name__}: {error}") from error

    def _seconds(self, timeout: Any) -> Any:
        return self._patience if timeout is self.DEFAULT_NONE else timeout

    async def _answer(self, request: httpx.Request) -> tuple[int, bytes]:
        asked = self._check.time() if self._check else 0.0
        response = await self._send(request)
        try:
            if self._check:
                note_time(self._check, response, self._check.time() - asked)
            return response.status_code, await response.aread()
        finally:
            await response.aclose()


def note_time(check: ClockCheck, response: httpx.Response, took: float) -> None:
    """Give the check the time that the answer states, after so many seconds."""
    with suppress(ValueError):
        at = parsedate_to_datetime(response.headers.get("date", ""))
        check.stated(at if at.tzinfo else at.replace(tzinfo=UTC), timedelta(seconds=took))
