"""Views for drawing: sheets, board and tile sequence as plain values with finished texts.

The code that knows the game fills them in (art. 1.3, 4.1); this module knows no rules and no
languages. Texts are in the reader's language. Dates are in the competition's time zone, and are
formatted when drawn. `LABEL_KEYS` names every word that the drawings need.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.documents.render.theme import PlayerColour
from engine.board import Square
from engine.tiles import as_held


class TileState(StrEnum):
    """The state of a tile of the sequence."""

    WAITING = "waiting"
    HELD = "held"
    USED = "used"


@dataclass(frozen=True, slots=True)
class SequenceTile:
    """One tile of the sequence; `side` is None while nobody has drawn it."""

    tile: str
    state: TileState = TileState.WAITING
    side: PlayerColour | None = None


def mark_sequence(
    sequence: str, draws: Iterable[tuple[PlayerColour, int]], racks: Mapping[PlayerColour, str]
) -> tuple[SequenceTile, ...]:
    """Return the sequence with the state of each tile (art. 4.1).

    `draws` gives who drew how many, in order (Red 7, Blue 7, …); `racks` gives each player's
    present tiles. Of equal tiles on one side, the tile drawn first counts as used first.

    Raises:
        ValueError: more tiles are drawn than there are, or a rack has a tile that was never drawn.
    """
    owners = [side for side, count in draws for _ in range(count)]
    if len(owners) > len(sequence):
        raise ValueError(f"{len(owners)} tiles drawn of {len(sequence)}")
    marked = [SequenceTile(tile) for tile in sequence]
    on_racks = {side: Counter(map(as_held, rack)) for side, rack in racks.items()}
    # From the end, so that the tiles still on a rack are the ones drawn last.
    for place in reversed(range(len(owners))):
        tile, side = sequence[place], owners[place]
        is_held = on_racks.get(side, Counter())[tile] > 0
        if is_held:
            on_racks[side][tile] -= 1
        marked[place] = SequenceTile(tile, TileState.HELD if is_held else TileState.USED, side)
    if any(never_drawn.total() for never_drawn in on_racks.values()):
        raise ValueError("a rack holds a tile that was never drawn")
    return tuple(marked)


Labels = Mapping[str, str]
"""Every key of `LABEL_KEYS` with its words in the reader's language."""
LABEL_KEYS = (
    "sheet.competition",
    "sheet.time",
    "sheet.start",
    "sheet.arbiter",
    "sheet.arbiters",
    "sheet.word_list",
    "sheet.not_official",
    "sheet.means",
    "sheet.version",
    "sheet.red",
    "sheet.blue",
    "sheet.to_move",
    "sheet.last",
    "sheet.sequence",
    "sheet.left_in_sequence",
    "sheet.round",
    "sheet.position",
    "sheet.word",
    "sheet.score",
    "sheet.total",
    "sheet.pass",
    "sheet.final",
    "sheet.capped_note",
    "sheet.joker_note",
    "sheet.triple_word",
    "sheet.double_word",
    "sheet.triple_letter",
    "sheet.double_letter",
    "sheet.next",
    "sheet.plan",
    "sheet.days",
    "sheet.last_day",
    "sheet.exceeded",
    "sheet.leave",
    "sheet.leave_left",
    "sheet.received",
    "sheet.sent",
    "sheet.leave_overlap",
    "sheet.days_used",
    "sheet.days_total",
    "sheet.article",
    "sheet.days_note",
)
"""The keys of the words that are drawn on sheets and boards."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetHead:
    """The title block, the same on both sheets (art. 2.1)."""

    competition: str
    phase: str
    """Text: `Faza preliminară`; empty outside a competition."""
    leg: str
    """Text: `Tur`, `Retur`."""
    game: str
    """The game's code."""
    arbiters: tuple[str, ...]
    """The names of all arbiters, the chief arbiter first (art. 2.1); none in a friendly match."""
    start: date
    word_list: str
    """The name of the word list's edition."""
    word_list_official: bool
    version: int
    """The number of the game's last event on the sheet, which identifies a repeated sheet."""
    channel: str = ""
    """Text: the channel of correspondence (art. 6.1); empty for the bot."""
    footer: str = ""
    """One more line of text at the foot, such as the draw's commitment; may be empty."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the board: upper case, or lower case for a blank."""

    square: Square
    letter: str
    side: PlayerColour


class RowKind(StrEnum):
    """The kind of a row in the table of moves."""

    PLACED = "placed"
    PASSED = "pass"
    VOID = "void"
    """Withdrawn, returned or annulled: struck through, counts nothing (art. 5.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementRow:
    """One row of a player's table of moves (art. 4.2)."""

    round: int
    kind: RowKind = RowKind.PLACED
    position: str = ""
    """The position in this bot's notation: `H8` across, `8H` down."""
    word: str = ""
    """The main word, blanks in lower case."""
    adjacent: tuple[str, ...] = ()
    score: int = 0
    """Points as played."""
    counted: int = 0
    """Points that count: fewer than `score` if a points cap applies (art. 1.4)."""
    total: int = 0
    """Running total after this row; not shown for a void row."""
    note: str = ""
    """Text under the row: why the move is void, or what was corrected."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A line after the moves: the effect of the tiles left on the racks (art. 4.3)."""

    label: str
    """Text: `Litere rămase: A E X`."""
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerScore:
    """One player on the competition sheet."""

    name: str
    side: PlayerColour
    total: int
    rack: str
    """The tiles on the rack, `?` for a blank; empty if there are none."""
    to_move: bool = False
    rows: tuple[PlacementRow, ...] = ()
    """The rows in the order of the moves; several rows may share a round."""
    adjustments: tuple[Adjustment, ...] = ()
    final: int | None = None
    """The final score; None while the game runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastMove:
    """The last move or pass: highlighted on the board and written in large type."""

    side: PlayerColour
    position: str = ""
    word: str = ""
    """Empty for a pass."""
    adjacent: tuple[str, ...] = ()
    score: int = 0
    counted: int = 0
    squares: frozenset[Square] = frozenset()
    """The squares of the tiles that it placed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionSheetView:
    """The competition sheet (fișă de concurs)."""

    head: SheetHead
    labels: Labels
    tile_values: Mapping[str, int]
    """Points by tile as placed: `TileSet.values`."""
    tiles: tuple[LaidTile, ...]
    sequence: tuple[SequenceTile, ...]
    red: PlayerScore
    blue: PlayerScore
    last: LastMove | None = None
    result: tuple[str, ...] = ()
    """Lines of text about the end of the game; empty while it runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """The board alone; `proposed` shows a move not yet sent."""

    labels: Labels
    tile_values: Mapping[str, int]
    tiles: tuple[LaidTile, ...]
    side: PlayerColour
    """The player of the rack and of the proposed move."""
    last: frozenset[Square] = frozenset()
    """Squares of the last move sent."""
    proposed: tuple[LaidTile, ...] = ()
    """The new tiles of the move not yet sent; their squares are empty in `tiles`."""
    planned: tuple[LaidTile, ...] | None = None
    """The tiles that planned moves would place; None for the real position.

    Rack and next tiles are then those after the plan.
    """
    rack: str = ""
    """The tiles on the rack before the proposed move; the tiles that it uses are shown as gaps."""
    coming: str = ""
    """The tiles that the player would draw next."""
