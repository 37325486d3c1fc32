"""What a person waits for the bot in a process of its own: any answer, or a message of a kind."""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Final

from sandbox import Message, SandboxUser

LONGEST: Final = 150.0
"""Seconds after which an answer counts as lost, and the benchmark fails."""
_POLL: Final = 0.02
"""Seconds between two looks at the chat; figures are exact to this."""


async def seconds_to_answer(author: SandboxUser, text: str) -> float:
    """Have a person write; return the seconds until the bot answers.

    Raises:
        TimeoutError: it does not.
    """
    start, seen = perf_counter(), len(author.messages)
    author.send(text)
    await next_message(author, seen)
    return perf_counter() - start


async def next_message(
    user: SandboxUser, seen: int, is_wanted: Callable[[Message], bool] = lambda _: True
) -> Message:
    """Return the bot's first wanted message after the `seen` first messages of the chat.

    Raises:
        TimeoutError: there is none.
    """
    async with asyncio.timeout(LONGEST):
        while True:
            for message in user.messages[seen:]:
                if message.from_bot and is_wanted(message):
                    return message
            await asyncio.sleep(_POLL)
