"""The analysis of finished games: static, three plies ahead, proven ends, a searched sequence.

`python -m benchmarks.bench_analysis`. Games of 100 tiles, each move chosen at random among the six
best plays, with the free word list; processor time.
"""

import json
import random
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median_high
from time import process_time

from benchmarks.support.rows import FigureRow, show
from engine.analysis.endgame import endgame
from engine.analysis.ending import RecordEnding, other_rack, prove_end
from engine.analysis.positions import RecordPosition, positions
from engine.analysis.possible import Search
from engine.analysis.static import static_turn
from engine.analysis.three_ply import LookaheadPosition, ThreePlyAnalysis, lookahead_positions
from engine.analysis.verdicts import analyse
from engine.board import Board
from engine.chance import SEED_BYTES
from engine.compiled.machine import BudgetExceeded
from engine.gcg.builder import RecordBuilder
from engine.gcg.record import GameRecord, GcgPlayer
from engine.gcg.replay import OPEN_GAME
from engine.generator import plays
from engine.placement import new_tiles
from engine.rulesets import NATIONAL_2025
from engine.sequences.sequence import draw
from engine.tiles import load_tile_set, without
from engine.words.lexicon import open_lexicon

TILES, GRAPH = load_tile_set("ro"), open_lexicon().graph
GAMES = 4
"""The number of games whose whole analysis is timed."""
SEASON = 1000
"""The number of games of a season."""
ENDED = 16
"""The number of games whose end is to be proven."""
REACHED = 60
"""The number of games in which ends with a full rack are looked for."""
AGAINST = (2, 7)
"""The numbers of tiles on the smaller rack, while the other rack is full."""
ENDS = Path(__file__).parents[1] / "tests" / "data" / "golden" / "ends.json"
"""The stored ends, of eight and nine tiles."""
WIDTH = 20
"""The number of boards that the search for the highest total keeps at each step."""
AMONG = 6
"""The number of best plays from which a move is chosen."""
PASSES = 4
"""The passes in a row that end a game."""
LATE = 5
"""Seconds after which a proof counts as too late."""


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    static, three_plies, complete = [], [], []
    for seed in range(GAMES):
        record = finished_game(random.Random(seed))
        turns, _ = positions(record, TILES, OPEN_GAME)
        static.append(_seconds(partial(_static_pass, turns)))
        ahead = lookahead_positions(record, turns, TILES, OPEN_GAME)
        three_plies.append(_seconds(partial(_three_plies, ahead)))
        complete.append(_seconds(partial(_analyse, record)))
    season = sum(complete) / GAMES * SEASON / 3600
    return [
        FigureRow(
            "static pass: a game", sum(static) / GAMES, "s", 0.5, f"at worst {max(static):.2f} s"
        ),
        FigureRow(
            "three plies ahead: a game",
            sum(three_plies) / GAMES,
            "s",
            8,
            f"at worst {max(three_plies):.1f}",
        ),
        FigureRow(
            "all of it: a game", sum(complete) / GAMES, "s", note=f"at worst {max(complete):.1f}"
        ),
        FigureRow(f"a season of {SEASON:,} games", season, "h", 3, "on one core"),
        *_stored_ends(),
        *_proven_ends(),
        *_ends_of_full_racks(),
        *_searched_sequence(),
    ]


def _seconds(work: Callable[[], None]) -> float:
    """Return the processor seconds of the work."""
    start = process_time()
    work()
    return process_time() - start


def _static_pass(turns: tuple[RecordPosition, ...]) -> None:
    """Evaluate every turn by its own plays."""
    for position in turns:
        static_turn(position, GRAPH, TILES, OPEN_GAME)


def _three_plies(turns: tuple[LookaheadPosition, ...]) -> None:
    """Evaluate every turn three plies ahead."""
    analysis = ThreePlyAnalysis(GRAPH, TILES, OPEN_GAME)
    for position in turns:
        analysis.estimate(position)


def _analyse(record: GameRecord) -> None:
    """Analyse a game completely, as the bot does."""
    for _ in analyse(record, GRAPH, TILES, OPEN_GAME, deep=True).verdicts:
        pass


