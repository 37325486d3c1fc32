"""Thinking time for display: days used, last day, and whether the player is late.

Pure. The chat, sheets, app, digest, lists and calendar all show these figures, so that they always
agree. Sheets that are still being sent are known only to the caller (`awaited`).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from engine.games.deadlines import counted_on, last_day
from engine.games.game import Game, Stage
from engine.games.turns import used_and_running
from engine.ids import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Clocks:
    """The thinking time of both players of a game on one day."""

    days: Mapping[Seat, int]
    """The days used by each player, including the current turn."""
    allowances: Mapping[Seat, int]
    last_day: date | None
    """The last day to answer; None if the game is not running."""
    is_late: bool
    """Whether the player to move missed the last day; False during a query (art. 5.3)."""

    def used(self, seat: Seat) -> int:
        """Return the days used by the seat."""
        return self.days[seat]

    def left(self, seat: Seat) -> int:
        """Return the seat's remaining days; negative if exceeded."""
        return self.allowances[seat] - self.days[seat]


def answer_by(game: Game) -> date:
    """Return the last day to answer: the player's own or the closing date if earlier (art. 9.4)."""
    own = last_day(game)
    return own if game.closing is None else min(own, game.closing)


def clocks(game: Game, today: date) -> Clocks:
    """Return the game's thinking time on that day, for display (art. 7.1, 5.3, 9.4)."""
    counted = counted_on(game, today)
    runs = game.stage is Stage.RUNNING
    return Clocks(
        days={seat: used_and_running(game, seat, counted) for seat in Seat},
        allowances={seat: game.allowance(seat) for seat in Seat},
        last_day=answer_by(game) if runs else None,
        is_late=runs and not game.query and last_day(game) < counted,
    )
