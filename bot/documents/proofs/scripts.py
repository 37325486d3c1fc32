"""The program that examines a proof in the reader's browser, as one file.

Its parts are plain scripts, not modules: browsers load no module for a page opened from a file, and
give it no SHA-256 of their own. One behind the other they are one script. Nothing in it asks a
server for anything.
"""

from functools import cache
from importlib.resources import files
from typing import Final

SCRIPT: Final = "verify.js"
"""What the program is called beside the pages."""
PARTS: Final = (
    "sha256.js",
    "sequence.js",
    "coefficients.js",
    "chain.js",
    "claims.js",
    "tables.js",
    "page.js",
)
"""What it is made of, each after those that it needs."""


@cache
def part(name: str) -> bytes:
    """Return one part of it as it was written."""
    return (files("bot.documents.proofs") / "browser" / name).read_bytes()


@cache
def script() -> bytes:
    """Return the whole program."""
    return b"\n".join(map(part, PARTS))
