"""The web address for updates: permitted callers and accepted bodies."""

import asyncio
import dis
import json
import socket
from collections.abc import AsyncIterator
from contextlib import suppress

import httpx
import pytest
from sqlalchemy import select
from starlette.applications import Starlette

from bot.program.serving import serve_app
from bot.runtime.unit import UnitOfWork
from bot.texts.delivery import WebhookBacklog
from bot.texts.delivery_errors import ConnectionFailed
from bot.texts.messages import Incoming
from bot.transport.receiving.hook import LARGEST, PATH, SECRET_HEADER, hook_route
from bot.transport.receiving.receiver import Receiver
from sandbox.waiting import PATIENCE
from storage.days import outages
from storage.days.outages import Downtime
from storage.queues import inbox
from storage.queues.inbox import RawUpdate
from storage.schema import inbox as stored
from tests.bot.conftest import PostOffice, nothing

SECRET = "a3f9" * 16
UPDATE = {"update_id": 7, "message": {"message_id": 1, "chat": {"id": 5}, "text": "H8 CASA"}}


def hook_app(receiver: Receiver) -> Starlette:
    """Return the served address."""
    return Starlette(routes=[hook_route(receiver)])


@pytest.fixture(name="web")
async def _web(post: PostOffice) -> AsyncIterator[httpx.AsyncClient]:
    """Give a client who does not know the secret."""
    receiver = Receiver(post.telegram, post.runtime, url="https://bot.example", secret=SECRET)
    transport = httpx.ASGITransport(hook_app(receiver))
    async with httpx.AsyncClient(transport=transport, base_url="https://bot.example") as client:
        yield client


async def ids(post: PostOffice) -> list[int]:
    """Return the numbers of the stored updates."""
    async with post.runtime.database.reading() as tx:
        return list((await tx.execute(select(stored.c.update_id))).scalars())


NEARLY = [b"", SECRET[:-1].encode(), f"{SECRET}0".encode(), SECRET.upper().encode(),
          f"{SECRET} {SECRET}".encode(), SECRET.replace("a", "\u0430").encode(), b"\xff\xfe",
          b"None", b"0" * len(SECRET), b"x" * 60_000]  # fmt: skip


async def test_nobody_gets_in_without_the_secret(web: httpx.AsyncClient, post: PostOffice) -> None:
    """A missing or almost correct secret is refused before the body is read."""
    assert (await web.post(PATH, json=UPDATE)).status_code == 403
    for wrong in NEARLY:
        headers = [(SECRET_HEADER.encode(), wrong)]
        assert (await web.post(PATH, content=b"{", headers=headers)).status_code == 403, wrong
    twice = [(SECRET_HEADER.encode(), b"wrong"), (SECRET_HEADER.encode(), SECRET.encode())]
    assert (await web.post(PATH, json=UPDATE, headers=twice)).status_code == 403
    known = {SECRET_HEADER: SECRET}
    assert (await web.get(PATH, headers=known)).status_code == 405
    for other in ("/", "/health", "/metrics", f"{PATH}/x", "//telegram", "/telegram/../telegram/x"):
        assert (await web.post(other, json=UPDATE, headers=known)).status_code == 404, other
    assert await ids(post) == []


def test_how_long_the_comparison_takes_reveals_nothing() -> None:
    """The secret is compared by a constant-time function, never by == or `in`."""
    code = Receiver.knows.__code__
    assert "compare_digest" in code.co_names
    compares = {"COMPARE_OP", "CONTAINS_OP", "IS_OP"}
    assert not compares & {each.opname for each in dis.get_instructions(code)}


