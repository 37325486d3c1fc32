"""How the games of a match or a competition stand, as the embargo sees them (`engine.embargo`).

Read from the rows of games and matches: they are written with the events they are made from.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from bot.runtime.folding import load_competition, load_match
from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.parts import ListedMatch
from engine.competitions.phase import PhaseState
from engine.embargo import Closed, Standing, Table, closed, standing_of, tables_of
from engine.games.game import Stage
from engine.ids import GameId, Leg, game_id, match_of
from engine.matches.match import MatchStage
from storage import game_rows, match_rows

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.shared import Shared
    from storage.match_rows import MatchRow


async def keeps_closed(tx: "AsyncConnection", shared: "Shared", game: GameId) -> Closed | None:
    """Return what keeps a game from others' eyes: what is written out of it is for its people.

    Raises:
        GameStateError: there is no such match.
    """
    match, _ = await load_match(tx, shared, match_of(game))
    tables = {table.game: table for table in tables_of(match)}
    if match.competition:
        competition, _ = await load_competition(tx, shared, match.competition)
        tables |= await tables_in(tx, competition)
    return closed(tables[game], tables.values(), match.rules.public_when)


async def tables_in(tx: "AsyncConnection", competition: Competition) -> dict[GameId, Table]:
    """Return every game of the competition, those to come included."""
    matches = {row.match_id: row for row in await match_rows.matches_in(tx, competition.code)}
    stages = await game_rows.stages_in(tx, competition.code)
    return {table.game: table for table in _tables(competition, matches, stages)}


def _tables(
    competition: Competition, matches: dict[str, "MatchRow"], stages: dict[GameId, str]
) -> Iterator[Table]:
    for phase in competition.phases:
        is_over = phase is not competition.phase or competition.stage is CompetitionStage.CLOSED
        for listed in phase.matches:
            row = matches.get(listed.code)
            for leg in Leg:
                game = game_id(listed.code, leg)
                standing = _standing(phase, listed, row, stages.get(game))
                if standing is Standing.OVER and is_over and listed.players & phase.void:
                    standing = Standing.SETTLED  # it counts for nobody, and never will
                yield Table(
                    game=game,
                    seed=listed.home_seed if leg is Leg.HOME else listed.return_seed,
                    players=frozenset((row.red, row.blue)) if row else listed.players,
                    standing=standing,
                )


def _standing(
    phase: PhaseState,
    listed: ListedMatch,
    row: "MatchRow | None",
    stage: str | None,
) -> Standing:
    """Return how far the game is; what the competition has homologated is settled."""
    if row is None:
        return Standing.TO_COME
    if phase.results.keys() >= listed.games.keys():
        return Standing.SETTLED
    over = stage == Stage.ENDED.value
    return standing_of(MatchStage(row.status), begun=stage is not None, over=over)
