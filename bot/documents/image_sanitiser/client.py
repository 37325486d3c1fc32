"""The bot's side of the image sanitiser: it starts the process on demand and ends it when idle.

The sanitiser handles one picture at a time. It refuses a picture that takes too long or crashes the
process; the next picture gets a new process.
"""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from typing import Final

from bot.documents.image_sanitiser.wire import LENGTH, MADE, TOO_LARGE, TooLarge, Unusable
from bot.runtime import processes
from bot.runtime.log import get_logger
from bot.runtime.processes import pipe_of

log = get_logger()

PATIENCE: Final = 20.0
"""Seconds after which a picture is refused."""
IDLE: Final = 20.0
"""Seconds after the last picture before the process ends, because a player often sends several."""


class ImageSanitiser:
    """Re-encodes pictures, one at a time."""

    def __init__(self, *, patience: float = PATIENCE, idle: float = IDLE) -> None:
        self._patience = patience
        self._idle = idle
        self._turn = asyncio.Lock()
        """Held while one picture is sent and answered."""
        self._process: asyncio.subprocess.Process | None = None
        self._closing: asyncio.TimerHandle | None = None
        """The timer that ends the idle process."""
        self._ending: set[asyncio.Task[None]] = set()
        """The tasks that end it."""

    @property
    def process(self) -> int | None:
        """Return the process id of the sanitiser, or None if no process runs now."""
        return self._process.pid if self._process is not None else None

    async def sanitise(self, pieces: AsyncIterator[bytes]) -> bytes:
        """Return the re-encoded picture, a JPEG file without the original's metadata.

        The file arrives piece by piece, and each piece goes to the process at once.

        Raises:
            TooLarge: the picture would take too much memory.
            Unusable: the file is no picture of a supported kind, or could not be read in time.
            Exception: any error that reading the pieces raises.
        """
        async with self._turn:
            if self._closing is not None:
                self._closing.cancel()
            try:
                outcome, answer = await self._answer_to(pieces)
            except BaseException:
                await self._end()  # the process would take the next picture for the rest of this
                raise
            finally:
                loop = asyncio.get_running_loop()
                self._closing = loop.call_later(self._idle, self._close_if_idle)
        if outcome == MADE:
            return answer
        reason = answer.decode(errors="replace")
        raise TooLarge(reason) if outcome == TOO_LARGE else Unusable(reason)

    async def close(self) -> None:
        """End the process, if one runs."""
        if self._closing is not None:
            self._closing.cancel()
        await self._end()

    async def _answer_to(self, pieces: AsyncIterator[bytes]) -> tuple[bytes, bytes]:
        """Give the process a file piece by piece, and return its answer, as `_answer` does."""
        async for piece in pieces:
            with _process_errors():
                await self._send(piece)
        with _process_errors():
            await self._send(b"")
            async with asyncio.timeout(self._patience):
                process = self._process
                return await _answer(pipe_of(None if process is None else process.stdout))

    async def _send(self, piece: bytes) -> None:
        """Send the process a piece; an empty piece says that the file is complete."""
        async with asyncio.timeout(self._patience):
            if self._process is None:
                self._process = await processes.start(
                    "bot.documents.image_sanitiser", stderr=asyncio.subprocess.DEVNULL
                )
            processes.write_to(self._process.stdin, LENGTH.pack(len(piece)) + piece)
            await pipe_of(self._process.stdin).drain()

    def _close_if_idle(self) -> None:
        """End the process unless a picture is being re-encoded."""
        if not self._turn.locked():
            task = asyncio.ensure_future(self.close())
            self._ending.add(task)  # the event loop itself keeps no reference to a task
            task.add_done_callback(self._ending.discard)

    async def _end(self) -> None:
        """End the process; the next picture starts another."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(OSError):
                await processes.end(process)


@contextmanager
def _process_errors() -> Iterator[None]:
    """Blame the picture for an error of the process, but not for one of the picture's source."""
    try:
        yield
    except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
        log.warning("a picture broke the image sanitiser", reason=type(error).__name__)
        raise Unusable(f"{type(error).__name__}: {error}") from error


async def _answer(pipe: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return the first byte of an answer, and its picture or reason (`wire`)."""
    outcome = await pipe.readexactly(1)
    (length,) = LENGTH.unpack(await pipe.readexactly(LENGTH.size))
    return outcome, await pipe.readexactly(length)
