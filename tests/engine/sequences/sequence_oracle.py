"""Slow references for letter sequences: enumeration, plain rules, the written procedure.

They share no line with the engine's own sequence modules.
"""

import hashlib
import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import groupby, pairwise, product
from types import MappingProxyType

from engine.rulesets import NATIONAL_2025, JokerRuns, Ruleset
from engine.tiles import TileSet


def tile_set(tiles: str, values: dict[str, int], vowels: str = "AEIOU") -> TileSet:
    """Return a small set with exactly these tiles; a letter without a given value has value 1."""
    counts = Counter(tiles)
    return TileSet(
        name="small",
        counts=MappingProxyType(dict(counts)),
        values=MappingProxyType({tile: values.get(tile, int(tile != "?")) for tile in counts}),
        vowels=frozenset(vowels),
        without_tile=frozenset(),
    )


def small_rules(**options: int | JokerRuns) -> Ruleset:
    """Return rules that forbid only what the options say."""
    free = replace(
        NATIONAL_2025, name="small", longest_run=99, early_tiles=0, joker_gap=0, opening_kinds=0
    )
    return replace(free, **options)  # type: ignore[arg-type]  # the options are checked by name


def as_tiles(pattern: str) -> str:
    """Return a pattern of V, C and J as a sequence of A, B and the blank."""
    return pattern.translate(str.maketrans("VCJ", "AB?"))


@cache
def arrangements_of(tiles: str) -> tuple[str, ...]:
    """Return every different order of the tiles."""
    if not tiles:
        return ("",)
    return tuple(
        tile + rest
        for tile in sorted(set(tiles))
        for rest in arrangements_of(tiles.replace(tile, "", 1))
    )


def all_tiles(tiles: TileSet) -> str:
    """Return the set's tiles as one string, in alphabetical order."""
    return "".join(tile * count for tile, count in sorted(tiles.counts.items()))


def runs_are_short(sequence: str, rules: Ruleset, vowels: frozenset[str]) -> bool:
    """Return whether no run is too long, with each blank as a vowel and as a consonant."""
    kinds = "".join("?" if t == "?" else "V" if t in vowels else "C" for t in sequence)
    if rules.joker_runs is JokerRuns.SKIPPED:
        readings = [kinds.replace("?", "")]
    elif rules.joker_runs is JokerRuns.BREAKS:
        readings = kinds.split("?")
    else:
        choices = product("VC", repeat=kinds.count("?"))
        readings = [kinds.replace("?", "%s") % choice for choice in choices]
    runs = (len(list(run)) for reading in readings for _, run in groupby(reading))
    return max(runs, default=0) <= rules.longest_run


def is_valid(sequence: str, rules: Ruleset, tiles: TileSet, *, racks: bool = True) -> bool:
    """Return whether a sequence of the right tiles meets rules (a) to (d) of art. 1.3."""
    early = sequence[: rules.early_tiles]
    if any(tile == "?" or tiles.values[tile] > rules.early_value for tile in early):
        return False
    places = [place for place, tile in enumerate(sequence) if tile == "?"]
    if any(b - a - 1 < rules.joker_gap for a, b in pairwise(places)):
        return False
    if not runs_are_short(sequence, rules, tiles.vowels):
        return False
    size = rules.rack_size
    for rack in (sequence[:size], sequence[size : 2 * size]) if racks else ():
        letters = set(rack) - {"?"}
        if len(letters & tiles.vowels) < rules.opening_kinds:
            return False
        if len(letters - tiles.vowels) < rules.opening_kinds:
            return False
    return True


class Stream:
    """The random stream, as docs/design/sequence.md describes it."""

    def __init__(self, label: str, seed: bytes) -> None:
        blocks = (
            hashlib.sha256(label.encode() + seed + number.to_bytes(8, "big")).digest()
            for number in range(100_000)
        )
        self._bytes = (byte for block in blocks for byte in block)

    def below(self, bound: int) -> int:
        """Return the next number below the bound."""
        bits = (bound - 1).bit_length()
        size = math.ceil(bits / 8)
        while True:
            number = int.from_bytes(bytes(next(self._bytes) for _ in range(size)), "big")
            number >>= 8 * size - bits
            if number < bound:
                return number


