"""Three-ply analysis: a play, the opponent's best-scoring reply, and the best answer to it.

The search uses the order in which the tiles really come. That order is in the game's sequence (art.
1.3), or in a record whose racks are in drawing order, if the game was played to its last tile. In a
game that ended early the estimate ends with its last placement, and uses no tile that nobody drew.
The estimate covers these three plays only; the opponent may have a better move than the
best-scoring one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from engine.analysis.positions import RecordPosition, cap_of, capped
from engine.board import Board, Square
from engine.gcg.record import GameRecord, GcgKind
from engine.generator import Play, plays
from engine.notation import format_position
from engine.placement import new_tiles
from engine.rulesets import Ruleset
from engine.tiles import TileSet, value_of, without
from engine.words.dawg import Dawg

_FURTHER = 2
"""The plays after the first: the reply and the answer."""
CANDIDATES = 15
"""The number of best-scoring plays to examine, in addition to the play made."""
_PLAYERS = 2
Laid: TypeAlias = Sequence[tuple[Square, str]]


Step: TypeAlias = tuple[str, str, int]
"""The position of a play, its word, and its counted points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LookaheadPosition:
    """A position with its hidden tiles: the opponent's rack, and the tiles still to be drawn."""

    position: RecordPosition
    theirs: str
    """The opponent's rack."""
    coming: str
    """The tiles still to be drawn in the game, in order."""
    further: int = _FURTHER
    """The number of plays to look at after the placement; fewer before the end of an early game."""
    is_early: bool = False
    """Whether the game ended with tiles to draw, so that no rack of it can be played out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreePlyEstimate:
    """A placement of a record with its three-ply estimate."""

    position: RecordPosition
    best: Step
    """The best candidate: its position, its word, and its counted points."""
    lost: int
    """The points by which the best candidate is better than the placement made."""
    line: tuple[Step, ...]
    """The best candidate, the opponent's reply (`PAS` if they have none) and the answer to it."""


def opened(
    record: GameRecord,
    found: Sequence[RecordPosition],
    tile_set: TileSet,
    rules: Ruleset,
    sequence: str = "",
) -> tuple[LookaheadPosition, ...]:
    """Return the positions of a game whose future tiles are all known, or none at all.

    The tiles come from the sequence if it is given, otherwise from the record. The record is not
    enough if it lacks racks, has them in another order than drawn, or has an exchange or a
    placement taken back.
    """
    letters = _letters(record, found, tile_set, rules, sequence)
    if len(letters) < tile_set.size:
        return ()
    size = rules.rack_size
    hands = {0: letters[:size], 1: letters[size : 2 * size]}
    drawn, positions = 2 * size, []
    in_game = min(len(letters), drawn + sum(len(position.laid) for position in found))
    is_early = in_game < len(letters)
    last = max((sum(position.moves) for position in found), default=0)
    for position in found:
        mine, theirs = hands[position.player], hands[1 - position.player]
        positions.append(
            LookaheadPosition(
                position=position,
                theirs=theirs,
                coming=letters[drawn:in_game],
                further=min(_FURTHER, last - sum(position.moves)) if is_early else _FURTHER,
                is_early=is_early,
            )
        )
        laid = [tile for _, tile in position.laid]
        hands[position.player] = without(mine, laid) + letters[drawn : drawn + len(laid)]
        drawn += len(laid)
    return tuple(positions)


def _letters(
    record: GameRecord,
    found: Sequence[RecordPosition],
    tile_set: TileSet,
    rules: Ruleset,
    sequence: str,
) -> str:
    """Return the tiles in drawing order, the last one inferred; fewer if the record lacks some."""
    taken_back = {GcgKind.EXCHANGE, GcgKind.WITHDRAWN} & {entry.kind for entry in record.entries}
    if len(record.players) != _PLAYERS or taken_back:
        return ""
    if sequence:
        return sequence
    racks = [[one.rack for one in found if one.player == who] for who in range(_PLAYERS)]
    if not all(racks):
        return ""
    letters = racks[0][0] + racks[1][0]
    if len(letters) != _PLAYERS * rules.rack_size:
        return ""
    for taken in _taken(found):
        letters += taken
    missing = Counter(tile_set.counts)
    missing.subtract(letters)
    if min(missing.values()) < 0:
        return ""
    return letters + "".join(missing.elements()) if missing.total() <= 1 else letters


