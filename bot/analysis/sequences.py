"""The most points both players could have scored with the tiles of a sequence.

A search runs on request, and at night with the width in the configuration. At night it covers each
sequence used by several games of a phase, once all of them are public. The result names nobody.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis import process
from bot.analysis.findings import VERSION
from bot.analysis.task import AnalysisTask
from bot.runtime.embargo import tables_in
from bot.runtime.folding import load_competition, load_game, load_match
from bot.runtime.log import get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from engine.competitions.competition import Competition
from engine.embargo import EmbargoedGame, GameProgress, closed, tables_of
from engine.games.game import Game
from engine.ids import CompetitionCode, GameId, Leg, game_id, match_of
from storage.analysis import sequences
from storage.analysis.sequences import SearchedSequence
from storage.competitions import competition_rows

log = get_logger()

WIDTH: Final = 60
"""Boards kept per number of tiles in a search on request; it takes about ten seconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicResult:
    """The public result for one sequence of a phase."""

    leg: Leg
    total: int
    """The points of both in the best known game, found or played."""
    best: int
    """The points of both in the best game that was played."""
    game: GameId
    """That played game."""
    edition: str
    official: bool


def task_of(game: Game, editions: Path, width: int) -> AnalysisTask:
    """Return the task for the process: a game's tiles, without its moves."""
    return AnalysisTask(
        record="",
        sequence=game.sequence,
        rules=game.rules,
        edition=game.edition,
        folder=str(editions),
        width=width,
    )


async def search_result(
    tx: AsyncConnection, shared: BotSettings, game: GameId
) -> SearchedSequence | None:
    """Return the search result for a game's tiles, or None if they have not been searched."""
    seed = await _seed_of(tx, shared, game)
    return (await sequences.found_on(tx, [seed], VERSION)).get(seed)


async def search(
    runtime: Runtime, shared: BotSettings, editions: Path, game: GameId, width: int
) -> None:
    """Search the tiles of a game, and store the result.

    Raises:
        AnalysisFailed: nothing was found.
    """
    async with runtime.database.reading() as tx:
        folded, _ = await load_game(tx, shared, game)
        seed = await _seed_of(tx, shared, game)
    best = await process.search(task_of(folded, editions, width))
    async with runtime.unit() as unit:
        found = SearchedSequence(
            seed=seed,
            game_id=game,
            version=VERSION,
            width=width,
            total=best.total,
            edition=best.edition,
            official=best.official,
            at=unit.now,
        )
        await sequences.keep(unit.tx, found)


async def search_waiting(
    runtime: Runtime, shared: BotSettings, editions: Path, wish: SearchedSequence
) -> None:
    """Search a sequence that no person waits for; errors are logged."""
    try:
        await search(runtime, shared, editions, wish.game_id, wish.wanted)
    except Exception:
        log.exception("a sequence could not be searched", game=wish.game_id)
        async with runtime.database.transaction() as tx:
            await sequences.count_failure(tx, wish.seed)


async def want_opened(runtime: Runtime, shared: BotSettings, width: int) -> None:
    """Queue a search for every sequence used by several games of a phase, once all are public."""
    opened: list[EmbargoedGame] = []
    async with runtime.database.reading() as tx:  # a read transaction, so that moves need not wait
        for code in await competition_rows.codes(tx):
            competition, _ = await load_competition(tx, shared, CompetitionCode(code))
            tables = await tables_in(tx, competition)
            opened += [series[0] for *_, series in _opened(competition, tables)]
    async with runtime.unit() as unit:
        for table in opened:
            wish = SearchedSequence(
                seed=table.seed, game_id=table.game, version=VERSION, wanted=width, at=unit.now
            )
            await sequences.want(unit.tx, wish)
        unit.has_work = True


async def allowed_in(
    tx: AsyncConnection, competition: Competition, tables: Mapping[GameId, EmbargoedGame]
) -> Mapping[int, tuple[PublicResult, ...]]:
    """Return the results for the sequences of each phase, where they are known and public."""
    opened = list(_opened(competition, tables))
    if not opened:
        return {}
    found = await sequences.found_on(tx, [series[0].seed for *_, series in opened], VERSION)
    told: dict[int, list[PublicResult]] = {}
    for number, leg, series in opened:
        searched, results = found.get(series[0].seed), competition.phases[number].results
        played = {
            table.game: sum(scores)
            for table in series
            if table.game in results and (scores := results[table.game].scores) is not None
        }
        if searched is None or not played:
            continue
        game = max(played, key=played.__getitem__)
        allowed = PublicResult(
            leg=leg,
            total=max(searched.total, played[game]),
            best=played[game],
            game=game,
            edition=searched.edition,
            official=searched.official,
        )
        told.setdefault(number, []).append(allowed)
    return {number: tuple(each) for number, each in told.items()}


def _opened(
    competition: Competition, tables: Mapping[GameId, EmbargoedGame]
) -> Iterator[tuple[int, Leg, list[EmbargoedGame]]]:
    """Yield for each phase the games that share a sequence, if all of them are public.

    A return game with tiles of its own (art. 7.1) shares none; its players may request a search.
    """
    for number, phase in enumerate(competition.phases):
        if phase.started is None:
            continue
        for leg in Leg:
            on_seed: dict[str, list[EmbargoedGame]] = {}
            for match in phase.matches:
                table = tables[game_id(match.code, leg)]
                if table.progress is not GameProgress.CALLED_OFF:
                    on_seed.setdefault(table.seed, []).append(table)
            for series in on_seed.values():
                if len(series) > 1 and _is_open(series, tables.values(), competition):
                    yield number, leg, series


def _is_open(
    series: Collection[EmbargoedGame], tables: Collection[EmbargoedGame], competition: Competition
) -> bool:
    rule = competition.rules.public_when
    alike = {table.progress: table for table in series}
    return all(closed(table, tables, rule) is None for table in alike.values())


async def _seed_of(tx: AsyncConnection, shared: BotSettings, game: GameId) -> str:
    match, _ = await load_match(tx, shared, match_of(game))
    return next(table.seed for table in tables_of(match) if table.game == game)
