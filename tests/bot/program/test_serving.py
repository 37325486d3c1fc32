"""What anyone who calls a server of ours can rely on."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bot.program import serving as program
from bot.program.connections import Connections
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


HALF = b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nx"
FROM = b"POST / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.%d\r\nContent-Length: 9\r\n\r\nx"
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _read(request: Request) -> Response:
    await request.body()
    return PlainTextResponse("here")


@asynccontextmanager
async def _guarded(connections: Connections) -> AsyncIterator[httpx.URL]:
    app = Starlette(routes=[Route("/", _read, methods=["GET", "POST"])])
    async with program.serve_app(app, 0, connections=connections) as base:
        yield httpx.URL(base)


async def _sent(address: httpx.URL, content: bytes) -> Streams:
    reader, writer = await asyncio.open_connection(address.host, address.port)
    writer.write(content)
    return reader, writer


async def _is_closed(streams: Streams) -> bool:
    """Return whether the server closes the connection in a moment."""
    try:
        return await asyncio.wait_for(streams[0].read(1), 5) == b""
    except ConnectionError:
        return True


async def test_a_request_that_does_not_arrive_is_closed() -> None:
    """Neither half a header, nor half a body, nor nothing at all keeps a connection for long."""
    async with _guarded(Connections(100, patience=0.3)) as address:
        for content in (b"", b"GET / HT", HALF):
            streams = await _sent(address, content)
            assert await _is_closed(streams), content
            streams[1].close()


async def test_unfinished_requests_take_nobodys_place() -> None:
    """In a full server the oldest connection without a request is closed for the next one."""
    connections = Connections(20)
    async with _guarded(connections) as address:
        held = [await _sent(address, HALF) for _ in range(60)]
        async with httpx.AsyncClient(base_url=address) as client:
            assert (await client.get("/")).text == "here"
        assert len(connections.open) <= 20
        assert await _is_closed(held[0])
        for _, writer in held:
            writer.close()


async def test_one_person_behind_the_proxy_has_so_many_requests_open() -> None:
    """More are closed; another person at the same proxy is answered."""
    connections = Connections(100, each=5)
    async with _guarded(connections) as address:
        held = [await _sent(address, FROM % 1) for _ in range(6)]
        other = await _sent(address, FROM % 2 + b"x" * 8)

        assert await _is_closed(held[5])
        assert (await other[0].readuntil(b"here")).startswith(b"HTTP/1.1 200")
        for _, writer in (*held, other):
            writer.close()
    assert not connections.by_address


async def _refuse(_request: Request) -> Response:
    return PlainTextResponse("no", status_code=401)


async def test_a_refusal_before_the_body_leaves_the_connection_good() -> None:
    """The body is read and ignored; the connection takes requests longer than one may arrive."""
    connections = Connections(100, patience=0.3)
    app = Starlette(routes=[Route("/", _refuse, methods=["POST"]), Route("/here", _answer)])
    async with program.serve_app(app, 0, connections=connections) as base:
        streams = await _sent(httpx.URL(base), HALF)
        await streams[0].readuntil(b"no")
        streams[1].write(b"x" * 99)
        silent = await _sent(httpx.URL(base), b"")
        assert await _is_closed(silent)  # later than the time of the request before it was over
        streams[1].write(b"GET /here HTTP/1.1\r\nHost: x\r\n\r\n")

        assert (await streams[0].readuntil(b"here")).startswith(b"HTTP/1.1 200")
        for each in (streams, silent):
            each[1].close()


async def test_a_request_of_two_lengths_is_refused_and_its_connection_closed() -> None:
    """Whatever follows on that connection is never read as another request."""
    both = b"Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    async with _guarded(Connections(100)) as address:
        streams = await _sent(address, b"POST / HTTP/1.1\r\nHost: x\r\n" + both)
        streams[1].write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        answered = await asyncio.wait_for(streams[0].read(), 5)

        assert answered.startswith(b"HTTP/1.1 400")
        assert answered.count(b"HTTP/1.1") == 1
        assert b"here" not in answered
        streams[1].close()


CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize("before", [b"", b"5\r\nabcde\r\n"])
@pytest.mark.parametrize("answer", [_read, _refuse])
async def test_a_body_that_becomes_invalid_leaves_no_traceback(
    answer: Callable[[Request], Awaitable[Response]],
    before: bytes,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Before the application runs, while it reads and after its answer: the connection closes."""
    asked = asyncio.Event()

    async def noted(request: Request) -> Response:
        asked.set()
        try:
            return await answer(request)
        except ClientDisconnect:  # as each reader of ours does
            return Response(status_code=400)

    app = Starlette(routes=[Route("/", noted, methods=["POST"])])
    async with program.serve_app(app, 0) as base:
        at_once = await _sent(httpx.URL(base), CHUNKED + before + b"ZZ\r\n")
        assert (await asyncio.wait_for(at_once[0].read(), 5)).startswith(b"HTTP/1.1 400")
        asked.clear()
        later = await _sent(httpx.URL(base), CHUNKED + before)
        await asyncio.wait_for(asked.wait(), 5)
        if answer is _refuse:
            await later[0].readuntil(b"no")
        later[1].write(b"ZZ\r\n")
        answered = await asyncio.wait_for(later[0].read(), 5)
        assert answered.startswith(b"HTTP/1.1 400") == (answer is _read)
        for _, writer in (at_once, later):
            writer.close()
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []
