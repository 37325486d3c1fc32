"""The sandbox as tests, demo and command line use it: people, groups, clock and faults."""

from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import TypeVar

from sandbox.call import CallRecord
from sandbox.clock import SandboxClock, TimeSource
from sandbox.faults import Faults
from sandbox.groups import SandboxGroup
from sandbox.people import SandboxUser
from sandbox.updates import UpdateQueue
from sandbox.waiting import PATIENCE, wait_for
from sandbox.world import World

T = TypeVar("T")

TOKEN = "700100200:sandbox-token"  # noqa: S105  (valid in the sandbox only)
USERNAME = "tur_retur_bot"
"""The bot's user name, by which links name it."""


class Sandbox:
    """A simulation of Telegram for one bot. Pass it to `serve`.

    `clock` is a fixed underlying time for the sandbox's own clock; by default that is the
    computer's clock.
    """

    def __init__(
        self,
        *,
        token: str = TOKEN,
        username: str = USERNAME,
        title: str = "Tur-Retur",
        clock: TimeSource | None = None,
    ) -> None:
        """Create a sandbox without people; `title` is the bot's name, `username` its address."""
        self.clock = SandboxClock(clock)
        self.world = World(self.clock, token=token, username=username, title=title)
        self.faults = Faults()
        self.users: dict[int, SandboxUser] = {}
        self.groups: list[SandboxGroup] = []
        self.web_addresses: dict[str, str] = {}
        """Other web addresses of the bot by a short name: `/NAME` redirects to the address."""

    @property
    def token(self) -> str:
        """The bot's token; every other token is refused."""
        return self.world.token

    @property
    def username(self) -> str:
        """The bot's user name, for links to it."""
        return self.world.bot.username or ""

    @property
    def updates(self) -> UpdateQueue:
        """The queue of updates: it can hold them back, reorder, double and repeat them."""
        return self.world.updates

    @property
    def calls(self) -> list[CallRecord]:
        """The bot's newest calls, oldest first."""
        return list(self.world.calls)

    def calls_of(self, method: str) -> list[CallRecord]:
        """Return the bot's newest calls of one method, oldest first."""
        return [call for call in self.world.calls if call.method == method]

    def enforce_pace(self) -> None:
        """Refuse messages that are sent too fast (429), as Telegram does; off by default."""
        self.world.pace.enforced = True

    def busiest(self, users: Iterable[SandboxUser] | None = None, *, since: float = 0.0) -> int:
        """Return the most messages in any one second, to these people or to all.

        `since` is an instant of the event loop's clock; earlier messages are ignored.
        """
        chats = None if users is None else {user.id for user in users}
        return self.world.pace.busiest(chats, since=since)

    def add_user(
        self, name: str, language_code: str | None = None, *, username: str | None = None
    ) -> SandboxUser:
        """Add a person who has the app but has not yet started the bot."""
        user = SandboxUser(self.world, self.world.book.add_person(name, language_code, username))
        self.users[user.id] = user
        self.world.changed()
        return user

    def add_group(
        self,
        title: str,
        members: Iterable[SandboxUser] = (),
        *,
        supergroup: bool = False,
        forum: bool = False,
    ) -> SandboxGroup:
        """Add a group with the bot in it; a forum is a supergroup with topics."""
        chat = self.world.book.add_group(title, supergroup=supergroup or forum)
        chat.is_forum = forum
        chat.members = {user.id: user.account for user in members}
        group = SandboxGroup(self.world, chat)
        self.groups.append(group)
        by = next(iter(chat.members.values()), self.world.bot)
        self.world.report_membership(chat, by, "left", "member")
        return group

    async def wait_for(self, find: Callable[[], T | None], *, seconds: float = PATIENCE) -> T:
        """Return what `find` returns, as soon as it finds something; raises `TimeoutError`."""
        return await wait_for(self.world.changes, find, seconds, lambda: f"{find}")

    async def drained(self, *, seconds: float = PATIENCE) -> None:
        """Return once the bot has confirmed every update; raises `TimeoutError`."""
        await wait_for(
            self.world.changes,
            lambda: not self.updates.pending,
            seconds,
            lambda: f"unconfirmed: {[update.wire() for update in self.updates.pending]}",
        )

    async def travel(self, by: timedelta) -> datetime:
        """Move the sandbox's clock and run all its listeners."""
        return await self.clock.travel(by)

    def open(self) -> None:
        """Resume after `close`; `serve` calls this when it starts."""
        self.world.changes.open()
        self.world.webhook.start()

    async def close(self) -> None:
        """End polls and waiting; `serve` calls this at its end. No message is lost."""
        self.updates.close()
        self.world.changes.close()
        await self.world.webhook.close()
