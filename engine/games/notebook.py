"""A notebook: lines of play that a person saves in a game, and their progress.

Lines with the same beginning share a branch, so together they form a tree with numbered positions.
A line stores the board it starts from, its root. When the game moves on, matching lines continue
from the new board; others are reported with the reason.
"""

from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from itertools import accumulate

from engine.board import EMPTY_BOARD, Board
from engine.errors import EngineError, Fault, RuleViolation
from engine.games.game import Game, Move, Stage, move_notation, with_move
from engine.games.planned_moves import Planned, Ply, is_made, planned_notation, tried

MOST_PLIES = 12
"""The most moves of one line, of both players together."""
MOST_POSITIONS = 200
"""The most positions in one notebook."""
LONGEST_NAME, LONGEST_NOTE = 60, 300
Path = tuple[Planned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NotebookLine:
    """Moves from a board on, with the author's name for them and a note for the last position."""

    moves: Path
    root: str = ""
    """The name of the board from which the moves start (`root_of`); empty for the present board."""
    name: str = ""
    note: str = ""

    @property
    def is_bare(self) -> bool:
        """Whether the line has no name and no note, so that a longer line replaces it."""
        return not self.name and not self.note


class LineResult(Enum):
    """The outcome of a line: whether the game has followed it."""

    OPEN = "open"
    PLAYED = "played"
    """All moves of the line have been played."""
    OTHERWISE = "otherwise"
    """Another move was played than the next one of the line."""
    CHANGED = "changed"
    """Moves before the line's root were taken back."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class LineProgress:
    """The progress of a line."""

    outcome: LineResult
    done: int = 0
    """The number of the line's moves that were played."""
    instead: Move | None = None
    """The move played instead of the next one."""


@dataclass(slots=True, kw_only=True)
class NotebookPosition:
    """One position of the tree, and the move that leads to it."""

    number: int
    """The number of the position, from 1, in the order of the tree."""
    above: "NotebookPosition | None"
    """The position before; None for a first move."""
    planned: Planned
    ply: Ply | None = None
    """The move after it was tried; None if this move or one before it is not possible."""
    faults: tuple[Fault, ...] = ()
    """The faults of the move; positions after it have none."""
    name: str = ""
    note: str = ""

    @property
    def path(self) -> Path:
        """The moves to this position."""
        return (*(self.above.path if self.above is not None else ()), self.planned)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """The moves to this position that are possible, each after it was tried."""
        before = self.above.plies if self.above is not None else ()
        return before if self.ply is None else (*before, self.ply)


def root_of(game: Game, moves: int | None = None) -> str:
    """Return the name of the board after so many of the game's moves, or after all of them.

    The same moves always give the same board and the same name.
    """
    stood = game.moves[:moves]
    mark = sha256("\n".join(map(move_notation, stood)).encode()).hexdigest()[:10]
    return f"{len(stood)}.{mark}"


def open_lines(
    game: Game, lines: Iterable[NotebookLine]
) -> tuple[tuple[NotebookLine, ...], tuple[tuple[NotebookLine, LineProgress], ...]]:
    """Return the open lines, shortened to the present board, and the others with their progress."""
    boards = tuple(accumulate(game.moves, with_move, initial=EMPTY_BOARD))
    known = [(line, _progress(game, boards, line)) for line in lines]
    going = tuple(
        replace(line, moves=line.moves[progress.done :], root=root_of(game))
        for line, progress in known
        if progress.outcome is LineResult.OPEN
    )
    return going, tuple(each for each in known if each[1].outcome is not LineResult.OPEN)


def _progress(game: Game, boards: Sequence[Board], line: NotebookLine) -> LineProgress:
    """Return the progress of the line in the game; `boards` are those after each of its moves."""
    count = line.root.partition(".")[0]  # as `root_of` writes it
    begun = int(count) if count.isdecimal() else len(game.moves)
    if line.root and (begun > len(game.moves) or root_of(game, begun) != line.root):
        return LineProgress(LineResult.CHANGED)
    done = 0
    for planned, move in zip(line.moves, game.moves[begun:], strict=False):
        if not is_made(boards[begun + done], planned, move):
            return LineProgress(LineResult.OTHERWISE, done, move)
        done += 1
    if done == len(line.moves):
        return LineProgress(LineResult.PLAYED, done)
    return LineProgress(LineResult.OPEN if game.stage is Stage.RUNNING else LineResult.ENDED, done)


def unvalidated(lines: Iterable[NotebookLine]) -> tuple[NotebookPosition, ...]:
    """Return all positions of these lines, not yet validated, each before its continuations."""
    tree: dict[tuple[str, ...], NotebookPosition] = {}
    places: dict[tuple[str, ...], tuple[int, ...]] = {(): ()}  # a branch after the moves before it
    for line in lines:
        above: NotebookPosition | None = None
        for at, planned in enumerate(line.moves):
            key = tuple(map(planned_notation, line.moves[: at + 1]))
            if key not in tree:
                tree[key] = NotebookPosition(number=0, above=above, planned=planned)
                places[key] = (*places[key[:-1]], len(tree))
            above = tree[key]
        if above is not None:
            above.name, above.note = line.name or above.name, line.note or above.note
    in_order = tuple(tree[key] for key in sorted(tree, key=places.__getitem__))
    for number, position in enumerate(in_order, 1):
        position.number = number
    return in_order


def validate_position(game: Game, position: NotebookPosition, lexicon: Container[str]) -> None:
    """Try the move of the position and note the outcome in it; nothing after an impossible move."""
    before = game
    if position.above is not None:
        if position.above.ply is None:
            return
        before = position.above.ply.after
    try:
        position.ply = tried(before, position.planned, lexicon)
    except EngineError as error:
        position.faults = error.faults


def with_line(lines: Sequence[NotebookLine], line: NotebookLine) -> tuple[NotebookLine, ...]:
    """Return the lines with the new one, which replaces a line with the same moves.

    A line without name and note is replaced by a longer one; all others keep their order.
    """
    if line.is_bare and any(_continues(each, line) for each in lines):
        return tuple(each for each in lines if not _is_same(each, line))
    kept = [each for each in lines if not _gives_way(each, line)]
    free = [at for at, each in enumerate(lines) if _gives_way(each, line)]
    kept.insert(free[0] if free else len(lines), line)
    return tuple(kept)


def _gives_way(old: NotebookLine, line: NotebookLine) -> bool:
    """Return whether the new line replaces the old one."""
    return _is_same(old, line) or (old.is_bare and _continues(line, old))


def _is_same(one: NotebookLine, other: NotebookLine) -> bool:
    return one.root == other.root and one.moves == other.moves


def _continues(longer: NotebookLine, line: NotebookLine) -> bool:
    """Return whether the first line continues the second with more moves."""
    is_longer = len(longer.moves) > len(line.moves) and longer.root == line.root
    return is_longer and _begins(line.moves, longer.moves)


def without_position(lines: Sequence[NotebookLine], path: Path) -> tuple[NotebookLine, ...]:
    """Return the lines without that position and its continuations; the moves before it stay."""
    kept = [each for each in lines if not _begins(path, each.moves)]
    if len(kept) == len(lines) or len(path) == 1:
        return tuple(kept)
    first = next(each for each in lines if _begins(path, each.moves))
    before = NotebookLine(moves=path[:-1], root=first.root)
    return tuple(kept) if any(_is_same(each, before) for each in kept) else with_line(kept, before)


def _begins(start: Path, moves: Path) -> bool:
    """Return whether the moves begin with `start`."""
    return moves[: len(start)] == start


def check_room(lines: Iterable[NotebookLine]) -> None:
    """Check the number of lines and positions against the limits of a notebook.

    Raises:
        RuleViolation: `line_too_long` or `notebook_full`.
    """
    positions = set[tuple[str, ...]]()
    for line in lines:
        if len(line.moves) > MOST_PLIES:
            raise RuleViolation(Fault("line_too_long", facts={"n": MOST_PLIES}))
        moves = tuple(map(planned_notation, line.moves))
        positions.update((line.root, *moves[: at + 1]) for at in range(len(moves)))
    if len(positions) > MOST_POSITIONS:
        raise RuleViolation(Fault("notebook_full", facts={"n": MOST_POSITIONS}))
