"""A transposed board, and players with exchanged colours, give the same figures."""

import random
from collections.abc import Callable
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis.endgame import endgame
from engine.analysis.verdicts import Verdict, analyse
from engine.board import Board
from engine.gcg.record import GameRecord, GcgEntry
from engine.gcg.replay import OPEN_GAME
from engine.generator import plays
from engine.notation import parse_position
from engine.placement import Placement
from engine.tiles import load_tile_set
from tests.engine.analysis.games import whole_game
from tests.engine.tried import GRAPHS, played_out, random_rack

RO = load_tile_set("ro")
GAMES = range(4)


def turned(board: Board) -> Board:
    """Return the board with rows and columns exchanged."""
    return Board(tuple("".join(column) for column in zip(*board.rows, strict=True)))


def mirrored(position: str) -> str:
    """Return the place of a move on the transposed board."""
    square, axis = parse_position(position)
    return square._replace(row=square.column, column=square.row).position(axis.other)


@given(
    seed=st.integers(0, 10**6),
    turns=st.integers(0, 6),
    jokers=st.integers(0, 2),
    name=st.sampled_from(["ro", "en"]),
)
@settings(max_examples=20, deadline=None)
def test_across_and_down_are_one(seed: int, turns: int, jokers: int, name: str) -> None:
    """A transposed board allows the same words for the same points, each mirrored."""
    tiles = load_tile_set(name)
    board, rack = played_out(seed, name, turns), random_rack(random.Random(seed), tiles, jokers)

    found = plays(board, rack, GRAPHS[name], tiles, OPEN_GAME)

    mirror = plays(turned(board), rack, GRAPHS[name], tiles, OPEN_GAME)
    assert {(p.position, p.word, p.score) for p in found} == {
        (mirrored(p.position), p.word, p.score) for p in mirror
    }


@given(seed=st.integers(0, 10**6), passes=st.integers(0, 3))
@settings(max_examples=12, deadline=None)
def test_an_end_is_worth_the_same_on_a_turned_board(seed: int, passes: int) -> None:
    """An endgame has the same value on a turned board, with blanks and after passes."""
    chance = random.Random(seed)
    letters = chance.sample("AAAEEEIIRRSSTTNCOM?", 7)
    hands = "".join(letters[:4]), "".join(letters[4:])
    board = played_out(seed, "ro", 4)

    values = {
        endgame(GRAPHS["ro"], RO, OPEN_GAME).best(one, *hands, passes=passes, budget=100_000).value
        for one in (board, turned(board))
    }

    assert len(values) == 1


def figures(
    record: GameRecord, seed: int, where: Callable[[str], str] = str
) -> list[tuple[object, ...]]:
    """Return the findings of each turn without the colours."""
    _, few, _ = whole_game(seed)
    analysis = analyse(record, GRAPHS["ro"], few, OPEN_GAME, deep=False)

    def row(one: Verdict) -> tuple[object, ...]:
        made = where(one.position.placement.square.position(one.position.placement.axis))
        points = None if one.best is None else one.best.points
        seen = one.static
        assert seen is not None
        return made, seen.rank, seen.plays, points, one.lost, seen.sevens_missed

    return [row(one) for one in analysis.verdicts]


@given(seed=st.sampled_from(GAMES))
@settings(max_examples=4, deadline=None)
def test_colours_change_nothing_where_there_are_no_caps(seed: int) -> None:
    """The same game with exchanged names has the same findings."""
    record, _, _ = whole_game(seed)
    changed = replace(
        record,
        players=record.players[::-1],
        entries=tuple(replace(entry, player=1 - entry.player) for entry in record.entries),
    )

    assert figures(changed, seed) == figures(record, seed)


@given(seed=st.sampled_from(GAMES))
@settings(max_examples=4, deadline=None)
def test_a_game_on_the_turned_board_has_the_same_analysis(seed: int) -> None:
    """Each move has its row and column exchanged."""
    record, _, _ = whole_game(seed)

    def turn(entry: GcgEntry) -> GcgEntry:
        if entry.placement is None:
            return entry
        made = entry.placement
        over = made.square._replace(row=made.square.column, column=made.square.row)
        return replace(entry, placement=Placement(over, made.axis.other, made.word))

    entries = tuple(map(turn, record.entries))

    assert figures(replace(record, entries=entries), seed) == figures(record, seed, mirrored)
