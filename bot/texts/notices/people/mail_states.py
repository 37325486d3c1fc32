"""What an arbiter reads about the mails to a player in a browser (art. 7.2). Pure."""

from dataclasses import dataclass
from datetime import datetime

from bot.texts.messages import Text, say


@dataclass(frozen=True, slots=True, kw_only=True)
class MailState:
    """The mails to a person's confirmed address; the address itself is the person's alone."""

    server: str
    """The server that last accepted a mail or refused the address."""
    accepted_at: datetime | None
    refused_at: datetime | None
    """When it refused the address for good."""
    stopped_at: datetime | None
    """When the person ended the mails."""

    @property
    def text(self) -> Text:
        """Return the state as a part of a sentence."""
        if self.refused_at is not None:
            return say("mail_state.refused", at=self.refused_at.isoformat(), server=self.server)
        if self.stopped_at is not None:
            return say("mail_state.stopped", at=self.stopped_at.isoformat())
        if self.accepted_at is not None:
            return say("mail_state.accepted", at=self.accepted_at.isoformat(), server=self.server)
        return say("mail_state.confirmed")
