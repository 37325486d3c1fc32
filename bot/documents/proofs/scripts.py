"""The program that checks a proof in the reader's browser, as one file.

Its parts are plain scripts, not modules: browsers load no module for a page opened from a file, and
give such a page no SHA-256. Joined in order, they are one script; the first part makes it strict.
It sends no request to a server.
"""

from functools import cache
from importlib.resources import files
from typing import Final

SCRIPT: Final = "verify.js"
"""The program's file name beside the pages."""
PARTS: Final = (
    "sha256.js",
    "sequence.js",
    "coefficients.js",
    "chain.js",
    "claims.js",
    "tables.js",
    "page.js",
)
"""The parts of the program, each after the parts that it needs."""


@cache
def part(name: str) -> bytes:
    """Return the source of one part."""
    return (files("bot.documents.proofs") / "browser" / name).read_bytes()


@cache
def script() -> bytes:
    """Return the whole program."""
    return b"\n".join(map(part, PARTS))
