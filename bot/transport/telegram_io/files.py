"""Files that people have sent, as they come from Telegram: piece by piece, and bounded.

None is ever in memory as a whole here, none is larger than 20 MB, and all calls for one together
have a time limit.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from ssl import SSLContext
from typing import Final

import httpx
from telegram import Bot

from bot.texts.delivery import Refused, TooMuch, Trouble
from bot.transport.telegram_io.errors import our_errors

LARGEST: Final = 20 * 2**20
PATIENCE: Final = 30.0
"""Seconds in which a file is to be handed over, all calls for it together."""


class Files:
    """Fetches what people have sent, through one bot and connections of its own."""

    def __init__(self, bot: Bot, tls: SSLContext, *, patience: float) -> None:
        """Prepare; `patience` is how many seconds one answer may take."""
        self._bot = bot
        self.patience = min(PATIENCE, 1.5 * patience)
        # Packed on the way, a file could be larger than it says.
        plain = {"Accept-Encoding": "identity"}
        self._connections = httpx.AsyncClient(verify=tls, timeout=patience, headers=plain)

    async def close(self) -> None:
        """Close all connections."""
        await self._connections.aclose()

    async def pieces(self, file_id: str) -> AsyncGenerator[bytes, None]:
        """Give a file, piece by piece.

        Raises:
            TooMuch: it is larger than is taken.
            Refused: it is not there any more.
            Trouble: it cannot be had just now, or not in time.
        """
        until = asyncio.get_running_loop().time() + self.patience
        with self._in_time():
            async with asyncio.timeout_at(until):
                answer = await self._asked(file_id)
            try:
                size, reading = 0, answer.aiter_raw()
                while True:
                    async with asyncio.timeout_at(until):
                        piece = await anext(reading, b"")
                    if not piece:
                        return
                    if (size := size + len(piece)) > LARGEST:
                        raise TooMuch(f"the file has more than {LARGEST} bytes")
                    yield piece
            finally:
                await answer.aclose()

    async def _asked(self, file_id: str) -> httpx.Response:
        """Return the answer that brings the file, not read yet."""
        with our_errors():
            file = await self._bot.get_file(file_id)
        if (size := file.file_size or 0) > LARGEST:
            raise TooMuch(f"the file has {size} bytes")
        request = self._connections.build_request("GET", file.file_path or "")
        answer = await self._connections.send(request, stream=True)
        if answer.is_error:
            await answer.aclose()
            kind = Trouble if answer.is_server_error else Refused
            raise kind(f"the server answers with {answer.status_code}")
        return answer

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Turn what may go wrong with a file under way into our errors."""
        try:
            yield
        except TimeoutError:
            raise Trouble(f"the file was not handed over within {self.patience:g} s") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise Trouble(f"{type(error).__name__}: {error}") from error
