"""Three plies ahead: a placement, the partner's dearest reply, and the dearest answer to it.

With the letters that will really come: whoever has the game's sequence (art. 1.3) gives it, and of
a game played to its last letter the record tells it, where hands are written as they were drawn.
What is estimated so is what three placements bring, and no more than that; the partner may do
better than to play the dearest. Of a game that ended before its letters did, nobody drew the rest.
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


Step: TypeAlias = tuple[str, str, int]
"""Where a placement begins, its word, and what it counts."""


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
    best: Step
    """Of the candidate that comes out best: where it begins, its word, and what it counts."""
    lost: int
    """How many points better that comes out than the placement made."""
    line: tuple[Step, ...]
    """That candidate, the partner's reply to it (`PAS` where he has none) and the answer."""


def opened(
    record: GameRecord,
    found: Sequence[Position],
    tile_set: TileSet,
    rules: Ruleset,
    sequence: str = "",
) -> tuple[Open, ...]:
    """Return the positions of which every letter to come is known.

    By the sequence, where it is given: else the record must tell all letters. None of a record
    whose hands are missing or not in the order in which they were drawn, nor where tiles were
    exchanged or a placement was taken back.
    """
    letters = _letters(record, found, tile_set, rules, sequence)
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
    record: GameRecord,
    found: Sequence[Position],
    tile_set: TileSet,
    rules: Ruleset,
    sequence: str,
) -> str:
    """Return the letters as they were drawn, the last one inferred; less where that is not told."""
    taken_back = {Kind.EXCHANGE, Kind.WITHDRAWN} & {entry.kind for entry in record.entries}
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
        own, line = self._worth(known, best, position.laid)
        most = own
        for play in self._plays(position.board, position.rack)[:CANDIDATES]:
            step = play.position, play.word, capped(play.score, position.cap)
            laid = new_tiles(position.board, play.placement)
            worth, following = self._worth(known, step, laid)
            if worth > most:
                most, line = worth, following
        return Ahead(position=position, best=line[0], lost=most - own, line=line)

    def _plays(self, board: Board, rack: str) -> Sequence[Play]:
        return plays(board, rack, self._graph, self._tile_set, self._rules)

    def _worth(self, known: Open, step: Step, laid: Laid) -> tuple[int, tuple[Step, ...]]:
        """Return what a placement brings less the reply and with the answer, and all of these."""
        position, board = known.position, known.position.board.lay(laid)
        worth, line = step[2], [step]
        left = without(position.rack, [tile for _, tile in laid])
        mine, coming = left + known.coming[: len(laid)], known.coming[len(laid) :]
        theirs = known.theirs
        if not mine:
            return worth + self._out(theirs), (step,)
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
            if not theirs:
                return worth - self._out(mine), tuple(line)
        for answer in self._plays(board, mine)[:1]:
            points = capped(answer.score, self._cap(position, position.player, 1))
            worth += points
            line.append((answer.position, answer.word, points))
            new = new_tiles(board, answer.placement)
            if len(new) == len(mine) and not coming:
                worth += self._out(theirs)
        return worth, tuple(line)

    def _cap(self, position: Position, player: int, later: int) -> int | None:
        return cap_of(self._rules, player, position.moves[player] + later)

    def _out(self, hand: str) -> int:
        """Return what going out brings, with that hand left to the other."""
        return sum(self._rules.end_bonus.shares) * value_of(hand, self._tile_set)
