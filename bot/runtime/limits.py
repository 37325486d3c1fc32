"""Rate limits for each person and each group.

This module holds the allowances and their use, in the memory of each program. `bot.chat.dispatch`
applies them and answers. Messages between opponents have a limit of their own
(`bot.chat.conversation.opponent_messages`).

Time is that of the messages themselves, so messages that piled up during an outage do not count as
a burst. Moves, passes and the buttons that send them have a separate allowance, larger than any
player needs: a flood of questions never prevents a move.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import Enum
from functools import partial
from hashlib import sha256
from typing import Final

MOST_KNOWN: Final = 20_000
"""The most people and groups to remember; the one silent for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """The number of actions allowed at once, and the time until one more is allowed."""

    burst: int
    one_more: timedelta


PERSON: Final = Allowance(20, timedelta(seconds=2))
"""30 a minute, 20 of them at once."""
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


class LimitDecision(Enum):
    """The decision about one request."""

    PASS = "pass"  # noqa: S105  (a decision, no password)
    TELL = "tell"
    """Too much for the first time: notify the person."""
    DROP = "drop"
    """Too much, and the person was already notified."""


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

    def asked(self, who: int, update: int, at: datetime) -> LimitDecision:
        """Return the decision about one more action, and count the action unless it is a retry."""
        bucket = self._bucket(who, at)
        if update in bucket.decisions:
            return bucket.decisions[update]
        decision = bucket.decisions[update] = self._decide(bucket, at)
        if len(bucket.decisions) > KEPT_DECISIONS:
            del bucket.decisions[next(iter(bucket.decisions))]
        return decision

    def admits(self, who: int, update: int, at: datetime) -> bool:
        """Return whether one more action is allowed, and count it as `asked` does."""
        return self.asked(who, update, at) is LimitDecision.PASS

    def is_exhausted(self, who: int, at: datetime) -> bool:
        """Return whether nothing is left at that time, without using any of it."""
        return self._bucket(who, at).used > self.allowance.burst - 1

    def _bucket(self, who: int, at: datetime) -> _Bucket:
        """Return a person's or group's use, with what time has given back until `at`."""
        bucket = self._buckets.setdefault(who, _Bucket(0.0, at))
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        gained = max(timedelta(), at - bucket.at) / self.allowance.one_more
        bucket.used = max(0.0, bucket.used - gained)
        bucket.at = max(bucket.at, at)
        return bucket

    def _decide(self, bucket: _Bucket, at: datetime) -> LimitDecision:
        """Count an action if the allowance has one left; otherwise refuse, once with an answer."""
        if bucket.shut_until is not None and at < bucket.shut_until:
            return LimitDecision.DROP
        if bucket.used <= self.allowance.burst - 1:
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
        self._used[who] = (on, used)
        self._used.move_to_end(who)
        if len(self._used) > MOST_KNOWN:
            self._used.popitem(last=False)
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """Per-process rate limits for people, groups and invitation codes."""

    people: RateLimits = field(default_factory=partial(RateLimits, PERSON))
    officials: RateLimits = field(default_factory=partial(RateLimits, OFFICIAL))
    groups: RateLimits = field(default_factory=partial(RateLimits, GROUP))
    moves: RateLimits = field(default_factory=partial(RateLimits, MOVES))
    guesses: RateLimits = field(default_factory=partial(RateLimits, GUESSES))
    looks: RateLimits = field(default_factory=partial(RateLimits, LOOKS))
    questions: RateLimits = field(default_factory=partial(RateLimits, QUESTIONS))
    mails: RateLimits = field(default_factory=partial(RateLimits, MAILED))
    practices: RateLimits = field(default_factory=partial(RateLimits, PRACTICE))
    stored: Quota = field(default_factory=Quota)
    """Stored requests of a person in the Mini App, except moves."""
    stored_moves: Quota = field(default_factory=Quota)

    def may_practise(self, who: int, update: int, at: datetime) -> bool:
        """Return whether the person may begin another practice game, and count it."""
        return self.practices.admits(who, update, at)

    def may_guess(self, who: int, at: datetime) -> bool:
        """Return whether the person may try another code; not after many invalid ones."""
        return not self.guesses.is_exhausted(who, at)

    def guessed_wrong(self, who: int, update: int, at: datetime) -> None:
        """Count an invalid code of the person."""
        self.guesses.asked(who, update, at)

    def may_mail(self, address: str, update: int, at: datetime) -> bool:
        """Return whether a code may be mailed to the address, and count it.

        Many providers deliver `ana+anything` to `ana`, so both are one address.
        """
        local, _, domain = address.casefold().rpartition("@")
        name = f"{local.partition('+')[0]}@{domain}"
        number = int.from_bytes(sha256(name.encode()).digest()[:8])
        return self.mails.admits(number, update, at)


def open_gate() -> Gate:
    """Return a gate that refuses nobody, for stopped clocks, which give nothing back.

    Only wrong codes and mailed codes are limited as usual: those limits keep strangers out, and no
    player reaches them.
    """
    plenty = Allowance(1_000_000, timedelta(microseconds=1))
    return Gate(
        people=RateLimits(plenty),
        officials=RateLimits(plenty),
        groups=RateLimits(plenty),
        moves=RateLimits(plenty),
        looks=RateLimits(plenty),
        questions=RateLimits(plenty),
        practices=RateLimits(plenty),
        stored=Quota(1_000_000_000),
        stored_moves=Quota(1_000_000_000),
    )
