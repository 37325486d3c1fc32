"""Rate limits for each person and each group.

This module holds the allowances and their use, in the memory of each program. `bot.chat.dispatch`
applies them and answers. Messages between opponents have a limit of their own
(`bot.chat.conversation.opponent_messages`).

Time is that of the messages themselves, so messages that piled up during an outage do not count as
a burst. Moves, passes and the buttons that send them have a separate allowance, larger than any
player needs: a flood of questions never prevents a move.
"""

from collections import OrderedDict
from dataclasses import dataclass, field, fields, replace
from datetime import date, datetime, timedelta
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import Any, Final, TypeVar

MOST_KNOWN: Final = 20_000
"""The most people and groups to remember; the one silent for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The number of actions allowed at once, and the time until one more is allowed."""

    burst: int
    one_more: timedelta


PERSON: Final = Allowance(20, timedelta(seconds=2))
"""20 at once, then 30 a minute."""
OFFICIAL: Final = Allowance(80, timedelta(seconds=0.5))
"""For arbiters and operators, who press through lists of cards and paste them."""
GROUP: Final = Allowance(40, timedelta(seconds=1))
"""Commands and buttons of all people in one group together."""
MOVES: Final = Allowance(300, timedelta(seconds=1))
"""Moves and passes, typed and sent: one a second without end, more than anyone plays."""
LOOKS: Final = Allowance(120, timedelta(seconds=0.25))
"""Views of games in the Mini App, with a preview for each tile laid; four a second without end."""
QUESTIONS: Final = Allowance(30, timedelta(seconds=1))
"""Inline queries, one for each letter typed."""
GUESSES: Final = Allowance(6, timedelta(minutes=10))
"""Invalid codes: enough for mistyped ones, too few for guesses."""
MAILED: Final = Allowance(4, timedelta(minutes=20))
"""Codes mailed to one address for all people together: its reader may be a stranger."""
PRACTICE: Final = Allowance(10, timedelta(hours=1))
"""Practice games begun; each takes a draw, two sheets and a place in the log."""
SILENCE: Final = timedelta(seconds=30)
"""The time without answers after a person was notified of the limit."""
KEPT_DECISIONS: Final = 32
"""The number of last updates that a retry does not count again; a transaction has fewer."""


_Use = TypeVar("_Use")


class LimitDecision(Enum):
    """The decision about one request."""

    PASS = "pass"  # noqa: S105  (a decision, no password)
    TELL = "tell"
    """Too much: notify the person, once in each silence."""
    DROP = "drop"
    """Too much, and the person was notified a short time ago."""


@dataclass(slots=True)
class _Bucket:
    """What one person or group has used."""

    used: float
    """The actions not yet regained; a part of one while time gives it back."""
    at: datetime
    """When `used` was last brought up to date."""
    shut_until: datetime | None = None
    """Until when requests get no answer; None while some are allowed."""
    decisions: dict[int, LimitDecision] = field(default_factory=dict)
    """The last updates counted: a failed transaction retries all of its updates."""


@dataclass(slots=True)
class RateLimits:
    """Token buckets by number, for one kind of action.

    A number must always mean the same person or group.
    """

    allowance: Allowance
    silence: timedelta = SILENCE
    _buckets: OrderedDict[int, _Bucket] = field(default_factory=OrderedDict)

    def count(self, who: int, update: int, at: datetime) -> LimitDecision:
        """Count one more action, unless it is a retry, and return the decision about it."""
        bucket = _remember(self._buckets, who, self._buckets.get(who) or _Bucket(0.0, at))
        if update in bucket.decisions:
            return bucket.decisions[update]
        self._refill(bucket, at)
        decision = bucket.decisions[update] = self._take(bucket, at)
        if len(bucket.decisions) > KEPT_DECISIONS:
            del bucket.decisions[next(iter(bucket.decisions))]
        return decision

    def admits(self, who: int, update: int, at: datetime) -> bool:
        """Return whether one more action is allowed, and count it as `count` does."""
        return self.count(who, update, at) is LimitDecision.PASS

    def is_exhausted(self, who: int, at: datetime) -> bool:
        """Return whether nothing is left at that time, without using any of it."""
        bucket = self._buckets.get(who)
        if bucket is None:
            return False
        self._refill(bucket, at)
        return not self._has_one_left(bucket)

    def _has_one_left(self, bucket: _Bucket) -> bool:
        """Return whether the allowance has a whole action left."""
        return bucket.used <= self.allowance.burst - 1

    def _refill(self, bucket: _Bucket, at: datetime) -> None:
        """Give back what the time until `at` has regained."""
        gained = max(timedelta(), at - bucket.at) / self.allowance.one_more
        bucket.used = max(0.0, bucket.used - gained)
        bucket.at = max(bucket.at, at)

    def _take(self, bucket: _Bucket, at: datetime) -> LimitDecision:
        """Count an action if the allowance has one left; otherwise refuse, once with an answer."""
        if bucket.shut_until is not None and at < bucket.shut_until:
            return LimitDecision.DROP
        if self._has_one_left(bucket):
            bucket.used += 1
            bucket.shut_until = None
            return LimitDecision.PASS
        bucket.shut_until = at + self.silence
        return LimitDecision.TELL


