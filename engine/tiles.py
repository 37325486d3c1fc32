"""Tiles as characters, and the sets of tiles.

A tile is one character everywhere in the engine: `A` … `Z` for a letter tile, and `?` for a blank
on the rack. A lower-case letter is a blank on the board (the letter it represents, worth 0).
"""

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

JOKER = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class TileSet:
    """One language's tiles: how many of each there are, and their values."""

    name: str
    counts: Mapping[str, int]
    """The number of tiles of each letter, including blanks (`?`)."""
    values: Mapping[str, int]
    """Points by character on the board: upper case its value, lower case and `?` 0."""
    vowels: frozenset[str]
    without_tile: frozenset[str]
    """Letters that only a blank can represent."""

    @property
    def consonants(self) -> frozenset[str]:
        """The letters with a tile that are not vowels."""
        return frozenset(self.counts) - self.vowels - {JOKER}

    @property
    def letters(self) -> frozenset[str]:
        """The letters that a blank may represent."""
        return (frozenset(self.counts) - {JOKER}) | self.without_tile

    @property
    def size(self) -> int:
        """Return the number of tiles in the set."""
        return sum(self.counts.values())


def tile_set_names() -> tuple[str, ...]:
    """Return the names that `load_tile_set` accepts, in alphabetical order."""
    folder = Path(__file__).parent / "data" / "tiles"
    return tuple(sorted(f.name.removesuffix(".toml") for f in folder.iterdir()))


@cache
def load_tile_set(name: str) -> TileSet:
    """Return the tile set of that name (`ro`, `en`).

    Raises:
        KeyError: no set of that name is shipped.
    """
    if name not in tile_set_names():
        raise KeyError(name)
    source = Path(__file__).parent / "data" / "tiles" / f"{name}.toml"
    data = tomllib.loads(source.read_text(encoding="utf-8"))
    counts = {letter: int(count) for letter, (count, _) in data["letters"].items()}
    values = {letter: int(value) for letter, (_, value) in data["letters"].items()}
    without_tile = frozenset(data["without_tile"])
    jokers = {letter.lower(): 0 for letter in (*values, *without_tile)}
    return TileSet(
        name=data["name"],
        counts=MappingProxyType({**counts, JOKER: int(data["jokers"])}),
        values=MappingProxyType({**values, **jokers, JOKER: 0}),
        vowels=frozenset(data["vowels"]),
        without_tile=without_tile,
    )


def as_held(tile: str) -> str:
    """Return the tile as on a rack: a blank loses the letter that it represented."""
    return JOKER if tile.islower() else tile


def missing_tiles(needed: Iterable[str], rack: str) -> tuple[str, ...]:
    """Return the tiles of `needed` (as placed) that are not on the rack, sorted."""
    short, left = [], rack
    for tile in map(as_held, needed):
        if tile in left:
            left = left.replace(tile, "", 1)
        else:
            short.append(tile)
    return tuple(sorted(short))


def without(rack: str, used: Iterable[str]) -> str:
    """Return the rack without the used tiles (as placed), in its order.

    Raises:
        ValueError: a used tile is not on the rack.
    """
    left = list(rack)
    for tile in used:
        left.remove(as_held(tile))
    return "".join(left)


def value_of(tiles: Iterable[str], tile_set: TileSet) -> int:
    """Return the total value of these tiles, as at the end of a game (blanks 0)."""
    return sum(tile_set.values[tile] for tile in tiles)
