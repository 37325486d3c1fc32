"""The people of a game, as notices need them: names, and the chats by which they are reached."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.texts.messages import Buttons, Text, say
from engine.games.deadlines import last_day
from engine.games.game import Game
from engine.ids import PersonId, Seat


def ending(day: date | None, zone: str) -> str:
    """Return the fact for a last day in that zone; "" for none."""
    if day is None or day == date.max:
        return "" if day is None else day.isoformat()
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=ZoneInfo(zone)).isoformat()


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


def answer_by(game: Game, closing: date | None) -> date:
    """Return the last day on which who is on turn may answer: his own, or that of the phase."""
    own = last_day(game)
    return own if closing is None else min(own, closing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """The people of a game."""

    red: Member
    blue: Member
    arbiter: Member
    closing: date | None = None
    """The last day of play in its phase; None: the game is in no competition (art. 9.4)."""

    def last_day(self, game: Game) -> date:
        """Return the last day on which who is on turn may answer: his own, or that of the phase."""
        return answer_by(game, self.closing)

    def until(self, game: Game) -> str:
        """Return the same as a fact: the instant with which that day ends."""
        return ending(self.last_day(game), game.rules.time_zone)

    def at(self, seat: Seat) -> Member:
        """Return who holds the seat."""
        return self.red if seat is Seat.RED else self.blue
