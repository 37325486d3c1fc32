"""The tables of a championship, one for each category.

Seniors (art. 4, 9–11): all players are ranked, and deans and hopefuls get extra tables taken from
the final one. Youth (art. 12–19): each category has its own scales. A general table with fewer than
five players is filled up from the next younger category. Fewer than five prichindei are ranked with
the cadets. `engine.cnis.titles` gives the titles.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.cnis.categories import YOUTH, Category, Player, extra_categories, own_category
from engine.cnis.faults import refused
from engine.cnis.season import Classified, Discipline, LocalResult, SeasonGame, classified
from engine.cnis.stage import stage_table
from engine.cnis.standings import (
    SENIORS_RULES,
    YOUTH_RULES,
    RankedRow,
    SeasonLine,
    SeasonRules,
    general,
    of_event,
    season_lines,
)
from engine.cnis.values import Table

FIRST_YEAR = 2025
"""The first championship under this regulation, in force from 23.01.2025 (after art. 22)."""
FEWEST_RANKED = 5
"""The least number of ranked players for titles (art. 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTable:
    """The classifications of one category."""

    category: Category
    lines: tuple[SeasonLine, ...]
    """The seasons of all players in the general table, the category's own players first."""
    general: tuple[RankedRow, ...]
    events: Mapping[Discipline, tuple[RankedRow, ...]]
    filled: frozenset[str] = frozenset()
    """Players of a younger category added at the end of the general table (art. 17, 18)."""
    merged_into: Category | None = None
    """The category with which these players are ranked; only that one gives titles (art. 19)."""
    scales: tuple[Classified, ...] = ()
    """The games with their scales; empty for extra tables taken from another one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class YearResults:
    """A year's results in one of the two competitions, and the options for their scales."""

    games: tuple[SeasonGame, ...]
    local: tuple[LocalResult, ...] = ()
    players: Mapping[str, Player]
    """All players who played, and possibly others."""
    year: int
    """The year from which ages are calculated."""
    table: Table | None = None
    """The organiser's own table of scales; None for the reconstruction."""
    is_common: bool = False
    """Whether youth get the points of the common stage tables (art. 22) instead of their own."""


def seniors(season: YearResults) -> dict[Category, CategoryTable]:
    """Return the seniors' tables: seniors, deans and hopefuls. Rules: CNIS art. 4, 6–11.

    Raises:
        RuleViolation: as `engine.cnis.season.classified`.
    """
    players, year = season.players, season.year
    whole = _table(Category.SENIOR, season, players)
    extra = {line.player: extra_categories(players[line.player], year) for line in whole.lines}
    tables = {Category.SENIOR: whole}
    for category in (Category.DEAN, Category.HOPEFUL):
        lines = tuple(line for line in whole.lines if category in extra[line.player])
        tables[category] = _ranked(category, lines, SENIORS_RULES)
    return tables


def youth(season: YearResults) -> dict[Category, CategoryTable]:
    """Return the youth tables: juniors, cadets and prichindei. Rules: CNIS art. 12, 14–19, 22.

    Raises:
        RuleViolation: as `engine.cnis.season.classified`; `cnis_no_stage`, if a game has no
            stage and common tables are used.
    """
    own: dict[Category, CategoryTable] = {}
    common = _common(season) if season.is_common else None
    for category in YOUTH:
        members = {
            name: player
            for name, player in season.players.items()
            if own_category(player.born, season.year) is category
        }
        own[category] = _table(category, season, members, common)
    junior, cadet, prichindel = (own[category] for category in YOUTH)
    # Art. 17 names only cadets, so juniors get no prichindei, added or merged.
    junior = _filled(junior, cadet)
    if 0 < len(prichindel.general) < FEWEST_RANKED:
        # Art. 19 merges the general tables alone, so the cadets' events keep their own players.
        lines = (*cadet.lines, *prichindel.lines)
        cadet = replace(cadet, lines=lines, general=general(lines))
        prichindel = replace(prichindel, merged_into=Category.CADET)
    else:
        cadet = _filled(cadet, prichindel)
    return {each.category: each for each in (junior, cadet, prichindel)}


def _common(season: YearResults) -> list[Classified]:
    """Return all youth games on the scales of their stages' common tables (art. 22)."""
    stages: dict[str, list[SeasonGame]] = {}
    for game in season.games:
        if not game.stage:
            raise refused("no_stage", "22", game=game.label)
        stages.setdefault(game.stage, []).append(game)
    tables = (
        stage_table(games, season.players, year=season.year, table=season.table)
        for games in stages.values()
    )
    return [game for each in tables for game in each.games]


def _table(
    category: Category,
    season: YearResults,
    members: Mapping[str, Player],
    common: Iterable[Classified] | None = None,
) -> CategoryTable:
    """Return the table of the members who played.

    Each game has their own scale, unless `common` has the games on common scales.
    """
    rules = SENIORS_RULES if category is Category.SENIOR else YOUTH_RULES
    local = [points for points in season.local if points.player in members]
    if common is None:
        games = (classified(game, members, members, season.table) for game in season.games)
        played = tuple(game for game in games if game is not None)
    else:
        parts = (
            replace(game, awards=tuple(each for each in game.awards if each.player in members))
            for game in common
        )
        played = tuple(game for game in parts if game.awards)
    lines = season_lines(played, local, rules)
    return replace(_ranked(category, lines, rules), scales=played)


def _ranked(category: Category, lines: tuple[SeasonLine, ...], rules: SeasonRules) -> CategoryTable:
    """Return the general classification of these players and one for each event."""
    return CategoryTable(
        category=category,
        lines=lines,
        general=general(lines),
        events={event: of_event(lines, event) for event in rules.events},
    )


def _filled(table: CategoryTable, younger: CategoryTable) -> CategoryTable:
    """Return the table with younger players added at the end, up to five players in all.

    Their points come from other scales and cannot be compared with those of the table's own
    players. The text fills up here (`se completează`), but merges in the case of prichindei.
    """
    own = table.general
    missing = FEWEST_RANKED - len(own)
    if not own or missing <= 0:
        return table
    added = younger.general[:missing]
    shift = len(own)
    completed = (*own, *(replace(each, place=shift + each.place) for each in added))
    filled = frozenset(each.player for each in added)
    seasons = tuple(line for line in younger.lines if line.player in filled)
    return replace(table, lines=(*table.lines, *seasons), general=completed, filled=filled)
