"""Uniformity of the draw, against full enumeration and against shuffling."""

import math
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, variance

import pytest

from engine.rulesets import NATIONAL_2025, JokerRuns, Ruleset
from engine.sequences.sequence import draw
from engine.tiles import JOKER, TileSet, load_tile_set
from tests.engine.sequences.sequence_oracle import (
    all_tiles,
    arrangements_of,
    chi_square,
    is_valid,
    small_rules,
    tile_set,
)

SMALL = {
    "runs and jokers": (tile_set("AAEBBC??", {}), small_rules(longest_run=2, joker_gap=2)),
    "high-value consonants": (
        tile_set("AAEBBZX?", {"Z": 9, "X": 8}),
        small_rules(longest_run=2, early_tiles=3),
    ),
    "high-value tiles of both kinds": (
        tile_set("AAUBBZ??", {"Z": 9, "U": 8}),
        small_rules(longest_run=3, early_tiles=2, joker_gap=1),
    ),
    "racks": (
        tile_set("AAEEBBCC", {}),
        small_rules(longest_run=2, rack_size=4, opening_kinds=2),
    ),
    "racks and high-value tiles": (
        tile_set("AAEBBCD", {"D": 4}),
        small_rules(longest_run=2, early_tiles=1, rack_size=3, opening_kinds=1),
    ),
    "three jokers": (tile_set("AABC???", {}), small_rules(longest_run=3, joker_gap=1)),
}


@pytest.mark.article("1.3")
@pytest.mark.parametrize(
    ("name", "reading"),
    [
        (name, reading)
        for name, (tiles, _) in SMALL.items()
        for reading in (JokerRuns if JOKER in tiles.counts else [NATIONAL_2025.joker_runs])
    ],
)
def test_every_valid_arrangement_is_equally_likely(name: str, reading: JokerRuns) -> None:
    """Every valid arrangement is equally likely, and no invalid one is drawn.

    A chi-square far below its mean is as suspect as one far above, so both fail.
    """
    tiles, free = SMALL[name]
    rules = replace(free, joker_runs=reading)
    every = [s for s in arrangements_of(all_tiles(tiles)) if is_valid(s, rules, tiles)]
    times = max(6, 2000 // len(every))
    seeds = (number.to_bytes(32, "big") for number in range(times * len(every)))

    tally = Counter(draw(seed, rules, tiles) for seed in seeds)

    assert tally.keys() <= {*every}
    assert abs(chi_square([tally[sequence] for sequence in every], times)) < 4


def relaxed(reading: JokerRuns, **options: int) -> Ruleset:
    """Return national rules so relaxed that a shuffle sometimes meets them."""
    rules = {"longest_run": 6, "early_tiles": 4, "joker_gap": 12, **options}
    return replace(NATIONAL_2025, joker_runs=reading, **rules)  # type: ignore[arg-type]


def shuffled(rules: Ruleset, tiles: TileSet, wanted: int, seed: int) -> list[str]:
    """Return sequences found by shuffling until the article is met."""
    chance, bag = random.Random(seed), list(all_tiles(tiles))
    found: list[str] = []
    while len(found) < wanted:
        chance.shuffle(bag)
        sequence = "".join(bag)
        if is_valid(sequence, rules, tiles):
            found.append(sequence)
    return found


VOWELS = frozenset("AEIOU")
TRAITS: dict[str, Callable[[str], float]] = {
    "changes of kind": lambda s: sum((a in VOWELS) != (b in VOWELS) for a, b in pairwise(s)),
    "vowels among the first 25": lambda s: sum(tile in VOWELS for tile in s[:25]),
    "vowels among the first 4": lambda s: sum(tile in VOWELS for tile in s[:4]),
    "place of the first joker": lambda s: s.index("?"),
    "place of the second joker": lambda s: s.rindex("?"),
    "tiles between the jokers": lambda s: s.rindex("?") - s.index("?"),
    "a joker beside a vowel": lambda s: s[s.index("?") - 1] in VOWELS,
    "place of Z": lambda s: s.index("Z"),
    "high-value tiles among 5 to 20": lambda s: sum(tile in "BFGHJMVXZ" for tile in s[4:20]),
    "different letters among 1 to 7": lambda s: len({*s[:7]}),
    "different letters among 8 to 14": lambda s: len({*s[7:14]}),
    "vowel at the end": lambda s: s[-1] in VOWELS,
    "first A": lambda s: s.index("A"),
    "pairs of the same tile": lambda s: sum(a == b for a, b in pairwise(s)),
}


@pytest.mark.article("1.3")
@pytest.mark.parametrize("reading", JokerRuns)
def test_the_full_set_agrees_with_rejection_from_plain_shuffles(reading: JokerRuns) -> None:
    """Under relaxed rules every trait has the same mean as in valid shuffles.

    With 14 traits and three readings, a difference of 4 standard errors would be an accident once
    in 400 choices of the fixed seeds.
    """
    rules, tiles, size = relaxed(reading), load_tile_set("ro"), 500
    slow = shuffled(rules, tiles, size, seed=20250501)
    fast = [draw(number.to_bytes(32, "big"), rules) for number in range(size)]

    for name, trait in TRAITS.items():
        one, other = [float(trait(s)) for s in slow], [float(trait(s)) for s in fast]
        error = math.sqrt((variance(one) + variance(other)) / size)
        assert abs(fmean(one) - fmean(other)) < 4 * error, name


def test_each_place_holds_each_letter_as_often_as_in_shuffles() -> None:
    """At each position letters are as frequent as in valid shuffles."""
    rules = relaxed(JokerRuns.BOTH, longest_run=8, joker_gap=0, opening_kinds=0)
    size = 500
    shuffles = shuffled(rules, load_tile_set("ro"), size, seed=1)
    drawn = [draw(number.to_bytes(32, "little"), rules) for number in range(size)]

    for place in (1, 4, 5, 50, 100):
        slow, fast = (Counter(s[place - 1] for s in found) for found in (shuffles, drawn))
        letters = sorted(slow | fast)
        statistic = sum((slow[t] - fast[t]) ** 2 / (slow[t] + fast[t]) for t in letters)
        freedom = len(letters) - 1
        assert statistic < freedom + 4 * math.sqrt(2 * freedom), place
