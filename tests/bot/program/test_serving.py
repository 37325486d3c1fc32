"""What whoever calls a server of ours can rely on."""

import asyncio
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bot.program import serving as program
from sandbox import serving as sandbox


async def _answer(_request: Request) -> Response:
    return PlainTextResponse("here")


async def test_an_idle_connection_outlasts_the_one_who_calls() -> None:
    """We hang up later than the library: else its next call goes down with the connection."""
    await asyncio.gather(_outlasts(program.serve_app), _outlasts(sandbox.serve_app))


async def _outlasts(serve: Callable[[ASGIApp, int], AbstractAsyncContextManager[str]]) -> None:
    kept = httpx.Limits().keepalive_expiry
    assert kept is not None
    async with serve(Starlette(routes=[Route("/", _answer)]), 0) as base:
        address = httpx.URL(base)
        reader, writer = await asyncio.open_connection(address.host, address.port)
        for pause in (kept + 0.5, 0):
            writer.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert (await reader.readuntil(b"here")).startswith(b"HTTP/1.1 200")
            await asyncio.sleep(pause)
        writer.close()
        await writer.wait_closed()
