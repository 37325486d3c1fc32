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
"""The most bytes of a file; Telegram hands no larger one to a bot."""
PATIENCE: Final = 30.0
"""Seconds for a whole download, all its calls together."""


class Files:
    """Downloads people's files through one bot, with separate connections."""

    def __init__(self, bot: Bot, tls: SSLContext, *, patience: float) -> None:
        """Prepare the connections; `patience` is the seconds that one answer may take."""
        self._bot = bot
        self.patience = min(PATIENCE, 1.5 * patience)
        # Compressed in transit, a file could be larger than stated.
        uncompressed = {"Accept-Encoding": "identity"}
        self._connections = HttpClient(verify=tls, timeout=patience, headers=uncompressed)

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
        deadline = asyncio.get_running_loop().time() + self.patience
        with self._download_errors():
            async with asyncio.timeout_at(deadline):
                response = await self._open(file_id)
            try:
                size, pieces_left = 0, response.aiter_raw()
                while True:
                    async with asyncio.timeout_at(deadline):
                        piece = await anext(pieces_left, b"")
                    if not piece:
                        return
                    if (size := size + len(piece)) > LARGEST:
                        raise OverLimit(f"the file has more than {LARGEST} bytes")
                    yield piece
            finally:
                await response.aclose()

    async def _open(self, file_id: str) -> httpx.Response:
        """Request a file; return the response, still unread, for the caller to close."""
        with our_errors():
            file = await self._bot.get_file(file_id)
        if (size := file.file_size or 0) > LARGEST:
            raise OverLimit(f"the file has {size} bytes")
        request = self._connections.build_request("GET", file.file_path or "")
        response = await self._connections.send(request, stream=True)
        if response.is_error:
            await response.aclose()
            error = ConnectionFailed if response.is_server_error else MessageRefused
            raise error(f"the server answers with {response.status_code}")
        return response

    @contextmanager
    def _download_errors(self) -> Iterator[None]:
        """Convert download failures to our errors."""
        try:
            yield
        except TimeoutError:
            raise ConnectionFailed(
                f"the file was not handed over within {self.patience:g} s"
            ) from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            raise ConnectionFailed(f"{type(error).__name__}: {error}") from error
