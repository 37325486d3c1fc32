"""Writes decisions about a competition: its log, its row for lists, its due rows.

`record` also runs what follows (`bot.service.following`); `begin` and `import_competition` do not.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime
from functools import reduce

from bot.service.lookups.play.held_move_checks import check_none_held_in
from bot.service.pure.days.agenda import competition_rows
from bot.service.pure.rows import competition_row
from bot.service.readers.competitions.competition_snapshots import CompetitionSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.changes import CompetitionChange
from engine.competitions.competition import Competition
from engine.competitions.events import CompetitionCreated, CompetitionEvent
from engine.competitions.fold import evolve_competition, replay_competition
from storage import log
from storage.competitions import competition_rows as competitions
from storage.days import due
from storage.streams import competition_stream

Follow = Callable[[CompetitionChange], Awaitable[None]]
"""Runs the consequences of written events."""


class CompetitionActs:
    """Writes the decisions of `engine.competitions`."""

    def __init__(self, readers: Readers, follow: Follow) -> None:
        self._readers, self._follow = readers, follow

    async def begin(self, creation: CompetitionCreated) -> CompetitionSnapshot:
        """Start the competition that `engine.competitions.planning.create` allowed."""
        stream = competition_stream(creation.competition)
        stored = await log.append(self._readers.unit.tx, stream, 0, (creation,), creation.at)
        return await self._keep(replay_competition((creation,)), stored[-1])

    async def import_competition(
        self, events: Sequence[CompetitionEvent], at: datetime
    ) -> CompetitionSnapshot:
        """Begin a competition with all its events so far; nobody is notified.

        `at` is the instant of the import.
        """
        competition = replay_competition(events)
        stream = competition_stream(competition.code)
        stored = await log.append(self._readers.unit.tx, stream, 0, events, at)
        return await self._keep(competition, stored[-1])

    async def record(
        self, snapshot: CompetitionSnapshot, events: Iterable[CompetitionEvent], at: datetime
    ) -> CompetitionSnapshot:
        """Append decided events to a competition, and run their consequences; none writes nothing.

        Raises:
            MoveIsHeldError: a held move in the competition must be made first.
        """
        decided = tuple(events)
        if not decided:
            return snapshot
        await check_none_held_in(self._readers, snapshot.competition.code)
        stream = competition_stream(snapshot.competition.code)
        stored = await log.append(self._readers.unit.tx, stream, snapshot.seq, decided, at)
        after = reduce(evolve_competition, decided, snapshot.competition)
        snapshot_after = await self._keep(after, stored[-1])
        change = CompetitionChange(
            before=snapshot.competition, events=decided, after=snapshot_after
        )
        await self._follow(change)
        return snapshot_after

    async def _keep(self, competition: Competition, last: log.Stored) -> CompetitionSnapshot:
        """Store the row and the deadlines of the competition after that event; return it."""
        now = self._readers.unit.now
        snapshot = self._readers.competitions.note(competition, last)
        await competitions.save(
            self._readers.unit.tx, competition_row(competition, snapshot.seq, now)
        )
        stream = competition_stream(competition.code)
        await due.replace_keeping_due(
            self._readers.unit.tx, stream, competition_rows(competition, now), now
        )
        return snapshot
