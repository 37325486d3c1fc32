"""A page of the site in all languages, and the stamp that shows whether it has changed."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

Files = Mapping[str, bytes]
"""Content of files by path in the site: `c/CN26/index.html`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SitePage:
    """The page of one subject in each language, with the files beside it."""

    key: str
    """The name of the page within the site: `match/K7QF`."""
    stamp: str
    """A hash of all facts on the page: the same stamp means the same files."""
    build: Callable[[], Awaitable[Files]]


class BuildCache(Generic[T]):
    """A cache of values from earlier builds: equal facts give the same value, without a rebuild.

    Facts are kept from one build to the next, so code must not change them.
    """

    def __init__(self) -> None:
        self._known: dict[str, tuple[tuple[object, ...], T]] = {}

    def of(self, key: str, facts: tuple[object, ...], make: Callable[..., T]) -> T:
        """Return the cached value of `key` for these facts, or make it from them with `make`."""
        known = self._known.get(key)
        if known is None or known[0] != facts:
            known = self._known[key] = facts, make(*facts)
        return known[1]


class StampCache:
    """A cache of stamps from earlier builds, so that equal facts need not be hashed again."""

    def __init__(self) -> None:
        self._recalled = BuildCache[str]()

    def of(self, key: str, *facts: object) -> str:
        """Return the stamp of the page with that key, for these facts."""
        return self._recalled.of(key, facts, stamp_of)


def stamp_of(*facts: object) -> str:
    """Return a hash of these facts: plain values, dataclasses and enumerations, but no sets."""
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:32]
