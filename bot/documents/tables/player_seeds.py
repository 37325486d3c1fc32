"""Seeds of the players in a list: ranks (1 is the strongest), or ratings, which become ranks."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from bot.documents.tables.cells import parse_number
from bot.documents.tables.faults import TableFault
from bot.documents.tables.listed_players import ListedPlayer, PlayerLine

_Column = Literal["seed", "rating"]
"""The columns from which seeds are read."""
_LEAST_RATING: Final = 100
"""Seeds are ratings if one of them exceeds both this and the number of players."""
_NO_RATING: Final = frozenset({"-", "–", "—", "?", "n/a"})
"""Signs that people write for a missing rating."""
_LONGEST_FOUND: Final = 20
"""The most characters of a wrong number that its error repeats."""


class SeededPlayers(NamedTuple):
    """The players of a list with their seeds, and the errors in its seeds."""

    players: list[ListedPlayer]
    faults: list[TableFault]


def seeded(lines: Sequence[PlayerLine]) -> SeededPlayers:
    """Return the players with their seeds: ranks as written, or calculated from ratings.

    If any line has a seed, the ratings of all lines are ignored.
    """
    column: _Column = "seed" if any(line.seed for line in lines) else "rating"
    faults: list[TableFault] = []
    numbered: list[tuple[PlayerLine, Fraction | None]] = []
    for line in lines:
        text = _written_in(line, column)
        number = parse_number(text)
        if text and text not in _NO_RATING and number is None:
            faults.append(
                TableFault("number", line.number, column, {"found": text[:_LONGEST_FOUND]})
            )
            continue
        numbered.append((line, number))
    values = [number for _, number in numbered if number is not None]
    if column == "seed" and not _are_ratings(values, len(lines)):
        ranked = _ranked(numbered)
        return SeededPlayers(ranked.players, faults + ranked.faults)
    players = [
        ListedPlayer(
            name=line.name,
            club=line.club,
            seeding=None if number is None else 1 + sum(value > number for value in values),
            rating="" if number is None else _written_in(line, column),
        )
        for line, number in numbered
    ]
    return SeededPlayers(players, faults)


def _written_in(line: PlayerLine, column: _Column) -> str:
    """Return what a line has in that column."""
    return line.seed if column == "seed" else line.rating


def _are_ratings(values: Sequence[Fraction], players: int) -> bool:
    """Return whether these seeds of so many players are ratings and not ranks."""
    greatest = max(values, default=Fraction(0))
    return any(value.denominator != 1 for value in values) or greatest > max(_LEAST_RATING, players)


def _ranked(numbered: Iterable[tuple[PlayerLine, Fraction | None]]) -> SeededPlayers:
    """Return the players with the ranks as written, each rank for one player only."""
    players: list[ListedPlayer] = []
    faults: list[TableFault] = []
    first_by_rank: dict[int, PlayerLine] = {}
    for line, seed in numbered:
        if seed is not None and seed < 1:
            faults.append(
                TableFault("positive", line.number, "seed", {"found": line.seed[:_LONGEST_FOUND]})
            )
            continue
        seeding = None if seed is None else int(seed)
        first = line if seeding is None else first_by_rank.setdefault(seeding, line)
        if first is not line:
            facts = {"found": f"{seeding}", "first": first.name, "other": line.name}
            faults.append(TableFault("seed_twice", line.number, "seed", facts))
            continue
        players.append(ListedPlayer(name=line.name, club=line.club, seeding=seeding))
    return SeededPlayers(players, faults)
