"""Addresses: the number of a Telegram chat, of a group, or of a person's browser.

Telegram's numbers have at most 52 bits. A browser person gets one number above them. It serves as
account and as chat, so that every comparison of numbers treats a browser like a chat. It is below
2**53, because JavaScript and JSON keep such numbers exactly.
"""

import secrets
from typing import Final

BROWSERS: Final = 1 << 52
"""The first address of a browser."""


def is_browser(address: int | None) -> bool:
    """Return whether messages to the address are shown on our page instead of in Telegram."""
    return address is not None and BROWSERS <= address < 2 * BROWSERS


def new_browser() -> int:
    """Return an address for a new browser person.

    It is random, so that no address is used again after its person was forgotten or a copy of the
    database was restored. The table of people refuses the same number twice.
    """
    return BROWSERS + secrets.randbelow(BROWSERS)
