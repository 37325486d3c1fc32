"""A part of the site that is made anew as a whole, and the stamp that tells when."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

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


class Stamps:
    """The stamps of the making before this one: equal facts have the same, and none is written out.

    Facts are kept from one making to the next, so nobody may change them.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[object, ...], str]] = {}

    def of(self, key: str, *facts: object) -> str:
        """Return the stamp of the leaf of that key, for these facts."""
        known = self._known.get(key)
        if known is None or known[0] != facts:
            known = self._known[key] = facts, stamp_of(*facts)
        return known[1]


def stamp_of(*facts: object) -> str:
    """Return the stamp of these facts: plain values, dataclasses and enumerations; no sets."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
