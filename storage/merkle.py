"""A tree of hashes over the heads of logs: one hash stands for all, a short path proves each.

A leaf is the SHA-256 of `leaf`, stream, number and hash of its last row, and a salt, joined by line
feeds; a node that of `node` and the two below it; whoever has no neighbour goes up as he is. The
salt is of the leaf alone: without it nobody who knows a game's letters tries moves until one comes
out. Pure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

_BYTES: Final = 32
"""Of a hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf:
    """A log as it stood: its last row's number and hash."""

    stream: str
    seq: int
    hash: str
    salt: str

    @property
    def digest(self) -> str:
        """Return the leaf's hash in the tree."""
        return hashed("leaf", self.stream, str(self.seq), self.hash, self.salt)


def hashed(*parts: str) -> str:
    """Return the SHA-256 of the parts, joined by line feeds, in lower-case hex."""
    return sha256("\n".join(parts).encode()).hexdigest()


class Tree:
    """The tree over some leaves, in their order; of each node it keeps 32 bytes."""

    def __init__(self, leaves: Sequence[Leaf]) -> None:
        """Hash it all.

        Raises:
            ValueError: there are no leaves.
        """
        if not leaves:
            msg = "no leaves"
            raise ValueError(msg)
        self._places = {leaf.stream: place for place, leaf in enumerate(leaves)}
        hashes = _levels([leaf.digest for leaf in leaves])
        self._levels = [bytes.fromhex("".join(level)) for level in hashes]

    @property
    def root(self) -> str:
        """Return the hash at the top."""
        return self._levels[-1].hex()

    def path(self, stream: str) -> tuple[str, ...]:
        """Return what stands beside the log's leaf, and beside each node on its way up.

        Each is `<` and the hash of what comes before it, or `>` and that of what comes behind it.

        Raises:
            KeyError: it has no leaf.
        """
        place, steps = self._places[stream], []
        for level in self._levels:
            beside = place ^ 1
            if found := level[beside * _BYTES : (beside + 1) * _BYTES]:
                steps.append(f"{'<' if beside < place else '>'}{found.hex()}")
            place //= 2
        return tuple(steps)


def _levels(level: list[str]) -> Iterator[list[str]]:
    """Yield the hashes of each level, from the leaves up to the one at the top."""
    yield level
    while len(level) > 1:
        pairs = (level[at : at + 2] for at in range(0, len(level), 2))
        level = [hashed("node", *pair) if len(pair) > 1 else pair[0] for pair in pairs]
        yield level
