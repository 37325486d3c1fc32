"""The letter sequence as it is drawn: what became of each tile, and whose it is (art. 1.3, 4.1)."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.documents.render.side import Side
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
