"""The bot's messaging at a sandbox over real HTTP: poller, worker and courier on a database."""

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import partial
from io import BytesIO
from pathlib import Path

import pytest
import structlog
from PIL import Image

from bot.chat.input_kinds import is_of_move
from bot.documents.image_sanitiser.wire import Unusable
from bot.program.menu_contents import menu_named
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.delivery import Carrier, Fetch
from bot.texts.messages import Incoming, Notice, Relayed, say
from bot.texts.pictures import Document, NamedFile, Picture, PictureGoneError
from bot.texts.reader import Reader
from bot.transport.receiving.poller import Poller
from bot.transport.receiving.worker import Dispatch, Worker
from bot.transport.sending.composing import Composer
from bot.transport.sending.courier import Courier
from bot.transport.sending.pacing import UNLIMITED, Pace
from bot.transport.telegram_io.client import TelegramIO
from sandbox import Sandbox, SandboxUser, serve
from storage.db import Database
from storage.errors import ConcurrentAppend
from storage.queues import outbox
from storage.queues.receipts import Receipts
from tests.databases import empty_database
from tools.postgres import PostgresServer

MAY_DAY = datetime(2025, 5, 1, 12, tzinfo=UTC)
OPERATOR = "Olga"
PLAIN = (
    structlog.contextvars.merge_contextvars,
    structlog.processors.add_log_level,
    structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback),
)


class PlainPress:
    """Draws every picture as a square, greyer each time, and counts its calls."""

    def __init__(self) -> None:
        self.drawn: list[tuple[Picture, str]] = []
        self.broken = False
        self.is_gone = False
        """Whether what pictures show is not waiting any longer."""
        self.waits = False
        """Whether people's pictures take for ever."""

    async def picture(self, picture: Picture, language: str) -> bytes:
        """Return a small picture; fail while `broken` or `is_gone`."""
        self.drawn.append((picture, language))
        if self.is_gone:
            raise PictureGoneError
        await asyncio.sleep(0.01)
        if self.broken:
            raise RuntimeError("no ink")
        return square(grey=len(self.drawn) % 256)

    async def drawn_from(self, picture: Picture) -> None:
        """Say that every picture depends only on what it names."""

    async def document(self, document: Document, language: str) -> NamedFile:
        """Return a file that names its subject."""
        return NamedFile(f"{document.of}.txt", f"{document.kind} {language}".encode())

    def is_at_hand(self, relayed: Relayed) -> bool:
        """Return whether the file is ready."""
        del relayed
        return not self.waits

    async def prepare(self, relayed: Relayed) -> None:
        """Wait for ever if the file is not ready."""
        del relayed
        if self.waits:
            await asyncio.Future[None]()

    async def relayed(self, relayed: Relayed) -> NamedFile:
        """Return a picture for a photo; other files cannot be forwarded."""
        if not relayed.is_photo:
            raise Unusable("no picture")
        return NamedFile("photo.png", square())


def square(grey: int = 128) -> bytes:
    """Return a square of that grey, from 0 to 255, as a PNG file."""
    file = BytesIO()
    Image.new("L", (60, 60), grey).save(file, "PNG")
    return file.getvalue()


@dataclass
class PlainDirectory:
    """Knows each reader's language, and stores what it was called with."""

    languages: dict[int, str] = field(default_factory=dict)
    gone: list[int] = field(default_factory=list)
    moved: dict[int, int] = field(default_factory=dict)
    arbiter: int | None = None
    """Who is told when a chat takes no messages."""
    arrived: list[int] = field(default_factory=list)
    overtaken: int = 0
    """How often another program is to write first when an arrival is noted."""

    async def reader(self, chat: int) -> Reader:
        """Return the reader of the chat: Romanian by default."""
        return Reader(self.languages.get(chat, "ro"))

    async def unreachable(self, unit: UnitOfWork, notice: Notice) -> bool:
        """Store the call, and notify the arbiter; no message goes elsewhere."""
        self.gone.append(notice.to)
        if self.arbiter is not None:
            unit.say(Notice(to=self.arbiter, text=say("error.apology")))
        return False

    async def has_left(self, notice: Notice) -> bool:
        """Return False: everybody reads the page."""
        del notice
        return False

    async def taken(self, unit: UnitOfWork, notice: Notice, queued_at: datetime) -> None:
        """Store the call, unless another program was first."""
        del unit, queued_at
        if self.overtaken:
            self.overtaken -= 1
            raise ConcurrentAppend("g:K7QF/1", expected=1, found=2)
        self.arrived.append(notice.to)

    async def mailed(self, unit: UnitOfWork, notice: Notice, address: str) -> None:
        """Do nothing."""

    async def migrated(self, unit: UnitOfWork, old: int, new: int) -> None:
        """Store the call, and give the waiting messages the new number."""
        await outbox.renumber(unit.tx, old, new)
        self.moved[old] = new


