"""The marker kept up to date while the bot is at work, and held against the database at its start.

What a marker is, and what it knows, is in `storage.marker`; who hears of a loss, in
`bot.service.people.losses`.
"""

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.runtime.log import get_logger
from bot.runtime.troubles import report
from bot.service.people import losses
from bot.service.service import Service
from storage.errors import BadDatabase
from storage.marker import Loss, Mark, Marker, is_copy, lost, mark_of
from storage.migrations import revision

if TYPE_CHECKING:
    from bot.runtime.clock import Clock
    from bot.runtime.shared import Shared
    from bot.runtime.unit import Runtime
    from storage.db import Database

log = get_logger()

EVERY: Final = 1.0
"""Seconds between two looks at how far the database has come."""


class Marking:
    """Marks how far one database has come."""

    def __init__(self, database: "Database", clock: "Clock", secret: str) -> None:
        """Take the installation's secret: the bot's token."""
        self._database = database
        self._clock = clock
        self._marker = Marker(database.file, secret)
        self._known: Mark | None = None
        self._is_failing = False

    async def run(self) -> None:
        """Mark it each second until cancelled."""
        while not self._database.shared:
            await self.mark()
            await asyncio.sleep(EVERY)
        await asyncio.Event().wait()

    async def mark(self) -> None:
        """Mark how far it has come by now; a marker that cannot be written is told once."""
        if self._database.shared:
            return
        try:
            async with self._database.reading() as tx:
                mark = await mark_of(tx, self._marker, self._clock.now(), self._known)
            if self._known is None or replace(mark, at=self._known.at) != self._known:
                await asyncio.to_thread(self._marker.write, mark)
        except Exception as error:  # noqa: BLE001  (the bot is as well without it)
            if not self._is_failing:
                report(log, "the marker cannot be kept", error)
            self._is_failing = True
        else:
            self._known, self._is_failing = mark, False

    async def tell(self, runtime: "Runtime", shared: "Shared", loss: Loss) -> None:
        """Have everybody concerned told of a loss."""
        log.warning("the database is older than its marker", updates_lost=loss.updates)
        async with runtime.unit() as unit:
            await losses.tell(Service(unit, shared), runtime, loss, self._marker)

    async def expect(self, *, accept_loss: bool) -> Loss | None:
        """Return what a database has lost that its marker knows of, before it is written to.

        Raises:
            BadDatabase: it has lost something, is none of our copies that somebody has put back,
                and nobody has accepted that.
        """
        database = self._database
        if database.shared:
            return None
        try:
            mark = self._marker.read()
        except OSError as error:
            msg = f"{self._marker.file} cannot be read: {error.strerror}"
            raise BadDatabase(msg) from error
        if mark is None:
            return None
        if await revision(database) is None:  # there is nothing in it at all
            loss: Loss | None = None
            if mark.events or mark.inbox:
                loss = Loss(
                    mark=mark,
                    updates=mark.inbox,
                    after=None,
                    since=None,
                    chats=frozenset(mark.chats),
                )
        else:
            async with database.reading() as tx:
                loss = await lost(tx, mark)
        if loss is not None and not accept_loss and not is_copy(database.file):
            last = f"event {mark.seq} of {mark.stream}" if mark.stream else "no event"
            msg = (
                f"{database} is older than {self._marker.file} says ({mark.at}: {last}, update"
                f" {mark.update}): put its -wal file back, or the newest copy; else `turretur run"
                " --accept-loss`, see docs/operations.md, A copy put back"
            )
            raise BadDatabase(msg)
        return loss
