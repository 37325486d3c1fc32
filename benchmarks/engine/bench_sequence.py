"""The draw compared with rejection from plain shuffles: python -m benchmarks.engine.bench_sequence.

Plain shuffling is too slow to be timed to the end, because one shuffle in about 46 million is
valid. Its speed is measured; its share of valid shuffles is estimated. Many shuffles are built tile
by tile at once. At each tile the share of tiles that no rule forbids is recorded, and now and then
the shuffles are resampled in proportion to it. The product of the mean shares is the estimate. It
does not use the draw's own table, whose exact count is shown beside it.
"""

import random
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from math import factorial, prod, sqrt
from statistics import fmean, stdev

from benchmarks.support.rows import FigureRow, show
from engine.rulesets import NATIONAL_2025, JokerRuns, Ruleset
from engine.sequences.check import has_kinds, opening_racks
from engine.sequences.patterns import Patterns
from engine.sequences.sequence import arrangements, conditions, draw
from engine.tiles import JOKER, TileSet, load_tile_set

DRAWS = 2_000
SHUFFLES = 20_000
GROUPS, GROUP = 5, 800
"""The number of estimates, and the number of shuffles in each."""


def run() -> list[FigureRow]:
    """Measure and return the rows; times are processor time, so other work hardly counts."""
    tiles = load_tile_set("ro")
    shuffle_rate = SHUFFLES / _seconds(lambda: _shuffle(tiles, SHUFFLES))
    rows = [
        FigureRow("plain shuffles", shuffle_rate, "/s", note="with the cheapest check, measured")
    ]
    for reading in JokerRuns:
        rules = replace(NATIONAL_2025, joker_runs=reading)
        rows += _rows_of(rules, tiles, shuffle_rate)
    return rows


def _rows_of(rules: Ruleset, tiles: TileSet, shuffle_rate: float) -> list[FigureRow]:
    """Return the rows of one reading of the rules on blanks."""
    name = f"jokers {rules.joker_runs}"
    table = min(_seconds(lambda: Patterns(conditions(rules, tiles))) for _ in range(3))
    draw(bytes(32), rules)
    taken = _seconds(lambda: [draw(n.to_bytes(32, "big"), rules) for n in range(DRAWS)])
    share, error = _acceptance(rules, tiles)
    every = factorial(tiles.size) // prod(map(factorial, tiles.counts.values()))
    exact = every / arrangements(rules)
    by_shuffles = shuffle_rate * share
    ratio = DRAWS / taken / by_shuffles
    return [
        FigureRow(f"{name}: table", table * 1000, "ms", 600, "once a process; best of 3"),
        FigureRow(f"{name}: a draw", taken / DRAWS * 1000, "ms", 1),
        FigureRow(f"{name}: draws", DRAWS / taken, "/s"),
        FigureRow(
            f"{name}: shuffles until one will do",
            1 / share,
            "",
            note=f"± {error / share:.0%}, estimated; {exact:,.0f} by count before opening racks",
        ),
        FigureRow(f"{name}: draws by shuffles", by_shuffles, "/s", note="extrapolated, not run"),
        FigureRow(f"{name}: ratio", ratio, "×", note="draws a second against the line above"),
    ]


def _acceptance(rules: Ruleset, tiles: TileSet) -> tuple[float, float]:
    """Return the estimated share of plain shuffles that meet the rules, and its standard error."""
    chance = random.Random(1)
    estimates = [_estimate(rules, tiles, chance) for _ in range(GROUPS)]
    return fmean(estimates), stdev(estimates) / sqrt(GROUPS)


def _estimate(rules: Ruleset, tiles: TileSet, chance: random.Random) -> float:
    """Return one estimate of that share."""
    bags: dict[str, str] = {}
    for tile, count in tiles.counts.items():
        kind = _kind_of(tile, rules, tiles)
        bags[kind] = bags.get(kind, "") + tile * count
    laid, weights, share = [""] * GROUP, [1.0] * GROUP, 1.0
    for remaining in range(tiles.size, 0, -1):
        for place, kinds in enumerate(laid):
            open_to = {
                kind: len(bag) - kinds.count(kind)
                for kind, bag in bags.items()
                if _allowed(kinds, kind, rules)
            }
            allowed = sum(open_to.values())
            weights[place] *= allowed / remaining
            if allowed:
                laid[place] += chance.choices([*open_to], [*open_to.values()])[0]
        if sum(weights) ** 2 < GROUP / 2 * sum(weight**2 for weight in weights):
            share *= fmean(weights)
            laid, weights = chance.choices(laid, weights, k=GROUP), [1.0] * GROUP
    return share * fmean(
        weight * (weight > 0 and _racks_fit(kinds, bags, rules, tiles, chance))
        for weight, kinds in zip(weights, laid, strict=True)
    )


def _racks_fit(
    kinds: str, bags: dict[str, str], rules: Ruleset, tiles: TileSet, chance: random.Random
) -> bool:
    """Fill the pattern with tiles; return whether both opening racks meet the rules."""
    left = {kind: chance.sample(bag, len(bag)) for kind, bag in bags.items()}
    sequence = "".join(left[kind].pop() for kind in kinds)
    return all(has_kinds(sequence[where], rules, tiles) for where in opening_racks(rules))


def _kind_of(tile: str, rules: Ruleset, tiles: TileSet) -> str:
    """Return ? for a blank, V for a vowel, C for a consonant; lower case for a high-value tile."""
    kind = tile if tile == JOKER else "V" if tile in tiles.vowels else "C"
    return kind.lower() if tiles.values[tile] > rules.early_value else kind


def _allowed(laid: str, kind: str, rules: Ruleset) -> bool:
    """Return whether a tile of that kind may come next, by the text of art. 1.3."""
    if len(laid) < rules.early_tiles and kind in "?vc":
        return False
    if kind == JOKER and JOKER in laid[-rules.joker_gap :]:
        return False
    end = (laid + kind)[-rules.longest_run - 2 :].upper()  # room for one blank that is skipped
    if rules.joker_runs is JokerRuns.SKIPPED:
        end = end.replace(JOKER, "")
    end = end[-rules.longest_run - 1 :]
    joker = JOKER if rules.joker_runs is JokerRuns.BOTH else ""
    too_long = len(end) > rules.longest_run
    return not too_long or bool(end.strip("V" + joker) and end.strip("C" + joker))


def _shuffle(tiles: TileSet, times: int) -> int:
    """Shuffle that often; return how many shuffles begin without a high-value tile or a blank."""
    chance, good = random.Random(1), 0
    bag = [tile for tile, count in tiles.counts.items() for _ in range(count)]
    dear = {tile for tile, value in tiles.values.items() if value > 2} | {JOKER}
    for _ in range(times):
        chance.shuffle(bag)
        good += dear.isdisjoint(bag[:25])
    return good


def _seconds(work: Callable[[], object]) -> float:
    """Return the processor's seconds for one piece of work."""
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    sys.exit(not show(run()))
