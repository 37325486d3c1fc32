"""The participants of a game for notices: their names, and the chats that reach them."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from bot.texts.messages import Buttons, Text, say
from engine.games.deadlines import last_day
from engine.games.game import Game
from engine.ids import PersonId, Seat
from engine.matches.kinds import GameKind
from engine.matches.match import Match


def ending(day: date | None, zone: str) -> str:
    """Return the fact for a last day in that zone; "" for None."""
    if day is None:
        return ""
    if day == date.max:  # a day that never comes has no next one
        return day.isoformat()
    return datetime.combine(day + timedelta(days=1), time(), tzinfo=ZoneInfo(zone)).isoformat()


@dataclass(frozen=True, slots=True)
class Member:
    """A recipient: a name and a chat (None before the person has joined)."""

    id: PersonId
    name: str
    address: int | None
    is_elsewhere: bool = False
    """Whether the chat belongs to another person, who forwards messages (art. 9.6)."""

    def addressed(self, text: Text) -> Text:
        """Return the text; name the recipient in it if it goes to another person's chat."""
        return say("writer.pass_on", who=self.name, text=text) if self.is_elsewhere else text

    def pressing(self, buttons: Buttons) -> Buttons:
        """Return the buttons if the recipient can press them; otherwise none."""
        return () if self.is_elsewhere else buttons


def last_day_in_phase(game: Game, closing: date | None) -> date:
    """Return the last day for the player to move to answer: their own, or the phase's."""
    last = last_day(game)
    return last if closing is None else min(last, closing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Participants:
    """The participants of a game."""

    red: Member
    blue: Member
    arbiter: Member
    kind: GameKind
    """What the game has: an arbiter, a reader, a phase, claims, leave."""
    closing: date | None = None
    """The last day of play in the game's phase; None outside a competition (art. 9.4)."""
    match: Match | None = None
    """The match, which says who had taken a seat by the end (art. 9.1); None if not asked."""

    def last_day(self, game: Game) -> date:
        """Return the last day for the player to move to answer: their own, or the phase's."""
        return last_day_in_phase(game, self.closing)

    def until(self, game: Game) -> str:
        """Return that last day as a fact: the instant at which it ends."""
        return ending(self.last_day(game), game.rules.time_zone)

    @property
    def names(self) -> dict[Seat, str]:
        """The players' names by seat."""
        return {seat: self.at(seat).name for seat in Seat}

    def at(self, seat: Seat) -> Member:
        """Return the player of the seat."""
        return self.red if seat is Seat.RED else self.blue


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedGame:
    """A game with its participants."""

    game: Game
    participants: Participants
