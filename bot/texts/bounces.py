"""Addresses for delivery reports: each mail has its own, which proves what a report is about."""

import hmac
import re
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

_MARK: Final = 24
"""The letters of a mark: 96 bits, short enough for the local part of an address."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """The message of the outbox whose mail came back, and the mark of its address."""

    row: int
    mark: str


@dataclass(frozen=True, slots=True)
class BounceAddresses:
    """Makes and reads addresses such as `bounces+17.0123456789abcdef01234567@example.org`."""

    mailbox: str
    """The configured address, `bounces@example.org`."""
    key: bytes = field(repr=False)

    def of(self, row: int, recipient: str) -> str:
        """Return the address for reports about the mail of that message to that recipient."""
        name, _, domain = self.mailbox.rpartition("@")
        return f"{name}+{row}.{self._mark(row, recipient)}@{domain}"

    def find(self, text: str) -> Bounce | None:
        """Return what the first such address in the text names, or None."""
        name, _, domain = map(re.escape, self.mailbox.rpartition("@"))
        pattern = rf"(?<![\w.+-]){name}\+(\d{{1,18}})\.([0-9a-f]{{{_MARK}}})@{domain}(?![\w.-])"
        match = re.search(pattern, text, re.IGNORECASE | re.ASCII)
        return None if match is None else Bounce(int(match[1]), match[2].lower())

    def fits(self, bounce: Bounce, recipient: str) -> bool:
        """Return whether the mail of that message went to that recipient."""
        return hmac.compare_digest(bounce.mark, self._mark(bounce.row, recipient))

    def _mark(self, row: int, recipient: str) -> str:
        """Return the part of an address that only this installation can make."""
        return hmac.digest(self.key, f"bounce:{row}:{recipient}".encode(), sha256).hex()[:_MARK]
