"""How fast the courier writes: below the rates at which Telegram begins to refuse.

About 30 messages a second in all, one a second to each chat (a few at once are taken), 20 a minute
to a group; strangers together get a fifth. No second ever has more, whatever calls take on their
way: a message counts from before its call until a second after the call has ended. What went before
the pace began is not known: another program may have sent until then, so a second passes first.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

STRANGERS: Final = 1 / 5
"""What all strangers together get at the most."""


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
NEVER: Final = float("-inf")
_FORGOTTEN: Final = 300.0
"""Seconds after which a chat's bucket is surely full again."""
_MOST_CHATS: Final = 1000


class _Bucket:
    """What is left of a chat's allowance: it fills steadily, and may be in debt."""

    __slots__ = ("at", "full", "left", "rate")

    def __init__(self, rate: float, full: float, at: float) -> None:
        self.rate, self.full, self.left, self.at = rate, full, full, at

    def pause(self, count: float, now: float) -> float:
        """Return the seconds until `count` may be spent: it is in the bucket, or that is full."""
        return max(0.0, (min(count, self.full) - self._left(now)) / self.rate)

    def spend(self, count: float, now: float) -> None:
        """Spend `count`, into debt if need be."""
        self.left, self.at = self._left(now) - count, now

    def _left(self, now: float) -> float:
        return min(self.full, self.left + (now - self.at) * self.rate)


class _Second:
    """What goes in any stretch as long as so many messages take, evenly spread."""

    __slots__ = ("_counting", "_ended", "_free_at", "_gap", "_length", "_most")

    def __init__(self, rate: float) -> None:
        self._most = max(1, int(rate))
        self._gap, self._length = 1 / rate, self._most / rate
        self._counting = 0
        self._ended: deque[tuple[float, int]] = deque()
        """How many of those no longer count from when on."""
        self._free_at = NEVER

    def fill(self, now: float) -> None:
        """Take all there is for used up just now."""
        self._counting += self._most
        self.ended(self._most, now)

    def pause(self, count: int, now: float) -> float:
        """Return the seconds until so many may go; infinite: not before some call has ended.

        More at once than ever may go, an album, go when nothing else counts.
        """
        while self._ended and self._ended[0][0] <= now:
            self._counting -= self._ended.popleft()[1]
        over = self._counting + min(count, self._most) - self._most
        pause = max(0.0, self._free_at - now)
        for at, each in self._ended:
            if over <= 0:
                break
            pause, over = max(pause, at - now), over - each
        return pause if over <= 0 else float("inf")

    def spend(self, count: int, now: float) -> None:
        """Count so many from now on."""
        self._counting += count
        self._free_at = max(self._free_at, now) + count * self._gap

    def ended(self, count: int, now: float) -> None:
        """Count so many for one more second."""
        self._ended.append((now + self._length, count))

    def given_back(self, count: int) -> None:
        """Count so many no longer: they were never sent."""
        self._counting -= count


class Pace:
    """What may go, and when; instants are seconds of any clock that only goes forward."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._all, self._strangers = _Second(rates.overall), _Second(rates.overall * STRANGERS)
        self._chats: dict[int, _Bucket] = {}

    def reset(self, now: float) -> None:
        """Begin to send: whoever sent before may have used up all there was."""
        if self._rates.overall < UNLIMITED.overall:
            self._all.fill(now)
            self._strangers.fill(now)

    def chat_pause(self, chat: int, count: int, now: float) -> float:
        """Return the seconds until so many messages may go to the chat."""
        bucket = self._chats.get(chat)
        return 0.0 if bucket is None else bucket.pause(count, now)

    def pause(self, count: int, now: float) -> float:
        """Return the seconds until so many may go at all; infinite: a call must end first."""
        return self._all.pause(count, now)

    def strangers_pause(self, count: int, now: float) -> float:
        """Return the seconds until so many may go to strangers; infinite: a call must end first."""
        return self._strangers.pause(count, now)

    def last(self, chat: int) -> float:
        """Return when the chat last got something; `NEVER`: not for a long time."""
        bucket = self._chats.get(chat)
        return NEVER if bucket is None else bucket.at

    def spend(self, chat: int, count: int, now: float, *, strange: bool) -> None:
        """Count so many messages as under way to the chat."""
        self._bucket(chat, now).spend(count, now)
        for second in self._seconds(strange):
            second.spend(count, now)

    def ended(self, count: int, now: float, *, strange: bool) -> None:
        """Note that the call of so many has ended, whatever came of it."""
        for second in self._seconds(strange):
            second.ended(count, now)

    def given_back(self, count: int, *, strange: bool) -> None:
        """Note that so many were counted, and not sent."""
        for second in self._seconds(strange):
            second.given_back(count)

    def _seconds(self, strange: bool) -> tuple[_Second, ...]:
        return (self._all, self._strangers) if strange else (self._all,)

    def _bucket(self, chat: int, now: float) -> _Bucket:
        if len(self._chats) > _MOST_CHATS:
            self._chats = {
                number: bucket
                for number, bucket in self._chats.items()
                if now - bucket.at < _FORGOTTEN
            }
        if chat not in self._chats:
            rate = self._rates.group if chat < 0 else self._rates.chat
            self._chats[chat] = _Bucket(rate, self._rates.burst, now)
        return self._chats[chat]
