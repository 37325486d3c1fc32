"""How the running bot treats memory: quick to load, and nothing kept that is free."""

import ctypes
import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_M_MMAP_THRESHOLD: Final = -3
_LARGE: Final = 256 * 1024


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


def hand_back_large_pieces() -> None:
    """Have the C library return a sheet's pixels, or a word list's file, once they are free.

    By itself glibc keeps ever larger pieces for later, in each thread: 9 MB after the first match.
    Where the library is another one nothing changes.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE)
