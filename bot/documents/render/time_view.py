"""The thinking-time sheet as plain values, already worded (art. 7)."""

from dataclasses import dataclass
from datetime import date

from bot.documents.render.side import Side
from bot.documents.render.view import Head, Labels


@dataclass(frozen=True, slots=True)
class LeaveDay:
    """One day of announced leave; `over` once it has passed."""

    day: date
    over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """One row of the thinking-time sheet: how the days of a round came about (art. 7.1)."""

    round: int
    received: date
    sent: date | None
    """None while the player is thinking."""
    leave: int
    """Days of leave within the span, not counted."""
    days: int
    """Days counted."""
    total: int
    """Days counted so far."""
    article: str = "7.1"
    note: str = ""
    """Worded; written under the row: a returned placement, a ruling."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerTime:
    """One player on the thinking-time sheet (art. 7)."""

    name: str
    side: Side
    budget: int
    """Days of thinking time: 30 or 20, and those granted."""
    left_words: str
    """What stands beside the number of days left, in the form that it asks for: `zile rămase`."""
    day_rounds: tuple[int, ...]
    """For each day used, in order, the round that used it; longer than `budget` when exceeded."""
    granted: int = 0
    """How many of the budget's days the arbiter gave (art. 7.2)."""
    leave_budget: int = 10
    leave: tuple[LeaveDay, ...] = ()
    rows: tuple[LedgerRow, ...] = ()
    to_move: bool = False
    last_day: date | None = None
    """The last day to answer without exceeding the time; None when it is not the player's turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeSheet:
    """The thinking-time sheet (fișă timp gândire)."""

    head: Head
    labels: Labels
    red: PlayerTime
    blue: PlayerTime
    after: str = ""
    """Worded: the placement the sheet stands after, `după turul 5, ROȘU`; may be empty."""