async def endless() -> AsyncIterator[bytes]:
    """Yield endless data; fail if all of it is read."""
    for _ in range(LARGEST // 65536 + 1):
        yield b" " * 65536
    pytest.fail("read on after it was too long")


async def test_the_longest_update_is_taken_and_a_longer_one_refused(
    web: httpx.AsyncClient, post: PostOffice
) -> None:
    """The limit itself is allowed; one byte more is not."""
    web.headers[SECRET_HEADER] = SECRET
    update = json.dumps(UPDATE).encode()

    assert (await web.post(PATH, content=update.ljust(LARGEST + 1))).status_code == 413
    assert await ids(post) == []
    assert (await web.post(PATH, content=update.ljust(LARGEST))).status_code == 200
    assert await ids(post) == [7]


MALFORMED = [b"", b"{", b"\xff", b"[" * 200_000, b'{"a":' * 200_000, b"9" * 5000, b"\0", b"nul"]
NO_UPDATES = [b"[]", b"null", b"7", b'"x"', b'{"update_id": "7"}', b'{"update_id": true}',
              b'{"update_id": 1e400}', b'{"update_id": 99999999999999999999}', b"NaN"]  # fmt: skip


async def test_what_is_no_update_is_refused_and_never_kept(
    web: httpx.AsyncClient, post: PostOffice
) -> None:
    """Too long, invalid, deeply nested or unnumbered bodies are refused."""
    web.headers[SECRET_HEADER] = SECRET
    assert (await web.post(PATH, content=endless())).status_code == 413
    for body in MALFORMED:
        assert (await web.post(PATH, content=body)).status_code == 400, body[:20]
    for body in NO_UPDATES:
        assert (await web.post(PATH, content=body)).status_code == 200, body[:20]
    assert await ids(post) == []


async def test_an_update_is_kept_once_however_often_it_comes(
    web: httpx.AsyncClient, post: PostOffice
) -> None:
    """A replay changes nothing, and 200 is sent only for a stored update."""
    web.headers[SECRET_HEADER] = SECRET
    for update in (UPDATE, UPDATE, UPDATE | {"message": {"text": "another"}}, UPDATE):
        assert (await web.post(PATH, json=update)).status_code == 200
    async with post.runtime.database.transaction() as tx:
        assert await ids(post) == [7]
        await tx.exec_driver_sql("ALTER TABLE inbox RENAME TO mislaid")
    assert (await web.post(PATH, json=UPDATE | {"update_id": 8})).status_code == 503
    async with post.runtime.database.transaction() as tx:
        await tx.exec_driver_sql("ALTER TABLE mislaid RENAME TO inbox")
    assert await ids(post) == [7]


@pytest.mark.parametrize("raw", ["[" * 100_000, '{"message":' * 100_000, "{", "9" * 5000, "[]"])
async def test_an_update_that_cannot_be_read_holds_up_nobody(post: PostOffice, raw: str) -> None:
    """An unreadable update is a dead letter at once, and others continue.

    Operators read the number with which `turretur updates --again` repeats it.
    """
    seen: list[int] = []

    async def note(incoming: Incoming, unit: UnitOfWork) -> None:
        await nothing(incoming, unit)
        seen.append(incoming.update)

    good = {
        "message_id": 2,
        "date": 1_746_000_000,
        "chat": {"id": 5, "type": "private"},
        "from": {"id": 5, "is_bot": False, "first_name": "Ana"},
        "text": "PAS",
    }
    updates = [
        RawUpdate(update_id=7, chat=5, raw=raw),
        RawUpdate(update_id=8, chat=5, raw=json.dumps({"update_id": 8, "message": good})),
    ]
    async with post.runtime.database.transaction() as tx:
        await inbox.store(tx, updates, post.runtime.clock.now())
    async with post.working(note) as worker, post.delivering() as courier:
        async with asyncio.timeout(PATIENCE):
            await worker.settle()
            await courier.settle()
    async with post.runtime.database.reading() as tx:
        (dead_letter,) = await inbox.dead(tx)
    assert seen == [8]
    number = f"(update {dead_letter.id})"
    assert len([each for each in post.operator.messages if number in each.text]) == 1


async def test_who_hangs_up_in_the_middle_costs_no_line_of_the_log(
    post: PostOffice, caplog: pytest.LogCaptureFixture
) -> None:
    """A stopped proxy, or Telegram itself, sends the update again, so no traceback is logged."""
    receiver = Receiver(post.telegram, post.runtime, url="https://bot.example", secret=SECRET)
    with caplog.at_level("INFO"):
        async with serve_app(hook_app(receiver), 0) as base:
            address = httpx.URL(base)
            _, writer = await asyncio.open_connection(address.host, address.port)
            head = f"POST {PATH} HTTP/1.1\r\nHost: x\r\n{SECRET_HEADER}: {SECRET}\r\n"
            writer.write(f"{head}Content-Length: 900\r\n\r\n{{".encode())
            await writer.drain()
            writer.close()
            await writer.wait_closed()
            async with httpx.AsyncClient(base_url=base) as client:
                done = await client.post(PATH, json=UPDATE, headers={SECRET_HEADER: SECRET})

    assert done.status_code == 200
    assert [each.getMessage() for each in caplog.records if each.levelname == "ERROR"] == []
    assert await ids(post) == [7]


async def test_a_port_that_is_taken_is_named(post: PostOffice) -> None:
    """The error names the one of two ports that another program has."""
    receiver = Receiver(post.telegram, post.runtime, url="https://bot.example", secret=SECRET)
    with socket.create_server(("127.0.0.1", 0)) as somebodys:
        port = somebodys.getsockname()[1]
        with pytest.raises(OSError, match="in use") as refused:
            async with serve_app(hook_app(receiver), port):
                pytest.fail("two programs listen at one port")
    assert refused.value.filename == f"127.0.0.1:{port}"


URL = "https://bot.example"


class _Manager:
    """Telegram's side of the web address."""

    def __init__(self) -> None:
        self.url = ""
        self.is_away, self.asked = False, asyncio.Event()

    async def set_webhook(self, url: str, secret: str) -> None:
        """Store the address."""
        del secret
        self.url = url

    async def held_updates(self) -> WebhookBacklog:
        """Return that no update waits."""
        self.asked.set()
        if self.is_away:
            raise ConnectionFailed("no network")
        return WebhookBacklog(count=0, url=self.url)


async def test_an_address_that_another_program_has_removed_is_set_again(post: PostOffice) -> None:
    """A second bot that polled for a moment leaves this one no deaf program that looks well."""
    manager = _Manager()
    receiver = Receiver(manager, post.runtime, url=URL, secret=SECRET)
    await receiver._query_held()

    assert manager.url == URL
    assert post.runtime.counts.rival is not None


async def test_what_waited_during_an_outage_comes_after_its_record(post: PostOffice) -> None:
    """Presses that Telegram kept count from the return, also of a program that never stopped."""
    manager, clock = _Manager(), post.runtime.clock
    receiver = Receiver(manager, post.runtime, url=URL, secret=SECRET)
    await receiver.receive(UPDATE)
    async with post.runtime.database.transaction() as tx:
        await outages.beat(tx, clock.now())
    begun, manager.is_away = clock.now(), True
    running = asyncio.create_task(receiver.run())
    await manager.asked.wait()
    running.cancel()
    await post.later(7200)
    await receiver.receive({**UPDATE, "update_id": 8})

    async with post.runtime.database.reading() as tx:
        assert await outages.ended_after(tx, begun) == [Downtime(since=begun, until=clock.now())]


class _BrokenManager:
    """Takes the web address; asking for held updates fails in no way that Telegram has."""

    def __init__(self) -> None:
        self.asked = asyncio.Event()

    async def set_webhook(self, url: str, secret: str) -> None:
        """Accept the address."""

    async def held_updates(self) -> WebhookBacklog:
        """Fail as a database that is not reachable."""
        self.asked.set()
        raise OSError("the server is starting")


async def test_an_unreachable_database_does_not_end_the_receiver(post: PostOffice) -> None:
    """As with the poller, the program goes on and tries again."""
    manager = _BrokenManager()
    receiver = Receiver(manager, post.runtime, url="https://bot.example", secret=SECRET)
    running = asyncio.create_task(receiver.run())
    await manager.asked.wait()

    assert not running.done()
    assert not receiver.up_to_date.is_set()
    running.cancel()
    with suppress(asyncio.CancelledError):
        await running
