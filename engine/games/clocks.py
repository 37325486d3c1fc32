"""What every reader says of a game's thinking time: days used, last day, and whether it is over.

Pure. The chat, the sheets, the app, the digest, the lists and the calendar show these figures, so
that one day is the same everywhere. Sheets under way are the caller's to know (`awaited`).
"""

from dataclasses import dataclass
from datetime import date

from engine.games.deadlines import counted_on, last_day
from engine.games.game import Game, Stage, used_and_running
from engine.ids import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """The thinking time of both players of a game on one day."""

    red: int
    """Days that Red has used, the running turn included."""
    blue: int
    red_left: int
    """Days that Red has left; negative when exceeded."""
    blue_left: int
    last_day: date | None
    """The last day to answer; None: the game does not run."""
    is_late: bool
    """Whether the player to move let the last day pass; not while a query is open (art. 5.3)."""

    def used(self, seat: Seat) -> int:
        """Return the days that the seat has used."""
        return self.red if seat is Seat.RED else self.blue

    def left(self, seat: Seat) -> int:
        """Return the days that the seat has left; negative when exceeded."""
        return self.red_left if seat is Seat.RED else self.blue_left


def answer_by(game: Game) -> date:
    """Return the last day to answer: the player's own, or the closing if that is earlier (9.4)."""
    own = last_day(game)
    return own if game.closing is None else min(own, game.closing)


def clocks(game: Game, today: date) -> Clocks:
    """Return what everybody reads of the game's time on that day (art. 7.1, 5.3, 9.4)."""
    counted = counted_on(game, today)
    red, blue = (used_and_running(game, seat, counted) for seat in Seat)
    runs = game.stage is Stage.RUNNING
    return Clocks(
        red=red,
        blue=blue,
        red_left=game.allowance(Seat.RED) - red,
        blue_left=game.allowance(Seat.BLUE) - blue,
        last_day=answer_by(game) if runs else None,
        is_late=runs and not game.query and last_day(game) < counted,
    )
