"""The state of a match: two games between two people, home and return (art. 1.2).

`engine.matches.fold` builds it from events; `engine.matches.decide` decides what may happen next.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from typing import NamedTuple

from engine.errors import Fault, GameStateError
from engine.ids import NO_ARBITER, GameId, Leg, MatchCode, PersonId, Seat, game_id
from engine.matches.correspondence_events import ChannelSet, ChannelSettings, GameState, Origin
from engine.matches.events import Arrangement, LegStarted, Statement
from engine.matches.kinds import ARRANGED, FRIENDLY, GameKind, kind_of
from engine.matches.letters import WaitingLetters
from engine.matches.result_events import LegEnded, LegResult
from engine.thinking_time import LeavePeriod


class MatchStage(Enum):
    """The stage of a match."""

    ARRANGED = "arranged"
    HOME = "home game running"
    BETWEEN = "between the games"
    RETURN = "return game running"
    """The return game runs, or is over while the home game continues after a ruling."""
    PLAYED = "both games over"
    PROPOSED = "results proposed"
    HOMOLOGATED = "results homologated"
    CANCELLED = "called off"
    """Cancelled before the first placement; it does not count."""


UNFINISHED = (MatchStage.ARRANGED, MatchStage.HOME, MatchStage.BETWEEN, MatchStage.RETURN)
"""The stages in which at least one of the games is running, or still to come."""
FINISHED = (MatchStage.HOMOLOGATED, MatchStage.CANCELLED)
"""The stages without further play or decisions, except a ruling on official results."""
TO_COME = (MatchStage.ARRANGED, MatchStage.BETWEEN)
"""The stages in which no game is running, and one is still to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenOver:
    """Coefficients that the arbiter took over from a player, for one end of a game (art. 8.5).

    If that end changes, they do not count; if it returns, they count again.
    """

    at: datetime
    """The instant at which the arbiter took them over."""
    person: PersonId
    """The player who proposed them."""
    red: Decimal
    """Red's coefficient before penalties."""
    blue: Decimal
    article: str
    of: LegEnded
    """The end for which they were taken over."""
    keeps_earlier: bool = True
    """Whether figures taken over before them count again if their end returns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The players' answers to proposed results (art. 8.5)."""

    confirmed: frozenset[PersonId] = frozenset()
    """The players who agree."""
    objected: frozenset[PersonId] = frozenset()
    """The players who object."""
    own: Mapping[tuple[PersonId, Leg], tuple[Decimal, Decimal]] = field(default_factory=dict)
    """The coefficients that an objecting player proposes, Red's first."""

    def only_of(self, people: frozenset[PersonId]) -> "Answers":
        """Return the answers of these people alone."""
        return Answers(
            confirmed=self.confirmed & people,
            objected=self.objected & people,
            own={key: figures for key, figures in self.own.items() if key[0] in people},
        )

    def renamed(self, name: Callable[[PersonId], PersonId]) -> "Answers":
        """Return the same answers by the people to whom `name` leads."""
        return Answers(
            confirmed=frozenset(map(name, self.confirmed)),
            objected=frozenset(map(name, self.objected)),
            own={(name(who), leg): figures for (who, leg), figures in self.own.items()},
        )


class Handover(NamedTuple):
    """A handover to another arbiter."""

    former: PersonId
    """The former arbiter."""
    wrote_for: frozenset[PersonId]
    """The players for whom the former arbiter was the writer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FreedSeat:
    """A seat that its player lost or left."""

    former: PersonId
    """The former player."""
    day: date
    """The day on which the seat was freed, in the match's time zone."""
    had_joined: bool
    """Whether they had joined; otherwise only a writer played there (art. 9.6)."""


