"""The turns of a game record: what each player had before him, and what he laid.

Pure: from a record that has been read (`engine.gcg`) to positions. Which words are good is not
asked here.
"""

from dataclasses import dataclass, replace

from engine.board import EMPTY, Board, Square
from engine.errors import Fault
from engine.games.game import squares
from engine.gcg import Checked, GameRecord, Kind, replay_record
from engine.gcg.faults import record_fault
from engine.placement import Placement, score, survey
from engine.rulesets import Ruleset
from engine.tiles import TileSet, as_held, missing_tiles

_TURNS = frozenset({Kind.PLAY, Kind.PASS, Kind.EXCHANGE})


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One placement of a record, and what it was made from."""

    number: int
    """Of the event in its record, from 1."""
    player: int
    """Index into the record's players."""
    board: Board
    rack: str
    """The hand before it, as recorded; empty when the record does not tell."""
    placement: Placement
    """With its main word whole, jokers in lower case."""
    points: int
    """Before any cap."""
    cap: int | None = None
    """The most that a placement of this round counts for the player (art. 1.4)."""
    scores: tuple[int, ...] = ()
    """What each player had before it, reckoned anew; end adjustments left out."""
    passes: int = 0
    """How many passes in a row came before it."""
    moves: tuple[int, ...] = ()
    """How many rounds each player had behind him."""
    is_taken_back: bool = False
    """Whether the record takes it back later: its points then count nowhere."""

    @property
    def ahead(self) -> int:
        """Return by how much the player led before it, of two."""
        return 2 * self.scores[self.player] - sum(self.scores)

    @property
    def counted(self) -> int:
        """Return the points that count."""
        return capped(self.points, self.cap)

    @property
    def laid(self) -> tuple[tuple[Square, str], ...]:
        """Return the new tiles, as they lie."""
        return new_tiles(self.board, self.placement)


def capped(points: int, cap: int | None) -> int:
    """Return what counts of these points under that cap (art. 1.4)."""
    return points if cap is None else min(points, cap)


def new_tiles(board: Board, placement: Placement) -> tuple[tuple[Square, str], ...]:
    """Return the tiles that a placement lays on that board."""
    word = placement.word
    where = squares(placement.square, placement.axis, len(word))
    return tuple((at, tile) for at, tile in zip(where, word, strict=True) if board[at] == EMPTY)


def positions(
    record: GameRecord, tile_set: TileSet, rules: Ruleset
) -> tuple[tuple[Position, ...], Fault | None]:
    """Return every placement of the record, those since taken back too, and what ends it early."""
    replay = replay_record(record, tile_set, rules)
    found: list[Position] = []
    scores, moves = [0] * len(record.players), [0] * len(record.players)
    passes = 0
    for event in replay.checked:
        entry, who = event.entry, event.entry.player
        gained = event.computed
        if event.placement is not None:
            cap = cap_of(rules, who, moves[who])
            position = _position(event, event.placement, tile_set, rules, cap)
            strange = next((tile for tile in position.rack if tile not in tile_set.counts), None)
            if strange is not None:
                named = tile_set.name
                fault = record_fault("unknown_tile", strange, line=entry.line, tiles=named)
                return tuple(found), fault
            found.append(replace(position, scores=tuple(scores), passes=passes, moves=tuple(moves)))
            gained = position.counted
        elif entry.kind is Kind.WITHDRAWN:
            moves[who] -= 1
            gained = -found[-1].counted
            found[-1] = replace(found[-1], is_taken_back=True)
        if entry.kind in _TURNS:
            moves[who] += 1
            passes = passes + 1 if entry.kind is Kind.PASS else 0
        scores[who] += gained
    return tuple(found), replay.fault


def _position(
    event: Checked, placement: Placement, tile_set: TileSet, rules: Ruleset, cap: int | None
) -> Position:
    return Position(
        number=event.number,
        player=event.entry.player,
        board=event.before,
        rack=_hand(event, placement),
        placement=placement,
        points=score(survey(event.before, placement), tile_set, rules),
        cap=cap,
    )


def _hand(event: Checked, placement: Placement) -> str:
    """Return the recorded hand, completed where the player laid what it does not name."""
    rack = event.entry.rack.upper()
    if not rack:
        return ""
    laid = [as_held(tile) for _, tile in new_tiles(event.before, placement)]
    return rack + "".join(missing_tiles(laid, rack))


def cap_of(rules: Ruleset, player: int, moves: int) -> int | None:
    """Return the most that a player's next placement counts after so many rounds (art. 1.4)."""
    caps = (rules.red_caps, rules.blue_caps)[player] if player < 2 else ()
    return caps[moves] if moves < len(caps) else None
