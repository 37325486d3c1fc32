"""A season of the championship: `date,type,event,player,place`, a participant a row, and more.

stage        the stage of the game, for the common table of a youth stage
value        V of the game, the same in all its rows; or
game_value   the game's value by rating, which is V + 150; without either, from the ratings
points       points of a local tournament, instead of a place
competition  seniors or youth, if a file contains both
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

from bot.documents.tables.cell_texts import SENIORS, YOUTH, name_of
from bot.documents.tables.cells import parse_day, parse_number, parse_place, place_fault
from bot.documents.tables.checks.place_gaps import check_places
from bot.documents.tables.cnis_players import PlayersFile, known_player
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.headings import internal_name
from bot.documents.tables.names import title_key
from engine.cnis.season import AVERAGE, GameType, LocalResult, Placing, SeasonGame
from engine.cnis.standings import YOUTH_RULES

REQUIRED = ("date", "type", "event", "player", "place")
OPTIONAL = ("stage", "value", "game_value", "points", "competition")
UNUSED = ("club", "number", "rating")
"""Columns that such a file may have, but that are not read."""
_BESIDE = BesideColumns(unused=UNUSED, filled=REQUIRED[:-1])
_KINDS = {kind.value: kind for kind in GameType}
_DECIMALS = 2
"""The decimals of points of a local tournament."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CnisSeason:
    """The results of one competition in a file."""

    games: tuple[SeasonGame, ...] = ()
    local: tuple[LocalResult, ...] = ()

    @property
    def years(self) -> frozenset[int]:
        """Return the years of all results."""
        games = {game.day.year for game in self.games}
        return frozenset(games | {points.day.year for points in self.local})

    @property
    def players(self) -> frozenset[str]:
        """Return every player who played, or has points of a local tournament."""
        placed = {entry.player for game in self.games for entry in game.entries}
        return frozenset(placed | {points.player for points in self.local})

    def of(self, year: int | None) -> "CnisSeason":
        """Return the results of one year, or all of them for None."""
        return CnisSeason(
            games=tuple(game for game in self.games if year in {None, game.day.year}),
            local=tuple(points for points in self.local if year in {None, points.day.year}),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Key:
    """The fields that identify a game."""

    competition: str
    day: date
    kind: GameType
    name: str
    stage: str


class _PlayerRow(NamedTuple):
    """The row of a player in a game."""

    line: int
    entry: Placing | None
    """None for a local tournament, and for a row with an error."""


def read_season(
    file: TableFile, players: PlayersFile, *, default: str = SENIORS
) -> dict[str, CnisSeason]:
    """Return the results of the seniors' and the youth competition.

    `default` is the competition of rows that name none.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    reader = _Reader(FileFaults(file.name), players, default)
    for line, cells in read_columns(file, reader.faults, REQUIRED, OPTIONAL, beside=_BESIDE):
        reader.row(line, dict(zip((*REQUIRED, *OPTIONAL), cells, strict=True)))
    reader.faults.check()
    if not reader.rows:
        file.fail("nobody")
    reader.check_places()
    reader.faults.check()
    return {
        name: CnisSeason(games=tuple(reader.games(name)), local=tuple(reader.local.get(name, ())))
        for name in (SENIORS, YOUTH)
    }


class _Reader:
    """Reads row after row, and collects errors."""

    def __init__(self, faults: FileFaults, players: PlayersFile, default: str) -> None:
        self.faults = faults
        self.players = players
        self.default = default
        self.rows: dict[_Key, dict[str, _PlayerRow]] = {}
        """Each player's row, by game."""
        self.local: dict[str, list[LocalResult]] = {}
        self._names: dict[str, str] = {}
        """The names of events and stages in their first spelling, by their key."""

    def row(self, line: int, cells: Mapping[str, str]) -> None:
        """Add the result of a row, or record its errors."""
        player = known_player(self.players, self.faults, line, "player", cells["player"])
        key = self._key(line, cells)
        value = self._value(line, cells)
        place, points = self._place(line, cells), self._points(line, cells)
        if bool(cells["place"].strip()) == bool(cells["points"].strip()):
            self.faults.add("place_or_points", line, "place")
        if player is None or key is None:
            return
        rows = self.rows.setdefault(key, {})
        if player in rows:
            self.faults.add("player_twice", line, "player", found=player, first=rows[player].line)
            return
        entry = None
        if place is not None:
            entry = Placing(player=player, place=place, value=value)
        elif points is not None:
            result = LocalResult(
                day=key.day, type=key.kind, name=key.name, player=player, points=points
            )
            self.local.setdefault(key.competition, []).append(result)
        rows[player] = _PlayerRow(line, entry)

    def games(self, competition: str) -> Iterator[SeasonGame]:
        """Yield the games of a competition, in the file's order."""
        for key, rows in self.rows.items():
            entries = tuple(row.entry for row in rows.values() if row.entry is not None)
            if key.competition == competition and entries:
                yield SeasonGame(
                    day=key.day, type=key.kind, name=key.name, entries=entries, stage=key.stage
                )

    def check_places(self) -> None:
        """Record an error for places that leave a gap, or are shared without leaving one."""
        for rows in self.rows.values():
            places = {
                player: row.entry.place for player, row in rows.items() if row.entry is not None
            }
            check_places(self.faults, places, {player: row.line for player, row in rows.items()})

    def _key(self, line: int, cells: Mapping[str, str]) -> _Key | None:
        """Return the event that a row belongs to; None, with a fault, if a cell does not say it."""
        day = parse_day(cells["date"])
        if day is None:
            self.faults.add("date", line, "date", found=cells["date"])
        name, stage = self._spelt(cells["event"]), self._spelt(cells["stage"])
        if not name:
            self.faults.add("text", line, "event")
        text = cells["competition"].strip()
        competition = name_of(text) if text else self.default
        if competition not in {SENIORS, YOUTH}:
            self.faults.add("competition", line, "competition", found=cells["competition"])
        kind = _KINDS.get(internal_name(cells["type"], _KINDS) or "")
        if kind is None:
            self.faults.add("type", line, "type", found=cells["type"], types=",".join(_KINDS))
        elif competition == YOUTH and kind not in YOUTH_RULES.types:
            types = ",".join(sorted(YOUTH_RULES.types))
            self.faults.add("youth_type", line, "type", found=cells["type"], types=types)
        if day is None or kind is None or competition is None:
            return None
        return _Key(competition=competition, day=day, kind=kind, name=name, stage=stage)

    def _spelt(self, text: str) -> str:
        """Return a name in its first spelling; "" without one."""
        name = " ".join(text.split())
        return self._names.setdefault(title_key(name), name)

    def _value(self, line: int, cells: Mapping[str, str]) -> Fraction | None:
        """Return V of the game, from either column; None if neither has it."""
        value = self._signed(line, "value", cells)
        by_rating = self._signed(line, "game_value", cells)
        if value is not None and by_rating is not None:
            self.faults.add("value_twice", line, "game_value")
        return value if by_rating is None else by_rating - AVERAGE

    def _signed(self, line: int, column: str, cells: Mapping[str, str]) -> Fraction | None:
        """Return the number in a column; None without one, or after recording an error."""
        text = cells[column].strip()
        if not text:
            return None
        number = parse_signed(text)
        if number is None:
            self.faults.add("signed", line, column, found=text)
        return number

    def _place(self, line: int, cells: Mapping[str, str]) -> int | None:
        """Return the place; None without one, or after recording an error."""
        place = parse_place(cells["place"])
        if place is None and cells["place"].strip():
            self.faults.add(place_fault(cells["place"]), line, "place", found=cells["place"])
        return place

    def _points(self, line: int, cells: Mapping[str, str]) -> Decimal | None:
        """Return the points of a local tournament, or None after recording an error."""
        text = cells["points"].strip()
        if not text:
            return None
        number = parse_number(text)
        if number is None or (number * 10**_DECIMALS).denominator > 1:
            self.faults.add("number", line, "points", found=text)
            return None
        return Decimal(int(number * 10**_DECIMALS)).scaleb(-_DECIMALS)


def parse_signed(text: str) -> Fraction | None:
    """Return the number, which may be negative, or None."""
    text = text.strip().replace("\N{MINUS SIGN}", "-")
    number = parse_number(text.removeprefix("-"))
    return -number if number is not None and text.startswith("-") else number
