"""Planned moves: their notation, and trying them in a game.

Sequence, board and both racks are open (art. 1.1), so the result of a move is known beforehand.
Conditional moves and lines of play consist of planned moves.
"""

from collections.abc import Container, Iterable
from datetime import datetime
from enum import Enum
from functools import reduce

from engine.board import Board, squares
from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.events import Event, Passed, PlacementMade
from engine.games.fold import evolve
from engine.games.game import Game, Move
from engine.ids import Seat
from engine.notation import format_placement, is_pass, parse_placement
from engine.placement import Placement, survey


class Wordless(Enum):
    """The values in a condition that are not a placement."""

    PASS = "pass"  # noqa: S105  (a move, not a password)
    ANY = "any"
    """Any move of the opponent that no other condition names."""


Planned = Placement | Wordless

LINE = "; "
"""The separator of the moves in a line."""
PASS = "PAS"  # noqa: S105  (a move, not a password)


def named(planned: Planned) -> str:
    """Return the move as players write it: `H8 CASA`, or `PAS`."""
    return PASS if isinstance(planned, Wordless) else format_placement(planned)


def planned(text: str) -> Planned:
    """Return the planned move in the text: `H8 CASA`, or `PAS`.

    Raises:
        NotationError: it is neither a placement nor a pass.
    """
    return Wordless.PASS if is_pass(text) else parse_placement(text)


def is_made(board: Board, planned: Planned, move: Move) -> bool:
    """Return whether the move lays the same tiles on the board as planned.

    One tile may form two words; either may be named as the main one.
    """
    if isinstance(planned, Wordless):
        return planned is Wordless.PASS and isinstance(move, Passed)
    if isinstance(move, Passed):
        return False
    return _laid(board, planned) == _laid(board, Placement(move.square, move.axis, move.word))


def _laid(board: Board, placement: Placement) -> Board | None:
    """Return the board with the placement, or None if it does not fit there."""
    would = survey(board, placement)
    if would.overhang or would.clashes:
        return None
    lies = squares(placement.square, placement.axis, len(would.word))
    return board.lay(zip(lies, would.word, strict=True))


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
