"""The places of one game: `place,player` and optionally `rating`, a participant a row.

Players who share a place have the same number, and the places that follow are skipped accordingly.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.documents.tables.cells import parse_number, parse_place, place_fault
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.names import Names, fault_of
from bot.documents.tables.players import check_order
from engine.cnis.classification import place_faults
from engine.ratings.protocol import Player

COLUMNS = ("place", "player")
MORE_COLUMNS = ("rating",)
UNUSED = ("points", "club", "number")


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
    faults = FileFaults(file.name)
    names = Names()
    lines: dict[Player, int] = {}
    places: dict[str, int] = {}
    ratings: dict[str, Fraction] = {}
    for line, (place_text, player_text, rating_text) in read_columns(
        file, faults, COLUMNS, MORE_COLUMNS, beside=BesideColumns(unused=UNUSED)
    ):
        player, place = names.player(player_text), parse_place(place_text)
        rating = parse_number(rating_text)
        if player is None:
            faults.add(fault_of(player_text), line, "player", found=player_text)
        elif player in lines:
            faults.add("player_twice", line, "player", found=player, first=lines[player])
        if place is None:
            faults.add(place_fault(place_text), line, "place", found=place_text)
        if rating is None and rating_text.strip():
            faults.add("number", line, "rating", found=rating_text)
        if player is not None and place is not None:
            lines.setdefault(player, line)
            places.setdefault(player, place)
            if rating is not None:
                ratings[player] = rating
    check_order(names, lines, faults)
    faults.check()
    if not places:
        faults.add("nobody", 0)
        faults.check()
    for fault in place_faults(places)[:1]:
        wanted, found = int(str(fault.facts["expected"])), int(str(fault.facts["place"]))
        line = lines[Player(str(fault.facts["player"]))]
        faults.add("place", line, "place", wanted=wanted, found=found, better=wanted - 1)
    faults.check()
    return Places(places=places, ratings=ratings)
