"""How fast the courier writes: below the rates at which Telegram begins to refuse.

About 30 messages a second in all, one a second to each chat (a few at once are taken), 20 a minute
to a group. Each rate is a bucket that fills steadily; a message takes from it what it counts for,
and the next one waits until the bucket is out of debt.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

Sleep = Callable[[float], Awaitable[object]]
Time = Callable[[], float]
"""Seconds on any clock that only goes forward."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Messages a second, and how many may go at once."""

    overall: float = 30.0
    chat: float = 1.0
    group: float = 20 / 60
    """To a chat of several people: its number is negative."""
    burst: int = 3
    """Messages to one chat at once, before its rate holds."""


UNLIMITED: Final = Rates(overall=1e9, chat=1e9, group=1e9)
"""For a server that counts nothing: demonstrations and most tests."""
_FORGOTTEN: Final = 300.0
"""Seconds after which a chat's bucket is surely full again."""


class _Bucket:
    """What is left of a rate's allowance."""

    __slots__ = ("at", "full", "left", "rate")

    def __init__(self, rate: float, full: float, at: float) -> None:
        self.rate, self.full, self.left, self.at = rate, full, full, at

    def spend(self, count: float, now: float) -> float:
        """Spend `count`, into debt if need be; return the seconds until it may be used."""
        self.left = min(self.full, self.left + (now - self.at) * self.rate)
        self.at = now
        self.left -= count
        short = min(count, self.full) - (self.left + count)
        return max(0.0, short / self.rate)


class Pace:
    """Holds messages back until they may go."""

    def __init__(
        self, rates: Rates, *, time: Time | None = None, sleep: Sleep = asyncio.sleep
    ) -> None:
        self._rates = rates
        self._time = time or asyncio.get_running_loop().time
        self._sleep = sleep
        self._overall = _Bucket(rates.overall, max(1.0, rates.overall), self._time())
        self._chats: dict[int, _Bucket] = {}

    async def wait(self, chat: int, count: int = 1) -> None:
        """Wait until `count` messages may go to the chat; they count as sent from then on."""
        now = self._time()
        pause = max(self._bucket(chat, now).spend(count, now), self._overall.spend(count, now))
        if pause > 0:
            await self._sleep(pause)

    def _bucket(self, chat: int, now: float) -> _Bucket:
        if len(self._chats) > 1000:
            self._chats = {
                number: bucket
                for number, bucket in self._chats.items()
                if now - bucket.at < _FORGOTTEN
            }
        if chat not in self._chats:
            rate = self._rates.group if chat < 0 else self._rates.chat
            self._chats[chat] = _Bucket(rate, self._rates.burst, now)
        return self._chats[chat]
