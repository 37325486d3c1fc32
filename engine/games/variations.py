"""Lines of play: moves of both players in turn, tried out from the board as it stands.

Sequence, board and both hands are open (art. 1.1), and each player takes the next letters in their
order (art. 4.1): a line leads to one position and no other. Its moves are made by `decide`, on the
day on which the last ones arrived, so that a line uses no days. None is looked for here: they are
his who writes them. Where lines are kept, and what becomes of them, is `engine.games.notebook`.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time
from functools import reduce

from engine.errors import EngineError, Fault
from engine.games.decide import decide
from engine.games.endings import accepted_end
from engine.games.events import PlacementMade
from engine.games.fold import evolve
from engine.games.game import Game, Move
from engine.games.planned import Planned, command_of, move_of
from engine.ids import Seat
from engine.tiles import without


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One move of a line, made."""

    move: Move
    leaves: str
    """What its author keeps in hand, before he takes new letters."""
    takes: str
    """The letters he takes from the sequence."""
    after: Game
    """The game as it stands then; where it ends, with what the end adds (art. 4.3)."""

    def lead(self, seat: Seat) -> int:
        """Return by how many points that seat is ahead then."""
        return self.after.side(seat).score - self.after.side(seat.partner).score


@dataclass(frozen=True, slots=True)
class Variation:
    """A line as far as it can be played, and what stands against the move that comes next."""

    plies: tuple[Ply, ...]
    faults: tuple[Fault, ...] = ()
    """Empty: all of it can be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """What a line has brought by the end of a round, or of as much of it as is planned."""

    number: int
    gained: tuple[int, int]
    """What Red's placement and Blue's count in it (art. 1.4), and what an end adds."""
    scores: tuple[int, int]


def tried(game: Game, planned: Planned, lexicon: Container[str]) -> Ply:
    """Return the move made by whoever is to move; a last placement is taken as accepted (art. 5.2).

    Raises:
        EngineError: it could not be made; every fault is named.
    """
    at = datetime.combine(game.start, time.min, UTC)
    events = decide(game, command_of(game.turn, planned), at, lexicon)
    after = reduce(evolve, events, game)
    if after.waits_for_acceptance:
        after = reduce(evolve, accepted_end(after, at), after)
    move = move_of(events)
    rack = game.side(move.by).rack
    return Ply(
        move=move,
        leaves=without(rack, move.tiles) if isinstance(move, PlacementMade) else rack,
        takes=game.sequence[game.drawn : after.drawn],
        after=after,
    )


def variation(game: Game, moves: Iterable[Planned], lexicon: Container[str]) -> Variation:
    """Return the moves made one after the other, up to the first that could not be made."""
    plies: list[Ply] = []
    for planned in moves:
        try:
            plies.append(tried(plies[-1].after if plies else game, planned, lexicon))
        except EngineError as error:
            return Variation(tuple(plies), error.faults)
    return Variation(tuple(plies))


def by_round(game: Game, plies: Sequence[Ply]) -> tuple[Round, ...]:
    """Return the points after each round of a line that goes on from that game."""
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
