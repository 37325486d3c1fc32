"""Sequences drawn elsewhere: reading them, their tiles, and the seed that stands for one."""

from collections import Counter
from hashlib import sha256

from engine.errors import Fault
from engine.notation import fold
from engine.tiles import JOKER, TileSet

_JOKERS = str.maketrans("*_", JOKER * 2)


def sequence_from(text: str) -> str:
    """Return the sequence as the engine writes it: capitals, and `?` for a blank (`*`, `_`, `?`).

    Every other sign is dropped, such as spaces and digits.
    """
    kept = (sign for sign in fold(text).upper().translate(_JOKERS) if sign.isalpha() or sign == "?")
    return "".join(kept)


def sequence_faults(sequence: str, tiles: TileSet) -> tuple[Fault, ...]:
    """Return the fault of a sequence that has not exactly the tiles of the set; () if it has."""
    found = Counter(sequence)
    missing, extra = Counter(tiles.counts) - found, found - Counter(tiles.counts)
    if not missing and not extra:
        return ()
    facts: dict[str, str | int] = {
        "n": len(sequence),
        "most": sum(tiles.counts.values()),
        "missing": _tiles(missing),
        "extra": _tiles(extra),
    }
    return (Fault("import_tiles", "1.3", facts),)


def _tiles(tiles: Counter[str]) -> str:
    """Return tiles with their numbers, such as `A2 ?1`, or a dash for none."""
    return " ".join(f"{tile}{number}" for tile, number in sorted(tiles.items())) or "–"


def seed_standing_for(sequence: str) -> str:
    """Return the seed that a match stores for a sequence drawn elsewhere, in hexadecimal.

    The program can draw no sequence from this seed. Games with the same sequence get the same seed,
    because the embargo compares seeds (art. 2.1).
    """
    return sha256(b"tur-retur imported 1" + sequence.encode()).hexdigest()
