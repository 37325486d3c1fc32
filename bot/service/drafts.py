"""What an arbiter is about to order, as it waits for his second tap; a value."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Intention:
    """A decision with its reason, not confirmed yet."""

    kind: str
    about: str
    """What it decides and on what, as its kind writes it."""
    reason: str
