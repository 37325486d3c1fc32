"""Three plies ahead: a placement, the partner's dearest reply, and the dearest answer to it.

With the letters that will really come, which the record of a correspondence game tells: its hands
are written as they were drawn. What is estimated so is what three placements bring, and no more
than that; the partner may do better than to play the dearest.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import TypeAlias

from engine.analysis.positions import Position, cap_of, capped, new_tiles
from engine.board import Board, Square
from engine.dawg import Dawg
from engine.gcg import GameRecord, Kind
from engine.generator import Play, plays
from engine.notation import format_position
from engine.rulesets import Ruleset
from engine.tiles import TileSet, value_of, without

CANDIDATES = 15
"""How many of the dearest placements are looked into, beside the one that was made."""
_PLAYERS = 2
Laid: TypeAlias = Sequence[tuple[Square, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Open:
    """A position with all that is open in a game by correspondence."""

    position: Position
    theirs: str
    """The partner's hand."""
    coming: str
    """The letters still to be drawn, in their order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ahead:
    """A placement of a record, estimated over three plies."""

    position: Position
    best: tuple[str, str, int]
    """Of the candidate that comes out best: where it begins, its word, and what it counts."""
    lost: int
    """How many points better that comes out than the placement made."""


def opened(
    record: GameRecord, found: Sequence[Position], tile_set: TileSet, rules: Ruleset
) -> tuple[Open, ...]:
    """Return the positions of which the record tells every letter to come.

    None of a record whose hands are missing or not in the order in which they were drawn, nor
    where tiles were exchanged or a placement was taken back.
    """
    letters = _letters(record, found, tile_set, rules)
    if len(letters) < tile_set.size:
        return ()
    size = rules.rack_size
    hands = {0: letters[:size], 1: letters[size : 2 * size]}
    drawn, positions = 2 * size, []
    for position in found:
        mine, theirs = hands[position.player], hands[1 - position.player]
        positions.append(Open(position=position, theirs=theirs, coming=letters[drawn:]))
        laid = [tile for _, tile in position.laid]
        hands[position.player] = without(mine, laid) + letters[drawn : drawn + len(laid)]
        drawn += len(laid)
    return tuple(positions)


def _letters(
    record: GameRecord, found: Sequence[Position], tile_set: TileSet, rules: Ruleset
) -> str:
    """Return the letters as they were drawn, the last one inferred; less where that is not told."""
    taken_back = {Kind.EXCHANGE, Kind.WITHDRAWN} & {entry.kind for entry in record.entries}
    if len(record.players) != _PLAYERS or taken_back:
        return ""
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


def _taken(found: Sequence[Position]) -> Iterator[str]:
    """Yield what each placement drew, up to the first whose player's next hand does not tell."""
    for left, following in takewhile(_goes_on, map(_hands, found, _followed_by(found))):
        yield following[len(left) :]


def _followed_by(found: Sequence[Position]) -> list[Position | None]:
    """Return, for each position, the next of the same player."""
    return [
        next((one for one in found[number:] if one.player == position.player), None)
        for number, position in enumerate(found, 1)
    ]


def _hands(position: Position, later: Position | None) -> tuple[str, str]:
    """Return what a placement leaves in the hand, and the player's next hand, if it is told."""
    left = without(position.rack, [tile for _, tile in position.laid])
    return left, "" if later is None else later.rack


def _goes_on(hands: tuple[str, str]) -> bool:
    left, following = hands
    return bool(following) and following.startswith(left)


class Lookout:
    """Looks ahead from the positions of one game."""

    def __init__(self, graph: Dawg, tile_set: TileSet, rules: Ruleset) -> None:
        self._graph, self._tile_set, self._rules = graph, tile_set, rules

    def ahead(self, known: Open) -> Ahead:
        """Return how the placement made stands beside the dearest others."""
        position = known.position
        made = position.placement
        best = format_position(made.square, made.axis), made.word, position.counted
        own = self._worth(known, position.points, position.laid)
        most = own
        for play in self._plays(position.board, position.rack)[:CANDIDATES]:
            worth = self._worth(known, play.score, new_tiles(position.board, play.placement))
            if worth > most:
                most = worth
                best = play.position, play.word, capped(play.score, position.cap)
        return Ahead(position=position, best=best, lost=most - own)

    def _plays(self, board: Board, rack: str) -> Sequence[Play]:
        return plays(board, rack, self._graph, self._tile_set, self._rules)

    def _worth(self, known: Open, points: int, laid: Laid) -> int:
        """Return what a placement brings, less the partner's reply, with the answer to it."""
        position, board = known.position, known.position.board.lay(laid)
        worth = capped(points, position.cap)
        left = without(position.rack, [tile for _, tile in laid])
        mine, coming = left + known.coming[: len(laid)], known.coming[len(laid) :]
        theirs = known.theirs
        if not mine:
            return worth + self._out(theirs)
        for reply in self._plays(board, theirs)[:1]:
            worth -= capped(reply.score, self._cap(position, 1 - position.player, 0))
            new = new_tiles(board, reply.placement)
            theirs = without(theirs, [tile for _, tile in new]) + coming[: len(new)]
            board, coming = board.lay(new), coming[len(new) :]
            if not theirs:
                return worth - self._out(mine)
        for answer in self._plays(board, mine)[:1]:
            worth += capped(answer.score, self._cap(position, position.player, 1))
            new = new_tiles(board, answer.placement)
            if len(new) == len(mine) and not coming:
                worth += self._out(theirs)
        return worth

    def _cap(self, position: Position, player: int, later: int) -> int | None:
        return cap_of(self._rules, player, position.moves[player] + later)

    def _out(self, hand: str) -> int:
        """Return what going out brings, with that hand left to the other."""
        return sum(self._rules.end_bonus.shares) * value_of(hand, self._tile_set)
