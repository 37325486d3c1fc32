"""The compiled search: built from the present source, with the results of the plain search."""

import random
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis.endgame import endgame
from engine.board import EMPTY_BOARD, Board, Square
from engine.compiled.machine import (
    BudgetExceeded,
    CompiledSearch,
    EndgameQuery,
    compiled_search,
)
from engine.compiled.program import program
from engine.generator import best_plays, plays
from engine.plain import plain_plays
from engine.rulesets import NATIONAL_2025
from engine.tiles import load_tile_set
from engine.words.dawg import build
from engine.words.lexicon import open_lexicon
from tests.engine.tried import GRAPHS, played_out, random_rack
from tools.compiled import FOLDER, made_of

RO = load_tile_set("ro")


def test_what_is_shipped_was_made_of_the_source_that_is_here() -> None:
    """The shipped program was built from the present source by `python -m tools.compiled`."""
    assert (FOLDER / "search.made_of").read_text(encoding="utf-8") == made_of()


def test_it_runs_where_the_program_is_installed() -> None:
    """The installed dependencies run the compiled search."""
    assert isinstance(compiled_search(GRAPHS["ro"]), CompiledSearch)


@given(
    seed=st.integers(0, 10**6),
    turns=st.integers(0, 7),
    jokers=st.integers(0, 3),
    name=st.sampled_from(["ro", "en"]),
)
@settings(max_examples=30, deadline=None)
def test_it_finds_what_the_plain_search_finds_in_the_same_order(
    seed: int, turns: int, jokers: int, name: str
) -> None:
    """Both searches return the same plays, points and words in the same order."""
    tiles = load_tile_set(name)
    board = played_out(seed, name, turns)
    position = board, random_rack(random.Random(seed), tiles, jokers), GRAPHS[name], tiles

    found = plays(*position, NATIONAL_2025)

    expected = plain_plays(*position, NATIONAL_2025)
    assert tuple(found) == expected
    assert best_plays(found, board, 3) == best_plays(expected, board, 3)
    assert found[:5] == expected[:5]
    assert (
        [found[-1], found[len(found) // 2]]
        == [
            expected[-1],
            expected[len(expected) // 2],
        ]
        if expected
        else not found
    )


@pytest.mark.parametrize("rack", ["BDEORU?", "AET??"])
def test_with_the_whole_list_too(rack: str) -> None:
    """Both searches agree on the full list of 845,000 words."""
    graph = open_lexicon().graph
    board = played_out(4, "ro", 5)

    found = plays(board, rack, graph, RO, NATIONAL_2025)

    assert tuple(found) == plain_plays(board, rack, graph, RO, NATIONAL_2025)
    assert len(found) > 1000


def test_a_rack_that_is_none_is_left_to_the_plain_search() -> None:
    """A rack of more than fifteen tiles is searched by the plain search."""
    rack = "ACASATREMINOULAE"

    found = plays(played_out(1, "ro", 2), rack, GRAPHS["ro"], RO, NATIONAL_2025)

    assert found == plain_plays(played_out(1, "ro", 2), rack, GRAPHS["ro"], RO, NATIONAL_2025)


def test_words_of_letters_that_it_does_not_know_are_left_to_the_plain_search() -> None:
    """A list with letters beyond A–Z is searched by the plain search."""
    graph = build(["CASĂ", "CASA"])

    assert compiled_search(graph) is None
    assert {play.word for play in plays(played_out(0, "ro", 0), "CASA", graph, RO, NATIONAL_2025)}


def test_without_wasmtime_the_plain_search_does_the_work() -> None:
    """Without wasmtime the plain search returns the same results."""
    look = (
        "import sys; sys.modules['wasmtime'] = None\n"
        "from engine.generator import plays\n"
        "from engine.compiled.machine import compiled_search\n"
        "from engine.rulesets import NATIONAL_2025\n"
        "from engine.analysis.endgame import endgame\n"
        "from tests.engine.test_compiled import GRAPHS, RO, played_out\n"
        "board = played_out(3, 'ro', 4)\n"
        "found = plays(board, 'AEIRST?', GRAPHS['ro'], RO, NATIONAL_2025)\n"
        "end = endgame(GRAPHS['ro'], RO, NATIONAL_2025)\n"
        "value = end.best(board, 'AER', 'ST', budget=end.budget).value\n"
        "print(compiled_search(GRAPHS['ro']), len(found), value)"
    )
    board = played_out(3, "ro", 4)
    found = plays(board, "AEIRST?", GRAPHS["ro"], RO, NATIONAL_2025)
    end = endgame(GRAPHS["ro"], RO, NATIONAL_2025)
    value = end.best(board, "AER", "ST", budget=end.budget).value

    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["None", str(len(found)), str(value)]


def test_points_beyond_all_measure_are_left_to_the_plain_search() -> None:
    """Scores beyond the compiled search's limit are left to the plain search."""
    high_value = replace(RO, values=dict.fromkeys(RO.values, 255))
    board = Board().lay([(Square(1, 7), "A"), (Square(2, 7), "S")])
    position = board, "CARTEAS", build(["CARTEAS", "SAS", "AS"]), high_value, NATIONAL_2025

    found = plays(*position)

    assert found == plain_plays(*position)
    assert found[0].score > 4096


def test_an_endgame_is_proven_without_any_preparation() -> None:
    """A new search sets up its table of results with the first query."""
    machine = compiled_search(build(["CASA", "SA", "AS"]))
    assert machine is not None
    asked = EndgameQuery(EMPTY_BOARD, "AS", "SA", to_pass=2, fresh=2, weights=(1, 1))

    assert machine.prove(asked, RO, NATIONAL_2025, 1000)[1] is not None


def test_where_there_is_no_memory_the_plain_search_does_the_work() -> None:
    """With too little memory for words or endgames the plain search is used."""
    none, some = (build(["CASA", "SA", "AS"]) for _ in range(2))
    assert program(memory=1) is None
    assert compiled_search(none, memory=1 << 22) is None
    machine = compiled_search(some, memory=64 << 20)
    assert machine is not None
    with pytest.raises(BudgetExceeded):
        machine.forget()

    machine_budget = endgame(GRAPHS["ro"], RO, NATIONAL_2025).budget
    for graph in (none, some):
        search = endgame(graph, RO, NATIONAL_2025)
        assert search.budget < machine_budget
        assert search.best(played_out(0, "ro", 0), "AS", "SA", budget=search.budget).move


def test_without_its_runtime_there_is_no_compiled_search() -> None:
    """A missing runtime gives `None` and raises nothing."""
    assert program(runtime="no_such_module") is None
