"""Finds where a person is still needed, so that nobody is forgotten by mistake.

It reads the projections, and the competitions' logs for disqualified players.
`storage.people.forgetting` erases.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, bindparam, or_, select
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
from storage.competitions.competition_rows import CompetitionRow, in_force, is_ruled
from storage.play import held_moves
from storage.schema import games, matches
from storage.streams import competition_stream

_TO_COME: Final = frozenset(stage.value for stage in TO_COME)
_PLACED: Final = frozenset({Role.PLAYS, Role.ENTERED, Role.RESERVE})
"""The roles of a person who has a seat in a competition, or may get one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Obligations:
    """The reasons why a person is needed: ids of games, codes of matches and competitions."""

    playing: tuple[str, ...]
    """The games that the person plays now."""
    waiting: tuple[str, ...]
    """The person's matches with a game still to be played and none running."""
    ruling: tuple[str, ...]
    """The matches whose results the person must approve."""
    alone: tuple[str, ...]
    """Those of `ruling` outside a competition, where nobody else can rule: hand them over first."""
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


# Queries in capitals are executed; those in small letters are parts of them.
_person = bindparam("person", type_=BigInteger)
_running = games.c.turn_seat.is_not(None)
_PLAYING: Final = (
    select(games.c.game_id)
    .where(
        _running,
        or_(games.c.red == _person, games.c.blue == _person),
        in_force(games),
        games.c.blue.is_distinct_from(PROGRAM),  # a practice game needs nobody
    )
    .order_by(games.c.game_id)
)
_is_ruled = is_ruled(matches, _person)
_UNFINISHED: Final = (
    select(matches, _is_ruled.label("is_ruled"))
    .where(
        or_(matches.c.red == _person, matches.c.blue == _person, _is_ruled),
        in_force(matches),
        matches.c.status.not_in([stage.value for stage in FINISHED]),
        matches.c.blue.is_distinct_from(PROGRAM),
    )
    .order_by(matches.c.code)
)
"""The unfinished matches that the person plays or rules."""


async def obligations_of(tx: AsyncConnection, person: PersonId) -> Obligations:
    """Return the reasons why the person is still needed.

    Raises:
        DamagedLog: the log of a competition of theirs is damaged.
    """
    unfinished = (await tx.execute(_UNFINISHED, {"person": person})).all()
    competitions = _Competitions(tx)
    await competitions.load({row.competition for row in unfinished if row.competition})
    played = [row for row in unfinished if person in {row.red, row.blue}]
    ruled = [row for row in unfinished if row.is_ruled and not competitions.is_void(row)]
    led = await competition_rows.ruled_by(tx, person)
    return Obligations(
        playing=tuple((await tx.execute(_PLAYING, {"person": person})).scalars()),
        waiting=tuple(
            row.code
            for row in played
            if row.status in _TO_COME and not competitions.has_disqualified(row)
        ),
        ruling=tuple(row.code for row in ruled),
        alone=tuple(row.code for row in ruled if not row.competition),
        leading=tuple(row.code for row in led if row.arbiters[0] == person and _is_open(row)),
        places=await _places(tx, person, competitions),
        sending=tuple(sorted(await held_moves.games_of(tx, person))),
    )


def _is_open(row: CompetitionRow) -> bool:
    return row.stage != CompetitionStage.CLOSED.value


async def _places(
    tx: AsyncConnection, person: PersonId, competitions: "_Competitions"
) -> tuple[str, ...]:
    """Return the codes of the competitions in which the person has a seat or is a reserve."""
    codes = [row.code for row in await competition_rows.played_by(tx, person) if _is_open(row)]
    await competitions.load(codes)
    return tuple(code for code in codes if competitions.role(code, person) in _PLACED)


class _Competitions:
    """The competitions that were loaded, each from its log at most once."""

    def __init__(self, tx: AsyncConnection) -> None:
        self._tx = tx
        self._by_code: dict[str, Competition] = {}

    async def load(self, codes: Iterable[str]) -> None:
        """Load these competitions, before they are asked about."""
        for code in codes:
            if code not in self._by_code:
                stored = await log.load(self._tx, competition_stream(CompetitionCode(code)))
                self._by_code[code] = replay_competition(row.event for row in stored)

    def role(self, code: str, person: PersonId) -> Role:
        """Return the person's role in a loaded competition."""
        return participation(self._by_code[code], person).role

    def has_disqualified(self, match: Any) -> bool:
        """Return whether a player of the match is disqualified: its games are not played (9.1)."""
        phase = self._phase_of(match)
        return phase is not None and not {match.red, match.blue}.isdisjoint(phase.excluded)

    def is_void(self, match: Any) -> bool:
        """Return whether a player's results in the phase are void: it needs no approval (10.3)."""
        phase = self._phase_of(match)
        return phase is not None and not {match.red, match.blue}.isdisjoint(phase.void)

    def _phase_of(self, match: Any) -> PhaseState | None:
        """Return the phase of a match's row; None outside a competition."""
        competition = self._by_code.get(match.competition)
        phases = competition.phases if competition is not None else ()
        return next((phase for phase in phases if phase.plan.phase.value == match.phase), None)
