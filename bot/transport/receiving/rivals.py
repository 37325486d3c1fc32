"""Notices another program with this bot's token, which takes updates that are then missing here.

Telegram refuses one of two polls, and gives each update to one of them. The numbers of updates
follow each other, so a gap shows how many are missing. Telegram does not say who sent them.
"""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.runtime.log import get_logger
from bot.runtime.unit import Runtime, UnitOfWork
from bot.texts.messages import Text, say
from engine.ids import PersonId
from storage.people import people
from storage.play import game_rows

log = get_logger()

CALM: Final = timedelta(minutes=2)
"""The time without a conflict after which the other program counts as stopped."""
MOST_ROWS: Final = 40
"""The most players whom an alert names."""
RENUMBERED: Final = timedelta(days=6)
"""After a week without updates Telegram chooses the next number at random."""


class Rivals:
    """The signs of another program with this token, and the alerts about it."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._last_conflict: datetime | None = None
        self._last_update: datetime | None = None
        self._missing = 0
        """The updates found missing and not reported yet."""
        self._first = self._last = 0
        """The numbers of the first and the last of them."""

    async def note_conflict(self, reason: str) -> None:
        """Alert the operators of the first conflict; `/health` is unwell until it is over."""
        log.error("another process takes this bot's updates: stop it", reason=reason)
        now = self._runtime.clock.now()
        # At a server, a former leader's poll may still be open for a moment.
        is_sure = not self._runtime.database.shared or self._last_conflict is not None
        self._last_conflict = now
        if self._runtime.counts.rival is not None or not is_sure:
            return
        async with self._runtime.unit() as unit:
            text = say("operator.rival", since=now.isoformat(), rows=await _players_to_move(unit))
            self._runtime.alert(unit, text, once=f"rival:{now.isoformat()}")
        self._runtime.counts.rival = now  # after the commit, so that a failed alert is repeated

    def forget(self) -> None:
        """Forget the conflict when this program ends to poll, since nothing would show its end.

        At a server it lasted until the program noticed that another one leads.
        """
        self._last_conflict = self._runtime.counts.rival = None

    async def note_batch(self, expected: int | None, numbers: Sequence[int]) -> None:
        """Compare the numbers of new updates with the expected one."""
        now, before = self._runtime.clock.now(), self._last_update
        self._last_update = now
        is_known = before is not None and now - before < RENUMBERED
        if expected is None or not is_known or min(numbers) <= expected:
            return
        last = min(numbers) - 1
        if last != self._last:  # otherwise the batch has come again, after a report that failed
            missing = min(numbers) - expected
            self._first = self._first if self._missing else expected
            self._missing, self._last = self._missing + missing, last
            log.error("updates are missing", count=missing, first=expected, last=last)
        if self._runtime.counts.rival is None:
            await self._report("operator.updates_missing", now)

    async def note_success(self) -> None:
        """Report the end of the conflict, once no poll was refused for a while."""
        since, now = self._runtime.counts.rival, self._runtime.clock.now()
        if since is None or self._last_conflict is None or now - self._last_conflict < CALM:
            return
        await self._report("operator.rival_gone", now)
        self._runtime.counts.rival = self._last_conflict = None

    async def _report(self, key: str, now: datetime) -> None:
        """Alert the operators, with the missing updates and the people who may have sent them."""
        async with self._runtime.unit() as unit:
            missing = None
            if self._missing:
                missing = say(
                    "operator.missing_updates",
                    n=self._missing,
                    first=str(self._first),
                    last=str(self._last),
                )
            rows = await _players_to_move(unit) if self._missing else None
            self._runtime.alert(
                unit, say(key, updates=missing, rows=rows), once=f"{key}:{now.isoformat()}"
            )
        self._missing = 0


async def _players_to_move(unit: UnitOfWork) -> list[Text] | None:
    """Return a line for each player who is to move, with the games: they may have written."""
    games: defaultdict[PersonId, list[str]] = defaultdict(list)
    for row in await game_rows.running_games(unit.tx):
        if row.turn_person is not None:
            games[row.turn_person].append(row.game_id)
    known = await people.several(unit.tx, set(games))
    rows = [
        say("loss.row", who=person.name, games=", ".join(games[person.id]))
        for person in known
        if person.address is not None
    ]
    return rows[:MOST_ROWS] or None
