"""The input of a season: games with places, points of local tournaments, and scales.

A game is one duplicate, one problem, one game with anticipation, or one tournament of free games.
`engine.cnis.standings` chooses the results that count over the season.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction

from engine.cnis.categories import Player
from engine.cnis.classification import Award, award, renumbered
from engine.cnis.faults import refused
from engine.cnis.scale import Scale, scale_for
from engine.cnis.values import Table

AVERAGE = 150
"""The average rating, which gives a game the value 0; a player without a rating has it, too."""


class GameType(StrEnum):
    """A type of game."""

    CLASSIC = "classic"
    COMPLETIVE = "completive"
    ELLIPTIC = "elliptic"
    COMPOSITION = "composition"
    ANTICIPATION = "anticipation"
    FREE = "free"


class Discipline(StrEnum):
    """An event (`probă`) with its own classification and titles."""

    FREE = "free"
    DUPLICATE = "duplicate"
    ANTICIPATION = "anticipation"
    COMPOSITION = "composition"


EVENT_OF: Mapping[GameType, Discipline] = {
    GameType.CLASSIC: Discipline.DUPLICATE,
    GameType.COMPLETIVE: Discipline.DUPLICATE,
    GameType.ELLIPTIC: Discipline.DUPLICATE,
    GameType.COMPOSITION: Discipline.COMPOSITION,
    GameType.ANTICIPATION: Discipline.ANTICIPATION,
    GameType.FREE: Discipline.FREE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Placing:
    """One participant's place in a game."""

    player: str
    place: int
    value: Fraction | None = None
    """V as given by the organiser; None to calculate it from the participants' ratings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedGame:
    """A game or local tournament by day, type and name."""

    day: date
    type: GameType
    name: str

    @property
    def label(self) -> str:
        """The name of the game for people."""
        return f"{self.day.isoformat()} {self.type} {self.name}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonGame(NamedGame):
    """One game of a stage, with all its participants."""

    entries: tuple[Placing, ...]
    stage: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class LocalResult(NamedGame):
    """Points of a local tournament, by its own regulation."""

    player: str
    points: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """A game with its scale and the points of each participant."""

    game: SeasonGame
    scale: Scale
    awards: tuple[Award, ...]


def value_of(game: SeasonGame, among: Collection[str], players: Mapping[str, Player]) -> Fraction:
    """Return V for these participants: as given, otherwise their mean rating minus 150.

    A participant without a rating of that type counts as 150.

    Raises:
        RuleViolation: `cnis_values_differ`, if the participants have two given values.
    """
    entries = [entry for entry in game.entries if entry.player in among]
    given = {entry.value for entry in entries if entry.value is not None}
    if len(given) > 1:
        raise refused("values_differ", "6", game=game.label)
    if given:
        return given.pop()
    ratings = [players[name].ratings.get(game.type, Fraction(AVERAGE)) for name in among]
    return sum(ratings, Fraction(0)) / len(ratings) - AVERAGE


def classified(
    game: SeasonGame,
    among: Collection[str],
    players: Mapping[str, Player],
    table: Table | None = None,
) -> Classified | None:
    """Return the game with the points of its participants in `among`; None if there are none.

    They are ranked among themselves on their own scale. Rules: CNIS art. 14, per category.
    """
    places = {entry.player: entry.place for entry in game.entries if entry.player in among}
    if not places:
        return None
    scale = scale_for(len(places), value_of(game, places, players), table)
    return Classified(game=game, scale=scale, awards=award(renumbered(places), scale))


def participants(games: Iterable[SeasonGame]) -> frozenset[str]:
    """Return every player who took part in at least one of the games."""
    return frozenset(entry.player for game in games for entry in game.entries)
