"""Plans a running game's deadlines and their grace, and the start of games to come.

`bot.service.pure.days.agenda` turns dates into instants, `bot.program.sweep` handles due rows,
`bot.texts.notices.days.reminders` makes the notices.
"""

from datetime import datetime

from bot.service.pure.days.agenda import game_rows, is_time_up, match_rows
from bot.service.readers.play.game_snapshots import GameSnapshot
from bot.service.readers.readers import Readers
from bot.service.recording.days.digests import Digests
from engine.competitions.competition import Competition
from engine.ids import PersonId
from storage.days import due
from storage.streams import game_stream, match_stream


class Planning:
    """Rewrites the due rows of games after a move or a change of hours."""

    def __init__(self, readers: Readers, digests: Digests) -> None:
        self._readers, self._digests = readers, digests
        self._tx = readers.unit.tx

    async def plan_all(self, person: PersonId) -> None:
        """Rewrite the due rows of the person's running games after a change of hours."""
        for snapshot in await self._readers.game_lists.running(person):
            await self.plan(snapshot)

    async def plan(self, snapshot: GameSnapshot, *, moved: bool = False) -> None:
        """Rewrite the game's due rows, and plan missing digests of everybody concerned.

        Rows that are already due (after an outage) stay, unless a player has moved since (`moved`).
        A game of an import that was taken back has none.
        """
        game = snapshot.game
        match = await self._readers.matches.get(game.match)
        if not await self._readers.competitions.is_in_force(match):
            await due.replace_all(self._tx, game_stream(game.id), ())
            return
        players = game.red.person, game.blue.person
        others = {*match.writers.values(), *await self._readers.competitions.arbiters(match)}
        concerned = (*players, *sorted(others - set(players)))
        await self._readers.persons.gather(concerned)
        people = {person: await self._readers.persons.get(person) for person in concerned}
        grace = await self.grace(snapshot)
        now = self._readers.unit.now
        closing = await self._readers.closings.last_day(match)
        timed_game = await self._readers.arrivals.for_time_decisions(game)
        rows = game_rows(timed_game, people, now, grace, closing=closing)
        digests = self._digests.rows(*people.values())
        stream = game_stream(game.id)
        if moved:
            await due.replace_all(self._tx, stream, rows, missing=digests)
        else:
            await due.refresh(self._tx, stream, [*rows, *digests], now)

    async def replan(self, competition: Competition) -> None:
        """Plan the deadlines of running games, and the start of others, after the closing moved.

        A start that was due while the phase was closed has been dropped.
        """
        for snapshot in await self._readers.game_lists.running_in(competition.code):
            await self.plan(snapshot)
        now = self._readers.unit.now
        for to_come in await self._readers.matches.to_come_in(competition.code):
            stream, rows = match_stream(to_come.match.code), match_rows(to_come.match, now)
            await due.replace_keeping_due(self._tx, stream, rows, now)

    async def grace(self, snapshot: GameSnapshot) -> datetime | None:
        """Return the end of the grace period after the last day, or None for no grace."""
        if not is_time_up(snapshot.game, self._readers.games.today(snapshot.game)):
            return None
        return (
            await self._readers.entries.grace(snapshot.game)
            or await self._readers.previews.grace(snapshot)
            or await self._readers.outage_grace.until(snapshot.game)
        )
