"""Guarantees for clients of the bot's web server."""

import asyncio
import os
import socket
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import cast

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp

from bot.program import serving as program
from bot.program.connections import Connections, client_of
from bot.program.guarded_protocol import MOST_LINES
from bot.program.turns import AT_REST, REST, Parsing, Turns
from bot.web.assets import PIECE, Asset, asset_response
from bot.web.public import PublicSite
from sandbox import serving as sandbox
from sandbox.waiting import PATIENCE


async def _answer(_request: Request) -> Response:
    return PlainTextResponse("here")


async def test_an_idle_connection_outlasts_the_one_who_calls() -> None:
    """The server closes later than the client, whose next call would otherwise fail."""
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
    """Return whether the server closes the connection, without an answer."""
    try:
        return await asyncio.wait_for(streams[0].read(1), PATIENCE) == b""
    except ConnectionError:
        return True


async def test_a_request_that_does_not_arrive_is_closed() -> None:
    """Half a header, half a body and no data at all keep no connection for long."""
    async with _guarded(Connections(100, patience=0.3)) as address:
        for content in (b"", b"GET / HT", HALF):
            streams = await _sent(address, content)
            assert await _is_closed(streams), content
            streams[1].close()


async def test_unfinished_requests_take_nobodys_place() -> None:
    """A full server closes its oldest connection without a request for the next one."""
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
    """Further requests are closed, and another person at the same proxy is answered."""
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
    """The body is read and ignored, and the connection accepts further requests."""
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
        answered = await asyncio.wait_for(streams[0].read(), PATIENCE)

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
    """Before, during and after the application runs, the connection is closed."""
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
        assert (await asyncio.wait_for(at_once[0].read(), PATIENCE)).startswith(b"HTTP/1.1 400")
        asked.clear()
        later = await _sent(httpx.URL(base), CHUNKED + before)
        await asyncio.wait_for(asked.wait(), PATIENCE)
        if answer is _refuse:
            await later[0].readuntil(b"no")
        later[1].write(b"ZZ\r\n")
        answered = await asyncio.wait_for(later[0].read(), PATIENCE)
        assert answered.startswith(b"HTTP/1.1 400") == (answer is _read)
        for _, writer in (at_once, later):
            writer.close()
    assert [each.getMessage() for each in caplog.records if each.exc_info] == []


GET = b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"


async def test_a_request_behind_another_must_arrive_in_time_too() -> None:
    """Partial headers and bodies that follow a whole request are closed like any other."""
    async with _guarded(Connections(100, patience=0.3)) as address:
        for half in (b"GET / HT", HALF):
            streams = await _sent(address, GET + half)
            await streams[0].readuntil(b"here")
            assert await _is_closed(streams), half
            streams[1].close()


async def test_a_header_of_very_many_lines_is_refused() -> None:
    """More lines than allowed get 400, complete or not; fewer are answered."""
    head, line = b"GET / HTTP/1.1\r\nHost: x\r\n", b"a:\r\n"
    async with _guarded(Connections(100)) as address:
        for lines, end, status in (
            (MOST_LINES - 2, b"\r\n", b"200"),
            (MOST_LINES, b"\r\n", b"400"),
            (MOST_LINES, b"", b"400"),
        ):
            streams = await _sent(address, head + line * lines + end)
            assert (await asyncio.wait_for(streams[0].readline(), PATIENCE)).split()[1] == status
            streams[1].close()


LARGE = Asset("text/plain", b"x" * (200 * PIECE), b"")


async def _large(request: Request) -> Response:
    return asset_response(request, LARGE, {})


@asynccontextmanager
async def _with_file(connections: Connections) -> AsyncIterator[httpx.URL]:
    app = Starlette(routes=[Route("/", _answer), Route("/large", _large)])
    async with program.serve_app(app, 0, connections=connections) as base:
        yield httpx.URL(base)


@asynccontextmanager
async def _unread(address: httpx.URL, clients: int = 1) -> AsyncIterator[None]:
    """Let so many clients request the file, and read only the first bytes of the answer."""
    writers: list[asyncio.StreamWriter] = []
    try:
        for _ in range(clients):
            reader, writer = await asyncio.open_connection(address.host, address.port, limit=1000)
            writers.append(writer)
            writer.write(b"GET /large HTTP/1.1\r\nHost: x\r\n\r\n")
            await reader.readexactly(1)
        yield
    finally:
        # An open connection would keep the loop from ending.
        for writer in writers:
            writer.transport.abort()


async def test_an_answer_that_nobody_reads_takes_nobodys_place() -> None:
    """Its connection is closed for the next client of a full server, or after some time."""
    connections = Connections(4)
    async with _with_file(connections) as address, _unread(address, clients=4):
        while len(connections.waiting) < 4:  # noqa: ASYNC110
            await asyncio.sleep(0)
        async with httpx.AsyncClient(base_url=address) as client:
            assert (await client.get("/")).text == "here"

    connections = Connections(4, patience=0.3)
    async with _with_file(connections) as address, _unread(address), asyncio.timeout(PATIENCE):
        while connections.open:  # noqa: ASYNC110
            await asyncio.sleep(0)


async def test_an_answer_that_nobody_reads_takes_little_memory() -> None:
    """The server buffers a few pieces of the file, and sends all to a client that reads."""
    connections = Connections(4)
    async with _with_file(connections) as address:
        async with _unread(address):
            while not connections.waiting:  # noqa: ASYNC110
                await asyncio.sleep(0)
            (unread,) = connections.open
            assert unread.transport.get_write_buffer_size() <= 3 * PIECE
            held = unread.transport.get_extra_info("socket")
            assert held.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * program.UNREAD
        async with httpx.AsyncClient(base_url=address) as client:
            plain = {"Accept-Encoding": "identity"}
            assert (await client.get("/large", headers=plain)).content == LARGE.content


