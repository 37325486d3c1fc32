"""A message under way."""

from dataclasses import dataclass

from bot.texts.messages import Notice
from storage.claims import Claim
from storage.outbox_due import Queued


@dataclass(frozen=True, slots=True)
class Task:
    """A message under way: our claim to it, and the notice addressed to where it goes today."""

    claim: Claim
    notice: Notice

    @property
    def row(self) -> Queued:
        """Return its row."""
        return self.claim.row
