"""Waiting for something to become true, looking again after each change."""

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sandbox.changes import Changes

T = TypeVar("T")

PATIENCE = 60.0
"""Seconds to wait where nobody says how long: on a busy machine things take their time."""


async def wait_for(
    changes: Changes, find: Callable[[], T | None], seconds: float, describe: Callable[[], str]
) -> T:
    """Return what `find` finds, as soon as it finds something (not None, not false).

    Raises `TimeoutError` with the description of how things stand.
    """
    try:
        async with asyncio.timeout(seconds):
            while not (found := find()):
                await changes.after(changes.version)
                if changes.closed:
                    raise ConnectionError("the sandbox was closed")
    except TimeoutError as error:
        raise TimeoutError(f"nothing after {seconds:g} s: {describe()}") from error
    return found
