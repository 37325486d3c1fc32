"""Memory settings of the running bot: fast loading, and one heap for all threads."""

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_M_ARENA_MAX: Final = -8
_M_MMAP_THRESHOLD: Final = -3
"""The parameters of mallopt(3)."""
_LARGE: Final = 1 << 20
"""Bytes; larger blocks, such as people's pictures, return to the system once they are freed."""


@contextmanager
def loading() -> Iterator[None]:
    """Turn off garbage collection during imports, and exclude the imported objects for good.

    Imports leave no garbage, and the search for it takes a seventh of the start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def share_one_heap() -> None:
    """Make the C library's threads share one heap, so that they reuse each other's memory.

    By default glibc gives each thread its own heap, which keeps its largest size: 9 MB after the
    first match. It would also retain large blocks after the first few. With another C library,
    nothing changes.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_MMAP_THRESHOLD, _LARGE)
