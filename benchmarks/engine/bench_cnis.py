"""CNIS: the time to pair a round of a large tournament, and to add up a season.

`python -m benchmarks cnis`. Processor time, the best of three. For comparison, a graph library
weighs all pairs of a field of usual size, which would be too slow for large fields.
"""

import random
import sys
from collections.abc import Callable
from datetime import date
from time import process_time

from benchmarks.support.rows import FigureRow, show
from engine.cnis.categories import Player
from engine.cnis.championship import YearResults, seniors
from engine.cnis.koth import nearest_pairs
from engine.cnis.least_cost import Field, least
from engine.cnis.pairing import Contestant, PlayedGame
from engine.cnis.rounds import next_round
from engine.cnis.season import GameType, Placing, SeasonGame
from engine.cnis.systems import PairingSystem, tournament

BARS = {60: None, 200: 2, 600: 15}
"""The number of players, and the limit in seconds for their last round."""
WEIGHED = 60


def run() -> list[FigureRow]:
    """Measure and return the rows."""
    rows = [
        FigureRow(f"last round of {size} seniors", _best(_paired(size)), "s", bar)
        for size, bar in BARS.items()
    ]
    return [
        *rows,
        *_beside_weighing(),
        FigureRow("season of 24 games, 100 players", _best(_season()), "s"),
    ]


def _beside_weighing() -> list[FigureRow]:
    """Return the time of a round by both methods, with the same field and the same pairs."""
    chance = random.Random(1)
    met: list[dict[int, int]] = [{} for _ in range(WEIGHED)]
    seats = list(range(WEIGHED))
    for _ in range(7):
        chance.shuffle(seats)
        for one, other in zip(seats[::2], seats[1::2], strict=True):
            met[one][other] = met[other][one] = 1
    field = Field(met=met, clubs=[f"C{n % 7}" for n in range(WEIGHED)], byes=[0] * WEIGHED)
    quick = _best(lambda: nearest_pairs(field.met, field.clubs, field.byes))
    weighed = _best(lambda: least(field))
    assert nearest_pairs(field.met, field.clubs, field.byes) == least(field)
    note = f"all pairs weighed {weighed:.2f} s, × {weighed / quick:.0f}"
    return [FigureRow(f"a round of {WEIGHED}, the same both ways", quick, "s", note=note)]


def _paired(size: int) -> Callable[[], object]:
    chance = random.Random(1)
    players = [Contestant(name=f"P{n}", club=f"C{n % 7}") for n in range(size)]
    form = tournament(PairingSystem.SENIORS, size)
    history: list[PlayedGame] = []
    for number in range(1, form.rounds):
        for pair in next_round(players, history, number=number, form=form).pairings:
            scores = (chance.randrange(250, 550), chance.randrange(250, 550))
            history.append(
                PlayedGame(
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
        entries = tuple(Placing(player=name, place=place) for place, name in enumerate(names, 1))
        kind = list(GameType)[number % 6]
        games.append(SeasonGame(day=date(2025, 3, 1), type=kind, name=f"{number}", entries=entries))
    return lambda: seniors(YearResults(games=tuple(games), players=players, year=2025))


def _best(work: Callable[[], object]) -> float:
    times = []
    for _ in range(3):
        start = process_time()
        work()
        times.append(process_time() - start)
    return min(times)


if __name__ == "__main__":
    sys.exit(not show(run()))
