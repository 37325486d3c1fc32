"""CNIS: how long a round of a large tournament takes to pair, and a season to add up.

`python -m benchmarks.bench_cnis`. In processor time, the best of three.
"""

import random
from collections.abc import Callable
from datetime import date
from time import process_time

from benchmarks.rows import Row
from engine.cnis.categories import Player
from engine.cnis.championship import Results, seniors
from engine.cnis.pairing import Contestant, Played
from engine.cnis.rounds import next_round
from engine.cnis.season import Entry, Game, GameType
from engine.cnis.systems import System, tournament


def run() -> list[Row]:
    """Measure and return the rows."""
    rows = [Row(f"last round of {size} seniors", _best(_paired(size)), "s") for size in (30, 60)]
    return [*rows, Row("season of 24 games, 100 players", _best(_season()), "s")]


def _paired(size: int) -> Callable[[], object]:
    chance = random.Random(1)
    players = [Contestant(name=f"P{n}", club=f"C{n % 7}") for n in range(size)]
    form = tournament(System.SENIORS, size)
    history: list[Played] = []
    for number in range(1, form.rounds):
        for pair in next_round(players, history, number=number, form=form).pairings:
            scores = (chance.randrange(250, 550), chance.randrange(250, 550))
            history.append(
                Played(
                    round=number,
                    first=pair.first,
                    second=pair.second,
                    first_score=scores[0],
                    second_score=scores[1],
                )
            )
    return lambda: next_round(players, history, number=form.rounds, form=form)


def _season() -> Callable[[], object]:
    chance = random.Random(1)
    players = {f"P{n}": Player(name=f"P{n}", born=1950 + n % 60) for n in range(100)}
    games = []
    for number in range(24):
        names = chance.sample(list(players), 90)
        entries = tuple(Entry(player=name, place=place) for place, name in enumerate(names, 1))
        kind = list(GameType)[number % 6]
        games.append(Game(day=date(2025, 3, 1), type=kind, name=f"{number}", entries=entries))
    return lambda: seniors(Results(games=tuple(games), players=players, year=2025))


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


if __name__ == "__main__":
    for row in run():
        print(row)