def _bags(rules: Ruleset, tiles: TileSet) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return the plain tiles and the high-value ones, vowels and consonants separately."""
    plain: dict[str, list[str]] = {"V": [], "C": []}
    high_value: dict[str, list[str]] = {"V": [], "C": []}
    for tile in sorted(set(tiles.counts) - {"?"}):
        kind = "V" if tile in tiles.vowels else "C"
        bag = high_value if tiles.values[tile] > rules.early_value else plain
        bag[kind] += [tile] * tiles.counts[tile]
    return plain, high_value


def _allowed(beginning: str, sizes: dict[str, int], rules: Ruleset) -> bool:
    """Return whether a pattern may begin like this, with so many vowels, consonants and blanks."""
    places = [place for place, kind in enumerate(beginning) if kind == "J"]
    return (
        all(beginning.count(kind) <= sizes[kind] for kind in "VCJ")
        and "J" not in beginning[: rules.early_tiles]
        and all(b - a > rules.joker_gap for a, b in pairwise(places))
        and runs_are_short(as_tiles(beginning), rules, frozenset("A"))
    )


def draw_by_the_book(seed: bytes, rules: Ruleset, tiles: TileSet) -> str:
    """Return the sequence of the written procedure, with counts by plain recursion."""
    plain, high_value = _bags(rules, tiles)
    size, early = tiles.size, min(rules.early_tiles, tiles.size)
    sizes = {kind: len(plain[kind]) + len(high_value[kind]) for kind in "VC"}
    sizes["J"] = tiles.counts.get("?", 0)

    def weight(beginning: str) -> int:
        free = {kind: sizes[kind] - beginning[:early].count(kind) for kind in "VC"}
        return math.prod(math.comb(free[kind], len(high_value[kind])) for kind in "VC")

    @cache
    def ways(beginning: str) -> int:
        """Count the completions, each as often as the high-value tiles fit into it."""
        if not _allowed(beginning, sizes, rules):
            return 0
        if len(beginning) == size:
            return weight(beginning)
        return sum(ways(beginning + kind) for kind in "VCJ")

    stream = Stream("tur-retur sequence 1", seed)
    while True:
        number, pattern = stream.below(ways("")), ""
        for place in range(size):
            if place == early:
                number //= weight(pattern)
            for kind in "VCJ":
                found = ways(pattern + kind)
                if place >= early:
                    found //= weight(pattern + kind) or 1
                if number < found:
                    pattern += kind
                    break
                number -= found
        sequence = _fill_by_the_book(pattern, early, plain, high_value, stream)
        if is_valid(sequence, rules, tiles):
            return sequence


def _fill_by_the_book(
    pattern: str,
    early: int,
    plain: dict[str, list[str]],
    high_value: dict[str, list[str]],
    stream: Stream,
) -> str:
    """Return the pattern with tiles, taken from the bags by one drawn number."""
    bags = {kind: list(plain[kind]) for kind in "VC"}
    sizes: list[int] = []
    left = {kind: len(plain[kind]) for kind in "VC"}
    for place, kind in enumerate(pattern):
        if place == early:
            left = {name: left[name] + len(high_value[name]) for name in "VC"}
        if kind != "J":
            sizes.append(left[kind])
            left[kind] -= 1
    number, sequence = stream.below(math.prod(sizes)), ""
    for place, kind in enumerate(pattern):
        if place == early:
            bags = {name: bags[name] + high_value[name] for name in "VC"}
        if kind == "J":
            sequence += "?"
        else:
            sequence += bags[kind].pop(number % len(bags[kind]))
            number //= len(bags[kind]) + 1
    return sequence


def chi_square(observed: Sequence[int], expected: float) -> float:
    """Return the chi-square statistic, as standard deviations from its mean."""
    statistic = sum((count - expected) ** 2 / expected for count in observed)
    freedom = len(observed) - 1
    return (statistic - freedom) / math.sqrt(2 * freedom)
