"""A message under way, and what earlier tries have made of it."""

from dataclasses import dataclass

from bot.messages import Notice
from storage.claims import Claim
from storage.departures import Queued


@dataclass(frozen=True, slots=True)
class Task:
    """A message under way: our claim to it, and the notice addressed to where it goes today."""

    claim: Claim
    notice: Notice

    @property
    def row(self) -> Queued:
        """Return its row."""
        return self.claim.row


class Parts:
    """What the calls made of messages that take several, and of which one failed."""

    def __init__(self) -> None:
        self._made: dict[int, list[tuple[int, ...]]] = {}

    def of(self, row: int) -> list[tuple[int, ...]]:
        """Return the ids that each call for that row has made so far; add those of the next."""
        return self._made.setdefault(row, [])

    def forget(self, row: int) -> None:
        """Drop what is known of a row: it is sent, or begins anew, or is set aside."""
        self._made.pop(row, None)
