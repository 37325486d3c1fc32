"""Downloads files for waiting updates, while the worker handles other chats.

If a handler needs a file, its update is postponed and its chat's later updates wait. The update is
handled again once the file is here or found unavailable. The postponement expires by itself, so
after a restart the update is due and the file is fetched then.
"""

import asyncio
from collections import OrderedDict, defaultdict
from datetime import timedelta
from typing import Final

from bot.runtime.error_reports import report
from bot.runtime.log import bound, get_logger
from bot.runtime.unit import Runtime
from bot.texts.delivery import Fetch
from bot.texts.delivery_errors import DeliveryError
from bot.texts.messages import FileWanted
from storage.queues import inbox

log = get_logger()

AT_ONCE: Final = 4
"""The most downloads at once."""
MOST_FILES: Final = 8
"""The most contents in the cache; with several programs, another may handle the update."""
LONGEST_FETCH: Final = timedelta(minutes=1)
"""The time after which an update is handled again, whatever happened to its file."""


class Fetching:
    """Downloads the files of waiting updates."""

    def __init__(self, runtime: Runtime, fetch: Fetch | None) -> None:
        self._runtime = runtime
        self._fetch = fetch
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._waiting: defaultdict[str, list[int]] = defaultdict(list)
        """The rows of the updates that wait for each file; a forwarded one may have several."""
        self._fetched: OrderedDict[str, bytes | None] = OrderedDict()
        """The content by file id; None if the file is not available."""

    def is_finished(self, file_id: str) -> bool:
        """Return whether the download has ended, with or without content."""
        return file_id in self._fetched

    def content(self, file_id: str) -> bytes | None:
        """Return the file's content, or None if it is not available."""
        return self._fetched.get(file_id)

    async def fetch(self, pending: inbox.Pending, wanted: FileWanted) -> None:
        """Postpone the update and start the download of its file."""
        async with self._runtime.database.transaction() as tx:
            await inbox.put_off(tx, pending.id, self._runtime.clock.now() + LONGEST_FETCH)
        self._waiting[wanted.file_id].append(pending.id)
        if wanted.file_id not in self._under_way:
            task = asyncio.create_task(self._get(pending, wanted.file_id))
            self._under_way[wanted.file_id] = task

    async def stop(self) -> None:
        """Stop all downloads. Postponed updates stay stored and are handled after a restart."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _get(self, pending: inbox.Pending, file_id: str) -> None:
        """Download a file, and make the updates that wait for it due again."""
        try:
            with bound(update=pending.update_id):
                self._fetched[file_id] = await self._content(file_id)
            while len(self._fetched) > MOST_FILES:
                self._fetched.popitem(last=False)
            while rows := self._waiting.pop(file_id, None):  # others may come during the commit
                async with self._runtime.database.transaction() as tx:
                    for row in rows:
                        await inbox.put_off(tx, row, None)
        except Exception as error:  # noqa: BLE001  (after any error the update is due again after `LONGEST_FETCH`)
            report(log, "a file could not be fetched", error)
        finally:
            del self._under_way[file_id]
            self._waiting.pop(file_id, None)
            self._runtime.arrived.set()

    async def _content(self, file_id: str) -> bytes | None:
        """Download a file; None if it is not available."""
        if self._fetch is None:
            return None
        try:
            async with self._slots:
                return await self._fetch(file_id)
        except DeliveryError as error:
            log.warning("a file could not be fetched", reason=str(error))
            return None
