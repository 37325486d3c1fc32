"""Sending rates, below those at which Telegram begins to refuse.

About 30 messages a second in all; one a second to each chat, with short bursts; 20 a minute to a
group. All strangers share a fifth. No second ever has more, however long calls take: a message
counts from before its call until a second after the call. Messages before the start are unknown, as
another program may have sent them, so the first second stays empty.
"""

from collections import deque
from dataclasses import dataclass
from typing import Final

STRANGERS: Final = 1 / 5
"""The largest share of all strangers together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Messages a second, and the size of a burst."""

    overall: float = 30.0
    chat: float = 1.0
    group: float = 20 / 60
    """Messages a second to a group; its chat number is negative."""
    burst: int = 3
    """Messages to one chat at once, before its rate applies."""


UNLIMITED: Final = Rates(overall=1e9, chat=1e9, group=1e9)
"""For a server without limits: demonstrations and most tests."""
NEVER: Final = float("-inf")
_FORGOTTEN: Final = 300.0
"""Seconds after which a chat's bucket is certainly full."""
_MOST_CHATS: Final = 1000


class _Bucket:
    """The rest of a chat's allowance: it refills steadily, and may be negative."""

    __slots__ = ("at", "full", "left", "rate")

    def __init__(self, rate: float, full: float, at: float) -> None:
        self.rate, self.full, self.left, self.at = rate, full, full, at

    def pause(self, count: float, now: float) -> float:
        """Return the seconds until `count` may be spent: the bucket has that much, or is full."""
        return max(0.0, (min(count, self.full) - self._left(now)) / self.rate)

    def spend(self, count: float, now: float) -> None:
        """Spend `count`, even below zero."""
        self.left, self.at = self._left(now) - count, now

    def _left(self, now: float) -> float:
        return min(self.full, self.left + (now - self.at) * self.rate)


class _Second:
    """A sliding window: the messages of any stretch of one second."""

    __slots__ = ("_counting", "_ended", "_free_at", "_gap", "_length", "_most")

    def __init__(self, rate: float) -> None:
        self._most = max(1, int(rate))
        """The most messages in the window, which is as long as that many take at the rate."""
        self._gap, self._length = 1 / rate, self._most / rate
        self._counting = 0
        """The messages in the window, with those whose call has not ended."""
        self._ended: deque[tuple[float, int]] = deque()
        """The instants at which messages leave the window, with their numbers."""
        self._free_at = NEVER
        """When the next message may go, so that they are spread over the window."""

    def fill(self, now: float) -> None:
        """Mark the whole window as used just now."""
        self._counting += self._most
        self.note_end(self._most, now)

    def pause(self, count: int, now: float) -> float:
        """Return the seconds until `count` may go; infinite if a call must end first.

        An album larger than the window goes when the window is empty.
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
        """Count `count` messages from now on."""
        self._counting += count
        self._free_at = max(self._free_at, now) + count * self._gap

    def note_end(self, count: int, now: float) -> None:
        """Keep counting them for one more second."""
        self._ended.append((now + self._length, count))

    def give_back(self, count: int) -> None:
        """Stop counting messages that were never sent."""
        self._counting -= count


class Pace:
    """The rates of all chats; instants are seconds of a monotonic clock."""

    def __init__(self, rates: Rates) -> None:
        self._rates = rates
        self._all, self._strangers = _Second(rates.overall), _Second(rates.overall * STRANGERS)
        self._chats: dict[int, _Bucket] = {}

    def reset(self, now: float) -> None:
        """Begin to send without any allowance, which another program may just have used up."""
        if self._rates.overall < UNLIMITED.overall:
            self._all.fill(now)
            self._strangers.fill(now)

    def chat_pause(self, chat: int, count: int, now: float) -> float:
        """Return the seconds until `count` messages may go to the chat."""
        bucket = self._chats.get(chat)
        return 0.0 if bucket is None else bucket.pause(count, now)

    def pause(self, count: int, now: float) -> float:
        """Return the seconds until `count` messages may go; infinite if a call must end first."""
        return self._all.pause(count, now)

    def strangers_pause(self, count: int, now: float) -> float:
        """Return the seconds until `count` messages may go to strangers."""
        return self._strangers.pause(count, now)

    def last(self, chat: int) -> float:
        """Return when the chat last got a message; `NEVER` if not for a long time."""
        bucket = self._chats.get(chat)
        return NEVER if bucket is None else bucket.at

    def spend(self, chat: int, count: int, now: float, *, strange: bool) -> None:
        """Count `count` messages as on their way to the chat."""
        self._bucket(chat, now).spend(count, now)
        for second in self._seconds(strange=strange):
            second.spend(count, now)

    def note_end(self, count: int, now: float, *, strange: bool) -> None:
        """Record the end of a call of `count` messages, whatever its result."""
        for second in self._seconds(strange=strange):
            second.note_end(count, now)

    def give_back(self, count: int, *, strange: bool) -> None:
        """Record that `count` messages were counted but not sent."""
        for second in self._seconds(strange=strange):
            second.give_back(count)

    def _seconds(self, *, strange: bool) -> tuple[_Second, ...]:
        return (self._all, self._strangers) if strange else (self._all,)

    def _bucket(self, chat: int, now: float) -> _Bucket:
        """Return the chat's allowance; the allowances of long silent chats are dropped."""
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
