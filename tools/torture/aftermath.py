"""Start `turretur run` with damaged or restored files, after the season.

Without its write-ahead log the database must be refused. A copy from before the first move,
restored on purpose, must be accepted, and the bot must notify everybody of the loss. A lost page
must end the program. Each file is in a folder of its own, with the season's high-water mark beside
it.
"""

import asyncio
import os
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copyfile
from typing import Final

from bot.cli.output import BAD_INPUT
from sandbox import Sandbox, SandboxUser
from storage import damage
from storage.backup import backup
from storage.db import Database
from storage.high_water_mark import MarkFile
from tools.torture.programs import Programs
from tools.torture.reading import says
from tools.torture.spoiling import without_page

PATIENCE: Final = 60.0
"""Seconds within which a program must react to its file."""
LOST: Final = "ix_inbox_state_precedence_behind_id"
"""The index that every query for work reads; the test erases its first page."""
_MOMENT: Final = 0.1
"""Seconds between two checks of a condition."""
_LINE: Final = "turretur: "
"""The beginning of the line in which the program says why it ends."""
_CHATS_AFTER: Final = "SELECT DISTINCT chat FROM inbox WHERE id > ?"
"""The chats of the updates after one."""
_KNOWN_CHATS: Final = "SELECT address FROM persons"
_LAST_UPDATE: Final = "SELECT coalesce(max(id), 0) FROM inbox"


@dataclass(slots=True)
class Aftermath:
    """Starts the program with changed files."""

    sandbox: Sandbox
    programs: Programs
    database: Database
    operator: SandboxUser
    wrong: list[str] = field(default_factory=list)
    """A line for each wrong reaction so far."""
    _beginning: Path | None = None
    """The copy from before the first move."""

    async def begin(self) -> None:
        """Copy the database, to restore it at the end."""
        self._beginning = await self._copy("beginning")

    async def run_cases(self) -> list[str]:
        """Run all cases and stop the season's programs; return one line for each wrong reaction."""
        if self._beginning is None:
            return ["no copy was made before the first move"]
        with closing(sqlite3.connect(self.database.file)) as other:
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        await self._store_one_more_update()
        present = await self._copy("present")
        await self.programs.stop()
        without_log = self._lay_out("lost", self.database.file)
        await self._check_refused(without_log, "put its -wal file back")
        await self._check_loss_announced(self._lay_out("put-back", self._beginning))
        broken = self._lay_out("broken", present)
        without_page(broken, LOST)
        await self._check_refused(broken, "is broken: ")
        if not damage.noted_beside(broken):
            self.wrong.append("broken: no note beside the file tells the next start")
        if not _is_notified(self.operator, "operator.broken_database"):
            self.wrong.append("broken: the operator is not notified")
        return self.wrong

    async def _copy(self, name: str) -> Path:
        """Copy the database as the nightly backup does, into a folder of that name."""

        async def check_nothing(_: Path) -> None:
            """Accept the copy."""

        folder = self.database.file.with_name(name)
        now = self.sandbox.clock.now()
        return (await backup(self.database, folder, now, keep=1, check=check_nothing)).file

    async def _store_one_more_update(self) -> None:
        """Store an update that is only in the write-ahead log, and wait for the high-water mark."""
        mark = MarkFile(self.database.file, self.sandbox.token)
        earlier_mark, earlier_messages = mark.read(), len(self.operator.messages)
        self.operator.send("/start")

        def is_marked() -> bool:
            present_mark = mark.read()
            is_answered = len(self.operator.messages) > earlier_messages + 1
            return is_answered and present_mark != earlier_mark

        await _until(is_marked)
        await asyncio.sleep(2)  # the high-water mark is written each second

    def _lay_out(self, name: str, database: Path) -> Path:
        """Copy a database and the season's high-water mark to a folder; return the database."""
        file = self.database.file.with_name(f"at-{name}") / self.database.file.name
        file.parent.mkdir()
        copyfile(database, file)
        copyfile(self.database.file.with_suffix(".marker"), file.with_suffix(".marker"))
        return file

    @asynccontextmanager
    async def _running(self, file: Path) -> AsyncIterator[asyncio.subprocess.Process]:
        """Yield `turretur run` on that file."""
        url = {"TURRETUR_STORAGE_URL": f"sqlite+aiosqlite:///{file}"}
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            env=os.environ | self.programs.environment | url,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            yield child
        finally:
            if child.returncode is None:
                child.kill()
                await child.communicate()

    async def _check_refused(self, file: Path, reason: str) -> None:
        """Check that the program ends by itself, with the reason in one line."""
        async with self._running(file) as child:
            self.operator.send("/jocuri")  # the program notices a lost page when it has work
            try:
                async with asyncio.timeout(PATIENCE):
                    _, complaint = await child.communicate()
            except TimeoutError:
                self.wrong.append(
                    f"{file.parent.name}: the program still runs after {PATIENCE:g} s"
                )
                return
        lines = [line for line in complaint.decode().splitlines() if line.startswith(_LINE)]
        is_told = len(lines) == 1 and reason in lines[0] and b"Traceback" not in complaint
        if child.returncode != BAD_INPUT or not is_told:
            self.wrong.append(f"{file.parent.name}: {child.returncode}, {complaint.decode()}")

    async def _check_loss_announced(self, file: Path) -> None:
        """Check that the operator is notified, and every person who has written since then."""
        with closing(sqlite3.connect(file)) as old:
            (last,) = old.execute(_LAST_UPDATE).fetchone()
            known = {chat for (chat,) in old.execute(_KNOWN_CHATS)}
        with closing(sqlite3.connect(self.database.file)) as complete:
            later = {chat for (chat,) in complete.execute(_CHATS_AFTER, (last,))}
        expected = {
            user: "loss.player" for user in self.sandbox.users.values() if user.id in known & later
        } | {self.operator: "operator.loss"}

        def missing() -> list[str]:
            """Return the names of the people who are not notified yet."""
            return [user.name for user, key in expected.items() if not _is_notified(user, key)]

        async with self._running(file):
            try:
                await _until(lambda: not missing())
            except TimeoutError:
                self.wrong.append(f"{file.parent.name}: not notified: {', '.join(missing())}")


async def _until(reached: Callable[[], bool]) -> None:
    """Wait until a condition is true, by polling."""
    async with asyncio.timeout(PATIENCE):
        while not reached():  # noqa: ASYNC110  (another process)
            await asyncio.sleep(_MOMENT)


def _is_notified(user: SandboxUser, key: str) -> bool:
    """Return whether the bot has sent the user that text."""
    return any(message.from_bot and says(message, key) for message in user.messages)
