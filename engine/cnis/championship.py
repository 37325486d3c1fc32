"""The tables of a championship: one for each category, drawn out, filled or merged as it must be.

Seniors (art. 4, 9–11): everybody who played is ranked, and deans and hopefuls are drawn out of the
seniors' final tables. Youth (art. 12–19): each category has scales of its own; a general table with
fewer than five is filled up from the next younger category, and prichindei who are fewer than five
are ranked with the cadets. Who gets titles for it is `engine.cnis.titles`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from engine.cnis.categories import YOUTH, Category, Player, drawn_out, own_category
from engine.cnis.faults import refused
from engine.cnis.season import Classified, Event, Game, Local, classified
from engine.cnis.stage import stage_table
from engine.cnis.standings import (
    SENIORS_RULES,
    YOUTH_RULES,
    Line,
    Ranked,
    SeasonRules,
    general,
    of_event,
    season_lines,
)
from engine.cnis.values import Table

FIRST_YEAR = 2025
"""The first championship by this regulation, which is in force from 23.01.2025 (after art. 22)."""
FEWEST = 5
"""How many must be ranked for titles to be given (art. 3)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryTable:
    """The classifications of one category."""

    category: Category
    lines: tuple[Line, ...]
    """The season of everybody in the general table, its own players first."""
    general: tuple[Ranked, ...]
    events: Mapping[Event, tuple[Ranked, ...]]
    filled: frozenset[str] = frozenset()
    """Players of a younger category who fill the general table up, after its own (art. 17, 18)."""
    merged_into: Category | None = None
    """The category they are ranked with, and whose titles alone are given (art. 19)."""
    scales: tuple[Classified, ...] = ()
    """The games with their scales; empty for tables drawn out of others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """A year's results in one of the two competitions, and what they are worth by."""

    games: tuple[Game, ...]
    local: tuple[Local, ...] = ()
    players: Mapping[str, Player]
    """Everybody who played, and others perhaps."""
    year: int
    """Ages are reckoned by it."""
    table: Table | None = None
    """The organiser's own table of scales; None: the reconstruction."""
    is_common: bool = False
    """Whether youth have the points of the common stage tables (art. 22), not of their own."""


def seniors(season: Results) -> dict[Category, CategoryTable]:
    """Return the seniors' tables: seniors, deans and hopefuls. Rules: CNIS art. 4, 6–11.

    Raises:
        RuleViolation: as `engine.cnis.season.classified`.
    """
    players, year = season.players, season.year
    whole = _table(Category.SENIOR, season, players)
    found = {Category.SENIOR: whole}
    for category in (Category.DEAN, Category.HOPEFUL):
        members = {
            line.player for line in whole.lines if category in drawn_out(players[line.player], year)
        }
        lines = tuple(line for line in whole.lines if line.player in members)
        found[category] = _ranked(category, lines, SENIORS_RULES)
    return found


def youth(season: Results) -> dict[Category, CategoryTable]:
    """Return the youth tables: juniors, cadets and prichindei. Rules: CNIS art. 12, 14–19, 22.

    Raises:
        RuleViolation: as `engine.cnis.season.classified`; `cnis_no_stage`, a game of no stage where
            the common tables are wanted.
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
    # Art. 17 names the cadets alone: neither who fills them up nor who is ranked with them.
    junior = _filled(junior, cadet)
    if 0 < len(prichindel.general) < FEWEST:
        lines = (*cadet.lines, *prichindel.lines)
        cadet = replace(cadet, lines=lines, general=general(lines))
        prichindel = replace(prichindel, merged_into=Category.CADET)
    else:
        cadet = _filled(cadet, prichindel)
    return {each.category: each for each in (junior, cadet, prichindel)}


def _common(season: Results) -> list[Classified]:
    """Return all games of youth on the scales of their stages' common tables (art. 22)."""
    stages: dict[str, list[Game]] = {}
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
    season: Results,
    members: Mapping[str, Player],
    common: Iterable[Classified] | None = None,
) -> CategoryTable:
    """Return the table of those members who played.

    Each game is on their own scale, unless it is on a `common` one.
    """
    rules = SENIORS_RULES if category is Category.SENIOR else YOUTH_RULES
    local = [points for points in season.local if points.player in members]
    if common is None:
        found = (classified(game, members, members, season.table) for game in season.games)
        played = tuple(game for game in found if game is not None)
    else:
        parts = (
            replace(game, awards=tuple(each for each in game.awards if each.player in members))
            for game in common
        )
        played = tuple(game for game in parts if game.awards)
    lines = season_lines(played, local, rules)
    return replace(_ranked(category, lines, rules), scales=played)


def _ranked(category: Category, lines: tuple[Line, ...], rules: SeasonRules) -> CategoryTable:
    """Return the general classification of those players and that of each event."""
    return CategoryTable(
        category=category,
        lines=lines,
        general=general(lines),
        events={event: of_event(lines, event) for event in rules.events},
    )


def _filled(table: CategoryTable, younger: CategoryTable) -> CategoryTable:
    """Return the table with as many of the younger as it lacks, behind its own players.

    Their points come from other scales, so that they cannot be set against those of the table's
    own: the text fills up here (`se completează`) where it adds together for prichindei.
    """
    own = table.general
    missing = FEWEST - len(own)
    if not own or missing <= 0:
        return table
    added = younger.general[:missing]
    shift = len(own)
    completed = (*own, *(replace(each, place=shift + each.place) for each in added))
    filled = frozenset(each.player for each in added)
    seasons = tuple(line for line in younger.lines if line.player in filled)
    return replace(table, lines=(*table.lines, *seasons), general=completed, filled=filled)
