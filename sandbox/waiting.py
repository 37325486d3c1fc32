"""Waiting for a condition, which is checked after each change."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandbox.changes import Changes

T = TypeVar("T")

PATIENCE = 900.0
"""Seconds to wait by default, enough for a busy machine."""


async def wait_for(
    changes: Changes, find: Callable[[], T | None], seconds: float, describe: Callable[[], str]
) -> T:
    """Return what `find` returns, as soon as that is neither None nor false.

    Raises `TimeoutError` with the description of the present state, and `ConnectionError` if the
    sandbox is closed meanwhile.
    """
    try:
        async with asyncio.timeout(seconds):
            while not (result := find()):
                await changes.after(changes.version)
                if changes.closed:
                    raise ConnectionError("the sandbox was closed")
    except TimeoutError as error:
        raise TimeoutError(f"nothing after {seconds:g} s: {describe()}") from error
    return result
