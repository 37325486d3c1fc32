"""What Telegram has already: a file that went up once is named to whoever gets it next.

The word list goes to all players of a phase, a sheet to three people. Bytes are known again by
their hash; names are kept in memory only, and one that Telegram takes no more is forgotten.
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

KEPT: Final = 1000
"""Names kept, some 200 kB."""
LARGE: Final = 1 << 18
"""Bytes: of what takes more one goes up at a time, and who waits for the same gets its name."""

_WRONG: Final = (
    "wrong file identifier",
    "wrong remote file",
    "invalid file_id",
    "can't use file of type",
)

Upload = tuple[str, bytes]
"""The file's name, empty for a photo, and its content."""
Media = bytes | str
"""A file's content, or what Telegram calls it."""
Send = Callable[[Sequence[Media]], Awaitable[Sequence[Message]]]
"""Sends files in that order; returns a message for each, or none where Telegram shows none."""


class Uploads:
    """Sends files, each by its name where it has gone up before."""

    def __init__(self) -> None:
        self._names: OrderedDict[tuple[str, bytes], str] = OrderedDict()
        self._large = asyncio.Lock()

    async def sent(self, uploads: Sequence[Upload], send: Send) -> Sequence[Message]:
        """Return the messages in which these files are."""
        async with AsyncExitStack() as turn:
            if any(len(content) > LARGE for _, content in uploads):
                await turn.enter_async_context(self._large)
            keys = [(name, sha256(content).digest()) for name, content in uploads]
            contents = [content for _, content in uploads]
            named = [
                self._names.get(key, content) for key, content in zip(keys, contents, strict=True)
            ]
            try:
                messages = await send(named)
            except BadRequest as error:
                if named == contents or not says(error, *_WRONG):
                    raise
                for key in keys:
                    self._names.pop(key, None)
                messages = await send(contents)
            self._note(keys, messages)
            return messages

    def _note(self, keys: Sequence[tuple[str, bytes]], messages: Sequence[Message]) -> None:
        for key, message in zip(keys, messages, strict=False):
            file = message.photo[-1] if message.photo else message.document
            if file is not None:
                self._names[key] = file.file_id
                self._names.move_to_end(key)
        while len(self._names) > KEPT:
            self._names.popitem(last=False)
