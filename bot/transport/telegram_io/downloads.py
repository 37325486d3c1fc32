"""Downloads people's files from Telegram piece by piece, within limits.

No file is ever complete in memory, none is larger than 20 MB, and all calls for one file together
have a time limit.
"""

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import contextmanager
from ssl import SSLContext
from typing import Final

import httpx
from telegram import Bot

from bot.runtime.http_client import HttpClient
from bot.texts.delivery_errors import ConnectionFailed, MessageRefused, OverLimit
from bot.transport.telegram_io.errors import our_errors

LARGEST: Final = 20 * 2**20
PATIENCE: Final = 30.0
"""Seconds for a whole download, all its calls together."""


class Files:
    """Downloads people's files through one bot, with separate connections."""

    def __init__(self, bot: Bot, tls: SSLContext, *, patience: float) -> None:
        """Prepare the connections; `patience` is the seconds that one answer may take."""
        self._bot = bot
        self.patience = min(PATIENCE, 1.5 * patience)
        # Compressed in transit, a file could be larger than stated.
        plain = {"Accept-Encoding": "identity"}
        self._connections = HttpClient(verify=tls, timeout=patience, headers=plain)

    async def close(self) -> None:
        """Close all connections."""
        await self._connections.aclose()

    async def pieces(self, file_id: str) -> AsyncGenerator[bytes, None]:
        """Yield a file piece by piece.

        Raises:
            OverLimit: the file exceeds the size limit.
            MessageRefused: the file is no longer available.
            DeliveryError: the download has failed this time, or exceeded the time limit.
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
                        raise OverLimit(f"the file has more than {LARGEST} bytes")
                    yield piece
            finally:
                await answer.aclose()

    async def _asked(self, file_id: str) -> httpx.Response:
        """Return the response with the file, not read yet."""
        with our_errors():
            file = await self._bot.get_file(file_id)
        if (size := file.file_size or 0) > LARGEST:
            raise OverLimit(f"the file has {size} bytes")
        request = self._connections.build_request("GET", file.file_path or "")
        answer = await self._connections.send(request, stream=True)
        if answer.is_error:
            await answer.aclose()
            kind = ConnectionFailed if answer.is_server_error else MessageRefused
            raise kind(f"the server answers with {answer.status_code}")
        return answer

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Convert download failures to our errors."""
        try:
            yield
        except TimeoutError:
            raise ConnectionFailed(
                f"the file was not handed over within {self.patience:g} s"
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ConnectionFailed(f"{type(error).__name__}: {error}") from error