@dataclass(slots=True)
class Quota:
    """The number of bytes that each person may have stored in a day.

    Every attempt to store counts, also a repeated or a failed one: the quota bounds what a page may
    send, and is far above what one repeats.
    """

    most: int = 4_000_000
    _used: OrderedDict[int, tuple[date, int]] = field(default_factory=OrderedDict)

    def takes(self, who: int, size: int, on: date) -> bool:
        """Return whether `size` more bytes fit that day, and count them if so."""
        day, used = self._used.get(who, (on, 0))
        used = size + (used if day == on else 0)
        if used > self.most:
            return False
        _remember(self._used, who, (on, used))
        return True


def _remember(table: OrderedDict[int, _Use], who: int, use: _Use) -> _Use:
    """Store the use as the latest, forget the one silent for longest if there are too many."""
    table[who] = use
    table.move_to_end(who)
    if len(table) > MOST_KNOWN:
        table.popitem(last=False)
    return use


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """All rate limits of a process; those without a description have it at their allowance."""

    people: RateLimits = field(default_factory=partial(RateLimits, PERSON))
    officials: RateLimits = field(default_factory=partial(RateLimits, OFFICIAL))
    groups: RateLimits = field(default_factory=partial(RateLimits, GROUP))
    moves: RateLimits = field(default_factory=partial(RateLimits, MOVES))
    guesses: RateLimits = field(default_factory=partial(RateLimits, GUESSES))
    looks: RateLimits = field(default_factory=partial(RateLimits, LOOKS))
    questions: RateLimits = field(default_factory=partial(RateLimits, QUESTIONS))
    mails: RateLimits = field(default_factory=partial(RateLimits, MAILED))
    """By `mailbox_number`."""
    practices: RateLimits = field(default_factory=partial(RateLimits, PRACTICE))
    stored: Quota = field(default_factory=Quota)
    """Stored requests of a person in the Mini App, except moves."""
    stored_moves: Quota = field(default_factory=Quota)


def mailbox_number(address: str) -> int:
    """Return the number under which the codes mailed to an address count.

    Many providers deliver `ana+anything` to `ana`, so both have the same.
    """
    local, _, domain = address.casefold().rpartition("@")
    mailbox = f"{local.partition('+')[0]}@{domain}"
    return int.from_bytes(sha256(mailbox.encode()).digest()[:8])


def open_gate() -> Gate:
    """Return a gate that refuses nobody, for stopped clocks, which give nothing back.

    Only wrong codes and mailed codes are limited as usual: those limits keep strangers out, and no
    player reaches them.
    """
    gate = Gate()
    wide: dict[str, Any] = {
        limit.name: _widened(getattr(gate, limit.name))
        for limit in fields(Gate)
        if limit.name not in {"guesses", "mails"}
    }
    return replace(gate, **wide)


def _widened(limit: RateLimits | Quota) -> RateLimits | Quota:
    """Return a limit of that kind which nobody reaches."""
    if isinstance(limit, Quota):
        return Quota(1_000_000_000)
    return RateLimits(Allowance(1_000_000, timedelta(microseconds=1)))
