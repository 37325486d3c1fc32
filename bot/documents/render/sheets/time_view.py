"""The thinking-time sheet as plain values, with finished texts (art. 7).

The code that knows the game fills them in; `time_sheet` draws them.
"""

from dataclasses import dataclass
from datetime import date

from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import Labels, SheetHead


@dataclass(frozen=True, slots=True)
class LeaveDay:
    """One day of announced leave."""

    day: date
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """One row of the thinking-time sheet: the dates and days of one round (art. 7.1)."""

    round: int
    received: date
    sent: date | None
    """None while the player is thinking."""
    leave: int
    """Days of leave within the period, which do not count."""
    days: int
    """Days counted."""
    total: int
    """Days counted so far."""
    article: str = "7.1"
    note: str = ""
    """Text under the row: a returned move, a ruling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTime:
    """One player on the thinking-time sheet (art. 7)."""

    name: str
    side: PlayerColour
    budget: int
    """Days of thinking time: 30 or 20, plus the days granted."""
    left_words: str
    """The words after the number of days left, in the plural form it needs: `zile rămase`."""
    day_rounds: tuple[int, ...]
    """For each day used, in order, the round that used it; longer than `budget` when exceeded."""
    granted: int = 0
    """How many days of the budget the arbiter granted (art. 7.2)."""
    leave_budget: int = 10
    """Days of leave in the phase."""
    leave: tuple[LeaveDay, ...] = ()
    rows: tuple[LedgerRow, ...] = ()
    to_move: bool = False
    last_day: date | None = None
    """The last day to move without exceeding the time; None if it is not the player's turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSheetView:
    """The thinking-time sheet (fișă timp gândire)."""

    head: SheetHead
    labels: Labels
    red: PlayerTime
    blue: PlayerTime
    after: str = ""
    """Text that names the last move on the sheet, `după turul 5, ROȘU`; may be empty."""
