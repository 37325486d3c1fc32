"""Faults, chosen by the seed: each kind for a while, at intervals, while people play.

The number of kills follows the number of moves, so that the bot is never idle when killed and no
kill is left for the end; their instants are random. The other kinds happen by the clock, one after
the other, after the strangers.
"""

import asyncio
import json
import sqlite3
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Final

from PIL import Image

from bot.texts.messages import Notice, say
from bot.texts.outgoing import notice_to_json
from sandbox import Sandbox, SandboxUser, faults
from storage.db import Database
from storage.queues import outbox
from storage.queues.outbox import Outgoing
from tools.postgres import PostgresServer
from tools.torture.crowd import Crowd
from tools.torture.programs import Programs
from tools.torture.reading import button
from tools.torture.records import Records

KILL_WITHIN: Final = 0.4
"""A kill that is due happens at a random instant within this many seconds."""
PAUSES: Final = (2.0, 6.0)
"""Seconds between the end of one fault and the beginning of the next."""
LONG_SHARE: Final = 0.06
"""The share of faults with a full disk that last as long as an operator needs to make room."""
LONG: Final = (60.0, 150.0)
"""The least and the most seconds that these long faults last."""
HELD: Final = 4
"""The number of people whose messages are then delayed as in quiet hours."""
TABLES: Final = 40
"""The number of tables that a stranger sends at once."""
PICTURES: Final = 3
"""The number of files sent at once while Telegram does not deliver files."""
CLOCK_ERRORS: Final = (-6 * 3600.0, -90.0, -1.0, 2.0, 90.0, 6 * 3600.0)
"""The errors of the programs' clock, in seconds."""


