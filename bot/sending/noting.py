"""Notes of what was sent: those that come while others are being written share one commit."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from bot.office.unit import Office, UnitOfWork
from storage import outbox


@dataclass(frozen=True, slots=True)
class _Note:
    """Something to be written down, and whoever waits for that."""

    write: Callable[[UnitOfWork], Awaitable[None]]
    noted: asyncio.Future[None]


class Noting:
    """Writes down which messages were sent. A commit waits for the disk: one may serve several."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._writing = asyncio.Lock()
        self._waiting: list[_Note] = []

    async def sent(self, row: int, messages: Sequence[int]) -> None:
        """Return once it is noted that the row was sent, as messages of these ids."""
        await self._noted(lambda unit: outbox.mark_sent(unit.tx, row, messages, unit.now))

    async def sent_so_far(self, row: int, parts: outbox.Parts) -> None:
        """Return once it is noted what the first of the row's calls have made."""
        await self._noted(lambda unit: outbox.keep_parts(unit.tx, row, parts))

    async def _noted(self, write: Callable[[UnitOfWork], Awaitable[None]]) -> None:
        note = _Note(write, asyncio.get_running_loop().create_future())
        self._waiting.append(note)
        async with self._writing:
            notes, self._waiting = self._waiting, []
            if notes:
                await self._write(notes)
        await note.noted

    async def _write(self, notes: Sequence[_Note]) -> None:
        """Note all of it, or nothing; then each who waits for it hears why."""
        try:
            async with self._office.unit() as unit:
                for note in notes:
                    await note.write(unit)
        except BaseException as error:
            reason = error if isinstance(error, Exception) else RuntimeError("stopped meanwhile")
            for note in notes:
                if not note.noted.done():
                    note.noted.set_exception(reason)
                    note.noted.exception()  # whoever has been stopped asks no more
            raise
        for note in notes:
            if not note.noted.done():
                note.noted.set_result(None)
