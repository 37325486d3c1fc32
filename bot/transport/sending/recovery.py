"""Records messages that an earlier run has sent but not recorded, before any other is sent.

After a kill, the receipts tell what Telegram had accepted (`storage.queues.receipts`).
"""

import asyncio
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Final

from bot.runtime.error_reports import report
from bot.runtime.log import get_logger
from bot.runtime.unit import UnitOfWork
from bot.texts.messages import Notice
from bot.transport.sending.failures import ChatDirectory
from bot.transport.sending.outcomes import Outcomes, UnrecordedDelivery
from bot.transport.sending.task import addressed
from storage.db import Database
from storage.queues.outbox_due import QueuedMessage
from storage.queues.receipts import Receipts, file_beside

log = get_logger()

_PAUSE: Final = 1.0
"""Seconds before a database that does not answer is tried again."""


def receipts_of(database: Database, folder: Path) -> Receipts:
    """Return the program's receipts: beside its SQLite file, or in the folder for a server.

    If no file is available, the program logs that and continues without.
    """
    try:
        if database.shared:
            return Receipts.among(folder)
        return Receipts.at(file_beside(database.file))
    except OSError as error:
        report(log, "receipts cannot be stored: a killed program may send again", error)
        return Receipts()


class Recovery:
    """Records the receipts once; every caller waits until that is done."""

    def __init__(self, outcomes: Outcomes, directory: ChatDirectory) -> None:
        self._outcomes = outcomes
        self._directory = directory
        self._task: asyncio.Task[None] | None = None

    async def __call__(self) -> None:
        """Return once everything is recorded; recording continues if the caller is cancelled."""
        if self._task is None:
            self._task = asyncio.create_task(self._recall())
        await asyncio.shield(self._task)

    async def stop(self) -> None:
        """Stop. Unrecorded receipts stay for the next start."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _recall(self) -> None:
        """Record every delivery of the receipts; one that fails waits for the next start."""
        deliveries = await self._unrecorded()
        if deliveries:
            log.info("sent by an earlier run, recorded now", messages=len(deliveries))
        for outcome in await asyncio.gather(*map(self._note, deliveries), return_exceptions=True):
            if isinstance(outcome, Exception):
                report(log, "what was sent earlier could not be recorded", outcome)

    async def _unrecorded(self) -> list[UnrecordedDelivery]:
        """Return the deliveries to record, as soon as the database answers."""
        while True:
            try:
                return await self._outcomes.unrecorded()
            except Exception as error:  # noqa: BLE001  (any error is retried, and no message is sent before)
                report(log, "what was sent earlier cannot be looked up", error)
                await asyncio.sleep(_PAUSE)

    async def _note(self, delivery: UnrecordedDelivery) -> None:
        """Record a delivery: all of it, or the calls that were made before the end."""
        receipt, row = delivery
        if not receipt.whole:
            await self._outcomes.sent_so_far(row, receipt.parts)
            return
        messages = [message for part in receipt.parts for message in part]
        notice = addressed(row)
        follow = None if isinstance(notice, Exception) else partial(self._follow_up, notice, row)
        await self._outcomes.record_sent(row, messages, follow, receipt.at)

    async def _follow_up(self, notice: Notice, row: QueuedMessage, unit: UnitOfWork) -> None:
        """Record the consequences of the message, as if it had just been sent."""
        await self._directory.taken(unit, notice, row.created_at)
