"""The count of patterns equals full enumeration and a second count from the front."""

import math
from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rulesets import NATIONAL_2025, JokerRuns, Ruleset
from engine.sequences.patterns import Patterns
from engine.sequences.sequence import conditions
from engine.tiles import TileSet, load_tile_set
from tests.engine.sequences.sequence_oracle import (
    all_tiles,
    arrangements_of,
    as_tiles,
    is_valid,
    runs_are_short,
    small_rules,
    tile_set,
)
from tests.examples import HALF

VALUES = {"I": 5, "C": 3, "D": 9}

some_tiles = st.text("AAEIBBCD?", min_size=1, max_size=6).map(lambda tiles: tile_set(tiles, VALUES))
some_rules = st.builds(
    small_rules,
    longest_run=st.integers(1, 3),
    early_tiles=st.integers(0, 7),
    joker_gap=st.integers(0, 3),
    joker_runs=st.sampled_from(JokerRuns),
)


@settings(max_examples=HALF, deadline=None)
@given(some_tiles, some_rules)
def test_the_count_is_that_of_full_enumeration(tiles: TileSet, rules: Ruleset) -> None:
    """For any small tile set the count equals that of all valid arrangements."""
    every = arrangements_of(all_tiles(tiles))

    expected = sum(is_valid(sequence, rules, tiles, racks=False) for sequence in every)

    assert arrangements(rules, tiles) == expected


def arrangements(rules: Ruleset, tiles: TileSet) -> int:
    """Return the number of sequences that meet all rules except the one on opening racks."""
    found = conditions(rules, tiles)
    ways = Patterns(found).count
    for kind in (found.vowels, found.consonants):
        for part in (kind.plain, kind.high_value):
            same = map(math.factorial, Counter(part).values())
            ways *= math.factorial(len(part)) // math.prod(same)
    return ways


@settings(max_examples=HALF, deadline=None)
@given(some_tiles, some_rules)
def test_every_number_has_its_pattern(tiles: TileSet, rules: Ruleset) -> None:
    """Each number gives a pattern; a pattern occurs once per placing of high-value tiles."""
    found = conditions(rules, tiles)
    patterns = Patterns(found)
    only_kinds, expected = tile_set(_as_kinds(tiles), {}), list[str]()
    for kinds in product("VCJ", repeat=tiles.size):
        early = kinds[: rules.early_tiles]
        sequence = as_tiles("".join(kinds))
        plain = tile_set(sequence, {})
        if plain.counts == only_kinds.counts and is_valid(sequence, rules, plain):
            times = math.comb(found.vowels.size - early.count("V"), len(found.vowels.high_value))
            times *= math.comb(
                found.consonants.size - early.count("C"), len(found.consonants.high_value)
            )
            expected += ["".join(kinds)] * times

    assert [patterns.pattern(number) for number in range(patterns.count)] == expected
    with pytest.raises(IndexError):
        patterns.pattern(patterns.count)


def _as_kinds(tiles: TileSet) -> str:
    """Return the set's tiles with A for every vowel and B for every consonant."""
    return "".join("?" if t == "?" else "A" if t in tiles.vowels else "B" for t in all_tiles(tiles))


def count_forwards(rules: Ruleset, tiles: TileSet) -> int:
    """Return the number of arrangements, counted from the front by the last tiles."""
    vowels = sum(tiles.counts[letter] for letter in tiles.vowels & set(tiles.counts))
    consonants = sum(tiles.counts[letter] for letter in tiles.consonants)
    high = sum(tiles.counts[c] for c in tiles.consonants if tiles.values[c] > rules.early_value)
    beginnings = Counter({("", 0, 0, -99): 1})
    for place in range(tiles.size):
        following: Counter[tuple[str, int, int, int]] = Counter()
        for (tail, used, jokers, last), ways in beginnings.items():
            for kind in "VC?":
                if kind == "?":
                    near = place - last - 1 < rules.joker_gap
                    if place < rules.early_tiles or near or jokers == tiles.counts["?"]:
                        continue
                new = tail + kind
                now = used + (kind == "V")
                held = jokers + (kind == "?")
                if now > vowels or place + 1 - now - held > consonants:
                    continue
                if not runs_are_short(new, rules, frozenset("V")):
                    continue
                state = (new[-rules.longest_run - 2 :], now, held, place if kind == "?" else last)
                following[state] += ways
        beginnings = following
        if place + 1 == rules.early_tiles:
            for state in beginnings:
                free = consonants - (place + 1 - state[1])
                beginnings[state] *= math.comb(free, high)
    letters = math.factorial(vowels) * math.factorial(high) * math.factorial(consonants - high)
    same = math.prod(math.factorial(n) for tile, n in tiles.counts.items() if tile != "?")
    return beginnings.total() * letters // same


@pytest.mark.parametrize("reading", JokerRuns)
def test_the_count_of_a_middling_set_is_that_from_the_front(reading: JokerRuns) -> None:
    """For 26 tiles counting from the back and from the front gives the same number."""
    tiles = tile_set("AAAAAEEEEI" + "BBBBBCCCDDDZZX" + "??", {"Z": 10, "X": 10})
    rules = small_rules(longest_run=3, early_tiles=7, joker_gap=7, joker_runs=reading)

    assert arrangements(rules, tiles) == count_forwards(rules, tiles)


@pytest.mark.article("1.3")
@pytest.mark.parametrize(
    ("reading", "one_in"),
    [(JokerRuns.BOTH, 37_406_480), (JokerRuns.BREAKS, 6_416_506), (JokerRuns.SKIPPED, 12_681_155)],
)
def test_a_plain_shuffle_would_hardly_ever_do(reading: JokerRuns, one_in: int) -> None:
    """So few arrangements meet the national rules, even before the first racks are checked."""
    tiles = load_tile_set("ro")
    rules = small_rules(longest_run=3, early_tiles=25, joker_gap=25, joker_runs=reading)
    every = math.factorial(100) // math.prod(map(math.factorial, tiles.counts.values()))

    assert round(every / arrangements(rules, tiles)) == one_in
    assert NATIONAL_2025.joker_runs is JokerRuns.BOTH
