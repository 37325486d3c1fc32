"""A checked form of games that began elsewhere: the games to record, and all faults. Pure."""

from collections.abc import Container, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from bot.documents.tables.import_stated import (
    FormFault,
    ImportForm,
    StatedGame,
    StatedResult,
)
from engine.games.events import EditionRef
from engine.games.importing import ImportedGame
from engine.ids import Leg, MatchCode, PersonId, game_id
from engine.rulesets import Ruleset
from engine.thinking_time import LeavePeriod, day_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportTerms:
    """The conditions of an import: rules, word list, arbiter and instant."""

    rules: Ruleset
    edition: EditionRef
    lexicon: Container[str]
    """The words of the edition."""
    arbiter: PersonId
    """The arbiter who imports, to whom past acts are ascribed."""
    at: datetime
    """The instant of the import."""

    @property
    def today(self) -> date:
        """The day of the import in the federation's time zone."""
        return day_of(self.at, self.rules.time_zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportedPair:
    """The games of two players."""

    code: MatchCode
    group: str
    """The name of its group; "" without groups."""
    red: str
    """The key of the Red player's name in the home game."""
    blue: str
    """That of the Blue player."""
    played: Mapping[Leg, ImportedGame]
    """The games with moves."""
    stated: Mapping[Leg, StatedGame]
    """The same games as the form states them."""
    results: Mapping[Leg, StatedResult]
    """The games that are known by their results alone: the home game, or both."""

    @property
    def games(self) -> tuple[ImportedGame, ...]:
        """The games with moves, the home game first."""
        return tuple(self.played[leg] for leg in Leg if leg in self.played)

    def sequence(self, leg: Leg) -> str | None:
        """Return the sequence of that game, which stands for its draw; None if it has not begun.

        A game without moves has a name in place of its sequence, which nobody knows.
        """
        if leg in self.played:
            return self.played[leg].game.sequence
        return game_id(self.code, leg) if leg in self.results else None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonGames:
    """The GCG files that fit the results of a past season."""

    of_result: Mapping[int, StatedGame]
    """The game of each result, by the result's position in the form."""
    shown: Mapping[int, ImportedGame]
    """The same games as they would be recorded."""
    faults: tuple[FormFault, ...]


NO_SEASON_GAMES: Final = SeasonGames(of_result={}, shown={}, faults=())
"""For a form that is no past season, or has no GCG files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckedImport:
    """A form with its checked games and every fault."""

    form: ImportForm
    names: Mapping[str, str]
    """Each player's name by its key, in the order of the rows."""
    pairs: tuple[ImportedPair, ...]
    """The matches; none of a past season, whose games are in `season`."""
    leave: Mapping[str, tuple[LeavePeriod, ...]]
    """Each player's leave, by the key of their name."""
    faults: tuple[FormFault, ...]
    rules: Ruleset
    edition: EditionRef
    season: SeasonGames = NO_SEASON_GAMES

    @property
    def games(self) -> tuple[ImportedGame, ...]:
        """All games, pair by pair."""
        return tuple(game for pair in self.pairs for game in pair.games)

    @property
    def first_day(self) -> date:
        """The day on which the phase began.

        Raises:
            ValueError: the form has none; it was checked before.
        """
        begun = self.form.begun
        if begun is None:
            raise ValueError("a phase has its first day")
        return begun