@dataclass(slots=True)
class FaultInjector:
    """Causes faults; each fault is repaired when its time is over."""

    sandbox: Sandbox
    programs: Programs
    records: Records
    random: Random
    server: PostgresServer | None
    """The PostgreSQL server; None if the database is a file."""
    database: Database
    crowd: Crowd
    pauses: tuple[float, float] = PAUSES
    enough: asyncio.Event = field(default_factory=asyncio.Event)
    """Set when no more faults are wanted; then everything is repaired at once."""
    _stranger: SandboxUser | None = None
    """The person who sends tables."""

    async def kill(self, kills: int, placements: int) -> None:
        """Kill a program at random instants, `kills` times before there are that many moves."""
        killed = 0
        while killed < kills:
            await asyncio.sleep(self.random.uniform(0, KILL_WITHIN))
            is_due = self.records.placements * kills >= killed * placements
            if is_due and self.random.choice(self.programs.each).kill():
                self.crowd.note_fault()
                killed += 1

    async def inject(self) -> None:
        """Let the crowd write; then cause every other kind of fault, one after the other.

        It continues until `enough` is set.
        """
        await self.crowd.write()
        self.records.faults["crowds of strangers"] += 1
        kinds = {
            "clock put wrong": self._put_clocks_wrong,
            "bad answers of the Bot API": self._answer_badly,
            "silences of the Bot API": self._answer_nothing,
            "updates backwards and twice": self._deliver_backwards,
            "updates repeated": self._repeat_updates,
            "database locked": self._lock_database,
            "files that hang": self._delay_files,
        }
        if self.server is None:
            kinds["disk full"] = self._fill_disk
        else:
            kinds["database server restarted"] = self._restart_server
            kinds["database connections cut"] = self._cut_connections
        while not await self._wait(*self.pauses):
            name = self.random.choice(list(kinds))
            self.crowd.note_fault()
            await kinds[name]()
            self.crowd.note_fault()
            self.records.faults[name] += 1

    async def _put_clocks_wrong(self) -> None:
        """Put every program's clock wrong for a while."""
        self.programs.step_clock(self.random.choice(CLOCK_ERRORS))
        try:
            await self._wait(0.5, 3)
        finally:
            self.programs.step_clock(0)

    async def _fill_disk(self) -> None:
        """Let a program write no larger files, as on a full disk, for a moment or for minutes."""
        program = self.random.choice(self.programs.each)
        is_long = self.random.random() < LONG_SHARE
        if is_long:
            await self._delay_messages()
            self.records.faults["disk full for minutes"] += 1
        program.limit_files(self.random.choice((0, 4096, 65536)))
        try:
            await self._wait(*(LONG if is_long else (0.1, 0.8)))
        finally:
            program.limit_files(None)

    async def _delay_messages(self) -> None:
        """Delay messages as in quiet hours, except answers to strangers."""
        morning = self.sandbox.clock.now() + timedelta(seconds=LONG[0] / 2)
        text = say("fault.no_such_date", text=f"{morning:%H:%M:%S}")
        strangers = {user.id for user in self.crowd.strangers}
        known = [user for user in self.sandbox.users.values() if user.id not in strangers]
        people = self.random.sample(known, HELD)
        delayed = [
            Outgoing(
                chat=user.id,
                payload=json.dumps(notice_to_json(Notice(to=user.id, text=text))),
                not_before=morning,
            )
            for user in people
        ]
        async with self.database.transaction() as tx:
            await outbox.queue(tx, delayed, self.sandbox.clock.now())
        self.records.faults["messages held for the night"] += HELD

    async def _delay_files(self) -> None:
        """Let Telegram delay files: a stranger's tables, and pictures that people pass on."""
        if self._stranger is None:
            self._stranger = self.sandbox.add_user("Străinul", language_code="ro")
            self._stranger.start()
        self.sandbox.faults.add(faults.TimeOut(), method="getFile", times=3)
        for number in range(TABLES):
            self._stranger.send_document(f"lista{number}.csv", b"a,b\n1,2\n")
        people = self.random.sample(list(self.sandbox.users.values()), PICTURES)
        for user in people:
            user.send_document("fisa.png", _PICTURE)
        await self._wait(0.3, 1.5)
        for user in people:
            _pass_on_photograph(user)
        await self._fail_for_a_while()

    async def _answer_badly(self) -> None:
        """Let a few calls to the Bot API be refused, or lose their answers."""
        kinds = (
            faults.Flood(retry_after=1),
            faults.ServerError(),
            faults.BadGateway(),
            faults.DropConnection(),
            faults.AnswerLost(),
        )
        for _ in range(self.random.randint(1, 4)):
            method = self.random.choice((None, "sendMessage", "sendMediaGroup", "editMessageText"))
            self.sandbox.faults.add(
                self.random.choice(kinds), method=method, after=self.random.randrange(8)
            )
        await self._fail_for_a_while()

    async def _answer_nothing(self) -> None:
        """Let one call to the Bot API time out, carried out or not."""
        kind = faults.TimeOut(carried_out=self.random.random() < 0.5)
        method = self.random.choice(("sendMessage", "sendMediaGroup", "answerCallbackQuery"))
        self.sandbox.faults.add(kind, method=method)
        await self._fail_for_a_while()

    async def _fail_for_a_while(self) -> None:
        """Let calls to the Bot API fail for a while, then remove faults that met no call."""
        try:
            await self._wait(0.3, 1.5)
        finally:
            self.sandbox.faults.clear()

    async def _deliver_backwards(self) -> None:
        """Deliver the updates of a moment in reverse order, each twice."""
        self.sandbox.updates.hold()
        try:
            await self._wait(0.1, 0.6)
        finally:
            self.sandbox.updates.release(backwards=True, twice=True)

    async def _repeat_updates(self) -> None:
        """Deliver some of the last updates once more."""
        self.sandbox.updates.repeat(self.random.randint(1, 20))

    async def _lock_database(self) -> None:
        """Lock the database for up to a second, as another program does."""
        if self.server is not None:
            seconds = self.random.uniform(0.1, 1)
            lock = f"BEGIN; LOCK TABLE events, inbox, outbox; SELECT pg_sleep({seconds}); COMMIT"
            with suppress(RuntimeError):  # a deadlock: PostgreSQL has ended one of the two
                await asyncio.to_thread(self.server.command, lock, "bot")
            return
        with closing(_other_connection(self.database.file)) as other:
            try:
                await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
            except sqlite3.OperationalError:  # the bot kept the lock all that time
                return
            await self._wait(0.1, 1)
            other.execute("ROLLBACK")

    async def _restart_server(self) -> None:
        """Stop the database server, cleanly or not, and start it again."""
        if self.server is not None:
            await asyncio.to_thread(self.server.stop, self.random.choice(self.server.STOPS))
            await self._wait(0, 0.5)
            await asyncio.to_thread(self.server.start)

    async def _cut_connections(self) -> None:
        """Break every connection to the database server, which keeps running."""
        if self.server is not None:
            cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            others = "WHERE pid <> pg_backend_pid() AND datname = 'bot'"
            await asyncio.to_thread(self.server.command, f"{cut} {others}")

    async def _wait(self, least: float, most: float) -> bool:
        """Wait for a while, or until `enough` is set; return whether it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(self.random.uniform(least, most)):
                await self.enough.wait()
        return self.enough.is_set()


def _pass_on_photograph(user: SandboxUser) -> None:
    """Let a person press the button that passes their photograph to the opponent, if offered."""
    for message in user.messages[-5:]:
        if data := button(message, "sheet"):
            user.press(message, data)


def _picture() -> bytes:
    """Return a grey picture as PNG."""
    file = BytesIO()
    Image.new("L", (60, 60), 128).save(file, "PNG")
    return file.getvalue()


_PICTURE: Final = _picture()


def _other_connection(file: Path) -> sqlite3.Connection:
    """Return a connection to the database, as of another program."""
    return sqlite3.connect(file, timeout=5, isolation_level=None, check_same_thread=False)
