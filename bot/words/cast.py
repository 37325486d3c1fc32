"""The people of a game, as notices need them: names, and the chats by which they are reached."""

from dataclasses import dataclass

from bot.messages import Buttons, Text, say
from engine.ids import PersonId, Seat


@dataclass(frozen=True, slots=True)
class Member:
    """A person as a notice needs him: his chat (none before he has joined) and his name."""

    id: PersonId
    name: str
    chat: int | None
    is_elsewhere: bool = False
    """Whether the chat is that of somebody who passes things on to him (art. 9.6)."""

    def addressed(self, text: Text) -> Text:
        """Return the text, with whom it is for where it goes to somebody else's chat."""
        return say("writer.pass_on", who=self.name, text=text) if self.is_elsewhere else text

    def pressing(self, buttons: Buttons) -> Buttons:
        """Return the buttons, if he can press them himself."""
        return () if self.is_elsewhere else buttons


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The people of a game."""

    red: Member
    blue: Member
    arbiter: Member

    def at(self, seat: Seat) -> Member:
        """Return who holds the seat."""
        return self.red if seat is Seat.RED else self.blue
