"""A tree of hashes over the heads of logs: one hash covers all, a short path proves each.

A leaf is the SHA-256 of `leaf`, stream, number and hash of its last row, and a salt, joined by line
feeds. A node is that of `node` and its two children; a node without a neighbour moves up unchanged.
Each leaf has its own salt, so a person who knows a game's tiles cannot find a move by trying. Pure.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from storage.hashes import hashed

_HASH_BYTES: Final = 32
"""The length of a hash."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LogHead:
    """The head of a log: its last row's number and hash."""

    stream: str
    seq: int
    hash: str
    salt: str

    @property
    def digest(self) -> str:
        """Return the leaf's hash in the tree."""
        return hashed("leaf", self.stream, str(self.seq), self.hash, self.salt)


class Tree:
    """The tree over some leaves, in their order; it stores 32 bytes a node."""

    def __init__(self, leaves: Sequence[LogHead]) -> None:
        """Compute the whole tree.

        Raises:
            ValueError: there are no leaves.
        """
        if not leaves:
            msg = "no leaves"
            raise ValueError(msg)
        self._places = {leaf.stream: place for place, leaf in enumerate(leaves)}
        levels = _levels([leaf.digest for leaf in leaves])
        self._levels = [bytes.fromhex("".join(hashes)) for hashes in levels]
        """The hashes of each level in a row, from the leaves to the root."""

    @property
    def root(self) -> str:
        """Return the hash of the root."""
        return self._levels[-1].hex()

    def path(self, stream: str) -> tuple[str, ...]:
        """Return the hashes beside the log's leaf and beside each node above it.

        Each is `<` and the hash of the left neighbour, or `>` and that of the right one.

        Raises:
            KeyError: the log has no leaf.
        """
        place, steps = self._places[stream], []
        for level in self._levels:
            neighbour = place ^ 1  # of an even place the next one, of an odd one the one before
            neighbour_hash = level[neighbour * _HASH_BYTES : (neighbour + 1) * _HASH_BYTES]
            if neighbour_hash:
                side = "<" if neighbour < place else ">"
                steps.append(f"{side}{neighbour_hash.hex()}")
            place //= 2
        return tuple(steps)


def _levels(leaves: list[str]) -> Iterator[list[str]]:
    """Yield the hashes of each level, from the leaves to the root."""
    level = leaves
    yield level
    while len(level) > 1:
        pairs = (level[first : first + 2] for first in range(0, len(level), 2))
        level = [hashed("node", *pair) if len(pair) > 1 else pair[0] for pair in pairs]
        yield level
