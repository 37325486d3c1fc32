"""Read a scene from the database: the competition, its matches' proposed results, the names."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.standings.scene import Scene, proposed_figures
from bot.runtime.damaged_logs import leaving_out_damaged
from bot.runtime.folding import fold_match, load_competition
from bot.runtime.shared import BotSettings
from engine.competitions.competition import Competition
from engine.errors import Fault, GameStateError
from engine.ids import CompetitionCode, MatchCode
from engine.matches.match import Match
from engine.thinking_time import day_of
from storage.matches import match_rows
from storage.people import people


class StoredCompetition(NamedTuple):
    """A competition after one of its events, by default its last, and the number of that event."""

    competition: Competition
    seq: int


async def competition_at(
    tx: AsyncConnection, shared: BotSettings, code: CompetitionCode, seq: int | None = None
) -> StoredCompetition:
    """Return the competition after event `seq`, or in its present state.

    Raises:
        GameStateError: there is no such competition.
    """
    competition, head = await load_competition(tx, shared, code, seq)
    return StoredCompetition(competition, head.seq)


async def matches_of(
    tx: AsyncConnection,
    shared: BotSettings,
    competition: Competition,
    number: int,
    *,
    unsettled: bool = False,
) -> list[Match]:
    """Return the arranged matches of a phase, in the order of their list, without damaged ones.

    With `unsettled`, return only matches in which a game that counts is not yet official.
    """
    phase = competition.phases[number]
    heads = await match_rows.heads_in(tx, competition.code)
    listed = phase.matches
    if unsettled:
        awaiting = phase.open_games()
        listed = tuple(match for match in listed if any(game in awaiting for game in match.games))
    matches = []
    for code in (MatchCode(match.code) for match in listed):
        if code in heads:
            with leaving_out_damaged():
                matches.append(await fold_match(tx, shared, code, heads[code]))
    return matches


async def scene_of(
    tx: AsyncConnection,
    shared: BotSettings,
    known: StoredCompetition,
    now: datetime,
    number: int | None = None,
) -> Scene:
    """Return the scene of a phase, by default of the present one.

    `known` is the competition with the number of its last event.

    Raises:
        GameStateError: the competition has no such phase.
    """
    competition, seq = known
    phase_number = competition.number if number is None else number
    if not 0 <= phase_number < len(competition.phases):
        raise GameStateError(Fault("no_such_phase"))
    phase = competition.phases[phase_number]
    players = {*phase.players, *(former.player for former in phase.withdrawn)}
    names = {person.id: person.name for person in await people.several(tx, players)}
    return Scene(
        competition=competition,
        seq=seq,
        number=phase_number,
        proposed=proposed_figures(
            await matches_of(tx, shared, competition, phase_number, unsettled=True)
        ),
        names=names,
        today=day_of(now, competition.rules.time_zone),
    )
