"""Collective games: `date,type,event,player,place`, a participant a row.

The games of one day are in the order of their first row. Players who share a place have the same
number, and the places that follow are skipped accordingly.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from bot.documents.tables.cells import parse_day, parse_place, place_fault
from bot.documents.tables.checks.place_gaps import check_places
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.headings import internal_name
from bot.documents.tables.names import FirstMentions, Names, fault_of, title_key
from engine.ratings.frs_games import EVE, CalendarGame, FrsType
from engine.ratings.protocol import Player

COLUMNS = ("date", "type", "event", "player", "place")
UNUSED = ("stage", "value", "game_value", "points", "competition", "club", "number")
"""Columns of a season of the championship, whose file serves here too."""
_KINDS = {kind.value: kind for kind in FrsType}


class ReadEvents(NamedTuple):
    """The collective games of a file."""

    events: list[CalendarGame]
    firsts: FirstMentions
    """Where each player is first named."""


class _GameKey(NamedTuple):
    """What identifies a game of a file."""

    day: date
    kind: FrsType
    name: str
    """The name in its first spelling."""

    @property
    def folded(self) -> "_GameKey":
        """Return the key that is the same for all spellings of the name."""
        return _GameKey(self.day, self.kind, title_key(self.name))


@dataclass(slots=True)
class _Participants:
    """The participants of one game, in the order of their rows."""

    places: dict[Player, int] = field(default_factory=dict)
    lines: dict[Player, int] = field(default_factory=dict)

    @property
    def first_line(self) -> int:
        """Return the line of the first participant."""
        return min(self.lines.values())


def read_events(
    file: TableFile, names: Names, *, before: Iterable[CalendarGame] = ()
) -> ReadEvents:
    """Return the games of a file; a game in `before` is an error.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    reader = _Reader(FileFaults(file.name), names)
    faults = reader.faults
    for line, cells in read_columns(file, faults, COLUMNS, beside=BesideColumns(unused=UNUSED)):
        reader.row(line, cells)
    faults.check()
    saved = {_GameKey(event.day, event.kind, event.name).folded for event in before}
    for key, participants in reader.games.items():
        if key.folded in saved:
            faults.add("in_saved", participants.first_line, found=key.name)
        if key.day <= EVE:
            day, eve = f"{key.day}", f"{EVE}"
            faults.add("frs_too_early", participants.first_line, "date", found=day, eve=eve)
        if len(participants.places) == 1:
            faults.add("alone", participants.first_line, "event", event=key.name)
        check_places(faults, participants.places, participants.lines)
    faults.check()
    events = [
        CalendarGame(kind=key.kind, name=key.name, day=key.day, places=participants.places)
        for key, participants in reader.games.items()
    ]
    return ReadEvents(events, reader.firsts)


class _Reader:
    """Reads row after row, and collects errors.

    The cells of days and types are cached, because a season repeats them in thousands of rows.
    """

    def __init__(self, faults: FileFaults, names: Names) -> None:
        """Collect the errors in `faults`, and spellings of players' names in `names`."""
        self.faults = faults
        self.names = names
        self.games: dict[_GameKey, _Participants] = {}
        self.firsts: FirstMentions = {}
        self._days: dict[str, date | None] = {}
        self._kinds: dict[str, FrsType | None] = {}
        self._keys: dict[_GameKey, _GameKey] = {}
        """The key with the spelling that came first, by the key for all spellings."""

    def row(self, line: int, cells: list[str]) -> None:
        """Add the participant of a row, or record its errors."""
        day_text, kind_text, event_text, player_text, place_text = cells
        if day_text not in self._days:
            self._days[day_text] = parse_day(day_text)
        if kind_text not in self._kinds:
            self._kinds[kind_text] = _KINDS.get(internal_name(kind_text, _KINDS) or "")
        day, kind = self._days[day_text], self._kinds[kind_text]
        event = " ".join(event_text.split())
        player, place = self.names.player(player_text), parse_place(place_text)
        if day is None:
            self.faults.add("date", line, "date", found=day_text)
        if kind is None:
            self.faults.add("type", line, "type", found=kind_text, types=",".join(_KINDS))
        if not event:
            self.faults.add("text", line, "event", found=event_text)
        if player is None:
            self.faults.add(fault_of(player_text), line, "player", found=player_text)
        if place is None:
            self.faults.add(place_fault(place_text), line, "place", found=place_text)
        if day is None or kind is None or not event or player is None or place is None:
            return
        self.firsts.setdefault(player, (line, "player"))
        key = _GameKey(day, kind, event)
        key = self._keys.setdefault(key.folded, key)
        game = self.games.setdefault(key, _Participants())
        if player in game.lines:
            first = game.lines[player]
            self.faults.add("player_twice", line, "player", found=player, first=first)
        else:
            game.places[player], game.lines[player] = place, line
