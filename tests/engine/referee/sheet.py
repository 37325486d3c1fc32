"""A reference for the sheets of one game, which records every day of thinking time.

A withdrawn ruling needs no arithmetic here: the sheet is copied before it, and the copy is restored
(spec 8.2). The caller gives the values of tiles.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta

from engine.ids import PersonId, Seat
from tests.engine.referee.time import Period, Turn, charged_days

CAPS = {Seat.RED: (10, 30), Seat.BLUE: (20, 40)}
"""The points caps of the first moves (art. 1.4)."""
FIVE = 5
"""The days within which the player to move must begin (art. 7.2)."""
PLAYED = ("played_out", "passes")
"""Endings that follow from the last move."""


@dataclass(frozen=True)
class Made:
    """A play or a pass."""

    by: Seat
    points: int
    at: datetime
    """The instant of the move, which no other move shares."""
    is_pass: bool = False
    is_last: bool = False
    """Whether its author has no tile left and none can be drawn."""
    is_jokers: bool = False
    """Whether it laid blanks only."""
    held: Mapping[Seat, int] = field(default_factory=dict)
    """The values of the tiles on both racks after it."""
    waited: tuple[date, ...] = ()
    """The days on which its author waited for the arbiter who accepted its words (5.3)."""


@dataclass(frozen=True)
class Spent:
    """Days of thinking time that a player used for one move."""

    by: Seat
    place: int
    days: tuple[date, ...]
    stopped: bool = False
    """Whether a ruling ended the turn before a move."""


@dataclass(frozen=True)
class End:
    """How and on which day the game ended, and its loser."""

    how: str
    by: Seat | None
    on: date
    extra: Mapping[Seat, int] = field(default_factory=dict)
    declared: bool = False
    untaken: tuple[Seat, ...] = ()
    """Seats that nobody had taken by then."""
    before: "End | None" = None
    """The ending that this one replaced."""
    case: object = None
    """The case of the loss as a sanction."""
    barred: bool = False
    """Whether a disqualification caused it."""
    ruled: tuple[date, date | None] = (date.min, None)
    """The day of this ending and the closing date then; `on` is the day of the first ending."""
    was: "End | None" = None
    """The ending beneath losses as a sanction (art. 10.3)."""
    losers: tuple[Seat, ...] = ()
    """The players punished by these losses."""
    closing: date | None = None
    """The closing date at that time."""
    gone: tuple[Seat, ...] = ()
    """Seats that had never moved by then; a query to the arbiter counts as a move (art. 9.1)."""
    returnable: bool = False
    """Whether the opponent could still send the last move back (art. 5.2)."""
    stayed_away: tuple[Seat, ...] = ()
    """Those of them who had had five days for it (art. 7.2, 9.1)."""

    @property
    def losers_by_fault(self) -> tuple[Seat, ...]:
        """Return who lost the game by resigning, staying away, taking too long, or a ruling."""
        if self.how in {"both_time", "no_show"} and self.by is None:
            return tuple(Seat)
        lost = {"abandoned", "time", "no_show", "closed", "forfeited", "excluded"}
        return (self.by,) if self.how in lost and self.by is not None else ()


@dataclass(frozen=True)
class Copy:
    """The sheet before moves were taken back."""

    moves: tuple[Made, ...]
    spent: tuple[Spent, ...]
    keep: int
    returnable: bool
    asked: bool = False
    """Whether a move waited for the arbiter."""


@dataclass(frozen=True)
class Asked:
    """The sheet when a word was put to the arbiter."""

    on: date
    moves: tuple[Made, ...]
    spent: tuple[Spent, ...]
    days: tuple[date, ...]
    """The days that the turn had used by then."""
    since: date
    """The day on which the turn began."""
    number: int
    """The number of moves made by then, including those taken back."""


@dataclass(frozen=True)
class Said:
    """Leave announced during the game."""

    period: Period
    on: date
    most: int
    """The player's days of thinking time by then."""


