"""A crowd: strangers who all write what they may, and how long people at their tables wait then.

Telegram takes so many messages a second, in whichever second, whoever is killed in it: this is
counted over the whole campaign.
"""

import asyncio
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median
from time import monotonic
from typing import TYPE_CHECKING, Final

from bot.runtime.limits import PERSON
from bot.transport.sending.pacing import STRANGERS, UNLIMITED, Rates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sandbox import Sandbox, SandboxUser

RATES: Final = Rates(overall=30, chat=UNLIMITED.chat, group=UNLIMITED.group)
"""How fast programs send: as they may to Telegram, but for each chat, where people are not to wait
for their next sheet."""
ASKED: Final = ("/ajutor", "bună ziua", "/jocuri", "H8 CASA", "ce mai faci?", "/limba")
SETTLING: Final = 3.0
"""Seconds that a program has after its start, or after any other trouble, to be itself again."""
BAR: Final = 2.0
"""Seconds that a preview may take while strangers write."""


@dataclass(slots=True)
class Crowd:
    """The strangers; and the waits of those who play while they write."""

    sandbox: "Sandbox"
    count: int
    seconds: float
    """How long they go on when they have written what may be written at once."""
    strangers: "list[SandboxUser]" = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from a typed placement to its preview, while nothing but strangers troubled it."""
    _since: float = float("inf")
    _until: float = float("inf")
    """When they began to write, and when they ended."""
    _calm: float = float("-inf")
    """From when on nothing else has gone wrong."""

    async def write(self) -> None:
        """Have each write what he may at once, and then go on for a while."""
        while len(self.strangers) < self.count:
            name = f"Vizitator {len(self.strangers)}"
            self.strangers.append(self.sandbox.add_user(name, language_code="ro"))
        words = cycle(ASKED)
        self._since, self._until = monotonic(), float("inf")
        for user in self.strangers * PERSON.burst:
            user.send(next(words))
        while monotonic() < self._since + self.seconds:
            await asyncio.sleep(PERSON.one_more.total_seconds())
            for user in self.strangers:
                user.send(next(words))
        self._until = monotonic()

    def disturbed(self) -> None:
        """Note that something else goes wrong now."""
        self._calm = monotonic() + SETTLING

    def waited(self, since: float) -> None:
        """Count a wait that began then and ends now, if strangers alone are to blame for it."""
        if max(self._since, self._calm) <= since <= self._until:
            self.waits.append(monotonic() - since)

    def figures(self) -> "Iterator[tuple[str, object]]":
        """Yield what is to be reported."""
        yield "messages in any one second", self.sandbox.busiest()
        yield "of these, to strangers", self.sandbox.busiest(self.strangers)
        late = sum(each > BAR for each in self.waits)
        yield "previews while strangers wrote", len(self.waits)
        if self.waits:
            slowest = f"{max(self.waits):.1f} s, median {median(self.waits):.1f} s"
            yield "of these, the slowest", slowest
            yield f"of these, after more than {BAR:.0f} s", late

    def too_fast(self) -> "Iterator[str]":
        """Yield what was sent faster than it may be."""
        for whom, chats, share in (("all", None, 1.0), ("strangers", self.strangers, STRANGERS)):
            found = self.sandbox.busiest(chats)
            if found > RATES.overall * share:
                yield f"{found} messages in one second to {whom}"
