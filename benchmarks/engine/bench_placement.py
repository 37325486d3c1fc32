"""Moves validated and scored a second: words formed, technical errors, list, points.

`python -m benchmarks placement`. The moves are legal ones of middle games, one in ten typed
wrongly. The words are looked up in a set, which measures the rules alone, and then in the free
edition.
"""

import random
import sys
from collections.abc import Container
from time import process_time

from benchmarks.support.positions import TILES, graph, middle_games
from benchmarks.support.rows import FigureRow, show
from engine.board import Board
from engine.generator import plays
from engine.placement import Placement, score, survey, technical_faults, unknown_words
from engine.rulesets import NATIONAL_2025
from engine.words.lexicon import open_lexicon

Case = tuple[Board, Placement, str]
ROUNDS = 15


def run() -> list[FigureRow]:
    """Measure and return the rows; the best of several rounds, in processor time."""
    cases = _cases()
    words = frozenset(graph())
    return [
        FigureRow(
            "placements judged and scored", _rate(cases, words), "/s", 80_000, "words in a set"
        ),
        FigureRow("the same, words in the trie", _rate(cases, open_lexicon()), "/s"),
    ]


def _cases() -> list[Case]:
    chance = random.Random(1)
    cases: list[Case] = []
    for position in middle_games(4):
        found = plays(position.board, position.rack, graph(), TILES, NATIONAL_2025)
        for play in chance.sample(found, min(60, len(found))):
            right = play.placement
            wrong = Placement(right.square, right.axis.other, right.word)
            chosen = wrong if chance.random() < 0.1 else right
            if not survey(position.board, chosen).overhang:
                cases.append((position.board, chosen, position.rack))
    return cases


def _rate(cases: list[Case], words: Container[str]) -> float:
    best = min(_round(cases, words) for _ in range(ROUNDS))
    return len(cases) / best


def _round(cases: list[Case], words: Container[str]) -> float:
    start = process_time()
    for board, placement, rack in cases:
        laid = survey(board, placement)
        points = score(laid, TILES, NATIONAL_2025)
        technical_faults(board, placement, laid, rack, points)
        unknown_words(laid, words)
    return process_time() - start


if __name__ == "__main__":
    sys.exit(not show(run()))
