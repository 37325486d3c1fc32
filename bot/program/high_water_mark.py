"""Updates the high-water mark while the bot runs, and compares the database with it at the start.

`storage.high_water_mark` defines the mark; `bot.service.notices.people.losses` notifies the people
whom a loss concerns.
"""

import asyncio
from dataclasses import replace
from typing import Final

from bot.runtime.clock import Clock
from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.notices.people import losses
from bot.service.service import Service
from storage.db import Database
from storage.errors import BadDatabase
from storage.high_water_mark import Loss, Mark, MarkFile, is_copy, lost, mark_of

log = get_logger()

MARK_EVERY: Final = 1.0
"""Seconds between two updates of the mark."""


class HighWaterMark:
    """The high-water mark of one database."""

    def __init__(self, database: Database, clock: Clock, secret: str) -> None:
        """Use the bot's token as the installation's secret."""
        self._database = database
        self._clock = clock
        self._marker = MarkFile(database.file, secret)
        self._known: Mark | None = None
        """The mark as it was last written; None before that."""
        self._changes = -1
        """What `Database.changes` was before the mark was read."""
        self._is_failing = False

    async def run(self) -> None:
        """Update the mark each second until cancelled; a shared database has none."""
        if self._database.shared:
            await asyncio.Event().wait()
        while True:
            await self.mark()
            await asyncio.sleep(MARK_EVERY)

    async def mark(self) -> None:
        """Update the mark after a commit; log only the first of several failures to write it.

        Events of a command beside the bot are marked with the bot's next commit, such as its
        heartbeat.
        """
        changes = self._database.changes
        if self._database.shared or changes == self._changes:
            return
        try:
            async with self._database.reading() as tx:
                mark = await mark_of(tx, self._marker, self._clock.now(), self._known)
            if self._known is None or replace(mark, at=self._known.at) != self._known:
                await asyncio.to_thread(self._marker.write, mark)
        except Exception as error:  # noqa: BLE001  (the bot can run without the mark)
            if not self._is_failing:
                report(log, "the marker cannot be kept", error)
            self._is_failing = True
        else:
            self._known, self._is_failing, self._changes = mark, False, changes

    async def notify(self, runtime: Runtime, shared: BotSettings, loss: Loss) -> None:
        """Notify everyone concerned by a loss."""
        log.warning("the database is older than its marker", updates_lost=loss.updates)
        async with runtime.unit() as unit:
            await losses.notify_affected(Service(unit, shared), runtime, loss, self._marker)

    async def expect(self, *, is_empty: bool, accept_loss: bool) -> Loss | None:
        """Return the loss of a database that is older than its mark, or None. Nothing is written.

        `is_empty`: the database has no tables yet.

        Raises:
            BadDatabase: data is lost, the file is no restored copy, and nobody has accepted the
            loss.
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
        loss = await self._loss_since(mark, is_empty=is_empty)
        if loss is not None and not accept_loss and not is_copy(database.file):
            last = f"event {mark.seq} of {mark.stream}" if mark.stream else "no event"
            msg = (
                f"{database} is older than {self._marker.file} says ({mark.at}: {last}, update"
                f" {mark.update}): put its -wal file back, or `turretur restore` the newest copy;"
                " else `turretur run --accept-loss`, see docs/operations.md, A copy put back"
            )
            raise BadDatabase(msg)
        return loss

    async def _loss_since(self, mark: Mark, *, is_empty: bool) -> Loss | None:
        """Return what the database has lost since the mark; an empty one has lost everything."""
        if not is_empty:
            async with self._database.reading() as tx:
                return await lost(tx, mark)
        if not mark.events and not mark.inbox:
            return None
        return Loss(
            mark=mark, updates=mark.inbox, after=None, since=None, chats=frozenset(mark.chats)
        )
