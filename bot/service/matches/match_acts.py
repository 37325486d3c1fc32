"""Writes decisions about a match: its log, its row in lists, its due rows."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce

from bot.service.days import agenda
from bot.service.matches.matches import SeenMatch
from bot.service.play.held_first import check_none_held_in_match
from bot.service.readers import Readers
from bot.service.rows import match_row
from engine.matches.events import MatchEvent
from engine.matches.fold import evolve_match, replay_match
from storage import log
from storage.days import due
from storage.matches import match_rows
from storage.streams import match_stream


class MatchActs:
    """Writes the decisions of `engine.matches`."""

    def __init__(self, service: Readers) -> None:
        self._service = service

    async def begin(self, events: Sequence[MatchEvent], at: datetime) -> SeenMatch:
        """Begin a match with these events, its arrangement first; no game is started."""
        match = replay_match(events)
        stored = await log.append(self._service.unit.tx, match_stream(match.code), 0, events, at)
        seen = SeenMatch(match, stored[-1].seq)
        await self._keep(seen)
        return seen

    async def advance(
        self, seen: SeenMatch, events: Iterable[MatchEvent], at: datetime
    ) -> SeenMatch:
        """Append decided events to a match and store its row."""
        decided = tuple(events)
        if not decided:
            return seen
        await check_none_held_in_match(self._service, seen.match.code)
        stored = await log.append(
            self._service.unit.tx, match_stream(seen.match.code), seen.seq, decided, at
        )
        after = SeenMatch(reduce(evolve_match, decided, seen.match), stored[-1].seq)
        await self._keep(after)
        return after

    async def _keep(self, seen: SeenMatch) -> None:
        self._service.matches.note(seen)
        now = self._service.unit.now
        await match_rows.save_match(self._service.unit.tx, match_row(seen.match, seen.seq, now))
        stream = match_stream(seen.match.code)
        # Rows that became due during an outage stay; their handler checks again.
        await due.replace_all(
            self._service.unit.tx, stream, agenda.match_rows(seen.match, now), unrung=now
        )
