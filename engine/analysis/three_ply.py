"""Three-ply analysis: a play, the opponent's best-scoring reply, and the best answer to it.

The search uses the order in which the tiles really come. That order is in the game's sequence (art.
1.3), or in a record whose racks are in drawing order, if the game was played to its last tile. In a
game that ended early the estimate ends with its last placement, and uses no tile that nobody drew.
The estimate covers these plays only; the opponent may have a better move than the best score.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from engine.analysis.positions import PASS, PlacementText, RecordPosition, value_of_going_out
from engine.board import Board, Square
from engine.gcg.record import GameRecord, GcgKind
from engine.generator import plays
from engine.placement import new_tiles
from engine.plain import Play
from engine.rulesets import Ruleset, capped
from engine.tiles import TileSet, without
from engine.words.dawg import Dawg

_FURTHER = 2
"""The plays after the first: the reply and the answer."""
CANDIDATES = 15
"""The number of best-scoring plays to examine, in addition to the play made."""
_PLAYERS = 2
Laid: TypeAlias = Sequence[tuple[Square, str]]


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

    lost: int
    """The points by which the best candidate is better than the placement made."""
    line: tuple[PlacementText, ...]
    """The best candidate, the opponent's reply (`PAS` if they have none) and the answer to it."""


def lookahead_positions(
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
    racks = {0: letters[:size], 1: letters[size : 2 * size]}
    drawn, positions = 2 * size, []
    in_game = min(len(letters), drawn + sum(len(position.laid) for position in found))
    is_early = in_game < len(letters)
    last = max((sum(position.moves) for position in found), default=0)
    for position in found:
        mine, theirs = racks[position.player], racks[1 - position.player]
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
        racks[position.player] = without(mine, laid) + letters[drawn : drawn + len(laid)]
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
    pairs = (_kept_and_next(found, number) for number in range(len(found)))
    shown = takewhile(lambda racks: racks[1] and racks[1].startswith(racks[0]), pairs)
    return (following[len(kept) :] for kept, following in shown)


def _kept_and_next(found: Sequence[RecordPosition], number: int) -> tuple[str, str]:
    """Return the tiles kept after a placement, and its player's next rack; empty without one."""
    position = found[number]
    kept = without(position.rack, [tile for _, tile in position.laid])
    own = (later.rack for later in found[number + 1 :] if later.player == position.player)
    return kept, next(own, "")


class ThreePlyAnalysis:
    """Analyses positions of one game three plies ahead."""

    def __init__(self, graph: Dawg, tile_set: TileSet, rules: Ruleset) -> None:
        self._graph, self._tile_set, self._rules = graph, tile_set, rules

    def estimate(self, known: LookaheadPosition) -> ThreePlyEstimate:
        """Return the placement made, compared with the best-scoring other plays."""
        position = known.position
        made = position.placement
        where = made.square.position(made.axis)
        best = PlacementText(where, made.word, position.counted)
        own, line = self._worth(known, best, position.laid)
        most = own
        for play in self._plays(position.board, position.rack)[:CANDIDATES]:
            worth, following = self._worth(known, *_step(position.board, play, position.cap))
            if worth > most:
                most, line = worth, following
        return ThreePlyEstimate(lost=most - own, line=line)

    def _plays(self, board: Board, rack: str) -> Sequence[Play]:
        return plays(board, rack, self._graph, self._tile_set, self._rules)

    def _worth(
        self, known: LookaheadPosition, step: PlacementText, laid: Laid
    ) -> tuple[int, tuple[PlacementText, ...]]:
        """Return the points of a play minus the reply plus the answer, and the three plays."""
        position, coming = known.position, known.coming
        board, worth, line = position.board, 0, [step]
        racks = [position.rack, known.theirs]
        for ply, sign in enumerate((1, -1, 1)[: known.further + 1]):
            who = ply % 2
            if ply:
                replies = self._plays(board, racks[who])
                if not replies:
                    line += [PASS] if who else []
                    continue
                player = 1 - position.player if who else position.player
                cap = self._rules.cap(player, position.moves[player] + ply // 2)
                step, laid = _step(board, replies[0], cap)
                line.append(step)
            worth += sign * step.points
            left = without(racks[who], [tile for _, tile in laid])
            racks[who], coming = left + coming[: len(laid)], coming[len(laid) :]
            board = board.lay(laid)
            if not racks[who] and not known.is_early:
                worth += sign * value_of_going_out(racks[1 - who], self._tile_set, self._rules)
                break
        return worth, tuple(line)


def _step(board: Board, play: Play, cap: int | None) -> tuple[PlacementText, Laid]:
    """Return a play with its counted points, and its new tiles."""
    step = PlacementText(play.position, play.word, capped(play.score, cap))
    return step, new_tiles(board, play.placement)
