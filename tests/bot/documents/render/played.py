"""Games played by the engine from typed moves."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.documents.render.theme import PlayerColour
from bot.documents.render.view import LaidTile, LastMove, PlacementRow, RowKind
from engine.board import STRIDE, Axis, Board, Square
from engine.notation import parse_placement
from engine.placement import score, survey
from engine.rulesets import NATIONAL_2025
from engine.tiles import load_tile_set, without

TILES = load_tile_set("ro")


@dataclass(frozen=True, slots=True)
class Played:
    """A game up to its present move."""

    board: Board
    tiles: tuple[LaidTile, ...]
    draws: tuple[tuple[PlayerColour, int], ...]
    racks: dict[PlayerColour, str]
    rows: dict[PlayerColour, tuple[PlacementRow, ...]]
    last: LastMove | None
    turn: PlayerColour


def squares_of(places: Sequence[int], axis: Axis) -> list[Square]:
    """Return the squares at these places along an axis."""
    pairs = [divmod(place - 1, STRIDE) for place in places]
    return [Square(*pair) if axis is Axis.ACROSS else Square(*reversed(pair)) for pair in pairs]


OTHER = {PlayerColour.RED: PlayerColour.BLUE, PlayerColour.BLUE: PlayerColour.RED}


class _Table:
    """A game in progress: each move changes board, racks and rows."""

    def __init__(self, sequence: str) -> None:
        self._sequence = sequence
        self._caps = {
            PlayerColour.RED: NATIONAL_2025.red_caps,
            PlayerColour.BLUE: NATIONAL_2025.blue_caps,
        }
        self.board = Board()
        self.tiles: list[LaidTile] = []
        self.draws = [(PlayerColour.RED, 7), (PlayerColour.BLUE, 7)]
        self.racks = {PlayerColour.RED: sequence[:7], PlayerColour.BLUE: sequence[7:14]}
        self.rows: dict[PlayerColour, list[PlacementRow]] = {
            PlayerColour.RED: [],
            PlayerColour.BLUE: [],
        }
        self.last: LastMove | None = None

    def total(self, side: PlayerColour) -> int:
        return self.rows[side][-1].total if self.rows[side] else 0

    def pass_on(self, side: PlayerColour, turn: int) -> None:
        row = PlacementRow(round=turn, kind=RowKind.PASSED, total=self.total(side))
        self.rows[side].append(row)
        self.last = LastMove(side=side)

    def place(self, side: PlayerColour, turn: int, move: str) -> None:
        placement = parse_placement(move)
        laid = survey(self.board, placement)
        squares = squares_of(laid.places, placement.axis)
        self.board = self.board.lay(zip(squares, laid.new, strict=True))
        self.tiles += [LaidTile(s, t, side) for s, t in zip(squares, laid.new, strict=True)]
        points = score(laid, TILES, NATIONAL_2025)
        row = PlacementRow(
            round=turn,
            position=move.split(maxsplit=1)[0],
            word=laid.word,
            adjacent=laid.words[1:],
            score=points,
            counted=min(points, self._caps[side][turn - 1]) if turn <= 2 else points,
        )
        self.rows[side].append(replace(row, total=self.total(side) + row.counted))
        self.last = LastMove(
            side=side,
            position=row.position,
            word=row.word,
            adjacent=row.adjacent,
            score=row.score,
            counted=row.counted,
            squares=frozenset(squares),
        )
        self._draw(side, laid.new)

    def _draw(self, side: PlayerColour, used: Sequence[str]) -> None:
        drawn = sum(count for _, count in self.draws)
        fresh = self._sequence[drawn : drawn + len(used)]
        self.draws.append((side, len(fresh)))
        self.racks[side] = without(self.racks[side], used) + fresh


def play(sequence: str, moves: Sequence[str]) -> Played:
    """Play the moves, Red first; `PAS` is a pass."""
    table = _Table(sequence)
    for number, move in enumerate(moves):
        side, turn = (PlayerColour.RED, PlayerColour.BLUE)[number % 2], number // 2 + 1
        if move == "PAS":
            table.pass_on(side, turn)
        else:
            table.place(side, turn, move)
    return Played(
        table.board,
        tuple(table.tiles),
        tuple(table.draws),
        table.racks,
        {side: tuple(rows) for side, rows in table.rows.items()},
        table.last,
        (PlayerColour.RED, PlayerColour.BLUE)[len(moves) % 2],
    )
