"""What is drawn: sheets, board and letter sequence as plain values, worded (art. 1.3, 4.1).

Whoever knows the game fills these in; nothing here knows rules or languages. Worded strings are in
the reader's language; dates are dates in the competition's time zone and are formatted when drawn.
`LABEL_KEYS` names every word the drawings themselves need.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.documents.render.theme import Side
from engine.board import Square
from engine.tiles import as_held


class TileState(StrEnum):
    """What has become of a tile of the sequence."""

    WAITING = "waiting"
    HELD = "held"
    USED = "used"


@dataclass(frozen=True, slots=True)
class SequenceTile:
    """One tile of the letter sequence; `side` is None while it waits."""

    tile: str
    state: TileState = TileState.WAITING
    side: Side | None = None


def mark_sequence(
    sequence: str, draws: Iterable[tuple[Side, int]], racks: Mapping[Side, str]
) -> tuple[SequenceTile, ...]:
    """Return the sequence with each tile's fate (art. 4.1).

    `draws` tells who took how many, in order (Red 7, Blue 7, …); `racks` what each still holds. Of
    equal tiles a player took, the one taken first counts as used first.

    Raises:
        ValueError: more is drawn than there is, or a rack holds what was never drawn.
    """
    owners = [side for side, count in draws for _ in range(count)]
    if len(owners) > len(sequence):
        raise ValueError(f"{len(owners)} tiles drawn of {len(sequence)}")
    marked = [SequenceTile(tile) for tile in sequence]
    held = {side: Counter(map(as_held, rack)) for side, rack in racks.items()}
    for place in reversed(range(len(owners))):
        tile, side = sequence[place], owners[place]
        kept = held.get(side, Counter())[tile] > 0
        if kept:
            held[side][tile] -= 1
        marked[place] = SequenceTile(tile, TileState.HELD if kept else TileState.USED, side)
    if any(left.total() for left in held.values()):
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The title block, the same on both sheets (art. 2.1)."""

    competition: str
    phase: str
    """Worded: `Faza preliminară`; empty: it is played in no competition."""
    leg: str
    """Worded: `Tur`, `Retur`."""
    game: str
    """The game's code."""
    arbiters: tuple[str, ...]
    """The names of all of them, the main arbiter first (art. 2.1)."""
    start: date
    word_list: str
    """The edition's name."""
    word_list_official: bool
    version: int
    """Number of the game's last event that is drawn: a repeated sheet is recognisable by it."""
    means: str = ""
    """Worded: by what means the players correspond (art. 6.1); empty: through the bot."""
    footer: str = ""
    """One more worded line at the foot, such as the draw's commitment; may be empty."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile on the board: upper case, or lower case for a joker."""

    square: Square
    letter: str
    side: Side


class RowKind(StrEnum):
    """What a row of the table of placements records."""

    PLACED = "placed"
    PASSED = "pass"
    VOID = "void"
    """Withdrawn, returned or annulled: shown struck through, counts nothing (art. 5.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacementRow:
    """One row of a player's table of placements (art. 4.2)."""

    round: int
    kind: RowKind = RowKind.PLACED
    position: str = ""
    """In our notation: `H8` across, `8H` down."""
    word: str = ""
    """The main word, jokers in lower case."""
    adjacent: tuple[str, ...] = ()
    score: int = 0
    """Points as played."""
    counted: int = 0
    """Points that count: less than `score` where a cap applies (art. 1.4)."""
    total: int = 0
    """Running total after this row; not shown for a void row."""
    note: str = ""
    """Worded; written under the row: why it is void, what was put right."""


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A line after the placements: what the tiles left in the hands did to the score (art. 4.3)."""

    label: str
    """Worded: `Litere rămase: A E X`."""
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerScore:
    """One player on the competition sheet."""

    name: str
    side: Side
    total: int
    rack: str
    """The tiles in the hand, `?` a joker; empty when there are none."""
    to_move: bool = False
    rows: tuple[PlacementRow, ...] = ()
    """In the order they were made; several rows may share a round."""
    adjustments: tuple[Adjustment, ...] = ()
    final: int | None = None
    """The final score; None while the game runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LastMove:
    """The last placement or pass: highlighted on the board and written large."""

    side: Side
    position: str = ""
    word: str = ""
    """Empty for a pass."""
    adjacent: tuple[str, ...] = ()
    score: int = 0
    counted: int = 0
    squares: frozenset[Square] = frozenset()
    """The squares of the tiles it laid."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompetitionSheet:
    """The competition sheet (fișă de concurs)."""

    head: Head
    labels: Labels
    tile_values: Mapping[str, int]
    """Points by tile as it lies: `TileSet.values`."""
    tiles: tuple[LaidTile, ...]
    sequence: tuple[SequenceTile, ...]
    red: PlayerScore
    blue: PlayerScore
    last: LastMove | None = None
    result: tuple[str, ...] = ()
    """Worded lines about the end of the game; empty while it runs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPicture:
    """The board alone; with `proposed`, a placement not yet sent is shown on it."""

    labels: Labels
    tile_values: Mapping[str, int]
    tiles: tuple[LaidTile, ...]
    side: Side
    """Whose rack it is, and whose placement is proposed."""
    last: frozenset[Square] = frozenset()
    """Squares of the last placement sent."""
    proposed: tuple[LaidTile, ...] = ()
    """The new tiles of the placement not yet sent; their squares are empty in `tiles`."""
    planned: tuple[LaidTile, ...] | None = None
    """What moves that somebody only tries out would lay, whose hand and letters to come are shown
    as they would be then; None: it is no plan, but the game."""
    rack: str = ""
    """The tiles in the hand before the proposed placement; those it uses are shown spent."""
    coming: str = ""
    """The tiles that the player would draw next."""
