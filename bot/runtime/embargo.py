"""The state of games for the embargo (`engine.embargo`).

It reads the rows of games and matches, which are written with their events.
"""

from collections.abc import Iterator

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.runtime.folding import load_competition, load_match
from bot.runtime.shared import BotSettings
from engine.competitions.competition import Competition
from engine.embargo import (
    EmbargoedGame,
    EmbargoReason,
    GameProgress,
    both_games,
    embargo_on,
    progress_of,
)
from engine.errors import Fault, GameStateError
from engine.games.game import Stage
from engine.ids import GameId, match_of
from engine.matches.match import MatchStage
from storage.matches import match_rows
from storage.matches.match_rows import MatchCourse
from storage.play import game_rows


async def keeps_closed(
    tx: AsyncConnection, shared: BotSettings, game: GameId
) -> EmbargoReason | None:
    """Return why a game is closed to all but its participants; None if everyone may read it.

    Raises:
        GameStateError: there is no such game, or its competition has no log or was taken back.
    """
    match, _ = await load_match(tx, shared, match_of(game))
    games = {embargoed.game: embargoed for embargoed in both_games(match)}
    if match.competition:
        competition, _ = await load_competition(tx, shared, match.competition)
        games |= await embargoed_games(tx, competition)
    if game not in games:
        raise GameStateError(Fault("no_such_game", facts={"game": game}))
    return embargo_on(games[game], games.values(), match.rules.public_when)


async def embargoed_games(
    tx: AsyncConnection, competition: Competition
) -> dict[GameId, EmbargoedGame]:
    """Return every game of the competition, including future ones."""
    matches = {row.match_id: row for row in await match_rows.courses_in(tx, competition.code)}
    stages = await game_rows.stages_in(tx, competition.code)
    return {game.game: game for game in _games(competition, matches, stages)}


def _games(
    competition: Competition, matches: dict[str, MatchCourse], stages: dict[GameId, str]
) -> Iterator[EmbargoedGame]:
    """Yield the games of every listed match, phase by phase."""
    for phase in competition.phases:
        is_past = competition.is_past(phase.plan.phase)
        for listed in phase.matches:
            row = matches.get(listed.code)
            players = listed.players if row is None else frozenset((row.red, row.blue))
            never_counts = is_past and not phase.counts(listed)
            is_settled = competition.history or (
                row is not None and phase.results.keys() >= listed.games.keys()
            )
            seeds = (listed.home_seed, listed.return_seed)
            for game, seed in zip(listed.games, seeds, strict=True):
                is_only_stated = game in phase.results and game not in stages
                progress = _progress(row, stages.get(game), never_counts=never_counts)
                if is_settled or is_only_stated:
                    progress = GameProgress.SETTLED
                yield EmbargoedGame(game=game, seed=seed, players=players, progress=progress)


def _progress(row: MatchCourse | None, stage: str | None, *, never_counts: bool) -> GameProgress:
    """Return the state of a game whose result the competition has not approved."""
    if row is None:
        return GameProgress.TO_COME
    is_over = stage == Stage.ENDED.value
    progress = progress_of(MatchStage(row.status), begun=stage is not None, over=is_over)
    return GameProgress.SETTLED if progress is GameProgress.OVER and never_counts else progress
