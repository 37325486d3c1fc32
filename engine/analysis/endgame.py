"""The end of a game, proven: the sequence is exhausted, and both hands are known. The reference.

Alpha-beta over both hands, passes included, with a table of positions met before. A value is the
final spread still to come: what who moves will yet gain on the other, the tiles left at the end
included (art. 4.3). Where points weigh differently for the two, coefficients are asked for. A
position is proven or it is not; how much is searched is a number of positions, not a time, so that
the same game always gets the same answer.

The compiled search does the same, far sooner (`engine.analysis.proving`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.analysis.found import LineCache, Lines, Move, across_after
from engine.board import Board, Square
from engine.dawg import Dawg
from engine.rulesets import Ruleset
from engine.tiles import TileSet, value_of, without

_PAIR: Final = 2
_MOST: Final = 1 << 28
"""More than any spread."""


class OutOfBudget(Exception):  # noqa: N818  (it says what it is)
    """As many positions as allowed were looked at, and nothing is proven."""


@dataclass(frozen=True, slots=True)
class Best:
    """What is proven of a position."""

    value: int
    """What who moves will yet gain on the other."""
    move: Move | None
    """One that brings it; None: to pass."""


@dataclass(slots=True)
class _Known:
    low: int = -_MOST
    high: int = _MOST
    move: Move | None = None
    """The best so far, or the one that was too good; None: a pass, or nothing yet."""
    is_tried: bool = False


Weights: TypeAlias = tuple[int, int]
"""What a point is worth of who moves, and of the other."""
EVEN: Final = (1, 1)


def to_pass_after(passes: int, rules: Ruleset) -> int:
    """Return how many passes in a row end the game, after so many; at most three.

    Who may pass twice more has nothing of the second time: if the other passes too, both stand
    where they stood. So an even number of passes is as good as two, an odd one as three.
    """
    left = max(1, rules.passes_to_end - passes)
    return left if left < _PAIR else _PAIR + left % _PAIR


class Endgame:
    """All that is known of the ends that come from one game."""

    budget: Final = 60_000
    """Positions that are looked at for one turn: five to eight seconds."""

    def __init__(self, graph: Dawg, tile_set: TileSet, rules: Ruleset) -> None:
        self.cache = LineCache(graph, tile_set, rules)
        self._rules, self._tile_set = rules, tile_set
        self._weights = EVEN
        self._fresh = to_pass_after(0, rules)
        """How many passes end the game after a placement."""
        self._known: dict[tuple[str, str, str, int, Weights], _Known] = {}
        self._worth: dict[str, int] = {}
        self._left = 0
        self.looked_at = 0

    def best(self, board: Board, mine: str, theirs: str, *, passes: int = 0, budget: int) -> Best:
        """Return the proven best of who moves with `mine`, after so many passes in a row.

        Raises:
            OutOfBudget: it takes more than that many positions.
        """
        self._left, self._weights = budget, EVEN
        lines = self.cache.lines(board)
        hands = "".join(sorted(mine)), "".join(sorted(theirs))
        to_pass = to_pass_after(passes, self._rules)
        value = self._settled(lines, *hands, to_pass)
        return Best(value, self._known[lines.across, *hands, to_pass, EVEN].move)

    def reaches(  # noqa: PLR0913  (a position and the question)
        self,
        board: Board,
        mine: str,
        theirs: str,
        *,
        passes: int = 0,
        weights: Weights,
        wanted: int,
        budget: int,
    ) -> bool:
        """Return whether who moves gains so much, where points weigh as `weights` says.

        Raises:
            OutOfBudget: it takes more than that many positions.
        """
        self._left, self._weights = budget, weights
        hands = "".join(sorted(mine)), "".join(sorted(theirs))
        lines = self.cache.lines(board)
        to_pass = to_pass_after(passes, self._rules)
        return self._bound(lines, *hands, to_pass, wanted) >= wanted

    def if_played(
        self, board: Board, laid: Sequence[tuple[Square, str]], mine: str, theirs: str, budget: int
    ) -> int:
        """Return what who moves will yet gain on the other once he has laid these tiles.

        Their own points are left out: the words they make may be in no list.

        Raises:
            OutOfBudget: it takes more than that many positions.
        """
        self._left, self._weights = budget, EVEN
        left, held = without(mine, [tile for _, tile in laid]), "".join(sorted(theirs))
        if not left:
            return self._out(held)
        lines = self.cache.lines(board.lay(laid))
        return -self._settled(lines, held, "".join(sorted(left)), self._fresh)

    def forget(self) -> None:
        """Let go of all that was found."""
        self.cache.forget()

    def _settled(self, lines: Lines, mine: str, theirs: str, to_pass: int) -> int:
        """Return the value, asked for by one „is it as much as that?” after another.

        Such a question cuts off far more than „how much is it?”, and what was found out by it stays
        in the table for the next.
        """
        low, high, guess = -_MOST, _MOST, 0
        while low < high:
            wanted = max(guess, low + 1)
            guess = self._bound(lines, mine, theirs, to_pass, wanted)
            if guess < wanted:
                high = guess
            else:
                low = guess
        return guess

    def _bound(self, lines: Lines, mine: str, theirs: str, to_pass: int, wanted: int) -> int:
        """Return a number from `wanted` on that the value reaches, or a lesser one it keeps to."""
        key = lines.across, mine, theirs, to_pass, self._weights
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _Known()
            self._left -= 1
            self.looked_at += 1
            if self._left < 0:
                raise OutOfBudget
        if known.low >= wanted:
            return known.low
        if known.high < wanted:
            return known.high
        value, best = -_MOST, known.move
        for move in self._ordered(lines, mine, theirs, known):
            found = self._played(lines, move, mine, theirs, to_pass, wanted)
            if found > value:
                value, best = found, move
                if value >= wanted:
                    break
        if value >= wanted:
            known.low, known.move, known.is_tried = value, best, True
        else:
            known.high = value
            if not known.is_tried:  # of moves that are all too weak it is tried first another time
                known.move, known.is_tried = best, True
        return value

    def _played(  # noqa: PLR0913, PLR0917  (a position, a move and the question)
        self,
        lines: Lines,
        move: Move | None,
        mine: str,
        theirs: str,
        to_pass: int,
        wanted: int,
    ) -> int:
        if move is None:
            if to_pass == 1:
                own, other = self._weights
                return other * self._held(theirs) - own * self._held(mine)
            return -self._turned(lines, theirs, mine, to_pass - 1, 1 - wanted)
        gained = self._weights[0] * move.points
        if not move.left:
            return gained + self._out(theirs)
        asked = gained - wanted + 1
        # Often the answer is known: then the lines of that board are not even looked at.
        board, turned = across_after(lines, move.laid), self._weights[::-1]
        known = self._known.get((board, theirs, move.left, self._fresh, turned))
        if known is not None and known.low >= asked:
            return gained - known.low
        if known is not None and known.high < asked:
            return gained - known.high
        after = self.cache.after(lines, move.laid)
        return gained - self._turned(after, theirs, move.left, self._fresh, asked)

    def _turned(self, lines: Lines, mine: str, theirs: str, to_pass: int, wanted: int) -> int:
        """Return the bound for the other, whose points weigh as his."""
        self._weights = self._weights[::-1]
        value = self._bound(lines, mine, theirs, to_pass, wanted)
        self._weights = self._weights[::-1]
        return value

    def _out(self, theirs: str) -> int:
        """Return what going out brings, with that hand left to the other."""
        gain, loss = self._rules.end_bonus.shares
        own, other = self._weights
        return self._held(theirs) * (gain * own + loss * other)

    def _ordered(self, lines: Lines, mine: str, theirs: str, known: _Known) -> list[Move | None]:
        """Return what may be done: what was best before, going out, the dearest, the pass."""
        out, own, held = self._out(theirs), self._weights[0], self._held
        # A tile that makes words both ways is found twice, and is one move.
        apart = {move.laid: move for move in self.cache.moves(lines, mine)}
        dear = sorted(
            apart.values(),
            key=lambda move: own * move.points + (out if not move.left else -own * held(move.left)),
            reverse=True,
        )
        moves: list[Move | None] = [*dear]
        moves.append(None)
        if known.is_tried:
            moves.remove(known.move)
            moves.insert(0, known.move)
        return moves

    def _held(self, rack: str) -> int:
        if rack not in self._worth:
            self._worth[rack] = value_of(rack, self._tile_set)
        return self._worth[rack]
