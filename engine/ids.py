"""Identifiers of people, games, matches and competitions, and the names of seats and legs."""

from enum import StrEnum
from typing import Final, NewType

PersonId = NewType("PersonId", int)
GameId = NewType("GameId", str)
"""A match's code, a stroke and the leg: `K7QF/1` is the home game of match `K7QF`."""
MatchCode = NewType("MatchCode", str)
CompetitionCode = NewType("CompetitionCode", str)
NO_COMPETITION = CompetitionCode("")
"""The competition code of a match that belongs to no competition."""
NO_ARBITER = PersonId(0)
"""The arbiter's number in a friendly match that two players began without one."""
PROGRAM = PersonId(-1)
"""The program's number as a player of a practice game."""
WEB: Final = "web"
"""How players take part in a browser (art. 6.1); the empty text stands for Telegram."""


class Seat(StrEnum):
    """A player's colour in one game; Red begins (art. 1.3)."""

    RED = "red"
    BLUE = "blue"

    @property
    def partner(self) -> "Seat":
        """The opponent's seat."""
        return Seat.BLUE if self is Seat.RED else Seat.RED


class Leg(StrEnum):
    """One of the two games of a match (art. 1.2)."""

    HOME = "home"
    RETURN = "return"


def game_id(match: MatchCode, leg: Leg) -> GameId:
    """Return the id of that game of the match."""
    return GameId(f"{match}/{1 if leg is Leg.HOME else 2}")


def match_of(game: GameId) -> MatchCode:
    """Return the match that the game belongs to."""
    return match_about(game)


def match_about(about: str) -> MatchCode:
    """Return the match that a game's id or a match's code names; messages are about either."""
    return MatchCode(about.partition("/")[0])
