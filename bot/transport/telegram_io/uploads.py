"""Cached file ids: a file is uploaded once and then sent by its id.

The word list goes to all players of a phase, a sheet to three people. A hash identifies the bytes.
Ids are only in memory, and one that Telegram no longer accepts is dropped.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AsyncExitStack
from hashlib import sha256
from typing import Final

from telegram import Message
from telegram.error import BadRequest

from bot.transport.telegram_io.errors import says

MOST_IDS: Final = 1000
"""The most ids in the cache, about 200 kB."""
LARGE: Final = 1 << 18
"""Size in bytes above which files are uploaded one at a time; equal files wait for the first."""

_STALE_ID: Final = (
    "wrong file identifier",
    "wrong remote file",
    "invalid file_id",
    "can't use file of type",
)
"""Telegram's words for a file id that it no longer accepts."""

Upload = tuple[str, bytes]
"""The file's name, empty for a photo, and its content."""
Media = bytes | str
"""A file's content, or its Telegram id."""
Send = Callable[[Sequence[Media]], Awaitable[Sequence[Message]]]
"""Sends files in that order; returns a message for each, or none if Telegram returns none."""


class Uploads:
    """Sends files, by id if they were uploaded before."""

    def __init__(self) -> None:
        self._ids: OrderedDict[tuple[str, bytes], str] = OrderedDict()
        """Name and hash of a file → its id at Telegram."""
        self._large = asyncio.Lock()
        """Held by the one upload of a large file."""

    async def send(self, uploads: Sequence[Upload], send: Send) -> Sequence[Message]:
        """Return the messages that contain these files."""
        async with AsyncExitStack() as turn:
            if any(len(content) > LARGE for _, content in uploads):
                await turn.enter_async_context(self._large)
            keys = [(name, sha256(content).digest()) for name, content in uploads]
            contents = [content for _, content in uploads]
            by_id = [
                self._ids.get(key, content) for key, content in zip(keys, contents, strict=True)
            ]
            try:
                messages = await send(by_id)
            except BadRequest as error:
                if by_id == contents or not says(error, *_STALE_ID):
                    raise
                for key in keys:
                    self._ids.pop(key, None)
                messages = await send(contents)
            self._note(keys, messages)
            return messages

    def _note(self, keys: Sequence[tuple[str, bytes]], messages: Sequence[Message]) -> None:
        """Cache the ids of the files in these messages."""
        # Telegram returns no message for a photo that replaced the same one.
        for key, message in zip(keys, messages, strict=False):
            file = message.photo[-1] if message.photo else message.document
            if file is not None:
                self._ids[key] = file.file_id
                self._ids.move_to_end(key)
        while len(self._ids) > MOST_IDS:
            self._ids.popitem(last=False)
