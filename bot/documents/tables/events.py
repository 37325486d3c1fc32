"""Collective games: `date,type,event,player,place`, a participant a row.

The games of one day are in the order of their first row. Players who share a place have the same
number, and the places that follow are skipped accordingly.
"""

from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from bot.documents.tables.cells import parse_day, parse_place, place_fault
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.headings import named
from bot.documents.tables.names import FirstMentions, Names, fault_of, fold
from engine.ratings.frs_games import EVE, CalendarGame, FrsType
from engine.ratings.protocol import Player

COLUMNS = ("date", "type", "event", "player", "place")
UNUSED = ("stage", "value", "game_value", "points", "competition", "club", "number")
"""Columns of a season of the championship, whose file serves here too."""
_CODES = {"name": fault_of, "positive": place_fault}
"""The functions that say what is wrong with a name or a place."""
_KINDS = {kind.value: kind for kind in FrsType}
_Places = dict[Player, tuple[int, int]]
"""Place and line by player."""
_Found = dict[tuple[date, FrsType, str], _Places]


class ReadEvents(NamedTuple):
    """The collective games of a file."""

    events: list[CalendarGame]
    firsts: FirstMentions


def read_events(
    file: TableFile, names: Names, *, before: Iterable[CalendarGame] = ()
) -> ReadEvents:
    """Return the games of a file; a game in `before` is an error.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    faults = FileFaults(file.name)
    games, firsts = _rows(file, names, faults)
    faults.check()
    taken = {(event.day, event.kind, _key(event.name)) for event in before}
    for (day, kind, event), places in games.items():
        first = min(line for _, line in places.values())
        if (day, kind, _key(event)) in taken:
            faults.add("in_saved", first, found=event)
        if day <= EVE:
            faults.add("frs_too_early", first, "date", found=f"{day}", eve=f"{EVE}")
        _check_places(faults, event, places)
    faults.check()
    events = [
        CalendarGame(
            kind=kind, name=event, day=day, places={p: place for p, (place, _) in rows.items()}
        )
        for (day, kind, event), rows in games.items()
    ]
    return ReadEvents(events, firsts)


def _rows(file: TableFile, names: Names, faults: FileFaults) -> tuple[_Found, FirstMentions]:
    """Return the places in each game, and each player's first line."""
    games: _Found = {}
    firsts: FirstMentions = {}
    days: dict[str, date | None] = {}
    kinds: dict[str, FrsType | None] = {}
    spelt: dict[tuple[date, FrsType, str], str] = {}
    for line, cells in read_columns(file, faults, COLUMNS, beside=BesideColumns(unused=UNUSED)):
        day_text, kind_text, event_text, player_text, place_text = cells
        if day_text not in days:
            days[day_text] = parse_day(day_text)
        if kind_text not in kinds:
            kinds[kind_text] = _KINDS.get(named(kind_text, _KINDS) or "")
        day, kind = days[day_text], kinds[kind_text]
        event = " ".join(event_text.split())
        player, place = names.player(player_text), parse_place(place_text)
        if day is None or kind is None or not event or player is None or place is None:
            _note(faults, line, cells, (day, kind, event or None, player, place))
            continue
        firsts.setdefault(player, (line, "player"))
        event = spelt.setdefault((day, kind, _key(event)), event)
        places = games.setdefault((day, kind, event), {})
        if player in places:
            faults.add("player_twice", line, "player", found=player, first=places[player][1])
        else:
            places[player] = (place, line)
    return games, firsts


def _key(event: str) -> str:
    """Return a key that is the same for all spellings of a game's name."""
    return fold(event) or event


def _note(faults: FileFaults, line: int, cells: list[str], values: tuple[object, ...]) -> None:
    """Record an error for every cell of a row that could not be read."""
    codes = ("date", "type", "text", "name", "positive")
    for code, column, text, value in zip(codes, COLUMNS, cells, values, strict=True):
        if value is None:
            facts = {"types": ",".join(_KINDS)} if code == "type" else {}
            found = code
            if code in _CODES:
                found = _CODES[code](text)
            faults.add(found, line, column, found=text, **facts)


def _check_places(faults: FileFaults, event: str, places: _Places) -> None:
    """Record an error for places that leave a gap, or are shared without leaving one."""
    rows = sorted(places.values())
    if len(rows) < 2:
        faults.add("alone", rows[0][1], "event", event=event)
    better, before = 0, None
    for number, (place, line) in enumerate(rows):
        if place != before:
            better, before = number, place
            if place != better + 1:
                faults.add("place", line, "place", wanted=better + 1, found=place, better=better)
                return
