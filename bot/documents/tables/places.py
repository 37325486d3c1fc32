"""The places of one game: `place,player` and optionally `rating`, a participant a row.

Players who share a place have the same number, and the places that follow are skipped accordingly.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.documents.tables.cells import parse_number, parse_place, place_fault
from bot.documents.tables.checks.place_gaps import check_places
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.names import Names, fault_of
from bot.documents.tables.players import check_order
from engine.ratings.protocol import Player

COLUMNS = ("place", "player")
MORE_COLUMNS = ("rating",)
UNUSED = ("points", "club", "number")
"""Columns that such a file may have, but that are not read."""
_BESIDE = BesideColumns(unused=UNUSED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The places of the players in a game."""

    places: Mapping[str, int]
    ratings: Mapping[str, Fraction]
    """Ratings, only of the players who have one."""


def read_places(file: TableFile) -> Places:
    """Return the places of a game.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    reader = _Reader(FileFaults(file.name))
    for line, cells in read_columns(file, reader.faults, COLUMNS, MORE_COLUMNS, beside=_BESIDE):
        reader.row(line, cells)
    check_order(reader.names, reader.lines, reader.faults)
    reader.faults.check()
    if not reader.places:
        file.fail("nobody")
    check_places(reader.faults, reader.places, reader.lines)
    reader.faults.check()
    places = {str(player): place for player, place in reader.places.items()}
    return Places(places=places, ratings=reader.ratings)


class _Reader:
    """Reads row after row, and collects errors."""

    def __init__(self, faults: FileFaults) -> None:
        self.faults = faults
        self.names = Names()
        self.lines: dict[Player, int] = {}
        self.places: dict[Player, int] = {}
        self.ratings: dict[str, Fraction] = {}

    def row(self, line: int, cells: list[str]) -> None:
        """Add the place and the rating of a row, or record its errors."""
        place_text, player_text, rating_text = cells
        player, place = self.names.player(player_text), parse_place(place_text)
        rating = parse_number(rating_text)
        if player is None:
            self.faults.add(fault_of(player_text), line, "player", found=player_text)
        elif player in self.lines:
            first = self.lines[player]
            self.faults.add("player_twice", line, "player", found=player, first=first)
        if place is None:
            self.faults.add(place_fault(place_text), line, "place", found=place_text)
        if rating is None and rating_text.strip():
            self.faults.add("number", line, "rating", found=rating_text)
        if player is None or place is None or player in self.lines:
            return
        self.lines[player], self.places[player] = line, place
        if rating is not None:
            self.ratings[player] = rating
