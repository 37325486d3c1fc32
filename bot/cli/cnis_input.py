"""The files of `turretur cnis`, read and worked out; the command ends where one has a fault."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from traceback import clear_frames
from typing import BinaryIO

from bot.cli.output import refuse
from bot.tables.cnis_history import read_history
from bot.tables.cnis_players import PlayersFile, read_players
from bot.tables.cnis_season import SENIORS, YOUTH, Season, parse_signed, read_season
from bot.tables.faults import TableError
from bot.tables.scale_table import read_scale_table
from engine.cnis import championship
from engine.cnis.categories import YOUTH as YOUTH_CATEGORIES
from engine.cnis.categories import Category
from engine.cnis.championship import CategoryTable
from engine.cnis.pairing import Played, Round
from engine.cnis.rounds import next_round
from engine.cnis.scale import AVERAGE, Scale, scale_for
from engine.cnis.season import participants
from engine.cnis.stage import Stage, stage_table
from engine.cnis.systems import Format, System, tournament
from engine.cnis.titles import Title, titles
from engine.cnis.values import Table
from engine.errors import RuleViolation

_ENGLISH = {
    "cnis_scale_missing": "expected a column for scale {scale}",
    "cnis_values_differ": "expected one value for all rows of {game}",
    "cnis_no_such_round": "--round: expected a round from 1 to {rounds}, found {round}",
    "cnis_too_few_players": "expected at least {fewest} players, found {players}",
}
"""What the engine expected, by code; the readers have refused everything else before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonFiles:
    """The files of a season, and what is asked about it."""

    results: Path
    players: Path
    table: Path | None = None
    category: str | None = None
    """A category, `youth` for all of its categories, or None for every competition."""
    year: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundFiles:
    """The files of a tournament, and what it is."""

    players: Path
    history: Path | None
    system: str
    rounds: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The tables asked for, with their titles."""

    year: int
    tables: dict[Category, CategoryTable]
    titles: tuple[Title, ...]


def scale_of(
    participants_: int, value: str | None, game_value: str | None, table: Path | None
) -> Scale:
    """Return the scale for that V, or that value by rating."""
    if (value is None) == (game_value is None):
        refuse("expected one of --value and --game-value")
    text = value if value is not None else game_value or ""
    number = parse_signed(text)
    if number is None:
        option = "--game-value" if value is None else "--value"
        refuse(f"{option}: expected a number such as -3 or 12.5, found {text!r}")
    exact = number - AVERAGE if value is None else number
    with _worded(table):
        return scale_for(participants_, exact, _values(table))


def standings_of(files: SeasonFiles) -> Standings:
    """Return the tables of a season and the titles they give."""
    youth_only = files.category in {"youth", *YOUTH_CATEGORIES}
    players, seasons = _season(files, YOUTH if youth_only else SENIORS)
    wanted = [YOUTH] if youth_only else [SENIORS] if files.category else [SENIORS, YOUTH]
    wanted = [name for name in wanted if seasons[name].years or files.category]
    year = files.year or _year(files.results, [seasons[name] for name in wanted])
    values = _values(files.table)
    tables: dict[Category, CategoryTable] = {}
    with _worded(files.table or files.results):
        for name in wanted:
            make = championship.youth if name == YOUTH else championship.seniors
            season = seasons[name]
            tables |= make(season.games, season.local, players.players, year=year, table=values)
    given = titles(tables.values(), participants(seasons[YOUTH].games))
    if files.category in set(Category):
        tables = {name: each for name, each in tables.items() if name == files.category}
    kept = tuple(title for title in given if title.category in tables)
    return Standings(year=year, tables=tables, titles=kept)


def stage_of(files: SeasonFiles, stage: str) -> Stage:
    """Return the common table of that youth stage."""
    players, seasons = _season(files, YOUTH)
    games = [game for game in seasons[YOUTH].games if game.stage == stage]
    if not games:
        found = ", ".join(sorted({game.stage or "none" for game in seasons[YOUTH].games}))
        refuse(f"{files.results}: expected results of stage {stage}, found {found or 'none'}")
    year = files.year or _year(files.results, [Season(games=tuple(games))])
    with _worded(files.table or files.results):
        return stage_table(games, players.players, year=year, table=_values(files.table))


def round_of(files: RoundFiles, *, number: int, repeats: bool) -> tuple[Round, Format]:
    """Return the next round, and the shape of the tournament it belongs to."""
    system = System(files.system)
    if system is System.ROUND_ROBIN and files.rounds is not None:
        refuse("--rounds: expected none, a round robin has as many as its players make")
    people = _players(files.players, with_birth=False)
    played: tuple[Played, ...] = ()
    if files.history is not None:
        with _opened(files.history) as source:
            played = read_history(source, str(files.history), people, before=number)
    with _worded(files.players):
        form = tournament(system, len(people.contestants), files.rounds)
    with _worded(None):
        found = next_round(people.contestants, played, number=number, form=form, repeats=repeats)
    return found, form


def _season(files: SeasonFiles, default: str) -> tuple[PlayersFile, dict[str, Season]]:
    """Return the players and what was played in each competition."""
    players = _players(files.players, with_birth=True)
    with _opened(files.results) as source:
        return players, read_season(source, str(files.results), players, default=default)


def _players(path: Path, *, with_birth: bool) -> PlayersFile:
    with _opened(path) as source:
        return read_players(source, str(path), with_birth=with_birth)


def _values(path: Path | None) -> Table | None:
    """Return the organiser's table of scales, if he has one."""
    if path is None:
        return None
    with _opened(path) as source:
        return read_scale_table(source, str(path))


def _year(results: Path, seasons: list[Season]) -> int:
    """Return the year of the competition, which ages are reckoned by."""
    years = sorted(set().union(*(season.years for season in seasons)))
    if not years:
        refuse(f"{results}: expected results of the competition asked for, found none")
    if len(years) > 1:
        found = " and ".join(map(str, years))
        refuse(f"{results}: expected dates of one year, found {found}; say --year")
    return years[0]


@contextmanager
def _opened(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading; end the command where it, or what is in it, is no good."""
    try:
        with path.open("rb") as source:
            try:
                yield source
            except TableError as error:
                # A reader that gave up half-way lets go of the file while it is open.
                clear_frames(error.__traceback__)
                raise
    except OSError as error:
        refuse(f"{path}: {error.strerror or error}")
    except TableError as error:
        refuse(str(error))


@contextmanager
def _worded(path: Path | None) -> Iterator[None]:
    """End the command with a sentence where the engine refuses what the file asks of it."""
    try:
        yield
    except RuleViolation as refusal:
        fault = refusal.faults[0]
        text = _ENGLISH[fault.code].format(**fault.facts)
        refuse(f"{path}: {text}" if path else text)
