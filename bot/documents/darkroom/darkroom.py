"""The bot's side of the darkroom: a process that begins with a picture and ends when none comes.

One picture at a time; one that takes too long, or breaks the process, is refused, and the next one
finds a new process.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from bot.documents.darkroom.wire import LENGTH, MADE, TOO_LARGE, TooLarge, Unusable
from bot.runtime import processes
from bot.runtime.log import get_logger
from bot.runtime.processes import pipe_of

log = get_logger()

PATIENCE: Final = 20.0
"""Seconds a picture may take."""
IDLE: Final = 20.0
"""Seconds after the last picture for which the process is kept: a player sends several."""


class Darkroom:
    """Makes pictures anew, one at a time."""

    def __init__(self, *, patience: float = PATIENCE, idle: float = IDLE) -> None:
        self._patience = patience
        self._idle = idle
        self._door = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._closing: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[None]] = set()

    @property
    def process(self) -> int | None:
        """Return the number of the process; None: there is none just now."""
        return self._process.pid if self._process is not None else None

    async def made(self, pieces: AsyncIterator[bytes]) -> bytes:
        """Return the picture made anew, as a JPEG file without what was hidden in it.

        Its file comes piece by piece, and goes to the process as it comes.

        Raises:
            TooLarge: it would take too much memory.
            Unusable: it is no picture of a kind we pass on, or could not be read in time.
            Exception: whatever the pieces fail with.
        """
        async with self._door:
            if self._closing is not None:
                self._closing.cancel()
            try:
                return await self._asked(pieces)
            except Unusable:
                raise
            except BaseException as error:
                await self._end()
                if not isinstance(error, TimeoutError | OSError | asyncio.IncompleteReadError):
                    raise
                log.warning("a picture broke the darkroom", reason=type(error).__name__)
                raise Unusable(f"{type(error).__name__}: {error}") from error
            finally:
                loop = asyncio.get_running_loop()
                self._closing = loop.call_later(self._idle, self._close_if_idle)

    async def close(self) -> None:
        """Leave no process behind."""
        if self._closing is not None:
            self._closing.cancel()
        await self._end()

    async def _asked(self, pieces: AsyncIterator[bytes]) -> bytes:
        async for piece in pieces:
            await self._hand_in(piece)
        await self._hand_in(b"")
        async with asyncio.timeout(self._patience):
            answers = pipe_of(self._process.stdout) if self._process is not None else None
            outcome, answer = await _answer(pipe_of(answers))
        if outcome == MADE:
            return answer
        reason = answer.decode(errors="replace")
        raise TooLarge(reason) if outcome == TOO_LARGE else Unusable(reason)

    async def _hand_in(self, piece: bytes) -> None:
        """Give the process a piece; an empty one says that the file is whole."""
        async with asyncio.timeout(self._patience):
            if self._process is None:
                self._process = await processes.start(
                    "bot.documents.darkroom", stderr=asyncio.subprocess.DEVNULL
                )
            pipe = pipe_of(self._process.stdin)
            pipe.write(LENGTH.pack(len(piece)) + piece)
            await pipe.drain()

    def _close_if_idle(self) -> None:
        if not self._door.locked():
            task = asyncio.ensure_future(self.close())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                await processes.end(process)


async def _answer(pipe: asyncio.StreamReader) -> tuple[bytes, bytes]:
    outcome = await pipe.readexactly(1)
    (length,) = LENGTH.unpack(await pipe.readexactly(LENGTH.size))
    return outcome, await pipe.readexactly(length)
