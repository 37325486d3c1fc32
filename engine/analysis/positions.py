"""The turns of a game record: each player's rack, the board, and the placement made.

The words are not validated here.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from engine.board import Board, Square
from engine.errors import Fault
from engine.gcg.record import TURNS, GameRecord, GcgKind
from engine.gcg.replay import replay_record
from engine.notation import PASS as PASS_WORD
from engine.notation import parse_position
from engine.placement import Placement, new_tiles, score, survey
from engine.rulesets import Ruleset, capped
from engine.tiles import TileSet, value_of


class PlacementText(NamedTuple):
    """A placement for display; a pass has no position, and `PAS` as its word."""

    position: str
    """The position as players write it: `H8` across, `8H` down."""
    word: str
    """The whole main word, blanks in lower case."""
    points: int
    """The counted points (art. 1.4)."""

    @property
    def placement(self) -> Placement | None:
        """The placement on the board; None for a pass."""
        return Placement(*parse_position(self.position), self.word) if self.position else None


PASS: Final = PlacementText("", PASS_WORD, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordPosition:
    """One placement of a record, and the position before it."""

    number: int
    """The number of the event in its record, from 1."""
    player: int
    """Index into the record's players."""
    board: Board
    rack: str
    """The rack before the placement as recorded; empty if the record does not have it."""
    placement: Placement
    """The placement with its whole main word, blanks in lower case."""
    points: int
    """The points before any cap (art. 1.4)."""
    cap: int | None = None
    """The points cap for this player in this round (art. 1.4); None if there is none."""
    scores: tuple[int, ...] = ()
    """Each player's recalculated score before the placement, without end-of-game adjustments."""
    passes: int = 0
    """The number of passes in a row before the placement."""
    moves: tuple[int, ...] = ()
    """The number of placements and passes that each player has made before."""
    is_taken_back: bool = False
    """Whether the record takes the placement back later; its points then do not count."""

    @property
    def counted(self) -> int:
        """The points of the placement after any cap (art. 1.4)."""
        return capped(self.points, self.cap)

    @property
    def laid(self) -> tuple[tuple[Square, str], ...]:
        """The new tiles on their squares."""
        return new_tiles(self.board, self.placement)


def positions(
    record: GameRecord, tile_set: TileSet, rules: Ruleset
) -> tuple[tuple[RecordPosition, ...], Fault | None]:
    """Return every placement of the record, taken back or not, and the fault that ends it early."""
    replay = replay_record(record, tile_set, rules)
    found: list[RecordPosition] = []
    scores, moves = [0] * len(record.players), [0] * len(record.players)
    passes = 0
    for event in replay.checked:
        entry, who = event.entry, event.entry.player
        gained = event.computed
        if event.placement is not None:
            position = RecordPosition(
                number=event.number,
                player=who,
                board=event.before,
                rack=entry.rack.upper(),
                placement=event.placement,
                points=score(survey(event.before, event.placement), tile_set, rules),
                cap=rules.cap(who, moves[who]),
                scores=tuple(scores),
                passes=passes,
                moves=tuple(moves),
            )
            found.append(position)
            gained = position.counted
        elif entry.kind is GcgKind.WITHDRAWN:
            moves[who] -= 1
            gained, passes = -found[-1].counted, found[-1].passes
            found[-1] = replace(found[-1], is_taken_back=True)
        if entry.kind in TURNS:
            moves[who] += 1
            passes = passes + 1 if entry.kind is GcgKind.PASS else 0
        scores[who] += gained
    return tuple(found), replay.fault


def value_of_going_out(rack: str, tile_set: TileSet, rules: Ruleset) -> int:
    """Return what going out adds to the spread if the other player keeps that rack (art. 4.3)."""
    return sum(rules.end_bonus.shares) * value_of(rack, tile_set)


def final_scores(
    scores: tuple[int, int], racks: Sequence[str], tile_set: TileSet, rules: Ruleset
) -> tuple[int, int]:
    """Return the final scores with these racks left: by passes, if both have tiles (art. 4.3)."""
    held, other = (value_of(rack, tile_set) for rack in racks)
    if all(racks):
        return scores[0] - held, scores[1] - other
    gain, loss = rules.end_bonus.shares
    return scores[0] + gain * other - loss * held, scores[1] + gain * held - loss * other
