"""Uniform whole numbers from a recorded seed, which anyone can recompute.

The numbers are a pure function of (label, seed). SHA-256 in counter mode gives an endless stream of
bytes. Rejection sampling reads each number from the stream, so that all are equally likely. The
caller chooses the seed; the engine never creates one.
"""

from hashlib import sha256

SEED_BYTES = 32
"""The length of every seed; as it is fixed, no two pairs of label and seed start one stream."""


class Chance:
    """A stream of uniform numbers. A label separates streams for different purposes."""

    def __init__(self, label: str, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._start = sha256(label.encode("ascii") + seed)
        self._blocks = 0
        self._stream = b""

    def next_bytes(self, size: int) -> bytes:
        """Return the next `size` bytes: block k of the stream is SHA-256(label, seed, k)."""
        while len(self._stream) < size:
            block = self._start.copy()
            block.update(self._blocks.to_bytes(8, "big"))
            self._stream += block.digest()
            self._blocks += 1
        taken, self._stream = self._stream[:size], self._stream[size:]
        return taken

    def below(self, bound: int) -> int:
        """Return a number from 0 to `bound` - 1, each equally likely.

        The method reads as many whole bytes as `bound` - 1 needs and drops the surplus low bits. It
        discards a number that is too large and reads again.

        Raises:
            ValueError: `bound` is less than 1.
        """
        if bound < 1:
            raise ValueError(f"a number below {bound} cannot be drawn: the bound is 1 or more")
        bits = (bound - 1).bit_length()
        size = (bits + 7) // 8
        while True:
            number = int.from_bytes(self.next_bytes(size), "big") >> (8 * size - bits)
            if number < bound:
                return number