def _stored_ends() -> list[FigureRow]:
    """Prove the stored ends of eight and nine tiles; count those that take too long."""
    seconds: list[float] = []
    late = 0
    ends = json.loads(ENDS.read_text(encoding="ascii"))
    budget = endgame(GRAPH, TILES, OPEN_GAME).budget
    for end in ends:
        search = endgame(GRAPH, TILES, OPEN_GAME)  # without results of the end before
        start = process_time()
        try:
            racks = end["mine"], end["theirs"]
            search.best(Board(tuple(end["board"])), *racks, budget=budget)
        except BudgetExceeded:
            late += 1
        seconds.append(process_time() - start)
        late += seconds[-1] > LATE
    note = f"of {len(ends)}, within {budget:,} positions"
    worst = f"at worst {max(seconds):.2f}"
    return [
        FigureRow("an end of nine tiles: the middle", median_high(seconds), "s", note=worst),
        FigureRow(f"ends not proven in {LATE} s", late, "", len(ends) // 10, note),
    ]


def _proven_ends() -> list[FigureRow]:
    """Count the games whose analysis gives the spread and the coefficients of the end."""
    spreads = coefficients = 0
    for seed in range(ENDED):
        turns, _ = positions(finished_game(random.Random(seed)), TILES, OPEN_GAME)
        ending = prove_end(turns, GRAPH, TILES, OPEN_GAME)
        spreads += ending is not None and ending.spread is not None
        coefficients += ending is not None and ending.coefficients is not None
    return [
        FigureRow(f"of {ENDED} games, those with a proven end", spreads, ""),
        FigureRow(f"of {ENDED} games, those with proven coefficients", coefficients, ""),
    ]


def _ends_of_full_racks() -> list[FigureRow]:
    """Prove each end with a full rack against two tiles, and against more."""
    by_smaller: dict[int, list[RecordEnding]] = {tiles: [] for tiles in AGAINST}
    for seed in range(REACHED):
        turns, _ = positions(finished_game(random.Random(seed)), TILES, OPEN_GAME)
        for position in turns:
            racks = position.rack, other_rack(position, TILES, OPEN_GAME)
            smaller, larger = sorted(map(len, racks))
            if larger != OPEN_GAME.rack_size or smaller not in by_smaller:
                continue
            ending = prove_end((position,), GRAPH, TILES, OPEN_GAME)
            if ending is not None:
                by_smaller[smaller].append(ending)
    return [
        FigureRow(
            f"{OPEN_GAME.rack_size} + {smaller} tiles, of {len(ends)}: spread proven",
            sum(ending.spread is not None for ending in ends),
            "",
            note=f"coefficients of {sum(ending.coefficients is not None for ending in ends)}",
        )
        for smaller, ends in by_smaller.items()
    ]


def _searched_sequence() -> list[FigureRow]:
    """Search an official sequence for its highest total, at a small width."""
    letters = draw(bytes(range(SEED_BYTES)), NATIONAL_2025)
    search = Search(letters, TILES, NATIONAL_2025, WIDTH)

    def search_all() -> None:
        while not search.is_done:
            search.step(GRAPH)

    seconds = _seconds(search_all)
    total = 0 if search.best is None else search.best.total
    return [
        FigureRow(f"a sequence, {WIDTH} boards wide", seconds, "s", note=f"{total:,} points found")
    ]


def finished_game(chance: random.Random) -> GameRecord:
    """Return a game of 100 tiles, each move chosen at random among the best plays."""
    bag = [letter for letter, count in TILES.counts.items() for _ in range(count)]
    chance.shuffle(bag)
    letters = "".join(bag)
    racks, coming = [letters[:7], letters[7:14]], letters[14:]
    builder = RecordBuilder([GcgPlayer(nick="ana", name="Ana"), GcgPlayer(nick="ion", name="Ion")])
    board, passes, player = Board(), 0, 0
    while passes < PASSES and all(racks):
        best_plays = plays(board, racks[player], GRAPH, TILES, OPEN_GAME)[:AMONG]
        if best_plays:
            play = chance.choice(best_plays)
            builder.play(player, play.placement, play.score, racks[player])
            laid = new_tiles(board, play.placement)
            board, passes = board.lay(laid), 0
            remaining = without(racks[player], [tile for _, tile in laid])
            racks[player] = remaining + coming[: len(laid)]
            coming = coming[len(laid) :]
        else:
            builder.pass_turn(player, racks[player])
            passes += 1
        player = 1 - player
    return builder.record()


if __name__ == "__main__":
    sys.exit(not show(run()))
