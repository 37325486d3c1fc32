"""What is announced on the devices of people in browsers: the same messages that are mailed.

An announcement has the partner's name and the game's code, and nothing of the game: other people
may see it on a locked screen.
"""

from dataclasses import asdict

from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime, UnitOfWork
from bot.service.context import reader_of
from bot.service.people.occasions import is_told_elsewhere, occasion, shown_before
from bot.service.service import Service
from bot.texts.messages import Notice, say
from bot.texts.pushes import Announcement, PushTarget
from storage.people import people, push_subscriptions
from storage.queues.precedence import Precedence


class Announcements:
    """The announcements of stored messages."""

    def __init__(self, runtime: Runtime, shared: BotSettings) -> None:
        self._runtime, self._shared = runtime, shared

    async def announcement(self, notice: Notice, precedence: Precedence) -> Announcement | None:
        """Return the announcement of the message; None if only the page shows it."""
        if not is_told_elsewhere(notice, precedence):
            return None
        async with self._runtime.database.reading_latest() as tx:
            service = Service(UnitOfWork(tx, self._runtime.clock.now()), self._shared)
            person = await people.by_address(tx, notice.to)
            if person is None:
                return None
            subscriptions = await push_subscriptions.of_person(tx, person.id, service.unit.now)
            about = await occasion(service, person, notice) if subscriptions else None
            if about is None:
                return None
            before = await shown_before(service, notice) if about.is_turn else []
        line = say("push.line", partner=about.partner, game=about.game)
        return Announcement(
            reader=reader_of(person),
            title=say("push.turn") if about.is_turn else say("push.news"),
            line=line if about.partner else say("push.open"),
            game=about.game,
            is_turn=about.is_turn,
            silent=person.mute or (bool(before) and all(earlier.silent for earlier in before)),
            targets=tuple(PushTarget(**asdict(subscription)) for subscription in subscriptions),
        )

    async def end(self, target: PushTarget) -> None:
        """Delete a subscription that is over, unless the device has a new one."""
        async with self._runtime.database.transaction() as tx:
            await push_subscriptions.end(tx, target.device, target.endpoint)
