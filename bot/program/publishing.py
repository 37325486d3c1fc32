"""Keeps the public site up to date: rebuilds it once a minute if something has changed.

After a ruling it rebuilds at once, because pages may show facts that are no longer valid. A
low-priority process builds the pages. It stays alive while there are changes, because it caches
states, and ends after a quiet time.
"""

import asyncio
import json
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from bot.runtime import processes
from bot.runtime.error_reports import report
from bot.runtime.listeners import Listeners, PublishedFacts
from bot.runtime.log import get_logger
from bot.runtime.processes import pipe_of
from bot.site.options import SiteOptions
from storage.competitions.public_state import public_state, rulings_state
from storage.db import Database

log = get_logger()

BUILD_EVERY: Final = 60.0
"""Seconds between two builds."""
QUERY_RULINGS_EVERY: Final = 2.0
"""Seconds between two queries for rulings that other programs have committed."""
PATIENCE: Final = 3600.0
"""The most seconds for a build; the first of a large database takes a minute or two."""
LONGEST_REPORT: Final = 1 << 26
"""The most bytes of a report, with a traceback of each page that could not be built."""
_IDLE: Final = 10
"""Queries without a change after which the process ends."""


class Publishing:
    """Keeps a folder in step with the database."""

    def __init__(
        self, database: Database, options: SiteOptions, folder: Path, listeners: Listeners
    ) -> None:
        """Build the site with these options into the folder; `listeners` report rulings."""
        self._database, self._options, self._folder = database, options, folder
        self._listeners = listeners
        self._ruled = asyncio.Event()
        """Set when a published fact is no longer valid."""
        self._process: asyncio.subprocess.Process | None = None
        self._built_from: str | None = None
        """The state of the last complete build."""
        self._rulings = ""
        """The state of the rulings at the last build."""
        self._idle = 0
        """The number of queries without a change since the last build."""

    async def run(self, every: float = BUILD_EVERY) -> None:
        """Query for changes and build, until cancelled."""
        try:
            with self._listeners.listening(PublishedFacts(), lambda _: self._ruled.set()):
                while True:
                    self._ruled.clear()
                    try:
                        await self.build_if_changed()
                    except Exception as error:  # noqa: BLE001  (after any error the build is retried)
                        await self.close()
                        report(log, "the public site could not be made", error)
                    await self._pause(every)
        finally:
            await self.close()

    async def _pause(self, seconds: float) -> None:
        """Wait that long, or until a published fact is no longer valid."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                if self._database.shared:
                    await self._next_ruling()
                else:
                    await self._ruled.wait()

    async def _next_ruling(self) -> None:
        """Return once this or another program of the same database has committed a ruling."""
        while not self._ruled.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(QUERY_RULINGS_EVERY):
                    await self._ruled.wait()
            try:
                async with self._database.reading_latest() as tx:
                    if await rulings_state(tx) != self._rulings:
                        return
            except Exception:  # noqa: BLE001  (the build has the same error, and reports it)
                return

    async def build_if_changed(self) -> None:
        """Build the site if something has changed.

        Raises:
            BuildFailed: the process ended before the build was complete.
        """
        async with self._database.reading() as tx:
            state, self._rulings = await public_state(tx), await rulings_state(tx)
        if state == self._built_from:
            self._idle += 1
            if self._idle == _IDLE:
                await self.close()
            return
        self._idle = 0
        answer = await self._build()
        self._built_from = state
        for page, reason in answer.pop("failed").items():
            log.error("no page could be made of it, and none is shown", of=page, exception=reason)
        log.info("the public site was made", **answer)

    async def _build(self) -> dict[str, Any]:
        """Have the process build the site; return its report, as `bot.site` writes it.

        `failed` has, by page, why it could not be made; the other members are figures.
        """
        if self._process is None:
            self._process = await processes.start(
                "bot.site", stderr=None, longest_line=LONGEST_REPORT, opens_database=True
            )
            self._write(
                json.dumps(
                    {
                        "database": self._database.url.render_as_string(hide_password=False),
                        "options": self._options.as_json(),
                        "folder": str(self._folder),
                    }
                )
            )
        self._write("make")
        async with asyncio.timeout(PATIENCE):
            line = await pipe_of(self._process.stdout).readline()
        if not line:
            raise BuildFailed
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _write(self, line: str) -> None:
        """Write a line to the process."""
        if self._process is not None:
            processes.write_to(self._process.stdin, f"{line}\n".encode())

    async def close(self) -> None:
        """End the process; the next build starts a new one."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                await processes.end(process)


class BuildFailed(Exception):  # noqa: N818  (named after the outcome)
    """The process that builds the site has ended; the log contains its output."""
