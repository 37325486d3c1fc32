"""The moves of a game as the ledger of days keeps them: those that stand, and those taken back.

Kept from the figures of the events alone, independently of `engine.games.game`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from engine.games.events import Passed, PlacementMade, PlacementReturned
from engine.games.game import written
from engine.ids import Seat

_Move = PlacementMade | Passed


@dataclass(frozen=True, slots=True)
class _Run:
    """Moves taken back at once: when, after how many others, and whether their days stay used."""

    at: datetime
    keep: int
    moves: tuple[_Move, ...]
    is_charged: bool


@dataclass(slots=True)
class MovesMade:
    """The moves so far."""

    standing: list[_Move] = field(default_factory=list)
    runs: list[_Run] = field(default_factory=list)
    """Moves that no longer stand, as they were returned or annulled together."""
    held: list[tuple[int, PlacementReturned]] = field(default_factory=list)
    """The turns that ended by returning a placement, each with how many moves stood before it."""

    @property
    def turn(self) -> Seat:
        """Return whose turn it is after the moves that stand."""
        return self.standing[-1].by.partner if self.standing else Seat.RED

    @property
    def days_used(self) -> Mapping[Seat, int]:
        """Return the days of each seat's moves that stand, and of whatever is charged besides.

        What was charged is given back by a later annulment, without a charge, to a placement
        before it.
        """
        free = [(run.at, run.keep) for run in self.runs if not run.is_charged]
        charged = [
            move
            for run in self.runs
            if run.is_charged
            for place, move in enumerate(run.moves, run.keep)
            if not any(at >= run.at and keep <= place for at, keep in free)
        ]
        held = [
            back
            for place, back in self.held
            if not any(at >= back.at and keep <= place for at, keep in free)
        ]
        cost = (*self.standing, *charged, *held)
        return {seat: sum(turn.days for turn in cost if turn.by is seat) for seat in Seat}

    def take_back(self, at: datetime, keep: int, *, is_charged: bool) -> tuple[_Move, ...]:
        """Leave the first `keep` moves standing; return the others."""
        gone = tuple(self.standing[keep:])
        del self.standing[keep:]
        self.runs.append(_Run(at, keep, gone, is_charged))
        return gone

    def hold(self, back: PlacementReturned) -> None:
        """Charge who returned the last placement for the days that he held it; it is gone."""
        self.held.append((len(self.standing), back))

    def restore(self, voided: datetime, keep: int, first: str = "") -> tuple[_Move, ...]:
        """Let the moves stand again that were taken back then, after that many; return them.

        `first` is the first of them as it is written, where that is known.
        """
        named = [
            run
            for run in self.runs
            if (run.at, run.keep) == (voided, keep) and first in {"", written(run.moves[0])}
        ]
        self.runs.remove(named[-1])
        self.standing += named[-1].moves
        return named[-1].moves