def _taken(found: Sequence[RecordPosition]) -> Iterator[str]:
    """Yield the tiles drawn after each placement, as long as a player's next rack shows them."""
    for left, following in takewhile(_goes_on, map(_racks, found, _followed_by(found))):
        yield following[len(left) :]


def _followed_by(found: Sequence[RecordPosition]) -> list[RecordPosition | None]:
    """Return, for each position, the next position of the same player, or None."""
    return [
        next((one for one in found[number:] if one.player == position.player), None)
        for number, position in enumerate(found, 1)
    ]


def _racks(position: RecordPosition, later: RecordPosition | None) -> tuple[str, str]:
    """Return the tiles left after a placement, and the player's next rack if the record has it."""
    left = without(position.rack, [tile for _, tile in position.laid])
    return left, "" if later is None else later.rack


def _goes_on(racks: tuple[str, str]) -> bool:
    left, following = racks
    return bool(following) and following.startswith(left)


class ThreePlyAnalysis:
    """Analyses positions of one game three plies ahead."""

    def __init__(self, graph: Dawg, tile_set: TileSet, rules: Ruleset) -> None:
        self._graph, self._tile_set, self._rules = graph, tile_set, rules

    def estimate(self, known: LookaheadPosition) -> ThreePlyEstimate:
        """Return the placement made, compared with the best-scoring other plays."""
        position = known.position
        made = position.placement
        best = format_position(made.square, made.axis), made.word, position.counted
        own, line = self._worth(known, best, position.laid)
        most = own
        for play in self._plays(position.board, position.rack)[:CANDIDATES]:
            step = play.position, play.word, capped(play.score, position.cap)
            laid = new_tiles(position.board, play.placement)
            worth, following = self._worth(known, step, laid)
            if worth > most:
                most, line = worth, following
        return ThreePlyEstimate(position=position, best=line[0], lost=most - own, line=line)

    def _plays(self, board: Board, rack: str) -> Sequence[Play]:
        return plays(board, rack, self._graph, self._tile_set, self._rules)

    def _worth(
        self, known: LookaheadPosition, step: Step, laid: Laid
    ) -> tuple[int, tuple[Step, ...]]:
        """Return the points of a play minus the reply plus the answer, and the three plays."""
        position, board = known.position, known.position.board.lay(laid)
        worth, line = step[2], [step]
        left = without(position.rack, [tile for _, tile in laid])
        mine, coming = left + known.coming[: len(laid)], known.coming[len(laid) :]
        theirs, is_early = known.theirs, known.is_early
        if not mine and not is_early:
            return worth + self._out(theirs), (step,)
        if not known.further:
            return worth, (step,)
        replies = self._plays(board, theirs)[:1]
        if not replies:
            line.append(("", "PAS", 0))
        for reply in replies:
            points = capped(reply.score, self._cap(position, 1 - position.player, 0))
            worth -= points
            line.append((reply.position, reply.word, points))
            new = new_tiles(board, reply.placement)
            theirs = without(theirs, [tile for _, tile in new]) + coming[: len(new)]
            board, coming = board.lay(new), coming[len(new) :]
            if not theirs and not is_early:
                return worth - self._out(mine), tuple(line)
        if known.further < _FURTHER:
            return worth, tuple(line)
        for answer in self._plays(board, mine)[:1]:
            points = capped(answer.score, self._cap(position, position.player, 1))
            worth += points
            line.append((answer.position, answer.word, points))
            new = new_tiles(board, answer.placement)
            if len(new) == len(mine) and not coming and not is_early:
                worth += self._out(theirs)
        return worth, tuple(line)

    def _cap(self, position: RecordPosition, player: int, later: int) -> int | None:
        return cap_of(self._rules, player, position.moves[player] + later)

    def _out(self, rack: str) -> int:
        """Return the value of going out when the other player has these tiles left."""
        return sum(self._rules.end_bonus.shares) * value_of(rack, self._tile_set)
