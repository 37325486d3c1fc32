"""Lines of play: moves of both players in turn, tried from the present board.

Sequence, board and both racks are open (art. 1.1), and players draw the next tiles in order (art.
4.1), so a line leads to exactly one position. `decide` makes the moves on the day on which the last
ones arrived, so a line uses no days. This module never searches for moves: the author writes them.
`engine.games.notebook` stores lines and follows their progress.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import reduce

from engine.errors import EngineError, Fault
from engine.games.endings import accepted_end
from engine.games.events import PlacementMade
from engine.games.fold import evolve
from engine.games.game import Game, Move
from engine.games.planned_moves import Planned, play_planned
from engine.ids import Seat
from engine.tiles import without


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One move of a line, after it was tried."""

    move: Move
    leaves: str
    """The player's tiles after the move, before drawing."""
    takes: str
    """The tiles that the player draws from the sequence."""
    after: Game
    """The game after the move, including the end and its adjustments (art. 4.3)."""

    def lead(self, seat: Seat) -> int:
        """Return the lead of that seat, in points, after the move."""
        return self.after.side(seat).score - self.after.side(seat.partner).score


@dataclass(frozen=True, slots=True)
class Variation:
    """The possible part of a line, and the faults of the next move."""

    plies: tuple[Ply, ...]
    """The possible moves, in order."""
    faults: tuple[Fault, ...] = ()
    """The faults of the next move; empty if the whole line is possible."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """The points of a line after a round, or after its last, incomplete one."""

    number: int
    gained: tuple[int, int]
    """The counted points of Red and Blue in the round (art. 1.4), with any end adjustment."""
    scores: tuple[int, int]
    """The scores of Red and Blue after the round."""


def tried(game: Game, planned: Planned, lexicon: Container[str]) -> Ply:
    """Return the result of the move by the player to move.

    A last placement counts as accepted (art. 5.2).

    Raises:
        EngineError: the move is not possible; the error lists every fault.
    """
    at = datetime.combine(game.start, time.min, UTC)
    after, move = play_planned(game, game.turn, planned, at, lexicon)
    if after.waits_for_acceptance:
        after = reduce(evolve, accepted_end(after, at), after)
    rack = game.side(move.by).rack
    return Ply(
        move=move,
        leaves=without(rack, move.tiles) if isinstance(move, PlacementMade) else rack,
        takes=game.sequence[game.drawn : after.drawn],
        after=after,
    )


def variation(game: Game, moves: Iterable[Planned], lexicon: Container[str]) -> Variation:
    """Return the line of these moves, made in turn up to the first impossible one."""
    plies: list[Ply] = []
    for planned in moves:
        try:
            plies.append(tried(plies[-1].after if plies else game, planned, lexicon))
        except EngineError as error:
            return Variation(tuple(plies), error.faults)
    return Variation(tuple(plies))


def by_round(game: Game, plies: Sequence[Ply]) -> tuple[Round, ...]:
    """Return the points after each round of a line from that game."""
    found: list[Round] = []
    before = _scores(game)
    for at, ply in enumerate(plies):
        number = ply.move.round
        if at + 1 < len(plies) and plies[at + 1].move.round == number:
            continue
        now = _scores(ply.after)
        gained = now[0] - before[0], now[1] - before[1]
        found.append(Round(number=number, gained=gained, scores=now))
        before = now
    return tuple(found)


def _scores(game: Game) -> tuple[int, int]:
    return game.red.score, game.blue.score
