"""Keep the sheets of one game as on paper: every day of thinking time is noted by itself.

A ruling that is taken back needs no arithmetic here: the sheet was copied before it, and the copy
is put back (spec 8.2). Whose tiles are worth what is told by who asks.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from engine.ids import PersonId, Seat
from tests.engine.referee.time import Period, Turn, charged_days

CAPS = {Seat.RED: (10, 30), Seat.BLUE: (20, 40)}
"""What the first placements count at the most (art. 1.4)."""
PLAYED = ("played_out", "passes")
"""Ends that the last move brings by itself."""


@dataclass(frozen=True)
class Made:
    """A placement, or PAS."""

    by: Seat
    points: int
    at: datetime
    """When: no two are made at once."""
    is_pass: bool = False
    is_last: bool = False
    """Its author has no tile left, and there is none to take."""
    is_jokers: bool = False
    """It laid nothing but jokers."""
    held: Mapping[Seat, int] = field(default_factory=dict)
    """What the tiles in both hands are worth after it."""
    waited: tuple[date, ...] = ()
    """The days on which its author waited for the arbiter, if its words were admitted (5.3)."""


@dataclass(frozen=True)
class Spent:
    """Days of thinking time that one player used while that move was to be made."""

    by: Seat
    place: int
    days: tuple[date, ...]
    stopped: bool = False
    """Whether a ruling stopped the turn, so that it ended by no move."""


@dataclass(frozen=True)
class End:
    """How the game ended, who lost it so, and on which day."""

    how: str
    by: Seat | None
    on: date
    extra: Mapping[Seat, int] = field(default_factory=dict)
    declared: bool = False
    untaken: tuple[Seat, ...] = ()
    """Whose place nobody had taken by then."""
    was: "End | None" = None
    """The end that a loss ruled as a sanction took the place of (art. 10.3)."""
    closing: date | None = None
    """The closing date at that time."""
    gone: tuple[Seat, ...] = ()
    """Who had never come to the game by then; a question to the arbiter is an answer (art. 9.1)."""


@dataclass(frozen=True)
class Copy:
    """The sheet as it stood before moves were taken back."""

    moves: tuple[Made, ...]
    spent: tuple[Spent, ...]
    keep: int
    returnable: bool


@dataclass(frozen=True)
class Asked:
    """The sheet as it stood when a word was put to the arbiter."""

    on: date
    moves: tuple[Made, ...]
    spent: tuple[Spent, ...]
    days: tuple[date, ...]
    """What the turn had used by then."""
    since: date
    """When the turn began."""
    number: int
    """How many moves had been made by then, those taken back included."""


@dataclass
class Sheet:
    """The competition sheet and the thinking-time sheet of one game."""

    start: date
    budget: int
    may_return: bool
    leave: Mapping[Seat, list[Period]]
    people: tuple[PersonId, PersonId]
    joined: set[PersonId]
    """Who has taken a place in the match."""
    closing: date | None = None
    since: date = date.min
    moves: tuple[Made, ...] = ()
    spent: tuple[Spent, ...] = ()
    granted: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    made_good: dict[Seat, list[Period]] = field(default_factory=lambda: {one: [] for one in Seat})
    copies: list[Copy] = field(default_factory=list)
    came: set[Seat] = field(default_factory=set)
    """Who has ever made a move, or sent one back."""
    returnable: bool = False
    agreed: set[datetime] = field(default_factory=set)
    """The placements that the partner has accepted in so many words (art. 5.2)."""
    asked: date | None = None
    """Since when the player to move waits for the arbiter's word on a word (art. 5.3)."""
    asked_late: bool = False
    """Whether the time of who asked was over by then."""
    ended: End | None = None
    made_on: list[tuple[int, date]] = field(default_factory=list)
    """Every move ever made: its place, and the day."""

    def __post_init__(self) -> None:
        """Let Red's time run from the start (art. 7.1)."""
        self.since = self.start

    @property
    def turn(self) -> Seat:
        """Return who is to move."""
        return Seat.BLUE if len(self.moves) % 2 else Seat.RED

    @property
    def rounds(self) -> int:
        """Return the complete rounds."""
        return len(self.moves) // 2

    @property
    def waits(self) -> bool:
        """Return whether only the acceptance of the last placement is missing (art. 5.2)."""
        is_last = bool(self.moves) and self.moves[-1].is_last
        return self.ended is None and is_last and self.returnable

    def score(self, seat: Seat) -> int:
        """Return the points as they count: capped in the first two rounds (art. 1.4)."""
        own = [move.points for move in self.moves if move.by is seat]
        caps = (*CAPS[seat], *[10**6] * len(own))
        counted = sum(min(points, cap) for points, cap in zip(own, caps, strict=False))
        return counted + (self.ended.extra.get(seat, 0) if self.ended else 0)

    def thought(self, day: date) -> tuple[date, ...]:
        """Return the days that the running turn has used by that day."""
        if self.moves and self.moves[-1].is_last:
            return ()
        return self._days(day)

    def _days(self, day: date) -> tuple[date, ...]:
        own = self.leave[self.turn]
        return tuple(charged_days(Turn(self.since, None), day, leave=own, closing=self.closing))

    def _stopped(self, day: date) -> tuple[date, ...]:
        """Return the days of a turn that a ruling stops that day.

        Days of waiting for the arbiter's word never exceed the time by themselves (art. 5.3).
        """
        days = self.thought(day)
        if self.asked is None or self.asked_late:
            return days
        past = sum(len(one.days) for one in self.spent if one.by is self.turn)
        return days[: max(self.budget + self.granted[self.turn] - past, 0)]

    def used(self, seat: Seat, day: date) -> int:
        """Return the days of thinking time used by that day."""
        past = sum(len(one.days) for one in self.spent if one.by is seat)
        runs = self.ended is None and self.turn is seat
        return past + (len(self.thought(day)) if runs else 0)

    def is_overdrawn(self, seat: Seat, day: date) -> bool:
        """Return whether the thinking time is exceeded, or was when the game ended (art. 7.2)."""
        used = sum(len(one.days) for one in self.spent if one.by is seat)
        if self.turn is seat and self.asked is not None:  # days of waiting are the answer's
            return self.asked_late or used > self.budget + self.granted[seat]
        if self.turn is seat:
            used += len(self.thought(self._over_on if self.ended else day))
        return used > self.budget + self.granted[seat]

    def absent(self, seat: Seat) -> bool:
        """Return whether that player was to move and has never come to the game (art. 9.1)."""
        waits = self.ended is None and self.asked is not None
        return self.turn is seat and seat not in self.came and not waits

    @property
    def untaken(self) -> tuple[Seat, ...]:
        """Return the seats that nobody has taken."""
        people = zip(Seat, self.people, strict=True)
        return tuple(seat for seat, person in people if person not in self.joined)

    def asks(self, day: date) -> Asked:
        """Note that the player to move puts a refused word to the arbiter; return the sheet."""
        self.asked_late = self.asked_late if self.asked else self.is_overdrawn(self.turn, day)
        self.asked = day
        days, number = self.thought(day), len(self.made_on)
        return Asked(day, self.moves, self.spent, days, self.since, number)

    def upheld(self, today: date, asked: Asked, move: Made) -> None:
        """Note that the word is admitted: the placement counts from the day it was put (5.3).

        What was played instead, and all that came after it, is nobody's (spec 8.2).
        """
        move = replace(move, waited=self._waited(today, asked))
        if self.ended is not None:
            self.reopened(today)
        if self.moves != asked.moves:
            self.annulled(today, len(asked.moves), charged=False)
        place = len(asked.moves)
        before = tuple(one for one in self.spent if one.place < place)
        self.spent = before + tuple(one for one in asked.spent if one.place >= place)
        self._spend(asked.days)
        self.since = asked.on
        self.moved(asked.on, move)
        if self.ended is None:
            self.arrived(today)

    def _waited(self, today: date, asked: Asked) -> tuple[date, ...]:
        """Return the days of the turn after the question, until it ended or was answered."""
        place = len(asked.moves)
        instead = [day for at, day in self.made_on[asked.number :] if at == place]
        until = instead[0] if instead else self._over_on if self.ended else today
        turn = Turn(asked.since, None)
        by = Seat.BLUE if place % 2 else Seat.RED
        days = charged_days(turn, until, leave=self.leave[by], closing=self.closing)
        return tuple(day for day in days if day not in asked.days)

    def not_upheld(self) -> None:
        """Note that it is not: the days of waiting are used like all others."""
        self.asked = None

    def moved(self, day: date, move: Made) -> None:
        """Note a placement or PAS."""
        self._spend(self.thought(day))
        self.made_on.append((len(self.moves), day))
        self.moves += (move,)
        self.came.add(move.by)
        self.since, self.asked = day, None
        self.returnable = self.may_return and not move.is_pass
        self._natural_end(day)

    def arrived(self, day: date) -> None:
        """Note that the sheets reached the player to move on that day only (spec 5)."""
        self.since = max(self.since, day)

    def accepted(self, day: date, *, said: bool = False) -> None:
        """Note that the partner accepts the last placement: they say so, or let it stand."""
        self.returnable = False
        self.agreed |= {self.moves[-1].at} if said else set()
        self._natural_end(day)

    def returned(self, day: date) -> None:
        """Note that the partner sends the last placement back; both days stay used (art. 5.2)."""
        self.came.add(self.turn)
        place = len(self.moves) - 1
        self.spent += (Spent(self.turn, place, self._days(day)),)
        self.copies.append(Copy(self.moves, self.spent, place, returnable=False))
        self._back_to(place, day)

    def annulled(self, day: date, keep: int, *, charged: bool, words: bool = False) -> None:
        """Note a ruling that takes the game back to its first `keep` moves.

        Days of the moves taken back are given back, where the last placement alone goes back only
        those of the turn that it stopped (art. 5.2). Where its words are not valid after all, its
        author also has used the days of waiting for the arbiter (art. 5.3).
        """
        may_return = self.ended is None and self.returnable
        if self.ended is not None:
            self.reopened(day)
        self._spend(self._stopped(day), stopped=True)
        self.copies.append(Copy(self.moves, self.spent, keep, may_return))
        self.spent = tuple(
            one
            for one in self.spent
            if one.place < keep or (charged and (one.place == keep or not one.stopped))
        )
        gone = self.moves[keep]
        self._back_to(keep, day)
        if charged and words:
            self._spend(gone.waited, stopped=True)

    def restored(self, day: date) -> None:
        """Note that what was taken back last stands again, with the days of that time (8.2)."""
        copy = self.copies.pop()
        if copy.keep < len(self.moves):
            self.annulled(day, copy.keep, charged=False)
        self.ended = None
        self.moves = self.moves[: copy.keep] + copy.moves[copy.keep :]
        self.spent = copy.spent
        self.since, self.returnable, self.asked = day, copy.returnable, None
        self._natural_end(day)

    def put_back(self, day: date, at: datetime, followers: int) -> None:
        """Note that the words of a placement taken back are valid: it stands again (art. 5.3).

        So does all that stood before it, and so many moves after it. The partner's right to send
        it back was used, or was ruled on.
        """
        found = [(one, [move.at for move in one.moves]) for one in self.copies]
        course = next(ats for _, ats in reversed(found) if at in ats)
        course = course[: course.index(at) + 1 + followers]
        while (standing := [move.at for move in self.moves]) != course:
            same = len([1 for one, other in zip(standing, course, strict=False) if one == other])
            if same < len(standing):
                self.annulled(day, same, charged=False)
            else:
                taken = [one for one in self.copies if one.keep == same]
                run = next(one for one in reversed(taken) if one.moves[same].at == course[same])
                self.copies.remove(run)
                self.moves, self.spent, self.ended = self.moves + run.moves[same:], run.spent, None
        self.since, self.returnable, self.asked = day, False, None
        self._natural_end(day)

    def closes(self, how: str, by: Seat | None, day: date, *, declared: bool = False) -> None:
        """Note an end that no move brought; one that the game had is taken back."""
        extra, was = self.ended.extra if self.ended else {}, self.ended
        if self.ended is not None:
            self.reopened(day)
        gone = tuple(seat for seat in Seat if self.absent(seat))
        if was is not None and was.how == "forfeited":
            was = was.was
        was = was if how == "forfeited" else None
        self.ended = End(how, by, day, extra, declared, self.untaken, was, self.closing, gone)
        self.returnable = False

    def reopened(self, day: date) -> None:
        """Note that the end is taken back: the days until it count, those of it do not (8.2)."""
        assert self.ended is not None
        self._spend(self.thought(self._over_on), stopped=True)
        self.ended, self.since, self.asked = None, day, None

    @property
    def is_played(self) -> bool:
        """Return whether the last move ended the game, whatever end a ruling gave it since."""
        passes = len(self.moves) >= 4 and all(move.is_pass for move in self.moves[-4:])
        return passes or (bool(self.moves) and self.moves[-1].is_last)

    def ended_as_before(self, day: date) -> None:
        """Note that the end which a ruling replaced counts again (4.3, 10.3)."""
        end = self.ended
        assert end is not None
        self.reopened(day)
        if self.is_played:
            self._natural_end(day)
            return
        assert end.was is not None
        gone = tuple(seat for seat in Seat if self.absent(seat))
        self.ended = replace(
            end.was,
            on=day,
            extra=end.extra,
            untaken=self.untaken,
            closing=self.closing,
            gone=gone,
        )

    def corrected(self, place: int, points: int) -> None:
        """Note that the points of a placement are put right (art. 5.3)."""
        right = replace(self.moves[place], points=points)
        self.moves = (*self.moves[:place], right, *self.moves[place + 1 :])

    def grants(self, seat: Seat, days: int) -> None:
        """Note days given or taken back; of who has asked they are weighed with the answer."""
        self.granted[seat] += days
        self.asked_late &= seat is not self.turn

    def lost_in(self, seat: Seat, outage: Period, today: date) -> int:
        """Return the days of thinking time that fell into an outage, none of them twice."""
        days = {day for one in self.spent if one.by is seat for day in one.days}
        if self.ended is None and self.turn is seat:
            days |= set(self._days(today))
        spared = self.made_good[seat]
        return sum(day in outage and not any(day in one for one in spared) for day in days)

    def silent_days(self, day: date) -> int:
        """Return the days since the player to move was to move, without leave and outages."""
        free = [*self.leave[self.turn], *self.made_good[self.turn]]
        count, each = 0, self.since
        while each < day:
            each += timedelta(1)
            count += not any(each in period for period in free)
        return count

    def accepts_by(self, days: int) -> date:
        """Return the day on which so many days have passed since the last placement came."""
        day = self.since
        while self.silent_days(day) < days:
            day += timedelta(1)
        return day

    @property
    def _over_on(self) -> date:
        """Return the day up to which days count in a game that has ended (art. 9.4)."""
        assert self.ended is not None
        return min(self.ended.on, self.ended.closing or self.ended.on)

    def _spend(self, days: tuple[date, ...], *, stopped: bool = False) -> None:
        if days:
            self.spent += (Spent(self.turn, len(self.moves), days, stopped),)

    def _back_to(self, keep: int, day: date) -> None:
        self.moves = self.moves[:keep]
        self.since, self.returnable, self.ended, self.asked = day, False, None, None

    def _natural_end(self, day: date) -> None:
        """End the game where its last move does so (art. 4.3)."""
        if not self.moves or self.ended is not None:
            return
        last = self.moves[-1]
        if last.is_last and not self.returnable:
            gain = last.held[last.by.partner]
            extra = {last.by: gain, last.by.partner: -gain}
            self.ended = End("played_out", last.by, day, extra)
        elif len(self.moves) >= 4 and all(move.is_pass for move in self.moves[-4:]):
            extra = {seat: -last.held[seat] for seat in Seat}
            self.ended = End("passes", None, day, extra)
