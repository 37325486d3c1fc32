"""Finds where a person is still needed, so that nobody is forgotten by mistake.

It reads the projections, and the competitions' logs for disqualified players.
`storage.people.forgetting` erases.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, and_, bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.fold import replay_competition
from engine.competitions.participation import participation
from engine.competitions.phase import PhaseState
from engine.competitions.status import Role
from engine.ids import PROGRAM, CompetitionCode, PersonId
from engine.matches.match import FINISHED, TO_COME
from storage import log
from storage.competitions import competition_rows
from storage.competitions.competition_rows import in_force, is_ruled
from storage.play import held_moves
from storage.schema import games, matches
from storage.streams import competition_stream

_TO_COME: Final = frozenset(stage.value for stage in TO_COME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligations:
    """The reasons why a person is needed: ids of games, codes of matches and competitions."""

    playing: tuple[str, ...]
    """The games that the person plays now."""
    waiting: tuple[str, ...]
    """The person's matches with a game still to be played and none running."""
    ruling: tuple[str, ...]
    """The matches whose results the person must approve, and the running games of these matches."""
    alone: tuple[str, ...]
    """Matches that the person alone rules, outside a competition; they must be handed over
    first.
    """
    leading: tuple[str, ...]
    """Open competitions of which the person is the chief arbiter."""
    places: tuple[str, ...] = ()
    """Open competitions in which the person plays, will play, or is a reserve."""
    sending: tuple[str, ...] = ()
    """The games in which the person has sent a move that may still be taken back."""

    @property
    def in_play(self) -> list[str]:
        """Return the running and waiting games and matches of the person, each once."""
        return sorted({*self.playing, *self.waiting, *self.ruling})


async def obligations_of(tx: AsyncConnection, person: PersonId) -> Obligations:
    """Return the reasons why the person is still needed.

    A void match needs no approval, and a game with a disqualified player is not played (art. 9.1,
    10.3).
    """
    unfinished = (await tx.execute(_UNFINISHED, {"person": person})).all()
    phases = await _phases(tx, {row.competition for row in unfinished if row.competition})
    led = await competition_rows.ruled_by(tx, person)
    ruled = [row for row in unfinished if row.ruled and not _left_out(row, phases, only_void=True)]
    return Obligations(
        playing=tuple((await tx.execute(_PLAYING, {"person": person})).scalars()),
        waiting=tuple(
            row.code
            for row in unfinished
            if person in {row.red, row.blue}
            and row.status in _TO_COME
            and not _left_out(row, phases, only_void=False)
        ),
        ruling=tuple(row.game_id or row.code for row in ruled),
        alone=tuple(row.code for row in ruled if not row.competition),
        leading=tuple(
            row.code
            for row in led
            if row.arbiters[0] == person and row.stage != CompetitionStage.CLOSED.value
        ),
        places=await _places(tx, person),
        sending=tuple(sorted(await held_moves.games_of(tx, person))),
    )


_PLACED: Final = frozenset({Role.PLAYS, Role.ENTERED, Role.RESERVE})


async def _places(tx: AsyncConnection, person: PersonId) -> tuple[str, ...]:
    """Return the codes of the competitions in which the person has a seat or is a reserve."""
    entered = await competition_rows.played_by(tx, person)
    codes = [row.code for row in entered if row.stage != CompetitionStage.CLOSED.value]
    found = [(code, await _competition(tx, code)) for code in codes]
    return tuple(
        code for code, competition in found if participation(competition, person).role in _PLACED
    )


async def _competition(tx: AsyncConnection, code: str) -> Competition:
    stored = await log.load(tx, competition_stream(CompetitionCode(code)))
    return replay_competition(row.event for row in stored)


_person = bindparam("person", type_=BigInteger)
_running = games.c.turn_seat.is_not(None)
_PLAYING = (
    select(games.c.game_id)
    .where(
        _running,
        or_(games.c.red == _person, games.c.blue == _person),
        in_force(games),
        games.c.blue.is_distinct_from(PROGRAM),
    )
    .order_by(games.c.game_id)
)
_rules = is_ruled(matches, _person)
_UNFINISHED = (
    select(matches, games.c.game_id, _rules.label("ruled"))
    .outerjoin(games, and_(games.c.match_id == matches.c.match_id, _running))
    .where(
        or_(matches.c.red == _person, matches.c.blue == _person, _rules),
        in_force(matches),
        matches.c.status.not_in([stage.value for stage in FINISHED]),
        matches.c.blue.is_distinct_from(PROGRAM),
    )
    .order_by(matches.c.code)
)
"""The unfinished matches that the person plays or rules, with the running game."""


async def _phases(
    tx: AsyncConnection, codes: Iterable[str]
) -> Mapping[tuple[str, str], PhaseState]:
    """Return the phases of these competitions by competition code and phase code."""
    found: dict[tuple[str, str], PhaseState] = {}
    for code in codes:
        competition = await _competition(tx, code)
        found |= {(code, phase.plan.phase.value): phase for phase in competition.phases}
    return found


def _left_out(row: Any, phases: Mapping[tuple[str, str], PhaseState], *, only_void: bool) -> bool:
    """Return whether a player of the match is disqualified.

    With `only_void`, only disqualified players whose results are void count.
    """
    phase = phases.get((row.competition, row.phase))
    if phase is None:
        return False
    return not {row.red, row.blue}.isdisjoint(phase.void if only_void else phase.excluded)