@dataclass
class Sheet:
    """The score sheet and the time sheet of one game."""

    start: date
    budget: int
    may_return: bool
    leave: Mapping[Seat, list[Period]]
    people: tuple[PersonId, PersonId]
    joined: set[PersonId]
    """Players who have taken their seat in the match."""
    closing: date | None = None
    since: date = date.min
    moves: tuple[Made, ...] = ()
    spent: tuple[Spent, ...] = ()
    granted: dict[Seat, int] = field(default_factory=lambda: dict.fromkeys(Seat, 0))
    made_good: dict[Seat, dict[Period, int]] = field(
        default_factory=lambda: {one: {} for one in Seat}
    )
    """The outages whose days were given back, with the number of days."""
    copies: list[Copy] = field(default_factory=list)
    came: set[Seat] = field(default_factory=set)
    """Seats that have ever made a move or sent one back."""
    returnable: bool = False
    agreed: set[datetime] = field(default_factory=set)
    """The moves that the opponent has accepted explicitly (art. 5.2)."""
    off: set[datetime] = field(default_factory=set)
    """The moves ruled invalid while they were off the board (art. 5.3)."""
    asked: date | None = None
    """The day since which the player to move waits for the arbiter's answer (art. 5.3)."""
    ended: End | None = None
    made_on: list[tuple[int, date]] = field(default_factory=list)
    """Every move ever made, as its index and its day."""
    said: dict[Seat, list[Said]] = field(default_factory=lambda: {one: [] for one in Seat})
    """The leave announced during the game."""
    known: dict[Seat, list[Period]] = field(default_factory=dict)
    """The leave announced before it."""

    def __post_init__(self) -> None:
        """Start Red's time on the start date (art. 7.1)."""
        self.since = self.start
        self.known = {seat: [*periods] for seat, periods in self.leave.items()}

    @property
    def turn(self) -> Seat:
        """Return the seat to move."""
        return Seat.BLUE if len(self.moves) % 2 else Seat.RED

    @property
    def rounds(self) -> int:
        """Return the complete rounds."""
        return len(self.moves) // 2

    @property
    def waits(self) -> bool:
        """Return whether only the acceptance of the last move is missing (art. 5.2)."""
        is_last = bool(self.moves) and self.moves[-1].is_last
        return self.ended is None and is_last and self.returnable

    def score(self, seat: Seat) -> int:
        """Return the counted points, with caps in the first two rounds (art. 1.4)."""
        own = [move.points for move in self.moves if move.by is seat]
        caps = (*CAPS[seat], *[10**6] * len(own))
        counted = sum(min(points, cap) for points, cap in zip(own, caps, strict=False))
        return counted + (self.ended.extra.get(seat, 0) if self.ended else 0)

    def thought(self, day: date) -> tuple[date, ...]:
        """Return the days that the present turn has used by that day."""
        if self.moves and self.moves[-1].is_last:
            return ()
        return self._days(day)

    def _days(self, day: date) -> tuple[date, ...]:
        own = self._pauses(self.turn)
        return tuple(charged_days(Turn(self.since, None), day, leave=own, closing=self.closing))

    def notes_leave(self, today: date) -> None:
        """Note the leave that was announced since the last look, today."""
        for seat, periods in self.leave.items():
            self.said[seat] = [one for one in self.said[seat] if one.period in periods]
            heard = [*self.known[seat], *(one.period for one in self.said[seat])]
            most = self.budget + self.granted[seat]
            fresh = [period for period in periods if period not in heard]
            self.said[seat] += [Said(period, today, most) for period in fresh]

    def _pauses(self, seat: Seat) -> list[Period]:
        """Return the leave that pauses time: none that was announced once it was over (8.22)."""
        idle: list[Period] = []
        for one in self.said[seat]:
            later = [other.period for other in self.said[seat] if other.on >= one.on]
            free = [each for each in self.leave[seat] if each not in later and each not in idle]
            days = {day for spent in self.spent if spent.by is seat for day in spent.days}
            used = len({day for day in days if day < one.on})
            if self.turn is seat and not (self.moves and self.moves[-1].is_last):
                until = min(one.on, self.over_on if self.ended else one.on, self.asked or one.on)
                running = Turn(self.since, None)
                used += len(charged_days(running, until, leave=free, closing=self.closing))
            if used > one.most:
                idle.append(one.period)
        return [period for period in self.leave[seat] if period not in idle]

    def _stopped(self, day: date) -> tuple[date, ...]:
        """Return the days of a turn that a ruling ends that day.

        Days of waiting for the arbiter's answer never exceed the time on their own (art. 5.3).
        """
        days = self.thought(day)
        if self.asked is None or self.is_overdrawn(self.turn, day):
            return days
        past = sum(len(one.days) for one in self.spent if one.by is self.turn)
        return days[: max(self.budget + self.granted[self.turn] - past, 0)]

    def used(self, seat: Seat, day: date) -> int:
        """Return the days of thinking time used by that day."""
        past = sum(len(one.days) for one in self.spent if one.by is seat)
        runs = self.ended is None and self.turn is seat
        return past + (len(self.thought(day)) if runs else 0)

    def is_overdrawn(self, seat: Seat, day: date) -> bool:
        """Return whether the time is exceeded, or was at the end of the game (art. 7.2)."""
        used = sum(len(one.days) for one in self.spent if one.by is seat)
        if self.turn is seat:
            until = self.over_on if self.ended else day
            if self.asked is not None:  # the answer decides about waiting
                until = min(until, self.asked)
            used += len(self.thought(until))
        return used > self.budget + self.granted[seat]

    def absent(self, seat: Seat) -> bool:
        """Return whether that player was to move and has never moved (art. 9.1)."""
        return self.turn is seat and seat not in self.came and self.asked is None

    @property
    def untaken(self) -> tuple[Seat, ...]:
        """Return the seats that nobody has taken."""
        people = zip(Seat, self.people, strict=True)
        return tuple(seat for seat, person in people if person not in self.joined)

    def asks(self, day: date) -> Asked:
        """Record that the player to move asks the arbiter about a word; return the sheet."""
        self.asked = self.asked or day
        days, number = self.thought(day), len(self.made_on)
        return Asked(day, self.moves, self.spent, days, self.since, number)

    def upheld(self, today: date, asked: Asked, move: Made) -> None:
        """Record that the word is accepted: the move counts from the day of the question (5.3).

        The move made in its place, and all that followed, do not count (spec 8.2). A game that
        ended while the move waited stays ended (spec 8.21).
        """
        move, losses = replace(move, waited=self._waited(today, asked)), self.losses
        ended = None if self.asked is None else self.ended
        if ended is not None:
            self.ended = None
        elif self.ended is not None:
            self.reopened(today)
        if len(self.moves) > len(asked.moves):
            self._takes_back(today, len(asked.moves), charged=False)
        place = len(asked.moves)
        before = tuple(one for one in self.spent if one.place < place)
        self.spent = before + tuple(one for one in asked.spent if one.place >= place)
        self._spend(asked.days)
        self.since = asked.on
        self.moved(asked.on, move)
        if self.ended is not None:
            self.still_ended(losses)
            return
        self.arrived(today)
        if ended is None:
            self._takes_off(move)
            self.still_ended(losses)
            if self.ended is not None:
                self.ended = replace(self.ended, returnable=self.returnable)
                self.returnable = False
            return
        self.ended = replace(ended, returnable=self.returnable)
        self.returnable = False
        self._absent_at_end()

    def _takes_off(self, move: Made) -> None:
        """Take back days of outages that were given for a wait that costs no days (spec 8.23)."""
        outages = self.made_good[move.by]
        free = {day for day in move.waited for outage in outages if day in outage}
        for outage in sorted(outages, key=lambda one: (one.first, one.last)):
            within = min(len([day for day in free if day in outage]), len(free), outages[outage])
            free -= {*sorted(day for day in free if day in outage)[:within]}
            self.granted[move.by] -= within
            outages[outage] -= within
        self.made_good[move.by] = {outage: days for outage, days in outages.items() if days}

    def _waited(self, today: date, asked: Asked) -> tuple[date, ...]:
        """Return the days of the turn from the question to its end or answer."""
        place = len(asked.moves)
        instead = [day for at, day in self.made_on[asked.number :] if at == place]
        until = instead[0] if instead else self.over_on if self.ended else today
        turn = Turn(asked.since, None)
        by = Seat.BLUE if place % 2 else Seat.RED
        days = charged_days(turn, until, leave=self._pauses(by), closing=self.closing)
        return tuple(day for day in days if day not in asked.days)

    def not_upheld(self) -> None:
        """Record that the word is rejected, so that the days of waiting are used."""
        self.asked = None
        if self.ended is not None:
            self._absent_at_end()

    def _absent_at_end(self) -> None:
        """Find again who was to move and had never moved when the game ended (art. 9.1)."""
        assert self.ended is not None
        gone = tuple(seat for seat in Seat if self.absent(seat))
        long = self.silent_days(self.over_on) >= FIVE
        away = tuple(seat for seat in gone if long or seat in self.ended.stayed_away)
        self.ended = replace(self.ended, gone=gone, stayed_away=away)

    def moved(self, day: date, move: Made) -> None:
        """Record a play or a pass."""
        self._spend(self.thought(day))
        self.made_on.append((len(self.moves), day))
        self.moves += (move,)
        self.came.add(move.by)
        self.since, self.asked = day, None
        self.returnable = self.may_return and not move.is_pass
        self._natural_end(day)

    def arrived(self, day: date) -> None:
        """Record that the sheets reached the player to move on that day (spec 5)."""
        self.since = max(self.since, day)

    def accepted(self, day: date, *, said: bool = False) -> None:
        """Record that the opponent accepts the last move, explicitly or by silence."""
        self.returnable = False
        self.agreed |= {self.moves[-1].at} if said else set()
        self._natural_end(day)

    def returned(self, day: date) -> None:
        """Record that the opponent sends the last move back; both players' days stay used (5.2)."""
        self.came.add(self.turn)
        place = len(self.moves) - 1
        self.spent += (Spent(self.turn, place, self._days(day)),)
        self.copies.append(Copy(self.moves, self.spent, place, returnable=False))
        self._back_to(place, day)

    def annulled(self, day: date, keep: int, *, charged: bool, words: bool = False) -> None:
        """Record a ruling that takes the game back to its first `keep` moves.

        The days of annulled moves are given back. If only the last move is annulled, only the days
        of the turn that it ended are given back (art. 5.2). If its words are invalid after all, its
        author has used the days of waiting, too (art. 5.3). A loss still counts (art. 10.3).
        """
        losses = self.losses
        self._takes_back(day, keep, charged=charged, words=words)
        self.still_ended(losses)

    def _takes_back(self, day: date, keep: int, *, charged: bool, words: bool = False) -> None:
        may_return = self.returnable or (self.ended is not None and self.ended.returnable)
        if self.ended is not None:
            self.reopened(day)
        self._spend(self._stopped(day), stopped=True)
        self.copies.append(Copy(self.moves, self.spent, keep, may_return, self.asked is not None))
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
        """Record that the moves taken back last are restored, with their days (8.2)."""
        copy = self.copies.pop()
        self.moves = self.moves[: copy.keep] + copy.moves[copy.keep :]
        self.spent = copy.spent
        self.since, self.returnable, self.asked = day, copy.returnable, None
        self._natural_end(day)

    def put_back(self, day: date, at: datetime, followers: int) -> None:
        """Record that a move taken back has valid words and is restored (art. 5.3).

        All moves before it and `followers` moves after it are restored, too. The opponent cannot
        send it back again.
        """
        losses, found = self.losses, [(one, [move.at for move in one.moves]) for one in self.copies]
        course = next(ats for _, ats in reversed(found) if at in ats)
        course = course[: course.index(at) + 1 + followers]
        while (standing := [move.at for move in self.moves]) != course:
            same = len([1 for one, other in zip(standing, course, strict=False) if one == other])
            if same < len(standing):
                self._takes_back(day, same, charged=False)
            else:
                taken = [one for one in self.copies if one.keep == same]
                run = next(one for one in reversed(taken) if one.moves[same].at == course[same])
                self.copies.remove(run)
                self.moves, self.spent, self.ended = self.moves + run.moves[same:], run.spent, None
        self.since, self.returnable, self.asked = day, False, None
        self._natural_end(day)
        self.still_ended(losses)

    def closes(
        self,
        how: str,
        by: Seat | None,
        day: date,
        *,
        declared: bool = False,
        case: object = None,
        barred: bool = False,
        resumes: bool = False,
    ) -> None:
        """Record an ending without a move, or another one; `resumes`: the first is withdrawn."""
        untaken = self.ended.untaken if self.ended and not resumes else self.untaken
        if self.ended is not None and resumes:
            self.goes_on(day)
        end = End(
            how,
            by,
            day,
            declared=declared,
            untaken=untaken,
            closing=self.closing,
            case=case,
            barred=barred,
            ruled=(day, self.closing),
            returnable=self.returnable,
        )
        self.ended = self._on_top_of(self.ended, end)
        self.returnable = False

    def _on_top_of(self, below: End | None, end: End) -> End:
        """Return the ending as it counts in place of another, or on top of it if it is a loss."""
        on, closing = end.ruled if below is None else (below.on, below.closing)
        long = self.silent_days(min(on, closing or on)) >= FIVE
        gone = tuple(seat for seat in Seat if self.absent(seat))
        kept = below.stayed_away if below else ()
        was = below if below is None or below.was is None else below.was
        losers = () if below is None else below.losers
        if was is None or end.by is None or end.how != "forfeited":
            was, losers = None, ()
        elif end.by not in losers:
            losers += (end.by,)
        return replace(
            end,
            on=on,
            closing=closing,
            extra=below.extra if below else {},
            before=below,
            was=was,
            losers=losers,
            gone=gone,
            stayed_away=tuple(seat for seat in gone if long or seat in kept),
            returnable=below.returnable if below else end.returnable,
        )

    def lifts(self, gone: Callable[[End], bool], day: date) -> None:
        """Record that some endings are withdrawn; the others stay, or the game resumes.

        The days while it was over are nobody's, whichever ending stays (spec 8.2).
        """
        assert self.ended is not None
        left = [one for one in self.endings if not gone(one)]
        if not left:
            self.goes_on(day)
            return
        first, *others = left
        is_first = first.before is None
        ruled = min(first.ruled[0], self.ended.on), first.ruled[1]
        now = first if is_first else self._on_top_of(None, replace(first, ruled=ruled))
        for one in others:
            now = self._on_top_of(now, one)
        self.ended = now

    @property
    def endings(self) -> list[End]:
        """Return the ending in force with those that it replaced, the first one first."""
        found, end = list[End](), self.ended
        while end is not None:
            found.insert(0, end)
            end = end.before
        return found

    @property
    def losses(self) -> list[End]:
        """Return the losses as a sanction that count (art. 10.3)."""
        found = list[End]()
        for one in self.endings:
            found = [*found, one] if one.how == "forfeited" else []
        return found

    def still_ended(self, rulings: list[End]) -> None:
        """Record that these rulings still count, on top of another end if there is one."""
        for one in rulings:
            self.ended = self._on_top_of(self.ended, replace(one, returnable=False))

    def goes_on(self, day: date) -> None:
        """Record that a ruled ending is withdrawn; on the same day nothing was interrupted."""
        assert self.ended is not None
        returnable = self.ended.returnable
        if self.over_on == day or (self.asked and self.ended.on == day):
            self.ended = None
        else:
            self.reopened(day)
        self.returnable = returnable

    def reopened(self, day: date) -> None:
        """Record a withdrawn ending: the days before it count, those of the ending do not (8.2).

        While a move waits for the arbiter, only the days before the question count.
        """
        assert self.ended is not None
        until = min(self.over_on, self.asked or self.over_on)
        self._spend(self.thought(until), stopped=True)
        self.ended, self.since = None, day

    @property
    def is_played(self) -> bool:
        """Return whether the last move ended the game, whatever a ruling said since."""
        passes = len(self.moves) >= 4 and all(move.is_pass for move in self.moves[-4:])
        return passes or (bool(self.moves) and self.moves[-1].is_last)

    def corrected(self, place: int, points: int) -> None:
        """Record corrected points of a move (art. 5.3)."""
        right = replace(self.moves[place], points=points)
        self.moves = (*self.moves[:place], right, *self.moves[place + 1 :])

    def grants(self, seat: Seat, days: int) -> None:
        """Record granted or withdrawn days."""
        self.granted[seat] += days

    def days_lost_in(self, seat: Seat, outage: Period, today: date) -> int:
        """Return the days of thinking time within an outage, each counted once."""
        days = {day for one in self.spent if one.by is seat for day in one.days}
        if self.ended is None and self.turn is seat:
            days |= set(self._days(today))
        spared = self.made_good[seat]
        return sum(day in outage and not any(day in one for one in spared) for day in days)

    def silent_days(self, day: date) -> int:
        """Return the days since the turn began, without leave and outages."""
        free = [*self.leave[self.turn], *self.made_good[self.turn]]
        count, each = 0, self.since
        while each < day:
            each += timedelta(1)
            count += not any(each in period for period in free)
        return count

    def accepts_by(self, days: int) -> date:
        """Return the day that is this many days after the arrival of the last move."""
        day = self.since
        while self.silent_days(day) < days:
            day += timedelta(1)
        return day

    @property
    def over_on(self) -> date:
        """Return the last day that counts in a finished game (art. 9.4)."""
        assert self.ended is not None
        return min(self.ended.on, self.ended.closing or self.ended.on)

    def _spend(self, days: tuple[date, ...], *, stopped: bool = False) -> None:
        if days:
            self.spent += (Spent(self.turn, len(self.moves), days, stopped),)

    def _back_to(self, keep: int, day: date) -> None:
        self.moves = self.moves[:keep]
        self.since, self.returnable, self.ended, self.asked = day, False, None, None

    def _natural_end(self, day: date) -> None:
        """End the game if its last move does so (art. 4.3)."""
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
