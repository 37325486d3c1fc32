"""A season as it comes in: games with their places, points from local tournaments, and scales.

A game is one duplicate, one problem, one game with anticipation, or one tournament of free games.
What counts of it over the season is `engine.cnis.standings`.
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
from engine.cnis.scale import AVERAGE, Scale, scale_for
from engine.cnis.values import Table


class GameType(StrEnum):
    """What is played."""

    CLASSIC = "classic"
    COMPLETIVE = "completive"
    ELLIPTIC = "elliptic"
    COMPOSITION = "composition"
    ANTICIPATION = "anticipation"
    FREE = "free"


class Event(StrEnum):
    """What a classification and its titles are for (`probă`)."""

    FREE = "free"
    DUPLICATE = "duplicate"
    ANTICIPATION = "anticipation"
    COMPOSITION = "composition"


EVENT_OF: Mapping[GameType, Event] = {
    GameType.CLASSIC: Event.DUPLICATE,
    GameType.COMPLETIVE: Event.DUPLICATE,
    GameType.ELLIPTIC: Event.DUPLICATE,
    GameType.COMPOSITION: Event.COMPOSITION,
    GameType.ANTICIPATION: Event.ANTICIPATION,
    GameType.FREE: Event.FREE,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One participant's place in a game."""

    player: str
    place: int
    value: Fraction | None = None
    """V as the organiser gives it; None: from the participants' ratings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """One game of a stage, with all its participants."""

    day: date
    type: GameType
    name: str
    entries: tuple[Entry, ...]
    stage: str = ""

    @property
    def label(self) -> str:
        """Return what a person knows the game by."""
        return f"{self.day.isoformat()} {self.type} {self.name}".rstrip()


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """Points of a local tournament, as its own regulation gives them."""

    day: date
    type: GameType
    name: str
    player: str
    points: Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Classified:
    """A game with its scale and what each participant earns."""

    game: Game
    scale: Scale
    awards: tuple[Award, ...]


def value_of(game: Game, among: Collection[str], players: Mapping[str, Player]) -> Fraction:
    """Return V for those participants: as given, else the mean of their ratings less 150.

    A participant without a rating of that type counts 150.

    Raises:
        RuleViolation: `cnis_values_differ`, two values are given for them.
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
    game: Game, among: Collection[str], players: Mapping[str, Player], table: Table | None = None
) -> Classified | None:
    """Return what the game is worth to those of its participants who are `among`.

    They are ranked among themselves on a scale of their own. Rules: CNIS art. 14, per category.
    None where none of them took part.
    """
    places = {entry.player: entry.place for entry in game.entries if entry.player in among}
    if not places:
        return None
    scale = scale_for(len(places), value_of(game, places, players), table)
    return Classified(game=game, scale=scale, awards=award(renumbered(places), scale))


def participants(games: Iterable[Game]) -> frozenset[str]:
    """Return everybody who took part in at least one of the games."""
    return frozenset(entry.player for game in games for entry in game.entries)
