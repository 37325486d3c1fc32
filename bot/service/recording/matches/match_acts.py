"""Writes decisions about a match: its log, its row in lists, its due rows."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import reduce

from bot.runtime.listeners import GameChanged, News, PlayerGames
from bot.service.lookups.play.held_move_checks import check_none_held_in_match
from bot.service.pure.days import agenda
from bot.service.pure.rows import match_row
from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.service.readers.readers import Readers
from engine.matches.events import MatchEvent
from engine.matches.fold import evolve_match, replay_match
from engine.matches.match import games_of
from storage import log
from storage.days import due
from storage.matches import match_rows
from storage.streams import match_stream


class MatchActs:
    """Writes the decisions of `engine.matches`."""

    def __init__(self, readers: Readers) -> None:
        self._readers = readers

    async def begin(self, events: Sequence[MatchEvent], at: datetime) -> MatchSnapshot:
        """Begin a match with these events, its arrangement first; no game is started."""
        match = replay_match(events)
        stored = await log.append(self._readers.unit.tx, match_stream(match.code), 0, events, at)
        snapshot = MatchSnapshot(match, stored[-1].seq)
        await self._keep(snapshot)
        return snapshot

    async def advance(
        self, snapshot: MatchSnapshot, events: Iterable[MatchEvent], at: datetime
    ) -> MatchSnapshot:
        """Append decided events to a match, and store its row and deadlines; none writes nothing.

        Nobody is notified, and no game changes; the caller does what follows.

        Raises:
            MoveIsHeldError: a held move in the match must be made first.
            GameStateError: the match was imported and taken back.
        """
        decided = tuple(events)
        if not decided:
            return snapshot
        await check_none_held_in_match(self._readers, snapshot.match.code)
        await self._readers.competitions.check_in_force(snapshot.match)
        stored = await log.append(
            self._readers.unit.tx, match_stream(snapshot.match.code), snapshot.seq, decided, at
        )
        after = MatchSnapshot(reduce(evolve_match, decided, snapshot.match), stored[-1].seq)
        await self._keep(after)
        return after

    async def _keep(self, snapshot: MatchSnapshot) -> None:
        """Store the match's row and its deadlines, and let open pages read its games again."""
        self._readers.matches.note(snapshot)
        match = snapshot.match
        self._readers.unit.news += [
            News(PlayerGames(person), GameChanged(game))
            for game in games_of(match)
            for person in (match.first, match.second)
        ]
        now = self._readers.unit.now
        await match_rows.save_match(
            self._readers.unit.tx, match_row(snapshot.match, snapshot.seq, now)
        )
        stream = match_stream(snapshot.match.code)
        # Rows that became due during an outage stay; their handler checks again.
        await due.replace_keeping_due(
            self._readers.unit.tx,
            stream,
            agenda.match_rows(snapshot.match, now),
            now,
        )
