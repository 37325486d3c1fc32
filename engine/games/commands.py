"""What a person, or the clock, may ask of a running game.

What is not here cannot be asked: no letter is ever exchanged (art. 1.1), and nobody agrees on a
draw (art. 9.3).
"""

from dataclasses import dataclass

from engine.ids import Seat
from engine.placement import Placement
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Send a placement (art. 4)."""

    by: Seat
    placement: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """Announce PAS (art. 5.3)."""

    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnPlacement:
    """Send the partner's last placement back (art. 5.2)."""

    by: Seat
    words: tuple[str, ...] = ()
    """The words objected to; empty: whichever are not in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptPlacement:
    """Accept the partner's last placement, so that it is no longer to be returned (art. 5.2)."""

    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AnnounceLeave:
    """Announce leave (art. 7.2)."""

    by: Seat
    period: LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawLeave:
    """Take back leave that has not begun."""

    by: Seat
    period: LeavePeriod


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    """Abandon the game (art. 9.1)."""

    by: Seat
    unbegun: bool = False
    """It is given up before it begins, and was put into play only to be ended: he does not come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeInterruption:
    """Propose to interrupt the game (art. 9.2)."""

    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerInterruption:
    """Accept or decline the partner's proposal; its author may decline, too: he withdraws it."""

    by: Seat
    accept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckTime:
    """Find out whether the player to move has exceeded his thinking time (art. 7.2).

    Or whether he has let the days pass in which he may return a last placement (art. 5.2).
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseOnTime:
    """The arbiter finds the game lost for the player whose time is exceeded (art. 7.2, 9.4)."""

    by: Seat | None
    """None: for both players."""


Command = (
    Place
    | Pass
    | ReturnPlacement
    | AcceptPlacement
    | AnnounceLeave
    | WithdrawLeave
    | Resign
    | ProposeInterruption
    | AnswerInterruption
    | CheckTime
    | LoseOnTime
)
