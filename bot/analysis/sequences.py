"""The most points both players could have scored with the tiles of a sequence.

A search runs on request, and at night with the width in the configuration. At night it covers each
sequence used by several games of a phase, once all of them are public. The result names nobody.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.analysis import process
from bot.analysis.findings import VERSION
from bot.analysis.task import AnalysisTask
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.embargo import embargoed_games
from bot.runtime.folding import load_competition, load_game, load_match
from bot.runtime.log import get_logger
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from engine.competitions.competition import Competition
from engine.embargo import EmbargoedGame, GameProgress, both_games, embargo_on
from engine.figures import Figures
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
        result = SearchedSequence(
            seed=seed,
            game_id=game,
            version=VERSION,
            width=width,
            total=best.total,
            edition=best.edition,
            official=best.official,
            at=unit.now,
        )
        await sequences.keep(unit.tx, result)


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
    opened: list[EmbargoedGame] = []  # one game of each series
    async with runtime.database.reading() as tx:  # a read transaction, so that moves need not wait
        for code in await competition_rows.codes(tx):
            with leaving_out_damaged():
                competition, _ = await load_competition(tx, shared, CompetitionCode(code))
                games = await embargoed_games(tx, competition)
                opened += [series.games[0] for series in _open_series(competition, games)]
    async with runtime.unit() as unit:
        for game in opened:
            wish = SearchedSequence(
                seed=game.seed, game_id=game.game, version=VERSION, wanted=width, at=unit.now
            )
            await sequences.want(unit.tx, wish)
        unit.has_work = True


class _Series(NamedTuple):
    """The games of a leg in a phase that have the same sequence."""

    phase: int
    leg: Leg
    games: list[EmbargoedGame]

    @property
    def seed(self) -> str:
        """Return the seed of their sequence."""
        return self.games[0].seed


async def best_totals_in(
    tx: AsyncConnection, competition: Competition, games: Mapping[GameId, EmbargoedGame]
) -> Mapping[int, tuple[PublicResult, ...]]:
    """Return the results for the sequences of each phase, where they are known and public."""
    open_series = list(_open_series(competition, games))
    if not open_series:
        return {}
    searches = await sequences.found_on(tx, [series.seed for series in open_series], VERSION)
    by_phase: dict[int, list[PublicResult]] = {}
    for series in open_series:
        searched = searches.get(series.seed)
        totals = _totals(series, competition.phases[series.phase].results)
        if searched is None or not totals:
            continue
        best = max(totals, key=totals.__getitem__)
        public = PublicResult(
            leg=series.leg,
            total=max(searched.total, totals[best]),
            best=totals[best],
            game=best,
            edition=searched.edition,
            official=searched.official,
        )
        by_phase.setdefault(series.phase, []).append(public)
    return {number: tuple(results) for number, results in by_phase.items()}


def _totals(series: _Series, results: Mapping[GameId, Figures]) -> dict[GameId, int]:
    """Return the points of both players in each game of the series whose scores are stated."""
    totals = {}
    for game in series.games:
        figures = results.get(game.game)
        if figures is not None and figures.scores is not None:
            totals[game.game] = sum(figures.scores)
    return totals


def _open_series(
    competition: Competition, games: Mapping[GameId, EmbargoedGame]
) -> Iterator[_Series]:
    """Yield for each phase the games that share a sequence, if all of them are public.

    A return game with tiles of its own (art. 7.1) shares none; its players may request a search.
    """
    for number, phase in enumerate(competition.phases):
        if phase.started is None:
            continue
        for leg in Leg:
            by_seed: dict[str, list[EmbargoedGame]] = {}
            for match in phase.matches:
                game = games[game_id(match.code, leg)]
                if game.progress is not GameProgress.CALLED_OFF:
                    by_seed.setdefault(game.seed, []).append(game)
            for sharing in by_seed.values():
                if len(sharing) > 1 and _is_open(sharing, games.values(), competition):
                    yield _Series(number, leg, sharing)


def _is_open(
    series: Collection[EmbargoedGame], games: Collection[EmbargoedGame], competition: Competition
) -> bool:
    """Return whether all games of the series are public; one game of each progress decides."""
    rule = competition.rules.public_when
    by_progress = {game.progress: game for game in series}
    return all(embargo_on(game, games, rule) is None for game in by_progress.values())


async def _seed_of(tx: AsyncConnection, shared: BotSettings, game: GameId) -> str:
    """Return the seed of the game's sequence."""
    match, _ = await load_match(tx, shared, match_of(game))
    return next(own.seed for own in both_games(match) if own.game == game)
