"""Moves that are planned: what stands for one on paper, and what it makes of a game.

Sequence, board and both hands are open (art. 1.1), so what a move would lead to is known before it
is made. Conditional replies and lines of play are both made of such moves.
"""

from collections.abc import Container, Iterable
from datetime import datetime
from enum import Enum
from functools import reduce

from engine.board import Board
from engine.games.commands import Command, Pass, Place
from engine.games.decide import decide
from engine.games.events import Event, Passed, PlacementMade
from engine.games.fold import evolve
from engine.games.game import Game, Move, squares
from engine.ids import Seat
from engine.notation import format_placement, is_pass, parse_placement
from engine.placement import Placement, survey


class Wordless(Enum):
    """What stands in a condition in place of a placement."""

    PASS = "pass"  # noqa: S105  (a move, not a word that opens doors)
    ANY = "any"
    """Whatever the partner does that no other condition names."""


Planned = Placement | Wordless

LINE = "; "
"""Between the moves of a line, as it is written."""
PASS = "PAS"  # noqa: S105  (a move, not a word that opens doors)


def named(planned: Planned) -> str:
    """Return a move as it is written: `H8 CASA`, or `PAS`."""
    return PASS if isinstance(planned, Wordless) else format_placement(planned)


def planned(text: str) -> Planned:
    """Return the move that a text means.

    Raises:
        NotationError: it is neither a placement nor a pass.
    """
    return Wordless.PASS if is_pass(text) else parse_placement(text)


def is_made(board: Board, planned: Planned, move: Move) -> bool:
    """Return whether the move lays on the board the very tiles that were planned.

    One tile may form two words, either of which may be named as the main one.
    """
    if isinstance(planned, Wordless):
        return planned is Wordless.PASS and isinstance(move, Passed)
    if isinstance(move, Passed):
        return False
    return _laid(board, planned) == _laid(board, Placement(move.square, move.axis, move.word))


def _laid(board: Board, placement: Placement) -> Board | None:
    """Return the board with the placement on it, or None if it does not fit there."""
    would = survey(board, placement)
    if would.overhang or would.clashes:
        return None
    lies = squares(placement.square, placement.axis, len(would.word))
    return board.lay(zip(lies, would.word, strict=True))


def made(
    game: Game, seat: Seat, planned: Planned, at: datetime, lexicon: Container[str]
) -> tuple[Game, Move]:
    """Return the game after the planned move, and the move; it is refused as any other is."""
    events = decide(game, command_of(seat, planned), at, lexicon)
    return reduce(evolve, events, game), move_of(events)


def move_of(events: Iterable[Event]) -> Move:
    """Return the move among what was decided of one."""
    return next(event for event in events if isinstance(event, PlacementMade | Passed))


def command_of(seat: Seat, planned: Planned) -> Command:
    """Return what a player asks for who makes the move."""
    if isinstance(planned, Wordless):
        return Pass(by=seat)
    return Place(by=seat, placement=planned)
