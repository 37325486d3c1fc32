"""The event loop: uvloop's where it can be installed, otherwise Python's own.

Every statement at an SQLite file crosses to aiosqlite's thread and back, and uvloop does that at
half the cost (docs/adr/0031-event-loop.md).
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Final, TypeVar

T = TypeVar("T")


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """Return what makes the fastest event loop that is installed."""
    try:
        from uvloop import new_event_loop  # noqa: PLC0415  (uvloop does not exist for Windows)
    except ModuleNotFoundError:
        return asyncio.new_event_loop
    return new_event_loop


new_event_loop: Final = _loop_factory()
"""Makes an event loop, for the thread that will run it."""


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run the work to its end on an event loop of its own; return what it returns."""
    with asyncio.Runner(loop_factory=new_event_loop) as runner:
        return runner.run(work)
