"""Files for `turretur rating`: the texts' examples, and seasons of head-to-head games."""

import csv
from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path
from random import Random

from engine.ratings.protocol import Player, RatedGame, Start
from tests.rating_files import GAMES, STARTS, fngo_example


def write(path: Path, header: str, rows: Iterable[str]) -> None:
    """Write a table."""
    path.write_text("\n".join([header, *rows, ""]), encoding="utf-8")


def fngo_files(folder: Path) -> None:
    """Write the text's worked tournament."""
    games, starts = fngo_example()
    (folder / "r.csv").write_bytes(games)
    (folder / "p.csv").write_bytes(starts)


def season(folder: Path, *, discs: bool = False, tournaments: int = 8) -> None:
    """Write a season: twelve players, some of them new, some off after a while."""
    chance = Random(7)
    names = [f"Player {number:02}" for number in range(12)]
    starts = [
        f"{name},{chance.randrange(60, 200)},{chance.choice([5, 20, 90, 250])}"
        for name in names[:8]
    ]
    rows, day = [], date(2014, 1, 6)
    for tournament in range(tournaments if not discs else 1):
        field = chance.sample(names, 8)
        for round_ in range(1, 9):
            chance.shuffle(field)
            for one, other in zip(field[::2], field[1::2], strict=True):
                own = chance.randrange(0, 65)
                their = 64 - own if discs else chance.randrange(0, 65)
                on = day + timedelta(days=round_ > 4)
                rows.append(f"{on},T{tournament},{round_},{one},{other},{own},{their}")
        day += timedelta(days=chance.choice([14, 60, 200]))
    chance.shuffle(rows)
    rows.sort(key=lambda row: row.split(",")[0])
    write(folder / "r.csv", GAMES, rows)
    write(folder / "p.csv", STARTS, starts)


def read_season(folder: Path) -> tuple[dict[Player, Start], list[RatedGame]]:
    """Return the contents of a season's files, read without the program's readers."""
    with (folder / "p.csv").open(encoding="utf-8") as source:
        starts = {
            Player(row["player"]): Start(rating=Fraction(row["rating"]), games=int(row["games"]))
            for row in csv.DictReader(source)
        }
    with (folder / "r.csv").open(encoding="utf-8") as source:
        games = [
            RatedGame(
                date.fromisoformat(row["date"]),
                row["tournament"],
                int(row["round"]),
                Player(row["player1"]),
                Player(row["player2"]),
                int(row["score1"]),
                int(row["score2"]),
            )
            for row in csv.DictReader(source)
        ]
    return starts, games
