"""Planned moves: their notation, and trying them in a game, alone or in a line of play.

Sequence, board and both racks are open (art. 1.1), and players draw the next tiles in order (art.
4.1), so a line leads to exactly one position. This module never searches for moves: the author
writes them. A line is tried on the day on which the last move arrived, so it uses no days.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time
from enum import Enum
from functools import reduce

from engine.board import Board
from engine.errors import EngineError, Fault
from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.endings import accepted_end
from engine.games.events import Event, Passed, PlacementMade
from engine.games.fold import evolve
from engine.games.game import Game, Move
from engine.ids import Seat
from engine.notation import PASS, format_placement, is_pass, parse_placement
from engine.placement import Placement, survey
from engine.tiles import without


class Wordless(Enum):
    """The values in a condition that are not a placement."""

    PASS = "pass"  # noqa: S105  (a move, not a password)
    ANY = "any"
    """Any move of the opponent that no other condition names."""


Planned = Placement | Wordless

LINE = "; "
"""The separator of the moves in a line."""


def planned_notation(planned: Planned) -> str:
    """Return the move as players write it: `H8 CASA`, or `PAS`."""
    return PASS if isinstance(planned, Wordless) else format_placement(planned)


def read_planned(text: str) -> Planned:
    """Return the planned move in the text: `H8 CASA`, or `PAS`.

    Raises:
        NotationError: it is neither a placement nor a pass.
    """
    return Wordless.PASS if is_pass(text) else parse_placement(text)


def planned_as(move: Move) -> Planned:
    """Return the plan of which the move is the result."""
    return Wordless.PASS if isinstance(move, Passed) else move.placement


def is_made(board: Board, planned: Planned, move: Move) -> bool:
    """Return whether the move lays the tiles as planned; a tile of two words may name either."""
    made = planned_as(move)
    if isinstance(planned, Wordless) or isinstance(made, Wordless):
        return planned is made
    return _laid(board, planned) == _laid(board, made)


def _laid(board: Board, placement: Placement) -> Board | None:
    """Return the board with the placement, or None if it does not fit there."""
    would = survey(board, placement)
    if would.overhang or would.clashes:
        return None
    return board.lay(replace(placement, word=would.word).letters)


def play_planned(
    game: Game, seat: Seat, planned: Planned, at: datetime, lexicon: Container[str]
) -> tuple[Game, Move]:
    """Return the game after the planned move, and the move.

    Raises:
        EngineError: the move is not possible; the error lists every fault.
    """
    events = decide(game, command_of(seat, planned), at, lexicon)
    return reduce(evolve, events, game), move_of(events)


def move_of(events: Iterable[Event]) -> Move:
    """Return the move among the events of a decision."""
    return next(event for event in events if isinstance(event, PlacementMade | Passed))


def command_of(seat: Seat, planned: Planned) -> Command:
    """Return the command that makes the planned move."""
    if isinstance(planned, Wordless):
        return Pass(by=seat)
    return Place(by=seat, placement=planned)


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


@dataclass(frozen=True, slots=True)
class Variation:
    """The possible part of a line, and the faults of the next move."""

    plies: tuple[Ply, ...]
    """The possible moves, in order."""
    faults: tuple[Fault, ...] = ()
    """The faults of the next move; empty if the whole line is possible."""


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