async def test_one_request_begins_in_an_iteration_of_the_loop() -> None:
    """Between requests of many busy connections, other work gets its turn."""
    loop, ticks, begun = asyncio.get_running_loop(), 0, list[int]()

    def tick() -> None:
        nonlocal ticks
        ticks += 1
        loop.call_soon(tick)

    async def noted(_request: Request) -> Response:
        begun.append(ticks)
        return PlainTextResponse("here")

    async with program.serve_app(Starlette(routes=[Route("/", noted)]), 0) as base:
        tick()
        held = [await _sent(httpx.URL(base), GET * 20) for _ in range(10)]
        for reader, writer in held:
            for _ in range(20):
                await reader.readuntil(b"here")
            writer.close()
    assert len(begun) == 200
    assert len(set(begun)) == 200


async def test_a_new_file_of_the_site_holds_up_nobody(tmp_path: Path) -> None:
    """While it is read and compressed, other requests are answered."""
    slow, answered = tmp_path / "slow.html", list[str]()
    os.mkfifo(slow)
    latest = threading.Timer(10, slow.write_text, ["late"])
    latest.start()

    async def get(client: httpx.AsyncClient, path: str) -> str:
        found = await client.get(path)
        answered.append(path)
        return found.text

    app = Starlette(routes=PublicSite(tmp_path, robots=False).routes)
    async with program.serve_app(app, 0) as base, httpx.AsyncClient(base_url=base) as client:
        waiting = asyncio.create_task(get(client, "/slow.html"))
        await get(client, "/robots.txt")
        latest.cancel()
        await asyncio.to_thread(slow.write_text, "here")
        assert await waiting == "here"
    assert answered == ["/robots.txt", "/slow.html"]


async def test_a_site_that_is_not_built_yet_says_so(tmp_path: Path) -> None:
    """Until the front page exists, a reader gets a page that reloads itself, in their language."""
    app = Starlette(routes=PublicSite(tmp_path, robots=True).routes)
    async with program.serve_app(app, 0) as base, httpx.AsyncClient(base_url=base) as client:
        romanian = await client.get("/c/ct25/index.html", headers={"Accept-Language": "ro-RO,ro"})
        english = [
            await client.get("/en/", headers={"Accept-Language": "ro"}),
            await client.get("/", headers={"Accept-Language": "de"}),
        ]
        for path in ("index.html", "404.html"):
            (tmp_path / path).write_text("built")
        after = [await client.get("/"), await client.get("/c/ct25/index.html")]

    for answer in (romanian, *english):
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert '<meta http-equiv="refresh" content="5">' in answer.text
        assert "noindex" in answer.headers["x-robots-tag"]
    assert "Situl se pregătește" in romanian.text
    assert all("The site is being prepared" in answer.text for answer in english)
    assert [each.status_code for each in after] == [200, 404]


class _Loop:
    """An event loop whose time passes only by work."""

    def __init__(self) -> None:
        self.now, self.due = 0.0, list[tuple[float, Callable[[], object]]]()

    def time(self) -> float:
        return self.now

    def call_soon(self, act: Callable[..., object], *of: object) -> None:
        self.call_later(0.0, act, *of)

    def call_later(self, pause: float, act: Callable[..., object], *of: object) -> None:
        self.due.append((self.now + pause, lambda: act(*of)))

    def run(self) -> None:
        while self.due:
            at, act = self.due.pop(0)
            self.now = max(self.now, at)
            act()


class _Flooding:
    """A connection that always has another request."""

    def __init__(self, loop: _Loop, turns: Turns) -> None:
        self.loop, self._turns, self.left = loop, turns, 100

    def take_turn(self) -> bool:
        self.loop.now += 0.01
        self.left -= 1
        if self.left:
            self._turns.add(cast("Parsing", self))
        return True


def test_a_flood_leaves_most_of_the_time_to_others() -> None:
    """After a page's worth of time the server rests three times as long."""
    loop, turns = _Loop(), Turns()
    flood = _Flooding(loop, turns)
    turns.add(cast("Parsing", flood))
    loop.run()

    assert flood.left == 0
    assert loop.now == pytest.approx(100 * 0.01 * (1 + REST) - AT_REST, abs=0.01 * (1 + REST))


class _Broken:
    """A connection whose data cannot be parsed, because of an error in the program."""

    def __init__(self, loop: _Loop) -> None:
        self.loop = loop

    def take_turn(self) -> bool:
        raise RuntimeError("an error in the program")


def test_a_connection_that_fails_does_not_end_the_turns_of_the_others() -> None:
    """After an error in one request, the server still answers everybody else."""
    loop, turns = _Loop(), Turns()
    other = _Flooding(loop, turns)
    turns.add(cast("Parsing", _Broken(loop)))
    turns.add(cast("Parsing", other))
    with pytest.raises(RuntimeError):
        loop.run()
    loop.run()

    assert other.left == 0


def test_a_client_has_one_address_of_ipv6_networks() -> None:
    """A person who uses another address of their network is the same client."""
    assert client_of("2001:db8:1:2::1") == client_of("2001:db8:1:2:ffff::9")
    assert client_of("2001:db8:1:3::1") != client_of("2001:db8:1:2::1")
    assert client_of("::ffff:192.0.2.7") == client_of("192.0.2.7")
    assert client_of("unknown") == "unknown"