@dataclass
class PostOffice:
    """All parts between Telegram and the handlers, ready to run."""

    sandbox: Sandbox
    runtime: Runtime
    telegram: TelegramIO
    press: PlainPress
    directory: PlainDirectory
    operator: SandboxUser
    base_url: str

    async def say(self, *notices: Notice) -> None:
        """Queue messages in the way of a handler."""
        async with self.runtime.unit() as unit:
            unit.say(*notices)

    async def later(self, seconds: float) -> None:
        """Advance the clock by this much, and wake all workers."""
        await self.sandbox.travel(timedelta(seconds=seconds))
        self.runtime.queued.set()
        self.runtime.arrived.set()

    def courier(
        self, runtime: Runtime, carrier: Carrier, receipts: Receipts | None = None
    ) -> Courier:
        """Return a courier that sends by that carrier."""
        composer = Composer(self.press, partial(menu_named, formal=False), runtime.clock)
        pace = Pace(UNLIMITED)
        return Courier(runtime, carrier, composer, self.directory, pace=pace, receipts=receipts)

    @asynccontextmanager
    async def delivering(self) -> AsyncIterator[Courier]:
        """Run the courier."""
        courier = self.courier(self.runtime, self.telegram)
        async with _running(courier.run()):
            yield courier
        await courier.close()

    @asynccontextmanager
    async def polling(self) -> AsyncIterator[Poller]:
        """Run the poller, with short pauses after failures."""
        poller = Poller(self.telegram, self.runtime, plays=is_of_move, long_poll=5, sleep=_blink)
        async with _running(poller.run()):
            yield poller

    @asynccontextmanager
    async def working(
        self, dispatch: Dispatch, *, fetch: Fetch | None = None
    ) -> AsyncIterator[Worker]:
        """Run the worker."""
        worker = Worker(self.runtime, dispatch, username=self.sandbox.username, fetch=fetch)
        async with _running(worker.run()):
            yield worker


async def _blink(seconds: float) -> None:
    """Wait a thousandth of the time."""
    await asyncio.sleep(seconds / 1000)


@asynccontextmanager
async def _running(work: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run something beside the test until its end."""
    task = asyncio.create_task(work)
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def nothing(incoming: Incoming, unit: UnitOfWork) -> None:
    """Ignore an update."""
    del incoming, unit


@pytest.fixture(autouse=True)
def _plain_log() -> Iterator[None]:
    """Log tracebacks without the values of variables, whose layout takes a second each."""
    structlog.configure(processors=list(PLAIN))
    yield
    structlog.reset_defaults()


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Give an empty database at the present schema."""
    async with Database(f"sqlite:///{empty_database(tmp_path / 'tur.db')}") as found:
        yield found


@pytest.fixture
def sandbox() -> Sandbox:
    """Return a sandbox whose clock stays at noon of 1 May 2025 until a test advances it."""
    return Sandbox(clock=FixedClock(MAY_DAY))


@pytest.fixture
async def post(sandbox: Sandbox, database: Database) -> AsyncIterator[PostOffice]:
    """Give the messaging at the sandbox, with no worker running yet."""
    operator = sandbox.add_user(OPERATOR, "ro")
    operator.start()
    sandbox.updates.drop_pending()
    async with serve(sandbox) as base_url:
        telegram = TelegramIO(sandbox.token, base_url, patience=1.5)
        runtime = Runtime(database, sandbox.clock, (operator.id,))
        yield PostOffice(
            sandbox, runtime, telegram, PlainPress(), PlainDirectory(), operator, base_url
        )
        await telegram.close()


@dataclass
class ServedOffice:
    """The messaging at a PostgreSQL server."""

    post: PostOffice
    server: PostgresServer
    url: str

    async def cut(self) -> None:
        """Close every connection to its database."""
        name = self.url.rpartition("/")[2]
        cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        others = f"WHERE pid <> pg_backend_pid() AND datname = '{name}'"
        await asyncio.to_thread(self.server.command, f"{cut} {others}")


@pytest.fixture
async def served(
    post: PostOffice, migrated_postgres: PostgresServer, postgres_url: str
) -> AsyncIterator[ServedOffice]:
    """Give the messaging at a PostgreSQL server."""
    async with Database(postgres_url) as database:
        post.runtime = Runtime(database, post.sandbox.clock, post.runtime.operators)
        yield ServedOffice(post, migrated_postgres, postgres_url)


@pytest.fixture
def ana(sandbox: Sandbox) -> SandboxUser:
    """Give Ana, whose Start the bot has processed."""
    return started(sandbox, "Ana")


@pytest.fixture
def ion(sandbox: Sandbox) -> SandboxUser:
    """Give Ion, whose Start the bot has processed."""
    return started(sandbox, "Ion")


def started(sandbox: Sandbox, name: str) -> SandboxUser:
    """Return a person whose Start the bot has processed."""
    user = sandbox.add_user(name, "ro")
    user.start()
    sandbox.updates.drop_pending()
    return user
