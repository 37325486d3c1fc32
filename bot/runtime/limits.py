"""How much one person, or one group, may ask of the bot in a while.

Lives here: the allowances and who has used up his own, kept in memory by each program. Who is asked
about it, and what is then answered, is in `bot.chat.dispatch`; lines between partners have a limit
of their own (`bot.chat.conversation.chat`).

Time is that of the messages themselves: what piled up while the bot was away was not written at
once. Placements, passes and the presses that send them have an allowance of their own, so large
that nobody who plays uses it up: a flood of questions never costs anybody a move.
"""

from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from enum import Enum
from typing import Final

MOST_KNOWN: Final = 20_000
"""People and groups remembered; the one who has been silent longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """How many things may be done at once, and how long until one more may."""

    burst: int
    one_more: timedelta


PERSON: Final = Allowance(20, timedelta(seconds=2))
"""30 a minute, 20 of them at once."""
OFFICIAL: Final = Allowance(80, timedelta(seconds=0.5))
"""Who arranges, rules or publishes presses through lists of cards, and pastes them."""
GROUP: Final = Allowance(40, timedelta(seconds=1))
"""Commands and presses of all the people in one group together."""
MOVES: Final = Allowance(300, timedelta(seconds=1))
"""Placements and passes, typed and sent: more than anybody plays, one a second for ever."""
LOOKS: Final = Allowance(120, timedelta(seconds=0.25))
"""In the Mini App: games looked at, and a preview with each letter laid; four a second for ever."""
QUESTIONS: Final = Allowance(30, timedelta(seconds=1))
"""What is asked from any chat, with each letter typed."""
GUESSES: Final = Allowance(6, timedelta(minutes=10))
"""Codes that were not good: a mistyped one is tried again, a guess is not."""
SILENCE: Final = timedelta(seconds=30)
"""How long nothing more is answered to somebody who has been told that it was too much."""


class Verdict(Enum):
    """What becomes of something that was asked."""

    PASS = "pass"  # noqa: S105  (no password: it may pass)
    TELL = "tell"
    """It is too much, and it is the first that is: say so."""
    DROP = "drop"
    """It is too much, and that has been said."""


@dataclass(slots=True)
class _Bucket:
    used: float
    """What was taken and has not been regained; so it is the same whatever is allowed."""
    at: datetime
    shut_until: datetime | None = None
    last: int = 0
    """The update asked about last: one that is tried again is not counted again."""
    verdict: Verdict = Verdict.PASS


@dataclass(slots=True)
class Limits:
    """Token buckets, one for each number; the same numbers mean the same people all along."""

    silence: timedelta = SILENCE
    _buckets: OrderedDict[int, _Bucket] = field(default_factory=OrderedDict)

    def asked(self, who: int, update: int, at: datetime, allowance: Allowance) -> Verdict:
        """Return whether there is enough left for one thing more, and take it away if so."""
        bucket = self._bucket(who, at, allowance)
        if bucket.last == update:
            return bucket.verdict
        bucket.last = update
        bucket.verdict = self._verdict(bucket, at, allowance)
        return bucket.verdict

    def is_exhausted(self, who: int, at: datetime, allowance: Allowance) -> bool:
        """Return whether nothing is left; take nothing away."""
        return self._bucket(who, at, allowance).used > allowance.burst - 1

    def _bucket(self, who: int, at: datetime, allowance: Allowance) -> _Bucket:
        bucket = self._buckets.setdefault(who, _Bucket(0.0, at))
        self._buckets.move_to_end(who)
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        gained = max(timedelta(), at - bucket.at) / allowance.one_more
        bucket.used = max(0.0, bucket.used - gained)
        bucket.at = max(bucket.at, at)
        return bucket

    def _verdict(self, bucket: _Bucket, at: datetime, allowance: Allowance) -> Verdict:
        if bucket.shut_until is not None and at < bucket.shut_until:
            return Verdict.DROP
        if bucket.used <= allowance.burst - 1:
            bucket.used += 1
            bucket.shut_until = None
            return Verdict.PASS
        bucket.shut_until = at + self.silence
        return Verdict.TELL


@dataclass(slots=True)
class Quota:
    """How many bytes each person may have stored in a day."""

    most: int = 4_000_000
    _used: OrderedDict[int, tuple[date, int]] = field(default_factory=OrderedDict)

    def takes(self, who: int, size: int, on: date) -> bool:
        """Return whether there is room for so much more that day, and take it if so."""
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
    """The limits of one program: what people and groups do, and the codes they try."""

    person: Allowance = PERSON
    official: Allowance = OFFICIAL
    group: Allowance = GROUP
    move: Allowance = MOVES
    guesses: Allowance = GUESSES
    look: Allowance = LOOKS
    question: Allowance = QUESTIONS
    people: Limits = field(default_factory=Limits)
    groups: Limits = field(default_factory=Limits)
    moves: Limits = field(default_factory=Limits)
    codes: Limits = field(default_factory=Limits)
    looks: Limits = field(default_factory=Limits)
    questions: Limits = field(default_factory=Limits)
    stored: Quota = field(default_factory=Quota)
    """What a person asks for in the Mini App, apart from moves."""
    stored_moves: Quota = field(default_factory=Quota)

    def may_guess(self, who: int, at: datetime) -> bool:
        """Return whether somebody's code is looked at: not after many that were not good."""
        return not self.codes.is_exhausted(who, at, self.guesses)

    def guessed_wrong(self, who: int, update: int, at: datetime) -> None:
        """Note that somebody's code was not good."""
        self.codes.asked(who, update, at, self.guesses)


def open_gate() -> Gate:
    """Return a gate that turns nobody away: for clocks that stand still."""
    plenty = Allowance(1_000_000, timedelta(microseconds=1))
    return Gate(person=plenty, official=plenty, group=plenty, move=plenty, look=plenty)
