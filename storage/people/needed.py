"""Where a person cannot be done without yet: what keeps anybody from being forgotten lightly.

Read from the projections, and from competitions' logs who is excluded there. What is erased, and
how, is `storage.people.forgetting`.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import BigInteger, and_, bindparam, or_, select

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.fold import replay_competition
from engine.competitions.participation import Role, participation
from engine.competitions.phase import PhaseState
from engine.ids import CompetitionCode, PersonId
from engine.matches.match import FINISHED, TO_COME
from storage import log
from storage.competitions import competition_rows as competitions
from storage.competitions.competition_rows import is_ruled
from storage.schema import games, matches
from storage.streams import competition_stream

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sqlalchemy.ext.asyncio import AsyncConnection

_TO_COME: Final = frozenset(stage.value for stage in TO_COME)


@dataclass(frozen=True, slots=True, kw_only=True)
class Needed:
    """Where a person is needed: games by their ids, matches and competitions by their codes."""

    playing: tuple[str, ...]
    """The games he plays now."""
    waiting: tuple[str, ...]
    """His matches in which a game is still to be played, and none is."""
    ruling: tuple[str, ...]
    """What he has to homologate: matches, or the games of theirs that are being played."""
    alone: tuple[str, ...]
    """The matches he rules that belong to no competition: nobody else does, till handed over."""
    leading: tuple[str, ...]
    """The competitions not closed yet whose main arbiter he is: what happens is told to him."""
    places: tuple[str, ...] = ()
    """The competitions not closed yet in which he plays, is to play, or is a reserve."""

    @property
    def in_play(self) -> list[str]:
        """Return the games and matches that go on, or wait, with him; each once."""
        return sorted({*self.playing, *self.waiting, *self.ruling})


async def needed(tx: "AsyncConnection", person: PersonId) -> Needed:
    """Return where the person is still needed.

    A match that counts for nobody is not to be homologated, and a game with whoever is excluded is
    not to be played (art. 9.1, 10.3).
    """
    found = (await tx.execute(_UNFINISHED, {"person": person})).all()
    phases = await _phases(tx, {row.competition for row in found if row.competition})
    led = await competitions.ruled_by(tx, person)
    ruled = [row for row in found if row.ruled and not _left_out(row, phases, only_void=True)]
    return Needed(
        playing=tuple((await tx.execute(_PLAYING, {"person": person})).scalars()),
        waiting=tuple(
            row.code
            for row in found
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
    )


_PLACED: Final = frozenset({Role.PLAYS, Role.ENTERED, Role.RESERVE})


async def _places(tx: "AsyncConnection", person: PersonId) -> tuple[str, ...]:
    """Return the codes of the competitions in which the person has a place, or waits for one."""
    entered = await competitions.played_by(tx, person)
    codes = [row.code for row in entered if row.stage != CompetitionStage.CLOSED.value]
    found = [(code, await _competition(tx, code)) for code in codes]
    return tuple(code for code, one in found if participation(one, person).role in _PLACED)


async def _competition(tx: "AsyncConnection", code: str) -> Competition:
    stored = await log.load(tx, competition_stream(CompetitionCode(code)))
    return replay_competition(row.event for row in stored)


_person = bindparam("person", type_=BigInteger)
_running = games.c.turn_seat.is_not(None)
_PLAYING = (
    select(games.c.game_id)
    .where(_running, or_(games.c.red == _person, games.c.blue == _person))
    .order_by(games.c.game_id)
)
_rules = is_ruled(matches, _person)
_UNFINISHED = (
    select(matches, games.c.game_id, _rules.label("ruled"))
    .outerjoin(games, and_(games.c.match_id == matches.c.match_id, _running))
    .where(
        or_(matches.c.red == _person, matches.c.blue == _person, _rules),
        matches.c.status.not_in([stage.value for stage in FINISHED]),
    )
    .order_by(matches.c.code)
)
"""The matches he plays or rules that are not finished, with the game that is being played."""


async def _phases(
    tx: "AsyncConnection", codes: "Iterable[str]"
) -> Mapping[tuple[str, str], PhaseState]:
    """Return the phases of these competitions, by the competition's code and their own."""
    found: dict[tuple[str, str], PhaseState] = {}
    for code in codes:
        competition = await _competition(tx, code)
        found |= {(code, phase.plan.phase.value): phase for phase in competition.phases}
    return found


def _left_out(row: Any, phases: Mapping[tuple[str, str], PhaseState], *, only_void: bool) -> bool:
    """Return whether a player of the match is excluded from its phase; or only: declared void."""
    phase = phases.get((row.competition, row.phase))
    if phase is None:
        return False
    return not {row.red, row.blue}.isdisjoint(phase.void if only_void else phase.excluded)
