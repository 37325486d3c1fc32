"""The hash by which storage identifies texts and proves them. Pure."""

from hashlib import sha256


def hashed(*parts: str) -> str:
    """Return the SHA-256 of the parts, joined by line feeds, in lower-case hex."""
    return sha256("\n".join(parts).encode()).hexdigest()
