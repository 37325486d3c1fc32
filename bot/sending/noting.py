"""Notes of what was sent: those that come while others are being written share one commit."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from bot.office.unit import Office
from storage import outbox


@dataclass(frozen=True, slots=True)
class _Note:
    """A message that was sent, to be noted under its row."""

    row: int
    messages: Sequence[int]
    noted: asyncio.Future[None]


class Noting:
    """Writes down which messages were sent. A commit waits for the disk: one may serve several."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._writing = asyncio.Lock()
        self._waiting: list[_Note] = []

    async def sent(self, row: int, messages: Sequence[int]) -> None:
        """Return once it is noted that the row was sent, as messages of these ids."""
        note = _Note(row, messages, asyncio.get_running_loop().create_future())
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
                    await outbox.mark_sent(unit.tx, note.row, note.messages, unit.now)
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
