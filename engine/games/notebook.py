"""A notebook: lines of play that somebody keeps in a game, and what becomes of them as it goes on.

Lines that begin alike are one branch until they part: together they are a tree, whose positions are
numbered as they are read. A line knows which board it goes on from, its root. When the game moves,
what was foreseen goes on from the new board, and what was not is told with its reason.
"""

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from hashlib import sha256

from engine.board import EMPTY_BOARD, Board
from engine.errors import EngineError, Fault, RuleViolation
from engine.games.events import PlacementMade
from engine.games.game import Game, Move, Stage, squares, written
from engine.games.planned import Planned, is_made, named
from engine.games.variations import Ply, tried

MOST_PLIES = 12
"""Moves of one line, both players' counted."""
MOST_POSITIONS = 200
"""Positions in one notebook."""
LONGEST_NAME, LONGEST_NOTE = 60, 300
Path = tuple[Planned, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """Moves from a board on, and what their author calls the position they lead to."""

    moves: Path
    root: str = ""
    """Which board they go on from, `root_of`; empty: whichever is there."""
    name: str = ""
    note: str = ""

    @property
    def is_bare(self) -> bool:
        """Return whether nothing is said of it, so that a longer line takes its place."""
        return not self.name and not self.note


class Fate(Enum):
    """What the game has made of a line."""

    OPEN = "open"
    PLAYED = "played"
    """All of it has been played."""
    OTHERWISE = "otherwise"
    """Something else was played."""
    CHANGED = "changed"
    """Moves that it goes on from no longer stand."""
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class Course:
    """How far a line has come true."""

    fate: Fate
    done: int = 0
    """Its moves that have been played."""
    instead: Move | None = None
    """What was played in place of the next one."""


@dataclass(slots=True, kw_only=True)
class Position:
    """One position of the tree, and the move that leads to it."""

    number: int
    """From 1, as the tree is read."""
    above: "Position | None"
    planned: Planned
    ply: Ply | None = None
    """None: the move cannot be made, or one before it cannot."""
    faults: tuple[Fault, ...] = ()
    """What stands against the move; of what comes after it nothing is said."""
    name: str = ""
    note: str = ""
    below: "list[Position]" = field(default_factory=list)

    @property
    def depth(self) -> int:
        """Return how many moves lead to it."""
        return 1 if self.above is None else self.above.depth + 1

    @property
    def path(self) -> Path:
        """Return the moves that lead to it."""
        return (*(self.above.path if self.above is not None else ()), self.planned)

    @property
    def plies(self) -> tuple[Ply, ...]:
        """Return those of them that can be made."""
        before = self.above.plies if self.above is not None else ()
        return before if self.ply is None else (*before, self.ply)


def root_of(game: Game, moves: int | None = None) -> str:
    """Return what names the board after so many of the game's moves, or after all of them.

    Moves and sequence make the board, so the same moves are the same board.
    """
    stood = game.moves[:moves]
    mark = sha256("\n".join(map(written, stood)).encode()).hexdigest()[:10]
    return f"{len(stood)}.{mark}"


class Courses:
    """Says of any line how far it has come true in one game."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._boards: list[Board] = []

    def of(self, line: Line) -> Course:
        """Return what the game has made of the line."""
        game = self._game
        count = line.root.partition(".")[0]
        begun = int(count) if count.isdecimal() else len(game.moves)
        if line.root and (begun > len(game.moves) or root_of(game, begun) != line.root):
            return Course(Fate.CHANGED)
        done = 0
        for planned, move in zip(line.moves, game.moves[begun:], strict=False):
            if not is_made(self._board(begun + done), planned, move):
                return Course(Fate.OTHERWISE, done, move)
            done += 1
        if done == len(line.moves):
            return Course(Fate.PLAYED, done)
        return Course(Fate.OPEN if game.stage is Stage.RUNNING else Fate.ENDED, done)

    def _board(self, moves: int) -> Board:
        """Return the board after so many moves."""
        if not self._boards:
            self._boards = [EMPTY_BOARD]
            for move in self._game.moves:
                self._boards.append(_after(self._boards[-1], move))
        return self._boards[moves]


def _after(board: Board, move: Move) -> Board:
    if not isinstance(move, PlacementMade):
        return board
    lies = squares(move.square, move.axis, len(move.word))
    return board.lay(zip(lies, move.word, strict=True))


def open_lines(game: Game, lines: Iterable[Line]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Return the lines that may still come, as they go on from the present board; and the rest."""
    courses = Courses(game)
    going, gone = list[Line](), list[Line]()
    for line in lines:
        course = courses.of(line)
        if course.fate is Fate.OPEN:
            going.append(replace(line, moves=line.moves[course.done :], root=root_of(game)))
        else:
            gone.append(line)
    return tuple(going), tuple(gone)


def tree(game: Game, lines: Iterable[Line], lexicon: Container[str]) -> tuple[Position, ...]:
    """Return all positions of these lines, which go on from the present board, each judged.

    A position stands before those that come after it.
    """
    read = unjudged(lines)
    for each in read:
        judge(game, each, lexicon)
    return read


def unjudged(lines: Iterable[Line]) -> tuple[Position, ...]:
    """Return all positions of these lines, to be judged in this order."""
    tops: dict[str, Position] = {}
    found: dict[tuple[str, ...], Position] = {}
    for line in lines:
        above: Position | None = None
        for at in range(len(line.moves)):
            key = tuple(map(named, line.moves[: at + 1]))
            if key not in found:
                found[key] = Position(number=0, above=above, planned=line.moves[at])
                if above is None:
                    tops[key[0]] = found[key]
                else:
                    above.below.append(found[key])
            above = found[key]
        if above is not None:
            above.name, above.note = line.name or above.name, line.note or above.note
    read = tuple(_read(tops.values()))
    for number, each in enumerate(read, 1):
        each.number = number
    return read


def _read(positions: Iterable[Position]) -> Iterator[Position]:
    for each in positions:
        yield each
        yield from _read(each.below)


def judge(game: Game, position: Position, lexicon: Container[str]) -> None:
    """Make the move, unless one before it could not be made."""
    before = game
    if position.above is not None:
        if position.above.ply is None:
            return
        before = position.above.ply.after
    try:
        position.ply = tried(before, position.planned, lexicon)
    except EngineError as error:
        position.faults = error.faults


def with_line(lines: Sequence[Line], line: Line) -> tuple[Line, ...]:
    """Return the lines with that one, in the place of the one of the same moves.

    A bare one makes room for a line that only goes on from it; nothing else changes its place.
    """
    if line.is_bare and any(_goes_on(each, line) for each in lines):
        return tuple(each for each in lines if not _is_same(each, line))
    place = next((at for at, each in enumerate(lines) if _makes_room(each, line)), len(lines))
    before = [each for each in lines[:place] if not _makes_room(each, line)]
    after = [each for each in lines[place:] if not _makes_room(each, line)]
    return (*before, line, *after)


def _makes_room(kept: Line, line: Line) -> bool:
    return _is_same(kept, line) or (kept.is_bare and _goes_on(line, kept))


def _is_same(one: Line, other: Line) -> bool:
    return one.root == other.root and one.moves == other.moves


def _goes_on(longer: Line, line: Line) -> bool:
    """Return whether a line begins with all of the other, and has more."""
    is_longer = len(longer.moves) > len(line.moves) and longer.root == line.root
    return is_longer and _begins(line.moves, longer.moves)


def without_position(lines: Sequence[Line], path: Path) -> tuple[Line, ...]:
    """Return the lines without that position and all that comes after it; what led there stays."""
    kept = [each for each in lines if not _begins(path, each.moves)]
    if len(kept) == len(lines) or len(path) == 1:
        return tuple(kept)
    first = next(each for each in lines if _begins(path, each.moves))
    led = Line(moves=path[:-1], root=first.root)
    return tuple(kept) if any(_is_same(each, led) for each in kept) else with_line(kept, led)


def _begins(start: Path, moves: Path) -> bool:
    """Return whether the moves begin so."""
    return moves[: len(start)] == start


def check_room(lines: Iterable[Line]) -> None:
    """Accept as many lines as a notebook holds.

    Raises:
        RuleViolation: `line_too_long` or `notebook_full`.
    """
    positions = set[tuple[str, ...]]()
    for line in lines:
        if len(line.moves) > MOST_PLIES:
            raise RuleViolation(Fault("line_too_long", facts={"n": MOST_PLIES}))
        moves = tuple(map(named, line.moves))
        positions.update((line.root, *moves[: at + 1]) for at in range(len(moves)))
    if len(positions) > MOST_POSITIONS:
        raise RuleViolation(Fault("notebook_full", facts={"n": MOST_POSITIONS}))
