"""Run an ASGI application in an event loop that has other work."""

import asyncio
import socket
from collections.abc import AsyncIterator, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import uvicorn
from starlette.types import ASGIApp

LOOPBACK: Final = "127.0.0.1"
SERVER_STOP: Final = 3
"""Seconds that open connections get to finish."""
KEEP_ALIVE: Final = 75
"""Seconds that an idle connection stays open, longer than callers keep one (httpx: 5).

A server that closes first may do so while a request is already on its way.
"""


@asynccontextmanager
async def serve_app(app: ASGIApp, port: int = 0) -> AsyncIterator[str]:
    """Serve on the loopback address while the context lasts; yield `http://127.0.0.1:PORT`.

    Port 0 takes a free port.

    Raises:
        OSError: the port is in use; `filename` of the error is the address.
    """
    with _bound_socket(port) as listener:
        server = _Server(
            uvicorn.Config(
                app,
                http="auto",  # httptools where it is installed, which is faster than h11
                ws="none",
                lifespan="off",
                log_level="warning",
                access_log=False,
                proxy_headers=False,
                date_header=False,
                timeout_keep_alive=KEEP_ALIVE,
            )
        )
        running = asyncio.create_task(server.serve(sockets=[listener]))
        ready = asyncio.create_task(server.ready.wait())
        # A server that fails ends `running` and never gets ready; the end of the block raises it.
        await asyncio.wait({running, ready}, return_when=asyncio.FIRST_COMPLETED)
        try:
            yield f"http://{LOOPBACK}:{listener.getsockname()[1]}"
        finally:
            server.stop.set()
            ready.cancel()
            await running


@contextmanager
def _bound_socket(port: int) -> Iterator[socket.socket]:
    """Yield a socket at that port; close it at the end."""
    # Named as TCP so that asyncio sends small answers at once; otherwise each takes 40 ms.
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((LOOPBACK, port))
        except OSError as error:
            raise OSError(error.errno, error.strerror, f"{LOOPBACK}:{port}") from error
        yield listener


class _Server(uvicorn.Server):
    """A server inside another loop: it ignores signals, and waits for its end without polling."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.ready = asyncio.Event()
        self.stop = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def main_loop(self) -> None:
        await self.on_tick(0)
        self.ready.set()
        await self.stop.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close idle connections at once and give the others a moment; tests start many servers."""
        del sockets
        state = self.server_state
        for server in self.servers:
            server.close()
        for connection in list(state.connections):
            connection.shutdown()
        with suppress(TimeoutError):
            async with asyncio.timeout(SERVER_STOP):
                while state.connections or state.tasks:  # noqa: ASYNC110  (uvicorn has no event)
                    await asyncio.sleep(0.002)
        for task in state.tasks:
            task.cancel()
