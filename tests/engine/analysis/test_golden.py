"""Golden games: twenty games, each position as another program found it.

Ten use the Romanian list and the federation's rules, ten are in English without caps. The findings
of the program by anagrams are stored as data; `golden.make` writes them again.

They check the static pass, the lists of candidates, and the ends by the plain search. They have no
estimates, because no other program knows the later tiles; `test_three_ply` does so.
"""

import json

import pytest

from engine.analysis.endgame import endgame
from engine.analysis.ending import prove_end
from engine.analysis.static import static_turn
from engine.board import Board
from engine.gcg.replay import OPEN_GAME
from engine.generator import plays
from engine.tiles import load_tile_set
from tests.engine.analysis.golden.by_anagrams import Candidate, Words, candidates
from tests.engine.analysis.golden.make import FOLDER, RULES, fingerprint, graph
from tests.engine.analysis.golden_shared import game, known_of

NAMES = sorted(file.stem for file in FOLDER.glob("*.gcg"))
assert len(NAMES) == 20


@pytest.mark.parametrize("name", NAMES)
def test_each_turn_is_analysed_as_by_the_other_program(name: str) -> None:
    """Rank, number, best move, loss and missed bingos agree, with caps in rounds I and II."""
    found, tiles, known = game(name)
    rules = RULES[name[:2]]
    assert len(found) == len(known["turns"]) > 15

    for position, row in zip(found, known["turns"], strict=True):
        analysed = static_turn(position, graph(name[:2]), tiles, rules)
        assert analysed is not None
        assert analysed.best is not None
        assert {
            "n": position.number,
            "points": position.counted,
            "rank": analysed.rank,
            "of": analysed.plays,
            "best": [analysed.best.position, analysed.best.word, analysed.best_points],
            "lost": analysed.lost,
            "sevens_missed": analysed.sevens_missed,
        } == {key: value for key, value in row.items() if key != "all"}


@pytest.mark.parametrize("name", NAMES[::2])
def test_the_lists_of_candidates_are_the_same(name: str) -> None:
    """In each position all moves and their points agree, no more and no fewer."""
    found, tiles, known = game(name)
    rules, words = RULES[name[:2]], graph(name[:2])

    for position, row in zip(found, known["turns"], strict=True):
        listed = plays(position.board, position.rack, words, tiles, rules)
        candidates_ = [Candidate(-one.score, one.position, one.word, 0) for one in listed]
        assert fingerprint(candidates_) == row["all"]


@pytest.mark.parametrize("name", [name for name in NAMES if known_of(name)["end"] is not None])
def test_ends_are_worth_what_the_plain_search_proved(name: str) -> None:
    """The compiled search agrees wherever the plain search finished, and proves more."""
    found, tiles, known = game(name)

    ending = prove_end(found, graph(name[:2]), tiles, RULES[name[:2]])

    assert ending is not None
    assert {"from": ending.start.number, "spread": ending.spread} == known["end"]


def test_the_data_are_what_the_other_program_still_finds() -> None:
    """One game is calculated again from its record to each figure."""
    found, tiles, known = game("en-03")
    words = Words(graph("en"))

    for position, row in zip(found, known["turns"], strict=True):
        if "?" not in position.rack:
            again = candidates(position.board.rows, position.rack, words, tiles.values)
            assert fingerprint(again) == row["all"]
            assert len(again) == row["of"]


def test_the_ends_that_are_kept_are_proven_and_worth_what_the_plain_search_found() -> None:
    """Five ends of seven to nine tiles from real games are proven within the usual limits."""
    kept = json.loads((FOLDER / "ends.json").read_text(encoding="ascii"))[::4]
    tiles = load_tile_set("ro")

    assert len(kept) == 5
    for end in kept:
        search = endgame(graph("ro"), tiles, OPEN_GAME)
        board, budget = Board(tuple(end["board"])), search.budget
        assert search.best(board, end["mine"], end["theirs"], budget=budget).value == end["value"]
