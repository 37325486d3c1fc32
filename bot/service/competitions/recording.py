"""Writes decisions about a competition: its log, its row for lists, its due rows."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from functools import reduce

from bot.service.changes import CompetitionChange
from bot.service.competitions.competitions import SeenCompetition
from bot.service.days.agenda import competition_rows
from bot.service.play.held_first import check_none_held_in
from bot.service.readers import Readers
from bot.service.rows import competition_row
from engine.competitions.events import CompetitionCreated, CompetitionEvent
from engine.competitions.fold import created, evolve_competition, replay_competition
from storage import log
from storage.competitions import competition_rows as competitions
from storage.days import due
from storage.streams import competition_stream

Follow = Callable[[CompetitionChange], Awaitable[None]]
"""Runs the consequences of written events."""


class CompetitionActs:
    """Writes the decisions of `engine.competitions`."""

    def __init__(self, service: Readers, follow: Follow) -> None:
        self._service, self._follow = service, follow

    async def begin(self, wanted: CompetitionCreated) -> SeenCompetition:
        """Start the competition that `engine.competitions.planning.create` allowed."""
        stream = competition_stream(wanted.competition)
        stored = await log.append(self._service.unit.tx, stream, 0, (wanted,), wanted.at)
        return await self._keep(SeenCompetition(created(wanted), stored[-1].seq), stored[-1].hash)

    async def import_competition(
        self, events: Sequence[CompetitionEvent], at: datetime
    ) -> SeenCompetition:
        """Begin a competition with all its events so far; nobody is notified.

        `at` is the instant of the import.
        """
        competition = replay_competition(events)
        stream = competition_stream(competition.code)
        stored = await log.append(self._service.unit.tx, stream, 0, events, at)
        return await self._keep(SeenCompetition(competition, stored[-1].seq), stored[-1].hash)

    async def record(
        self, seen: SeenCompetition, events: Iterable[CompetitionEvent], at: datetime
    ) -> SeenCompetition:
        """Append decided events to a competition; store its row for lists and its due rows."""
        decided = tuple(events)
        if not decided:
            return seen
        await check_none_held_in(self._service, seen.competition.code)
        stream = competition_stream(seen.competition.code)
        stored = await log.append(self._service.unit.tx, stream, seen.seq, decided, at)
        after = reduce(evolve_competition, decided, seen.competition)
        kept = await self._keep(SeenCompetition(after, stored[-1].seq), stored[-1].hash)
        change = CompetitionChange(before=seen.competition, events=decided, after=kept)
        await self._follow(change)
        return kept

    async def _keep(self, seen: SeenCompetition, head: str) -> SeenCompetition:
        competition, now = seen.competition, self._service.unit.now
        self._service.competitions.note(seen, head)
        await competitions.save(self._service.unit.tx, competition_row(competition, seen.seq, now))
        stream = competition_stream(competition.code)
        await due.replace_all(
            self._service.unit.tx, stream, competition_rows(competition, now), unrung=now
        )
        return seen
