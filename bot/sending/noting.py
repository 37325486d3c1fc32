"""Notes of what was sent: those that come while others are being written share one commit."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.office.unit import Office, UnitOfWork
from storage import outbox
from storage.errors import ConcurrentAppend

_TRIES: Final = 5
"""How often notes are written that others overtake, before whoever waits for them hears of it."""
Write = Callable[[UnitOfWork], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Note:
    """Something to be written down, and whoever waits for that."""

    write: Write
    noted: asyncio.Future[None]


class Noting:
    """Writes down which messages were sent. A commit waits for the disk: one may serve several."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._writing = asyncio.Lock()
        self._waiting: list[_Note] = []

    async def sent(self, row: int, messages: Sequence[int], follow: Write | None = None) -> None:
        """Return once it is noted that the row was sent, as messages of these ids.

        `follow` writes down, in the same transaction, what follows from that.
        """

        async def write(unit: UnitOfWork) -> None:
            await outbox.mark_sent(unit.tx, row, messages, unit.now)
            if follow is not None:
                await follow(unit)

        await self._noted(write)

    async def sent_so_far(self, row: int, parts: outbox.Parts) -> None:
        """Return once it is noted what the first of the row's calls have made."""
        await self._noted(lambda unit: outbox.keep_parts(unit.tx, row, parts))

    async def _noted(self, write: Write) -> None:
        note = _Note(write, asyncio.get_running_loop().create_future())
        self._waiting.append(note)
        async with self._writing:
            notes, self._waiting = self._waiting, []
            if notes:
                await self._write(notes)
        await note.noted

    async def _kept(self, notes: Sequence[_Note]) -> None:
        """Write all of them; again, where another program has written to the same log meanwhile."""
        for tries_left in reversed(range(_TRIES)):
            try:
                async with self._office.unit() as unit:
                    for note in notes:
                        await note.write(unit)
            except ConcurrentAppend:
                if not tries_left:
                    raise
            else:
                return

    async def _write(self, notes: Sequence[_Note]) -> None:
        """Note all of it, or nothing; then each who waits for it hears why."""
        try:
            await self._kept(notes)
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
