"""Games and matches folded lately, by the hash of the last event they were folded from.

A hash names one log and no other, so whatever is found here is right, whoever wrote last: a step
that was taken back has left nothing behind but an entry nobody will ask for.
"""

from collections import OrderedDict
from typing import Generic, TypeVar

T = TypeVar("T")

KEPT = 1024
"""Games that people are busy with: ten kilobytes each, twice as much towards the end."""
KEPT_MATCHES = 4096
"""Standings look at every match of a phase that is not homologated; two kilobytes each."""


class Folded(Generic[T]):
    """Keeps what was asked for last, up to a limit."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._values: OrderedDict[str, T] = OrderedDict()

    def get(self, head: str) -> T | None:
        """Return what was folded up to the event of that hash, if it is still here."""
        if head in self._values:
            self._values.move_to_end(head)
        return self._values.get(head)

    def put(self, head: str, value: T) -> None:
        """Keep what was folded up to the event of that hash."""
        self._values[head] = value
        self._values.move_to_end(head)
        while len(self._values) > self._kept:
            self._values.popitem(last=False)
