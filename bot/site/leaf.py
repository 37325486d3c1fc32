"""A part of the site that is made anew as a whole, and the stamp that tells when."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

Files = Mapping[str, bytes]
"""What a making writes, by its path in the site: `c/CN26/index.html`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """One subject: its pages in each language, and what lies beside them."""

    key: str
    """Names it among the leaves of the site: `match/K7QF`."""
    stamp: str
    """Of everything that its files are made of: the same stamp, the same files."""
    make: Callable[[], Awaitable[Files]]


class Recalled(Generic[T]):
    """What was made at the makings before this one: of equal facts the same, and not made again.

    Facts are kept from one making to the next, so nobody may change them.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[object, ...], T]] = {}

    def of(self, key: str, facts: tuple[object, ...], make: Callable[..., T]) -> T:
        """Return what `make` makes of these facts, one after another; the key says of what."""
        known = self._known.get(key)
        if known is None or known[0] != facts:
            known = self._known[key] = facts, make(*facts)
        return known[1]


class Stamps:
    """The stamps of the makings before this one: those of equal facts are not worked out again."""

    def __init__(self) -> None:
        self._recalled = Recalled[str]()

    def of(self, key: str, *facts: object) -> str:
        """Return the stamp of the leaf of that key, for these facts."""
        return self._recalled.of(key, facts, stamp_of)


def stamp_of(*facts: object) -> str:
    """Return the stamp of these facts: plain values, dataclasses and enumerations; no sets."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
