"""Commands that a person or the clock may send to a running game.

There is no command for an exchange of tiles (art. 1.1) or an agreed draw (art. 9.3). Leave belongs
to the match, whose games follow it (`engine.matches.decide`).
"""

from dataclasses import dataclass

from engine.ids import Seat
from engine.placement import Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatCommand:
    """A command of the player in that seat."""

    by: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(SeatCommand):
    """Send a placement (art. 4)."""

    placement: Placement


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass(SeatCommand):
    """Announce a pass (PAS, art. 5.3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReturnPlacement(SeatCommand):
    """Send the opponent's last placement back (art. 5.2)."""

    words: tuple[str, ...] = ()
    """The words objected to; empty for all words that are not in the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptPlacement(SeatCommand):
    """Accept the opponent's last placement, which can then not be returned (art. 5.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(SeatCommand):
    """Resign the game (art. 9.1)."""

    unbegun: bool = False
    """Whether the game was started only to be resigned, because the player does not take part."""
    withdrew: bool = False
    """Whether the player withdraws from the competition or the match by resigning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposeInterruption(SeatCommand):
    """Propose to end the game early (art. 9.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerInterruption(SeatCommand):
    """Accept or decline the opponent's proposal; its author declines it to withdraw it."""

    accept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckTime:
    """Check whether the player to move has exceeded their thinking time (art. 7.2).

    It also checks whether the days for returning a last placement are over (art. 5.2). The clock
    sends it, or a ruling that resumes the game; no person does.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class LoseOnTime:
    """The arbiter declares the game lost by exceeded time (art. 7.2, 9.4)."""

    exceeded: Seat | None
    """The player who exceeded the time; None means both players."""


Command = (
    Place
    | Pass
    | ReturnPlacement
    | AcceptPlacement
    | Resign
    | ProposeInterruption
    | AnswerInterruption
    | CheckTime
    | LoseOnTime
)
