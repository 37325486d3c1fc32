"""Serves an ASGI application in an existing event loop, without touching signal handlers."""

import asyncio
import socket
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Final

import uvicorn
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from bot.program.connections import Connections, most_connections
from bot.program.guarded_protocol import guarded

_BACKLOG: Final = 128
"""Connections that the system keeps until they are accepted."""
_ACCEPTED: Final = 8
"""Connections that are accepted in one iteration of the loop."""
_LONGEST_HEADER: Final = 1 << 14
"""The most bytes of a request's header; signed data of the Mini App takes a tenth."""
UNREAD: Final = 1 << 17
"""Bytes of answers that the system keeps for one client, instead of some megabytes."""
_GRACE: Final = 3
"""Seconds for open connections to finish."""
_KEEP_ALIVE: Final = 75
"""Seconds an idle connection stays open, longer than clients keep one (httpx 5, nginx 60).

A server that hangs up first may do so while a request is on its way.
"""


@asynccontextmanager
async def serve_app(
    app: ASGIApp,
    port: int,
    *,
    host: str = "127.0.0.1",
    shares_port: bool = False,
    connections: Connections | None = None,
) -> AsyncIterator[str]:
    """Serve the application while the context lasts; yield `http://HOST:PORT`.

    Port 0 selects a free one. `shares_port`: other programs may serve at the same port, and the
    system distributes the connections. `connections` limits their number.

    Raises:
        OSError: the port is in use, or the host is not this machine's; `filename` is the address.
    """
    with _bound(host, port, shares_port=shares_port) as listener:
        guest = _Guest(_config(app, connections or Connections(most_connections())))
        serving = asyncio.create_task(guest.serve(sockets=[listener]))
        # A server that fails at its start ends the task; then nobody waits for it to serve.
        serving.add_done_callback(lambda _: guest.is_serving.set())
        await guest.is_serving.wait()
        # asyncio sets one number for the queue and for each accept; this enlarges only the queue.
        listener.listen(_BACKLOG)
        try:
            yield f"http://{host}:{listener.getsockname()[1]}"
        finally:
            guest.stopping.set()
            await serving


def _config(app: ASGIApp, connections: Connections) -> uvicorn.Config:
    """Return the settings of a server that limits its connections and leaves our log alone."""
    return uvicorn.Config(
        _unambiguous(app),
        http=guarded(connections),
        h11_max_incomplete_event_size=_LONGEST_HEADER,
        backlog=_ACCEPTED,
        ws="none",
        lifespan="off",
        log_config=None,  # its lines go to our log: one form, and no secrets
        log_level="warning",
        access_log=False,
        proxy_headers=False,
        date_header=False,
        timeout_keep_alive=_KEEP_ALIVE,
        timeout_graceful_shutdown=_GRACE,
    )


def _unambiguous(app: ASGIApp) -> ASGIApp:
    """Refuse a request with two different lengths, and close its connection.

    A proxy may use the other length and read a body as the next request.
    """

    async def refusing(scope: Scope, receive: Receive, send: Send) -> None:
        names = [name for name, _ in scope.get("headers", ())]
        if b"content-length" in names and b"transfer-encoding" in names:
            refused = Response(status_code=400, headers={"Connection": "close"})
            await refused(scope, receive, send)
        else:
            await app(scope, receive, send)

    return refusing


@contextmanager
def _bound(host: str, port: int, *, shares_port: bool) -> Iterator[socket.socket]:
    """Yield a socket at that address; close it at the end."""
    # With TCP named, asyncio sends small answers at once; otherwise each takes 40 ms.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Connections inherit this size.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        if shares_port:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            listener.bind((host, port))
        except OSError as error:
            raise OSError(error.errno, error.strerror, f"{host}:{port}") from error
        yield listener


class _Guest(uvicorn.Server):
    """A server in another loop: it ignores signals, and waits for events instead of polling."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.is_serving = asyncio.Event()
        self.stopping = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def main_loop(self) -> None:
        await self.on_tick(0)  # sets the default headers
        self.is_serving.set()
        await self.stopping.wait()
