"""A season's standings and titles, and the common table of a youth stage, from tables."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NoReturn

from bot.documents.tables.cell_texts import SENIORS, YOUTH
from bot.documents.tables.cnis_players import PlayersFile
from bot.documents.tables.cnis_season import CnisSeason
from bot.documents.tables.faults import TableError, TableFault, shortened
from bot.documents.tables.names import title_key
from engine.cnis import championship
from engine.cnis.categories import YOUTH as YOUTH_CATEGORIES
from engine.cnis.categories import Category, own_category
from engine.cnis.championship import CategoryTable
from engine.cnis.season import LocalResult, NamedGame, participants
from engine.cnis.stage import StageTable, stage_table
from engine.cnis.titles import Title, titles
from engine.cnis.values import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonQuery:
    """A season's results, and the tables to calculate."""

    file: str
    """The name of the results file in messages."""
    players: PlayersFile
    seasons: Mapping[str, CnisSeason]
    """The seasons that `read_season` returns."""
    table: Table | None = None
    """The organiser's own table of scales; None for the reconstructed scales."""
    category: str | None = None
    """A category, `youth` for all of its categories, or None for every competition."""
    year: int | None = None
    """The year of the competition; None for the year of the results, if there is only one."""
    is_common: bool = False
    """Whether youth players get the points of the common stage tables (art. 22)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standings:
    """The requested tables, with their titles."""

    year: int
    tables: dict[Category, CategoryTable]
    titles: tuple[Title, ...]


def merged_seasons(files: Iterable[tuple[str, Mapping[str, CnisSeason]]]) -> dict[str, CnisSeason]:
    """Return the results of several files together, each given with its name.

    So nobody gets a title twice because of results in two files (art. 20).

    Raises:
        TableError: a game, or a player's points of a local tournament, are in two files.
    """
    merged = {SENIORS: CnisSeason(), YOUTH: CnisSeason()}
    for file, seasons in files:
        for name, season in seasons.items():
            earlier = merged[name]
            known = {_key(result) for result in (*earlier.games, *earlier.local)}
            for result in (*season.games, *season.local):
                if _key(result) in known:
                    _fail(file, "in_two_files", game=result.label)
            merged[name] = CnisSeason(
                games=(*earlier.games, *season.games), local=(*earlier.local, *season.local)
            )
    return merged


def _key(result: NamedGame) -> tuple[str, str]:
    """Return what two files must not both have: a game, or a player's local tournament."""
    player = result.player if isinstance(result, LocalResult) else ""
    return title_key(result.label), player


def is_youth(category: str | None) -> bool:
    """Return whether a category, or `youth` itself, belongs to the youth competition."""
    return category in {YOUTH, *YOUTH_CATEGORIES}


def standings_of(query: SeasonQuery) -> Standings:
    """Return the tables of a season and the titles they award.

    Raises:
        TableError: the results are of no year, of several, or of one before the regulation.
        RuleViolation: the organiser's table lacks a scale; values of a game differ.
    """
    seasons = {name: season.of(query.year) for name, season in query.seasons.items()}
    competitions = {name: seasons[name] for name in _competitions_of(query.category)}
    if not query.category:  # a file may have the results of only one competition
        competitions = {name: season for name, season in competitions.items() if season.years}
    year = _year(query.file, competitions.values())
    tables: dict[Category, CategoryTable] = {}
    for name, season in competitions.items():
        tables |= _tables_of(query, name, season, year)
    awarded = titles(tables.values(), participants(seasons[YOUTH].games))
    if query.category in set(Category):
        category = Category(query.category)
        tables = {category: tables[category]} if category in tables else {}
    shown_titles = tuple(title for title in awarded if title.category in tables)
    return Standings(year=year, tables=tables, titles=shown_titles)


def _competitions_of(category: str | None) -> tuple[str, ...]:
    """Return the competitions, of seniors or youth, in which a category plays; None means all."""
    if category is None:
        return SENIORS, YOUTH
    return (YOUTH,) if is_youth(category) else (SENIORS,)


def _tables_of(
    query: SeasonQuery, competition: str, season: CnisSeason, year: int
) -> Mapping[Category, CategoryTable]:
    """Return the tables of a year's competition, of seniors or youth."""
    tables = championship.youth if competition == YOUTH else championship.seniors
    return tables(
        championship.YearResults(
            games=season.games,
            local=season.local,
            players=query.players.players,
            year=year,
            table=query.table,
            is_common=query.is_common,
        )
    )


def stage_of(query: SeasonQuery, stage: str) -> StageTable:
    """Return the common table of that youth stage.

    Raises:
        TableError: there is no such stage, or its results are of several years, or of one before
            the regulation.
        RuleViolation: the organiser's table lacks a scale; values of a game differ.
    """
    season = query.seasons[YOUTH].of(query.year)
    games = [game for game in season.games if game.stage == stage]
    if not games:
        stages = sorted({game.stage for game in season.games if game.stage})
        if not stages:
            _fail(query.file, "no_stages", wanted=stage)
        _fail(query.file, "stage", wanted=stage, found=", ".join(stages))
    year = _year(query.file, [CnisSeason(games=tuple(games))])
    return stage_table(games, query.players.players, year=year, table=query.table)


def season_remarks(query: SeasonQuery) -> list[TableFault]:
    """Return remarks on results of other years than requested, and on players who are too old.

    Seniors in the results of youth are in none of its tables (art. 12).
    """
    remarks: list[TableFault] = []
    years: set[int] = set().union(*(season.years for season in query.seasons.values()))
    if query.year is not None and years - {query.year}:
        other_years = ", ".join(map(str, sorted(years - {query.year})))
        remarks.append(TableFault("other_years", facts={"year": query.year, "years": other_years}))
    youth = query.seasons[YOUTH].of(query.year)
    year = max(youth.years, default=0)
    players = query.players.players
    too_old = [
        name
        for name in sorted(youth.players)
        if own_category(players[name].born, year) is Category.SENIOR
    ]
    if too_old:
        remarks.append(TableFault("too_old", facts={"names": shortened(too_old), "year": year}))
    return remarks


def _year(file: str, seasons: Iterable[CnisSeason]) -> int:
    """Return the year of the competition, by which ages are calculated.

    Raises:
        TableError: the results are of no year, of several, or of one before the regulation.
    """
    years: list[int] = sorted(set().union(*(season.years for season in seasons)))
    if not years:
        _fail(file, "no_results")
    if len(years) > 1:
        _fail(file, "years", found=", ".join(map(str, years)))
    if years[0] < championship.FIRST_YEAR:
        _fail(file, "too_early", found=f"{years[0]}", first=f"{championship.FIRST_YEAR}")
    return years[0]


def _fail(file: str, code: str, **facts: str) -> NoReturn:
    """Refuse a file, with one fault."""
    raise TableError(file, [TableFault(code, facts=facts)])
