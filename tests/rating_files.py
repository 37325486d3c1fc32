"""Rating files for tests: the regulations' worked examples, and seasons of any size."""

from collections.abc import Iterable, Sequence
from datetime import date, timedelta

GAMES = "date,tournament,round,player1,player2,score1,score2"
STARTS = "player,rating,games"
EVENTS = "date,type,event,player,place"
NAMES = (
    "Ana Pop",
    "Ion Rus",
    "Dan Luca",
    "Șerban Țuțu",
    "Ecaterina Mihăilescu",
    "Gheorghe Ionescu",
    "Vlad Popa",
    "Ștefania Dragomir",
)
_FNGO = """1 A 37 B 27, 1 C 31 D 33, 1 E 30 F 34, 2 A 22 C 42, 2 D 14 F 50, 2 B 32 E 32,
3 A 16 D 48, 3 C 29 E 35, 3 B 10 F 54, 4 A 18 E 46, 4 B 24 D 40, 4 C 20 F 44, 5 A 13 F 51,
5 B 54 C 10, 5 D 32 E 32"""
_NOTES = (161, 157, 154, 167, 155, 167, 160, 159, 154, 156, 155, 156)


def csv_of(header: str, rows: Iterable[str]) -> bytes:
    """Return a table as CSV."""
    return "\n".join([header, *rows, ""]).encode()


def rows_of(content: bytes) -> list[list[str]]:
    """Return a CSV's rows with its header; no cell may have quotes."""
    return [line.split(",") for line in content.decode().splitlines()]


def calendar(
    games: int,
    *,
    kinds: Sequence[str] = ("classic",),
    names: Sequence[str] = NAMES,
    first: date = date(2025, 1, 4),
) -> bytes:
    """Return collective games a week apart, with a different winner each week."""
    rows = []
    for number in range(games):
        day = first + timedelta(days=7 * number)
        turn = number % len(names)
        for kind in kinds:
            order = [*names[turn:], *names[:turn]]
            rows += [
                f"{day},{kind},Etapa {number + 1},{name},{place}"
                for place, name in enumerate(order, 1)
            ]
    return csv_of(EVENTS, rows)


def fngo_example() -> tuple[bytes, bytes]:
    """Return the text's worked tournament: games, and the ratings before it."""
    rows = []
    for line in _FNGO.replace("\n", " ").split(","):
        round_, one, own, other, their = line.split()
        rows.append(f"2025-03-01,Open,{round_},{one},{other},{own},{their}")
    starts = ("C,720,8", "D,840,30", "E,950,30", "F,1425,30")
    return csv_of(GAMES, rows), csv_of(STARTS, starts)


FNGO_FINAL = {"A": 712, "B": 817, "C": 734, "D": 902, "E": 976, "F": 1425}
"""The final ratings of Table 2 of the text."""


def pfs_example() -> tuple[bytes, bytes]:
    """Return a season with a player of 24 games at 120, who plays at 116."""
    games = csv_of(GAMES, [f"2025-02-0{n},Turneu,{n},Ana Pop,Ion Rus,400,300" for n in (1, 2)])
    return games, csv_of(STARTS, ["Xenia Radu,120,24", "Ana Pop,150,60", "Ion Rus,140,60"])


def absp_example() -> tuple[bytes, bytes]:
    """Return the notes' example, whose result is 2001 / 12, displayed as 167."""
    games = [
        f"2025-02-01,Open,{number},Xenia Radu,Q{number} Adversar,{500 if number < 8 else 300},400"
        for number in range(1, 13)
    ]
    starts = [f"Q{number} Adversar,{own},100" for number, own in enumerate(_NOTES, 1)]
    return csv_of(GAMES, games), csv_of(STARTS, ["Xenia Radu,160,100", *starts])


def free_games(count: int, names: Sequence[str] = NAMES) -> bytes:
    """Return this many games: four a round, eight rounds a tournament, one a month."""
    rows = []
    pairs = len(names) // 2
    for number in range(count):
        round_, board = divmod(number, pairs)
        tournament, played = divmod(round_, 8)
        day = date(2020, 1, 1) + timedelta(days=30 * tournament)
        turn = (played + tournament) % (len(names) - 1) + 1
        one, other = names[board], names[(board + turn) % len(names)]
        if one == other:
            other = names[board - 1]
        own = 300 + number * 37 % 200
        rows.append(f"{day},T{tournament},{played + 1}{board},{one},{other},{own},{400}")
    return csv_of(GAMES, rows)
