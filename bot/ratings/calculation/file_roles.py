"""The roles of files in a calculation: which ones it takes, and how a file shows its role. Pure."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.documents.tables.events import COLUMNS as EVENTS
from bot.documents.tables.games import COLUMNS as GAMES
from bot.documents.tables.headings import columns_of
from bot.documents.tables.players import COLUMNS as PLAYERS
from bot.documents.tables.players import MORE_COLUMNS
from bot.ratings.calculation.systems import TRAITS, ChampionshipTask


class FileRole(StrEnum):
    """What a file contributes to a calculation."""

    EVENTS = "events"
    """Collective games, a participant a row."""
    RESULTS = "results"
    """Games of two players, a game a row."""
    PLAYERS = "players"
    """Starting ratings, or the players of a championship."""
    PLACES = "places"
    """The places of one game."""
    SCALES = "scales"
    """An organiser's own table of scales."""
    SAVED = "saved"
    """A saved rating, from which to continue."""


_SEASON_COLUMNS: Final = ("stage", "value", "game_value", "points", "competition")
_PEOPLE_COLUMNS: Final = ("born", "birth_year", "club", "opt_out", "withdrawn")
COLUMNS: Final[Mapping[FileRole, tuple[str, ...]]] = {
    FileRole.EVENTS: (*EVENTS, *_SEASON_COLUMNS),
    FileRole.RESULTS: GAMES,
    FileRole.PLAYERS: (*PLAYERS, *MORE_COLUMNS, *_PEOPLE_COLUMNS),
    FileRole.PLACES: ("place", "player", "rating"),
}
"""The columns by which a role is recognised; scales and saved ratings are recognised otherwise."""
_REQUIRED_COLUMNS: Final[Mapping[FileRole, frozenset[str]]] = {
    FileRole.EVENTS: frozenset(EVENTS),
    FileRole.RESULTS: frozenset(GAMES),
    FileRole.PLAYERS: frozenset({"player"}),
    FileRole.PLACES: frozenset({"place", "player"}),
}
"""The columns without which a file cannot be read in that role."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NeededFiles:
    """The roles of the files that a calculation takes."""

    required: tuple[FileRole, ...]
    optional: tuple[FileRole, ...] = ()
    several: tuple[FileRole, ...] = ()
    """Roles of which there may be several files, with different names."""

    @property
    def roles(self) -> tuple[FileRole, ...]:
        """Return all roles, the required ones first."""
        return (*self.required, *self.optional)


_COLLECTIVE: Final = NeededFiles(
    required=(FileRole.EVENTS,), optional=(FileRole.PLAYERS, FileRole.SAVED)
)
_HEAD_TO_HEAD: Final = NeededFiles(
    required=(FileRole.RESULTS,), optional=(FileRole.PLAYERS, FileRole.SAVED)
)
NEEDED: Final[Mapping[str, NeededFiles]] = {
    **{
        system: _COLLECTIVE if traits.takes_calendar else _HEAD_TO_HEAD
        for system, traits in TRAITS.items()
    },
    ChampionshipTask.POINTS: NeededFiles(required=(FileRole.PLACES,), optional=(FileRole.SCALES,)),
    ChampionshipTask.SEASON: NeededFiles(
        required=(FileRole.EVENTS, FileRole.PLAYERS),
        optional=(FileRole.SCALES,),
        several=(FileRole.EVENTS,),
    ),
    ChampionshipTask.ROUND: NeededFiles(required=(FileRole.PLAYERS,), optional=(FileRole.RESULTS,)),
}
"""The files for each rating system and each task of the individual championship."""


def recognised(first_rows: Sequence[Sequence[str]], needed: NeededFiles) -> FileRole | None:
    """Return the role of a file by its first rows; None if the calculation needs no such file.

    Titles may precede the header, so the header is the row that names most of a role's columns.
    """
    if FileRole.SCALES in needed.roles and _is_of_scales(first_rows):
        return FileRole.SCALES
    header_of = {
        role: max((_named_columns(row, role) for row in first_rows), key=len, default=frozenset())
        for role in needed.roles
        if role in COLUMNS
    }

    named = frozenset[str]().union(*header_of.values())

    def fit(role: FileRole) -> int:
        """Return how many of its columns the header names, less those that are against the role.

        Against it are a required column that is missing, and a column of other roles alone.
        """
        missing = _REQUIRED_COLUMNS[role] - header_of[role]
        foreign = named.difference(COLUMNS[role])
        return len(header_of[role]) - len(missing) - len(foreign)

    best = max(header_of, key=fit)
    return best if header_of[best] else None


def _is_of_scales(first_rows: Sequence[Sequence[str]]) -> bool:
    """Return whether the first row has, after a title, only numbers: those of the participants."""
    header = [cell.strip() for cell in first_rows[0]] if first_rows else []
    while header and not header[-1]:
        header.pop()
    return len(header) > 1 and all(map(str.isdecimal, header[1:]))


def _named_columns(cells: Iterable[str], role: FileRole) -> frozenset[str]:
    """Return the columns of that role that these cells name."""
    return frozenset(filter(None, columns_of(cells, COLUMNS[role])))