@dataclass(frozen=True, kw_only=True)
class Match(Arrangement):
    """The state of a match after its last event; what was arranged may have changed since."""

    code: MatchCode
    served: tuple[tuple[datetime, PersonId], ...] = ()
    """Every arbiter so far, each with the instant since which they rule the match (art. 10.1)."""
    handed: tuple[Handover, ...] = ()
    """The handovers in force."""
    seeds: Mapping[Leg, str]
    """The seed of each leg's sequence, in hexadecimal; secret until that leg starts."""
    late_confirmed: datetime | None = None
    """The instant at which an arbiter confirmed a late return (`late_return`)."""
    stage: MatchStage = MatchStage.ARRANGED
    joined: frozenset[PersonId] = frozenset()
    """The players who have accepted their seat."""
    in_browser: frozenset[PersonId] = frozenset()
    """The people who play in a browser while they have a seat here (art. 6.1)."""
    freed: Mapping[PersonId, FreedSeat] = field(default_factory=dict)
    """The freed seats, by the person who has each now."""
    leave: tuple[tuple[PersonId, LeavePeriod], ...] = ()
    started: tuple[LegStarted, ...] = ()
    """The games that were started, home game first."""
    ended: tuple[LegEnded, ...] = ()
    """The ends of finished games, home game first."""
    earlier_seats: tuple[tuple[datetime, tuple[bool, bool]], ...] = field(default=(), compare=False)
    """Every earlier value of `seats_taken`, each with the instant at which it changed (art. 9.1).

    Matches are equal if they stand the same now, whichever seats were taken and freed on the way.
    """
    ready: frozenset[PersonId] = frozenset()
    """The players who asked to begin the return game before its last day."""
    results: tuple[LegResult, ...] = ()
    """The coefficients proposed or approved, home game first; empty before that."""
    proposed: date | None = None
    """The day on which the results were proposed; the players' days to answer run from then."""
    answers: Answers = field(default_factory=Answers)
    """The answers to the proposed results."""
    earlier_answers: Mapping[tuple[LegResult, ...], Answers] = field(default_factory=dict)
    """The answers to results that a ruling changed; they count again with the same results."""
    statements: Mapping[tuple[PersonId, Leg], tuple[Statement, date]] = field(default_factory=dict)
    """Each player's last statement about an unfinished game (art. 6.2), and its day."""
    taken_over: tuple[TakenOver, ...] = ()
    """The figures that arbiters took over, earliest first (`taken_over_for`)."""
    asked: Mapping[Leg, datetime] = field(default_factory=dict)
    """The instant at which an arbiter last asked for the state of a game (art. 6.2)."""
    states: Mapping[tuple[PersonId, Leg], GameState] = field(default_factory=dict)
    """The states that each player has reported since."""
    fines: Mapping[tuple[PersonId, Leg, str], Decimal] = field(default_factory=dict)
    """The penalty of each case in a game; an empty text stands for an unknown case (art. 10.3)."""
    upheld: Mapping[tuple[Leg, Seat], str] = field(default_factory=dict)
    """The case that rules that the seat's exceeded time does not change the result (art. 9.4)."""
    writers: Mapping[PersonId, PersonId] = field(default_factory=dict)
    """The person who enters a player's moves, with the arbiter's permission (art. 9.6)."""
    channels: tuple[ChannelSet, ...] = ()
    """Every change of the players' channel in force (art. 4.2, 6.1)."""
    proposed_channel: tuple[PersonId, ChannelSettings] | None = None
    """The player who proposes another channel, and the channel."""
    arbiter_requested: datetime | None = None
    """The instant at which a player last asked for a volunteer arbiter."""
    letters_waiting: WaitingLetters = field(default_factory=dict)
    """The correspondences with unanswered letters (art. 9.7)."""
    play_until: date | None = None
    """The last day of play in a match that was reopened after the closing of its phase (9.4)."""
    put_off: Mapping[GameId, date] = field(default_factory=dict)
    """The day until which an arbiter postponed a ruling on silence, by game (art. 7.2)."""

    @property
    def kind(self) -> GameKind:
        """What its games have: an arbiter, a reader, a phase, claims, leave."""
        return kind_of(self.arbiter, self.second, self.competition)

    @property
    def channel_settings(self) -> ChannelSettings:
        """The channel of the players: the bot, unless they agree otherwise (art. 4.2, 6.1)."""
        return self.channels[-1].means if self.channels else ChannelSettings()

    @property
    def channel_is_ruled(self) -> bool:
        """Whether the arbiter has set the channel, so that a player alone cannot end it.

        Other means of the same channel leave the ruling in force; another channel ends it.
        """
        settings, is_ruled = ChannelSettings(), False
        for event in self.channels:
            stays = is_ruled and event.means.channel == settings.channel
            settings = event.means
            is_ruled = bool(settings.channel) and (event.origin is Origin.RULED or stays)
        return is_ruled

    @property
    def is_by_request(self) -> bool:
        """Whether two people began it by a request, and so agreed on its terms."""
        began_alone = any(arbiter == NO_ARBITER for _, arbiter in self.served[:1])
        return self.kind is FRIENDLY or (self.kind is ARRANGED and began_alone)

    @property
    def is_over(self) -> bool:
        """Whether both games are over."""
        return self.stage not in UNFINISHED

    @property
    def people(self) -> tuple[PersonId, PersonId]:
        """The two players, in the order of the arrangement."""
        return self.first, self.second

    @property
    def seated(self) -> frozenset[PersonId]:
        """The players for whom an account or a writer plays (art. 9.6)."""
        return self.joined.union(self.writers).intersection(self.people)

    @property
    def seats_taken(self) -> tuple[bool, bool]:
        """Whether each of the two seats is taken, in the order of `people`."""
        return self.first in self.seated, self.second in self.seated

    @property
    def penalties(self) -> dict[tuple[PersonId, Leg], Decimal]:
        """Points off a player's coefficient in one of the games, over all cases (art. 10.3)."""
        sums = defaultdict[tuple[PersonId, Leg], Decimal](Decimal)
        for (person, leg, _), points in self.fines.items():
            sums[person, leg] += points
        return dict(sums)

    def partner(self, person: PersonId) -> PersonId:
        """Return the opponent of that player."""
        return self.second if person == self.first else self.first

    @property
    def all_running(self) -> tuple[Leg, ...]:
        """The running legs, home leg first; two if a ruling resumed the home game meanwhile."""
        if self.stage is MatchStage.CANCELLED:
            return ()
        over = {ended.leg for ended in self.ended}
        return tuple(started.leg for started in self.started if started.leg not in over)

    @property
    def running(self) -> Leg | None:
        """The running leg, or None; if two are running, the one that began last."""
        return next(reversed(self.all_running), None)

    @property
    def next_leg(self) -> Leg | None:
        """The leg still to start, or None."""
        return {MatchStage.ARRANGED: Leg.HOME, MatchStage.BETWEEN: Leg.RETURN}.get(self.stage)

    @property
    def home_ended_on(self) -> date | None:
        """The day on which the home game ended; None while it runs (again) or is to come.

        If only its result is known, it is the day of the import, so that no days are lost.
        """
        if self.stated:
            return self.start
        home = self.end_of(Leg.HOME)
        return None if home is None else home.on

    @property
    def last_ended_on(self) -> date | None:
        """The day of the latest end of a game; None before the first.

        After a ruling the home game may end later than the return game.
        """
        return max((ended.on for ended in self.ended), default=None)

    @property
    def return_day(self) -> date | None:
        """The last day for the return game to start (art. 7.1); None before the home game is over.

        Also a match whose return game has begun, or that has none, has this day.

        Without a fixed day it is `return_leg_days` after the end of the home game. If all return
        games of the phase start on one day, it is that day, or the end of a longer home game. A
        fixed day later than `return_leg_days` needs the organiser's confirmation for this match.
        """
        over = self.home_ended_on
        if over is None:
            return None
        if self.returns is None or self._is_returns_too_late(over):
            return self._usual_return_day(over)
        return max(self.returns, over)

    @property
    def late_return_day(self) -> date | None:
        """The fixed day that needs confirmation, because it is too late by art. 7.1; or None."""
        over = self.home_ended_on
        if self.stage is not MatchStage.BETWEEN or over is None:
            return None
        return self.returns if self._is_returns_too_late(over) else None

    def _is_returns_too_late(self, over: date) -> bool:
        """Return whether the fixed day is too late after that end, and not confirmed."""
        is_late = self.returns is not None and self.returns > self._usual_return_day(over)
        return is_late and not self.late_return

    def _usual_return_day(self, over: date) -> date:
        """Return the last day without a confirmation, for a home game that ended on that day."""
        return over + timedelta(days=self.rules.return_leg_days)

    def end_of(self, leg: Leg) -> LegEnded | None:
        """Return the end of that game; None if it is not over."""
        return next((ended for ended in self.ended if ended.leg is leg), None)

    def taken_over_for(self, ended: LegEnded) -> TakenOver | None:
        """Return the last figures taken over for that end of a game; None if there are none."""
        for figures in reversed(self.taken_over):
            if figures.of.has_base_of(ended):
                return figures
            if figures.of.leg is ended.leg and not figures.keeps_earlier:
                return None
        return None

    def reserved_seat(self, person: PersonId) -> FreedSeat | None:
        """Return the freed seat that is reserved for the person; None if it is taken."""
        if person in self.seated:
            return None
        return self.freed.get(person)

    def former_player_of(self, place: PersonId) -> PersonId | None:
        """Return the former player of a freed seat; None if another player has taken it.

        A writer may play there meanwhile (art. 9.6).
        """
        seat = None if place in self.joined else self.freed.get(place)
        return None if seat is None else seat.former

    def last_day(self, closing: date) -> date:
        """Return the last day of play: the closing of the phase, or a later day ruled since."""
        return closing if self.play_until is None else max(closing, self.play_until)

    def with_end(self, ended: LegEnded) -> "Match":
        """Return the match with that end of the game; the home game comes first in the list."""
        ends = {end.leg: end for end in self.ended} | {ended.leg: self.judged(ended)}
        return replace(self, ended=tuple(ends[leg] for leg in Leg if leg in ends))

    def judged(self, ended: LegEnded) -> LegEnded:
        """Return the end with the seats that were never taken before it (art. 9.1).

        A seat from which somebody has moved in the game counts as taken. An end on top of another
        one is about the same game, so the same seats had not been taken. A seat that changed hands
        at the instant of the end still counts as before: who leaves, ends their games first.
        """
        if ended.since is None:
            return ended
        earlier = (taken for until, taken in self.earlier_seats if until >= ended.since)
        is_taken = dict(zip(self.people, next(earlier, self.seats_taken), strict=True))
        untaken = (
            seat
            for seat, person in zip(Seat, self.colours(ended.leg), strict=True)
            if not is_taken[person] and seat not in ended.moved
        )
        return replace(ended, untaken=tuple(untaken))

    def colours(self, leg: Leg) -> tuple[PersonId, PersonId]:
        """Return the Red and the Blue player (art. 1.3): set or drawn for home, then swapped.

        The draw is one bit of the committed seed, so a check of the seed includes it.
        """
        home = (self.first, self.second)
        if self.red is not None:
            home = (self.red, self.partner(self.red))
        elif hashlib.sha256(b"colours" + bytes.fromhex(self.seeds[Leg.HOME])).digest()[0] & 1:
            home = (self.second, self.first)
        return home if leg is Leg.HOME else (home[1], home[0])

    def person_at(self, seat: Seat, leg: Leg) -> PersonId:
        """Return the player with that colour in that game."""
        return self.colours(leg)[seat is Seat.BLUE]

    def seat_of(self, person: PersonId, leg: Leg) -> Seat:
        """Return the player's colour in that game; a KeyError for anybody else."""
        return dict(zip(self.colours(leg), Seat, strict=True))[person]

    def leave_of(self, person: PersonId) -> tuple[LeavePeriod, ...]:
        """Return the person's announced leave, earliest first."""
        return tuple(sorted(period for who, period in self.leave if who == person))


def check_unfinished(match: Match, article: str) -> None:
    """Refuse with `match_over`, by that article, unless a game is running or still to come."""
    if match.is_over:
        raise GameStateError(Fault("match_over", article))


def check_proposed(match: Match) -> None:
    """Refuse with `no_results_proposed` unless the match has results that wait for approval."""
    if match.stage is not MatchStage.PROPOSED:
        raise GameStateError(Fault("no_results_proposed", "8.5"))


def games_of(match: Match) -> tuple[GameId, ...]:
    """Return the ids of the games that have started, home game first."""
    return tuple(game_id(match.code, started.leg) for started in match.started)
