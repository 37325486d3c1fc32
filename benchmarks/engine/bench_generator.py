"""Positions searched and plays found a second, without blanks and with one or two.

`python -m benchmarks generator`. Middle-game positions, the free word list (845,000 words;
the prototype behind the target had 620,000). Processor time; each position is the best of several
searches, because other work on the machine only adds time.
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from statistics import mean
from time import process_time

from benchmarks.support.positions import TILES, Position, graph, middle_games, with_blanks
from benchmarks.support.rows import FigureRow, show
from engine.generator import plays
from engine.plain import plain_plays
from engine.rulesets import NATIONAL_2025
from engine.words import dawg

_BARS = {0: (4, None), 1: (None, 80), 2: (None, 80)}
"""Targets by blanks on the rack: for a position on average, and at worst."""


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    rows = _graph_rows()
    positions = middle_games(6)
    for jokers, every, times in ((0, 1, 5), (1, 1, 3), (2, 1, 2)):
        chosen = [with_blanks(position, jokers) for position in positions[::every]]
        rows += _search_rows(chosen, jokers, times)
    plain = [_seconds(partial(_plainly, position)) for position in positions[::8]]
    rows.append(FigureRow("the same by the plain search, 0 jokers", mean(plain) * 1000, "ms"))
    return rows


def _graph_rows() -> list[FigureRow]:
    words = list(graph())
    data = dawg.dump(graph())
    building = _seconds(lambda: dawg.build(words))
    loading = min(_seconds(lambda: dawg.load(data).root) for _ in range(3))
    return [
        FigureRow("word graph, built", building, "s", note=f"{len(words):,} words"),
        FigureRow("word graph, read", loading * 1000, "ms", note=f"{len(data) / 1e6:.1f} MB"),
    ]


def _search_rows(positions: list[Position], jokers: int, times: int) -> list[FigureRow]:
    spent, found = [], []
    for position in positions:
        spent.append(min(_seconds(partial(_search, position)) for _ in range(times)))
        found.append(len(_search(position)))
    name = f"all placements, {jokers} joker{'s' * (jokers != 1)}"
    usual, worst = _BARS[jokers]
    return [
        FigureRow(
            f"{name}: a position", mean(spent) * 1000, "ms", usual, f"{mean(found):,.0f} plays"
        ),
        FigureRow(
            f"{name}: at worst", max(spent) * 1000, "ms", worst, f"of {len(spent)} positions"
        ),
        FigureRow(f"{name}: positions", len(spent) / sum(spent), "/s"),
        FigureRow(f"{name}: plays", sum(found) / sum(spent), "/s"),
    ]


def _search(position: Position) -> Sequence[object]:
    return plays(position.board, position.rack, graph(), TILES, NATIONAL_2025)


def _plainly(position: Position) -> Sequence[object]:
    return plain_plays(position.board, position.rack, graph(), TILES, NATIONAL_2025)


def _seconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


if __name__ == "__main__":
    sys.exit(not show(run()))
