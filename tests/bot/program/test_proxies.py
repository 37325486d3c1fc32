"""Behind the guide's proxies requests are counted by the client's own address."""

import asyncio
from pathlib import Path

import httpx
import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from uvicorn.server import ServerState

from benchmarks.support.bots.real_proxies import (
    ARGUMENTS,
    configured,
    in_front,
    is_installed,
)
from bot.program.connections import Connections
from bot.program.guarded_protocol import guarded
from bot.program.serving import serve_app
from sandbox.waiting import PATIENCE

FORGED = b"GET /app/ HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 198.51.100.7\r\n\r\n"


@pytest.mark.parametrize("name", ARGUMENTS)
async def test_the_proxy_names_the_address_it_is_called_from(name: str, tmp_path: Path) -> None:
    """Two clients that forge the same address are counted under their true ones."""
    if not is_installed(name):
        pytest.skip(f"{name} is not installed")
    connections, asked, answered = Connections(100), asyncio.Event(), asyncio.Event()

    async def wait(_request: Request) -> Response:
        if len(connections.by_address) == 2:
            asked.set()
        await answered.wait()
        return PlainTextResponse("here")

    app = Starlette(routes=[Route("/app/", wait)])
    async with serve_app(app, 0, connections=connections) as base:
        target = httpx.URL(base).port
        assert target is not None
        async with in_front(name, target, tmp_path) as port:
            callers = [await _called(port, person) for person in ("127.0.5.1", "127.0.5.2")]
            await asyncio.wait_for(asked.wait(), PATIENCE)
            counted = dict(connections.by_address)
            answered.set()
            for reader, writer in callers:
                assert await reader.readuntil(b"here")
                writer.close()

    assert counted == {"127.0.5.1": 1, "127.0.5.2": 1}


async def _called(port: int, person: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    streams = await asyncio.open_connection("127.0.0.1", port, local_addr=(person, 0))
    streams[1].write(FORGED)
    return streams


ALWAYS = {"/app": "bot", "/app/": "bot", "/calendar/S.ics": "bot", "/health": "status"}
WITHOUT_SITE = dict.fromkeys(("/", "/en/", "/metrics", "/other.html"))
SITE = {"/": "bot", "/en/": "bot", "/other.html": "bot", "/metrics": "bot"}


@pytest.mark.parametrize("public", [True, False])
@pytest.mark.parametrize("name", ARGUMENTS)
async def test_everything_that_is_enabled_is_reached(
    name: str, public: bool, tmp_path: Path
) -> None:
    """The written configuration forwards each enabled path, and answers 404 for the others."""
    if not is_installed(name):
        pytest.skip(f"{name} is not installed")

    def app(who: str) -> Starlette:
        def answer(_request: Request) -> Response:
            return PlainTextResponse(who)

        return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])

    async with serve_app(app("bot"), 0) as bot, serve_app(app("status"), 0) as status:
        target, at = httpx.URL(bot).port, httpx.URL(status).port
        assert target is not None
        assert at is not None
        config = configured(target, public=public, status=at)
        async with (
            in_front(name, config, tmp_path) as port,
            httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as client,
        ):
            expected = ALWAYS | (SITE if public else WITHOUT_SITE)
            found = {path: await client.get(path) for path in expected}
            posted = await client.post("/telegram", json={"update_id": 1})

    assert {
        path: None if each.status_code == 404 else each.text for path, each in found.items()
    } == expected
    assert posted.text == "bot"


class _FromAfar(asyncio.Transport):
    """A connection to the server's port that bypasses the proxy."""

    def get_extra_info(self, name: str, default: object = None) -> object:
        return ("8.8.8.8", 4000) if name == "peername" else default

    def is_closing(self) -> bool:
        return False

    def pause_reading(self) -> None:
        """Continue reading, because no more data comes."""

    def resume_reading(self) -> None:
        """Continue reading."""

    def close(self) -> None:
        """Stay open."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Send nothing, because nobody reads it."""

    def abort(self) -> None:
        """Stay open, so that the test can see whether it was counted."""


async def test_who_goes_past_the_proxy_cannot_say_to_be_somebody_else() -> None:
    """The header counts only on connections from this machine and private networks."""
    connections = Connections(100)
    config = uvicorn.Config(Starlette(), log_config=None)
    config.load()
    state = ServerState()
    called = guarded(connections)(config=config, server_state=state, app_state={})
    called.connection_made(_FromAfar())
    called.data_received(FORGED)

    assert dict(connections.by_address) == {"8.8.8.8/32": 1}
    called.connection_lost(None)
    await asyncio.gather(*state.tasks)
    assert not connections.by_address
