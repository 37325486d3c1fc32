"""Ratings: a million games from a file to a list, and twenty years of collective games.

`python -m benchmarks ratings`. The command line makes each list in a process of its own; processor
time and memory include starting, reading and printing all terms. For comparison the simple
calculation of the same rules (`plain_ratings`) rates as many games as it can in reasonable time,
which grows with their square.
"""

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.support import plain_fngo, plain_ratings
from benchmarks.support.rows import FigureRow, show
from engine.ratings import absp, fngo, frs, pfs
from engine.ratings.fngo_equations import solved
from engine.ratings.frs_games import CalendarGame, FrsType
from engine.ratings.protocol import Player, RatedGame, Start

GAMES = 1_000_000
FEW_GAMES = 40_000
PLAYERS = 5_000
FEW_PLAYERS = 500
BEGIN = date(2010, 1, 1)
YEARS = 20
FIELD = 300
FEW_EVENTS = 90
COMMAND_BAR = 20
MEMORY_BAR = 1_500
FRS_BAR = 10
NEWCOMERS = 400
NEWCOMERS_BAR = 3
FEW_NEWCOMERS = 100


def run() -> Iterator[FigureRow]:
    """Measure and yield the rows."""
    with TemporaryDirectory() as folder:
        yield from _head_to_head(Path(folder))
        yield from _collective(Path(folder))
    yield from _beside_plain()
    yield from _newcomers()


def _head_to_head(folder: Path) -> Iterator[FigureRow]:
    results, players = folder / "results.csv", folder / "players.csv"
    starts = starting(PLAYERS)
    with players.open("w", encoding="utf-8") as out:
        out.write("player,rating,games\n")
        rated = ((name, one) for name, one in starts.items() if one.rating is not None)
        out.writelines(f"{name},{one.rating},{one.games}\n" for name, one in rated)
    day = BEGIN
    with results.open("w", encoding="utf-8") as out:
        out.write("date,tournament,round,player1,player2,score1,score2\n")
        for game in seasons(GAMES, list(starts)):
            out.write(f"{','.join(map(str, game))}\n")
            day = game.day
    files = ["--players", str(players), "--results", str(results)]
    listed = ["--date", f"{day + timedelta(days=2)}"]
    yield from _measured("ABSP, 1 M games", ["absp", *files], COMMAND_BAR)
    yield from _measured("PFS, 1 M games", ["pfs", *files, *listed], COMMAND_BAR)
    best = [*files, *listed, "--selection", "best"]
    yield from _measured("PFS, 1 M games, the best 200", ["pfs", *best], COMMAND_BAR)
    with results.open("w", encoding="utf-8") as out:
        out.write("date,tournament,round,player1,player2,score1,score2\n")
        for game in in_discs(seasons(GAMES, list(starts))):
            out.write(f"{','.join(map(str, game))}\n")
    yield from _measured("FNGO, 1 M games", ["fngo", *files], COMMAND_BAR)


def _collective(folder: Path) -> Iterator[FigureRow]:
    events = folder / "events.csv"
    calendar = collective(YEARS, FIELD)
    with events.open("w", encoding="utf-8") as out:
        out.write("date,type,event,player,place\n")
        for event in calendar:
            begin = f"{event.day},{event.kind},{event.name}"
            out.writelines(f"{begin},{player},{n}\n" for player, n in event.places.items())
    name = f"FRS, {YEARS} years, {len(calendar)} games of {FIELD}"
    yield from _measured(name, ["frs", "--events", str(events)], FRS_BAR)
    weekly = collective(YEARS, FIELD, a_year=52)
    spent, _ = _forked(lambda: frs.rate(weekly))
    yield FigureRow(f"FRS, one a week: {len(weekly)} games, once read", spent, "s", FRS_BAR)


def _beside_plain() -> Iterator[FigureRow]:
    """Yield the time and memory of this program, and of the simple one on the same games."""
    starts = starting(FEW_PLAYERS)
    games = list(seasons(FEW_GAMES, list(starts)))
    day = games[-1].day + timedelta(days=2)
    calendar = collective(1, FIELD)[:FEW_EVENTS]
    known = {player: start for player, start in starts.items() if start.rating is not None}
    one = [
        game._replace(day=BEGIN, tournament="Open", round=number)
        for number, game in enumerate(in_discs(games), 1)
        if game.first in known and game.second in known
    ]
    pairs: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        (
            f"ABSP, {FEW_GAMES:,} games",
            lambda: absp.rate(absp.AbspSeason(starts=starts, games=games)),
            lambda: plain_ratings.absp(starts, games),
        ),
        (
            f"PFS, {FEW_GAMES:,} games",
            lambda: pfs.rate(pfs.PfsSeason(starts=starts, games=games, day=day)),
            lambda: plain_ratings.PlainPfs(starts, games).run(day),
        ),
        (
            f"FNGO, {FEW_GAMES:,} games in one",
            lambda: fngo.rate(fngo.FngoSeason(starts=known, games=one)),
            lambda: plain_fngo.fngo(known, one),
        ),
        (
            f"FRS, {FEW_EVENTS} games of {FIELD}",
            lambda: frs.rate(calendar),
            lambda: plain_ratings.frs(calendar),
        ),
    ]
    for name, ours, plain in pairs:
        spent, memory = _forked(ours)
        plainly, more = _forked(plain)
        note = f"{memory:.0f} MB; the plain reading {plainly:.1f} s, × {plainly / spent:.0f}"
        yield FigureRow(f"{name}, once read", spent, "s", note=f"{note}, {more:.0f} MB")


