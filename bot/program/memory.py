"""How the running bot treats memory: quick to load, and one heap for all threads."""

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_M_ARENA_MAX: Final = -8
_M_MMAP_THRESHOLD: Final = -3
_LARGE: Final = 1 << 20
"""Bytes: what takes more, as people's pictures do, is given back the moment it is not needed."""


@contextmanager
def loading() -> Iterator[None]:
    """Look for no garbage while modules are loaded, nor ever again among what they have made.

    They leave none, and looking for it takes a seventh of the start.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()


def share_one_heap() -> None:
    """Have the C library's threads share one heap: what one has freed, the next one takes.

    By itself glibc gives each thread its own, and each keeps what it needed most: 9 MB after the
    first match. It would also keep what large things were in, once it has seen some. Where the
    library is another one nothing changes.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_ARENA_MAX, 1)
        mallopt(_M_MMAP_THRESHOLD, _LARGE)
