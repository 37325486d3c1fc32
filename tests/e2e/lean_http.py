"""HTTP for tests that send thousands of short requests to the sandbox: equal bytes, less work.

httpx takes longer to send a request and to read its answer than the sandbox to give it: it does
both in three layers of pure Python. Here a connection is a protocol of the event loop, and
`httptools`, as in the sandbox's server, parses the answer. `tests/bot/transport` and the programs
of `tests/e2e/running` send by httpx, as the program does.
"""

import asyncio
from functools import lru_cache
from typing import Any, Final

import httptools
import httpx
import pytest
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

_url: Final = lru_cache(maxsize=1000)(httpx.URL)


class _Connection(asyncio.Protocol):
    """A connection that has one request under way at most."""

    def __init__(self) -> None:
        self.is_open = False
        self._answer: asyncio.Future[httpx.Response] | None = None

    def connection_made(self, transport: Any) -> None:
        """Note that requests can be sent."""
        self._transport = transport
        self.is_open = True

    def connection_lost(self, error: Exception | None) -> None:
        """Let the request fail that has no answer yet."""
        self.is_open = False
        self._fails(httpx.ReadError(str(error)) if error else httpx.RemoteProtocolError("cut off"))

    def data_received(self, data: bytes) -> None:
        """Read a part of the answer."""
        try:
            self._parser.feed_data(data)
        except httptools.HttpParserError as error:
            self._fails(httpx.RemoteProtocolError(str(error)))
            self.close()

    def on_header(self, name: bytes, value: bytes) -> None:
        """Note a header (the parser calls this)."""
        self._headers.append((name, value))

    def on_body(self, body: bytes) -> None:
        """Note a part of the body (the parser calls this)."""
        self._body.append(body)

    def on_message_complete(self) -> None:
        """Give the answer (the parser calls this)."""
        self._is_under_way = False
        if not self._parser.should_keep_alive():
            self.close()
        if self._answer is not None and not self._answer.done():
            status, content = self._parser.get_status_code(), b"".join(self._body)
            self._answer.set_result(httpx.Response(status, headers=self._headers, content=content))

    async def ask(self, request: httpx.Request, body: bytes, seconds: float | None) -> Any:
        """Send a request; return its answer.

        Raises:
            httpx.TransportError: there is none.
        """
        self._parser = httptools.HttpResponseParser(self)
        self._headers: list[tuple[bytes, bytes]] = []
        self._body: list[bytes] = []
        self._answer = asyncio.get_running_loop().create_future()
        self._is_under_way = True
        lines = [b"%b %b HTTP/1.1" % (request.method.encode(), request.url.raw_path)]
        lines += [b"%b: %b" % header for header in request.headers.raw]
        self._transport.write(b"\r\n".join([*lines, b"", body]))
        try:
            async with asyncio.timeout(seconds):
                return await self._answer
        except TimeoutError as error:
            raise httpx.ReadTimeout(str(error)) from error
        finally:
            if self._is_under_way:
                self.close()

    def close(self) -> None:
        """Close the connection."""
        self.is_open = False
        self._transport.close()

    def _fails(self, error: httpx.TransportError) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)


class LeanRequest(BaseRequest):
    """What the bot uses of `telegram.request.HTTPXRequest`."""

    def __init__(
        self,
        *,
        connection_pool_size: int,
        connect_timeout: float,
        read_timeout: float = 5.0,
        httpx_kwargs: dict[str, Any],
        **_: Any,
    ) -> None:
        self._room = asyncio.Semaphore(connection_pool_size)
        self._idle: list[_Connection] = []
        self._connecting, self._reading = connect_timeout, read_timeout
        self._hooks = httpx_kwargs["event_hooks"]

    @property
    def read_timeout(self) -> float:
        """Return how many seconds an answer may take."""
        return self._reading

    async def initialize(self) -> None:
        """Do nothing: each request connects if it must."""

    async def shutdown(self) -> None:
        """Close the connections; none has a request under way."""
        while self._idle:
            self._idle.pop().close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        *_: Any,
        **__: Any,
    ) -> tuple[int, bytes]:
        """Send a request; return the status of its answer, and its content."""
        seconds = self._reading if read_timeout is BaseRequest.DEFAULT_NONE else read_timeout
        request = httpx.Request(
            method,
            _url(url),
            headers={"User-Agent": self.USER_AGENT},
            data=request_data.json_parameters if request_data else None,
            files=request_data.multipart_data if request_data else None,
        )
        try:
            answer = await self._sent(request, seconds)
        except httpx.TimeoutException as error:
            raise TimedOut from error
        except httpx.HTTPError as error:
            raise NetworkError(f"httpx.{type(error).__name__}: {error}") from error
        return answer.status_code, answer.content

    async def _sent(self, request: httpx.Request, seconds: float | None) -> httpx.Response:
        for hook in self._hooks["request"]:
            await hook(request)
        body = await request.aread()
        async with self._room:
            connection = await self._connected(request.url)
            answer: httpx.Response = await connection.ask(request, body, seconds)
            if connection.is_open:
                self._idle.append(connection)
        answer.request = request
        for hook in self._hooks["response"]:
            await hook(answer)
        return answer

    async def _connected(self, url: httpx.URL) -> _Connection:
        """Return an idle connection, or a new one."""
        while self._idle:
            if (found := self._idle.pop()).is_open:
                return found
        connecting = asyncio.get_running_loop().create_connection(
            _Connection, url.host, url.port or 80
        )
        try:
            async with asyncio.timeout(self._connecting):
                _, made = await connecting
        except TimeoutError as error:
            raise httpx.ConnectTimeout(str(error)) from error
        except OSError as error:
            raise httpx.ConnectError(str(error)) from error
        return made


def use(patch: pytest.MonkeyPatch) -> None:
    """Have the bots that are opened from now on send by such connections."""
    patch.setattr("bot.transport.telegram_io.client.HTTPXRequest", LeanRequest)
