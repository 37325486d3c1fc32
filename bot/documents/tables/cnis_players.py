"""Players of the championship: `player` and optional columns.

born        year of birth (or `birth_year`); required for standings
club        for pairings
opt_out     dean, hopeful or both: the tables in which the player does not want to be
rating      for every type of game; a column named after a type takes precedence
withdrawn   yes: the player plays no further rounds
games       ignored, so that a file of starting ratings can be used
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from bot.documents.tables.cell_texts import BOTH, DEAN, HOPEFUL, name_of, truth_of
from bot.documents.tables.cells import parse_day, parse_number, parse_whole
from bot.documents.tables.columns import BesideColumns, read_columns
from bot.documents.tables.faults import FileFaults
from bot.documents.tables.formats.table_file import TableFile
from bot.documents.tables.names import Names, is_bye
from bot.documents.tables.players import check_order
from engine.cnis.categories import Category, Player
from engine.cnis.pairing import Contestant, PlayedGame
from engine.cnis.season import GameType
from engine.ratings.protocol import Player as RatedPlayer

_TYPES = tuple(kind.value for kind in GameType)
"""The columns of ratings for one type of game."""
OPTIONAL = ("born", "birth_year", "club", "opt_out", "withdrawn", "games", "rating", *_TYPES)
UNUSED = ("place", "number")
"""Columns that such a file may have, but that are not read."""
_EARLIEST, _LATEST = 1900, 9999
"""The years that a birth may have; a longer number is no year."""
_OPTED_OUT: Mapping[str, frozenset[Category]] = {
    DEAN: frozenset({Category.DEAN}),
    HOPEFUL: frozenset({Category.HOPEFUL}),
    BOTH: frozenset({Category.DEAN, Category.HOPEFUL}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersFile:
    """The players of a file, in its order."""

    file: str
    names: Names
    """The players' names, which other files must use too."""
    players: Mapping[str, Player]
    withdrawn: frozenset[str]

    def contestants(self, played: Iterable[PlayedGame]) -> tuple[Contestant, ...]:
        """Return the players for pairing: all who continue, and those who withdrew after games."""
        began = {name for game in played for name in (game.first, game.second)}
        return tuple(
            Contestant(
                name=name,
                club=player.club,
                rating=player.ratings.get(GameType.FREE),
                is_gone=name in self.withdrawn,
            )
            for name, player in self.players.items()
            if name not in self.withdrawn or name in began
        )


def read_players(file: TableFile, *, with_birth: bool) -> PlayersFile:
    """Return the players; with `with_birth`, every player needs a year of birth.

    Raises:
        TableError: the file has errors; the exception lists all of them.
    """
    reader = _Reader(FileFaults(file.name), with_birth=with_birth)
    for line, cells in read_columns(
        file, reader.faults, ("player",), OPTIONAL, beside=BesideColumns(unused=UNUSED)
    ):
        if is_bye(cells[0]):
            file.remark("bye_left_out", line, found=cells[0].strip())
            continue
        reader.row(line, dict(zip(("player", *OPTIONAL), cells, strict=True)))
    check_order(reader.names, reader.lines, reader.faults)
    reader.faults.check()
    if not reader.lines:
        file.fail("nobody")
    return PlayersFile(
        file=file.name,
        names=reader.names,
        players=reader.players,
        withdrawn=frozenset(reader.withdrawn),
    )


class _Reader:
    """Reads row after row, and collects errors."""

    def __init__(self, faults: FileFaults, *, with_birth: bool) -> None:
        self.faults = faults
        self.with_birth = with_birth
        self.names = Names()
        self.clubs = Names()
        self.players: dict[str, Player] = {}
        self.lines: dict[RatedPlayer, int] = {}
        self.withdrawn: set[str] = set()

    def row(self, line: int, cells: Mapping[str, str]) -> None:
        """Add the player of a row, or record its errors."""
        name = self.names.player(cells["player"])
        if name is None:
            self.faults.add("name", line, "player", found=cells["player"])
            return
        if name in self.lines:
            self.faults.add("same_name", line, "player", first=self.lines[name], near=name)
            return
        self.lines[name] = line
        if self._yes(line, "withdrawn", cells):
            self.withdrawn.add(name)
        self.players[name] = Player(
            name=name,
            born=self._born(line, cells),
            club=self.clubs.player(cells["club"]) or "",
            opted_out=self._opted_out(line, cells["opt_out"]),
            ratings=self._ratings(line, cells),
        )

    def _born(self, line: int, cells: Mapping[str, str]) -> int:
        """Return the year of birth; 0, with a fault if one is needed, where there is none."""
        column = "birth_year" if cells["birth_year"].strip() else "born"
        text = cells[column]
        day = parse_day(text)
        year = parse_whole(text, least=_EARLIEST) if day is None else day.year
        if year is not None and year <= _LATEST:
            return year
        if text.strip() or self.with_birth:
            self.faults.add("born", line, column, found=text)
        return 0

    def _opted_out(self, line: int, text: str) -> frozenset[Category]:
        """Return the tables in which the player does not want to be."""
        categories: set[Category] = set()
        for word in text.replace(",", " ").split():
            tables = _OPTED_OUT.get(name_of(word) or "")
            if tables is None:
                self.faults.add("opt_out", line, "opt_out", found=text)
                break
            categories |= tables
        return frozenset(categories)

    def _ratings(self, line: int, cells: Mapping[str, str]) -> dict[str, Fraction]:
        """Return the player's ratings by type of game; the general one replaces a missing one."""
        general = self._rating(line, "rating", cells)
        ratings: dict[str, Fraction] = {}
        for kind in _TYPES:
            rating = self._rating(line, kind, cells)
            if rating is None:
                rating = general
            if rating is not None:
                ratings[kind] = rating
        return ratings

    def _rating(self, line: int, column: str, cells: Mapping[str, str]) -> Fraction | None:
        """Return the rating in a column; None without one, or after recording an error."""
        rating = parse_number(cells[column])
        if rating is None and cells[column].strip():
            self.faults.add("number", line, column, found=cells[column])
        return rating

    def _yes(self, line: int, column: str, cells: Mapping[str, str]) -> bool:
        """Return whether a cell says yes; an empty one says no, and any other is an error."""
        text = cells[column].strip()
        truth = truth_of(text) if text else False
        if truth is None:
            self.faults.add("yes", line, column, found=cells[column])
        return bool(truth)


def known_player(
    players: PlayersFile, faults: FileFaults, line: int, column: str, text: str
) -> str | None:
    """Return the player of that name, or None after recording the error with any similar name."""
    player = players.names.find(text)
    if player is None:
        near = players.names.near(" ".join(text.split()))
        code = "player_unknown" if near is None else "player_near"
        facts = {"file": players.file, "found": text} | ({} if near is None else {"near": near})
        faults.add(code, line, column, **facts)
    return player