def _newcomers() -> Iterator[FigureRow]:
    """Yield the time of a tournament of newcomers, and of their equations by simple elimination."""
    names = [Player(f"Player {n:03}") for n in range(NEWCOMERS)]
    chance = random.Random(4)
    games = []
    for number in range(1, 12):
        chance.shuffle(names)
        pairs = zip(names[::2], names[1::2], strict=True)
        games += [RatedGame(BEGIN, "Open", number, one, other, 0, 0) for one, other in pairs]
    season = fngo.FngoSeason(starts={}, games=list(in_discs(games)))
    spent, _ = _forked(lambda: fngo.rate(season))
    yield FigureRow(f"FNGO, {NEWCOMERS} newcomers, 11 rounds", spent, "s", NEWCOMERS_BAR)
    rows, sums = plain_fngo.equations(FEW_NEWCOMERS, 11, 10, 5)
    ours, _ = _forked(lambda: solved(rows, sums))
    plainly, _ = _forked(lambda: plain_fngo.eliminated(rows, sums))
    note = f"plain elimination {plainly:.1f} s, × {plainly / ours:.0f}"
    yield FigureRow(f"FNGO, equations of {FEW_NEWCOMERS} newcomers", ours, "s", note=note)


def _forked(work: Callable[[], object]) -> tuple[float, float]:
    """Return seconds of processor time and megabytes of a process that does nothing else."""
    child = os.fork()
    if not child:
        work()
        os._exit(0)
    _, status, used = os.wait4(child, 0)
    assert status == 0
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def _measured(name: str, arguments: Sequence[str], bar: float) -> Iterator[FigureRow]:
    """Yield processor time and memory of `turretur rating …`."""
    command = [sys.executable, "-m", "bot", "rating", *arguments, "--json"]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    yield FigureRow(name, used.ru_utime + used.ru_stime, "s", bar)
    yield FigureRow(f"{name}: memory", used.ru_maxrss / 1024, "MB", MEMORY_BAR)


def starting(count: int) -> dict[Player, Start]:
    """Return players, nine in ten of them rated."""
    chance = random.Random(1)
    return {
        Player(f"Player {n:05}"): Start(
            rating=Fraction(chance.randrange(60, 200)), games=chance.randrange(1, 300)
        )
        if n % 10
        else Start()
        for n in range(count)
    }


def seasons(count: int, names: Sequence[Player]) -> Iterator[RatedGame]:
    """Yield games of tournaments of 20 to 100 players, one every day or two."""
    chance = random.Random(2)
    day, made, tournament = BEGIN, 0, 0
    while made < count:
        tournament += 1
        day += timedelta(days=chance.choice([0, 1, 1]))
        field = chance.sample(names, min(chance.choice([20, 40, 60, 100]), len(names) // 2 * 2))
        for round_ in range(1, chance.choice([6, 12, 15]) + 1):
            chance.shuffle(field)
            for one, other in zip(field[::2], field[1::2], strict=True):
                scores = (chance.randrange(250, 550), chance.randrange(250, 550))
                yield RatedGame(day, f"Tournament {tournament}", round_, one, other, *scores)
                made += 1


def in_discs(games: Iterable[RatedGame]) -> Iterator[RatedGame]:
    """Yield the games with scores that make 64."""
    chance = random.Random(5)
    for game in games:
        discs = chance.randrange(fngo.DISCS + 1)
        yield game._replace(first_score=discs, second_score=fngo.DISCS - discs)


def collective(years: int, field: int, a_year: int | None = None) -> list[CalendarGame]:
    """Return a calendar with so many games a year of each type, or as many as its window takes."""
    chance = random.Random(3)
    names = [Player(f"Player {n:04}") for n in range(2 * field)]
    events = []
    for year in range(years):
        for kind in FrsType:
            for number in range(a_year or kind.window):
                day = BEGIN.replace(year=BEGIN.year + year) + timedelta(days=7 * number)
                places = {p: n for n, p in enumerate(chance.sample(names, field), 1)}
                events.append(
                    CalendarGame(kind=kind, name=f"{year}/{number}", day=day, places=places)
                )
    return sorted(events, key=lambda event: event.day)


if __name__ == "__main__":
    sys.exit(not show(run()))
