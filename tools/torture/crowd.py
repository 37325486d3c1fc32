"""A crowd of strangers who write as much as they may, and the waiting times of players.

Telegram limits the messages in any second, and a killed program does not change that. So the rate
is measured over the whole campaign.
"""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median
from time import monotonic
from typing import Final

from bot.runtime.limits import PERSON
from bot.transport.sending.pacing import STRANGERS, UNLIMITED, Rates
from sandbox import Sandbox, SandboxUser

RATES: Final = Rates(overall=30, chat=UNLIMITED.chat, group=UNLIMITED.group)
"""The programs' sending rates: Telegram's overall limit, but none per chat.

With a limit per chat, people would have to wait for their next sheet.
"""
TEXTS: Final = ("/ajutor", "bună ziua", "/jocuri", "H8 CASA", "ce mai faci?", "/limba")
"""What the strangers write, in turn."""
SETTLING: Final = 3.0
"""Seconds that a program needs after its start, or after another fault."""
BAR: Final = 2.0
"""The most seconds that a preview may take while strangers write."""


@dataclass(slots=True)
class Crowd:
    """The strangers, and the waiting times of players while they write."""

    sandbox: Sandbox
    count: int
    seconds: float
    """Seconds for which they continue after their first burst."""
    strangers: list[SandboxUser] = field(default_factory=list)
    waits: list[float] = field(default_factory=list)
    """Seconds from a typed move to its preview, without faults other than strangers."""
    _since: float = float("inf")
    """The instant at which the strangers began to write; infinite before that."""
    _until: float = float("inf")
    """The instant at which they stopped; infinite while they write."""
    _calm: float = float("-inf")
    """The instant from which the last other fault has no effect any more."""

    async def write(self) -> None:
        """Let each stranger write a burst, and then continue for a while."""
        while len(self.strangers) < self.count:
            name = f"Vizitator {len(self.strangers)}"
            self.strangers.append(self.sandbox.add_user(name, language_code="ro"))
        texts = cycle(TEXTS)
        self._since, self._until = monotonic(), float("inf")
        for user in self.strangers * PERSON.burst:
            user.send(next(texts))
        end = monotonic() + self.seconds
        while monotonic() < end:
            await asyncio.sleep(PERSON.one_more.total_seconds())
            for user in self.strangers:
                user.send(next(texts))
        self._until = monotonic()

    def note_fault(self) -> None:
        """Record that another fault happens now."""
        self._calm = monotonic() + SETTLING

    def note_wait(self, since: float) -> None:
        """Record a wait that began at `since` and ends now, if only strangers can be the cause."""
        if max(self._since, self._calm) <= since <= self._until:
            self.waits.append(monotonic() - since)

    def figures(self) -> Iterator[tuple[str, object]]:
        """Yield the figures for the report."""
        yield "messages in any one second", self.sandbox.busiest()
        yield "of these, to strangers", self.sandbox.busiest(self.strangers)
        yield "previews while strangers wrote", len(self.waits)
        if self.waits:
            slowest = f"{max(self.waits):.1f} s, median {median(self.waits):.1f} s"
            late = sum(wait > BAR for wait in self.waits)
            yield "of these, the slowest", slowest
            yield f"of these, after more than {BAR:.0f} s", late

    def too_fast(self) -> Iterator[str]:
        """Yield the messages that were sent faster than permitted."""
        for whom, chats, share in (("all", None, 1.0), ("strangers", self.strangers, STRANGERS)):
            messages = self.sandbox.busiest(chats)
            if messages > RATES.overall * share:
                yield f"{messages} messages in one second to {whom}"
