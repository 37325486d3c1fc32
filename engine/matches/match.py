"""A match as it stands: two games between two people, home and return (art. 1.2).

It is made from events by `engine.matches.fold`; what may happen next is decided in
`engine.matches.decide`.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum

from engine.games.events import EditionRef
from engine.ids import (
    NO_COMPETITION,
    CompetitionCode,
    GameId,
    Leg,
    MatchCode,
    PersonId,
    Seat,
    game_id,
)
from engine.matches.events import LegStarted, StateDeclared
from engine.matches.letters import Waiting
from engine.matches.result_events import LegEnded, LegResult
from engine.matches.statements import Statement
from engine.matches.told_events import GameState, Means
from engine.rulesets import Phase, Ruleset
from engine.thinking_time import LeavePeriod, day_of


class MatchStage(Enum):
    """Where a match stands."""

    ARRANGED = "arranged"
    HOME = "home game running"
    BETWEEN = "between the games"
    RETURN = "return game running"
    """Or over, while a ruling lets the home game go on."""
    PLAYED = "both games over"
    PROPOSED = "results proposed"
    HOMOLOGATED = "results homologated"
    CANCELLED = "called off"
    """Before anybody had placed: there is nothing to be counted."""


UNFINISHED = (MatchStage.ARRANGED, MatchStage.HOME, MatchStage.BETWEEN, MatchStage.RETURN)
"""At least one of the games is running, or still to come."""
FINISHED = (MatchStage.HOMOLOGATED, MatchStage.CANCELLED)
"""Nothing is to be played or decided any more, but by a ruling on what is homologated."""
TO_COME = (MatchStage.ARRANGED, MatchStage.BETWEEN)
"""None is running, and one is still to come."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match as it stands after its last event."""

    code: MatchCode
    arbiter: PersonId
    phase: Phase
    rules: Ruleset
    edition: EditionRef
    first: PersonId
    second: PersonId
    start: date
    seeds: Mapping[Leg, str]
    """The seed of each leg's sequence, in hex; secret until that leg starts."""
    competition: CompetitionCode = NO_COMPETITION
    """The competition it is played in; empty: in none."""
    red: PersonId | None = None
    """Who plays Red in the home game; None: the home game's seed decides."""
    returns: date | None = None
    """The day on which the return games of its phase start; None: there is none."""
    late_return: bool = True
    """Whether that day stands though it is later than art. 7.1 lets the return game start."""
    title: str | None = ""
    """What it is called on the sheets, outside a competition; empty: a friendly match.

    None: arranged before matches had titles of their own.
    """
    stage: MatchStage = MatchStage.ARRANGED
    joined: frozenset[PersonId] = frozenset()
    freed: Mapping[PersonId, tuple[PersonId, date]] = field(default_factory=dict)
    """Who had the place that is kept for that person, and on which day it was freed."""
    leave: tuple[tuple[PersonId, LeavePeriod], ...] = ()
    started: tuple[LegStarted, ...] = ()
    ended: tuple[LegEnded, ...] = ()
    ready: frozenset[PersonId] = frozenset()
    """Who asked to begin the return game before its last day."""
    results: tuple[LegResult, ...] = ()
    proposed: date | None = None
    """The day on which these results were proposed: from it both have some days to answer."""
    confirmed: frozenset[PersonId] = frozenset()
    objected: frozenset[PersonId] = frozenset()
    statements: Mapping[tuple[PersonId, Leg], Statement] = field(default_factory=dict)
    """What each player last said of a game that the closing date finds unfinished (art. 6.2)."""
    said_on: Mapping[tuple[PersonId, Leg], date] = field(default_factory=dict)
    """The day on which each of them said it."""
    own: Mapping[tuple[PersonId, Leg], tuple[Decimal, Decimal]] = field(default_factory=dict)
    """What somebody who objects holds a game worth, Red's first (art. 8.5)."""
    taken_over: Mapping[Leg, tuple[Decimal, Decimal, str]] = field(default_factory=dict)
    """A game's figures by the arbiter's decision before penalties, Red's first, and the article."""
    asked: Mapping[Leg, datetime] = field(default_factory=dict)
    """When an arbiter last asked both players how a game stands (art. 6.2)."""
    states: Mapping[tuple[PersonId, Leg], GameState] = field(default_factory=dict)
    """What each has told of it since."""
    penalties: Mapping[tuple[PersonId, Leg], Decimal] = field(default_factory=dict)
    """Points taken off a player's coefficient in one of the games, all cases together (10.3)."""
    fines: Mapping[tuple[PersonId, Leg, str], Decimal] = field(default_factory=dict)
    """The same by the case in which each was ruled; empty: in none that is known."""
    upheld: frozenset[tuple[Leg, Seat]] = frozenset()
    """Whose exceeded time a ruling lets the result of that game stand in spite of (art. 9.4)."""
    writers: Mapping[PersonId, PersonId] = field(default_factory=dict)
    """Who writes for a player that does not write himself, by the arbiter's leave (art. 9.6)."""
    means: Means = field(default_factory=Means)
    """How the players correspond: through the bot, unless they agree otherwise (art. 4.2, 6.1)."""
    channel_is_ruled: bool = False
    """Whether the arbiter has set the channel: no player alone ends that."""
    proposed_means: tuple[PersonId, Means] | None = None
    """What one of them proposes instead, and who."""
    letters_waiting: Waiting = field(default_factory=dict)
    """In which correspondences a player waits for an arbiter, and since when (art. 9.7)."""
    play_until: date | None = None
    """The last day of play in a match that was reopened after the closing of its phase (9.4)."""
    put_off: Mapping[GameId, date] = field(default_factory=dict)
    """Until when an arbiter waits with a game before he finds anything of a silence (art. 7.2)."""

    @property
    def is_over(self) -> bool:
        """Return whether both games are over."""
        return self.stage not in UNFINISHED

    @property
    def people(self) -> tuple[PersonId, PersonId]:
        """Return the two players, as arranged."""
        return self.first, self.second

    def partner(self, person: PersonId) -> PersonId:
        """Return the other player."""
        return self.second if person == self.first else self.first

    @property
    def all_running(self) -> tuple[Leg, ...]:
        """Return the legs being played, the home one first.

        Both are only where a ruling lets the home game go on after the return game has begun.
        """
        if self.stage is MatchStage.CANCELLED:
            return ()
        over = {one.leg for one in self.ended}
        return tuple(one.leg for one in self.started if one.leg not in over)

    @property
    def running(self) -> Leg | None:
        """Return the leg being played, if one is; of two the one that began last."""
        return next(reversed(self.all_running), None)

    @property
    def next_leg(self) -> Leg | None:
        """Return the leg that is still to start, if any."""
        return {MatchStage.ARRANGED: Leg.HOME, MatchStage.BETWEEN: Leg.RETURN}.get(self.stage)

    @property
    def return_day(self) -> date | None:
        """Return the last day on which the return game starts (art. 7.1), once the home one ended.

        Rules: at the latest 5 days after the end of the home game; where all return games of the
        phase start on one day, on that day, or when a home game that lasted longer has ended. A
        day later than those 5 needs the organiser's confirmation for this match.
        """
        if not self.ended:
            return None
        over = self.ended[0].on
        latest = over + timedelta(days=self.rules.return_leg_days)
        if self.returns is None:
            return latest
        return max(self.returns if self.late_return else min(self.returns, latest), over)

    @property
    def late_return_day(self) -> date | None:
        """Return the fixed day that is to be confirmed, as it is too late by art. 7.1; or None."""
        if self.stage is not MatchStage.BETWEEN or self.returns is None:
            return None
        return self.returns if self.return_day != max(self.returns, self.ended[0].on) else None

    def vacated(self, person: PersonId) -> tuple[PersonId, date] | None:
        """Return who had the person's place, and when it was freed; None: somebody has taken it."""
        if person in self.joined or person in self.writers:
            return None
        return self.freed.get(person)

    def last_day(self, closing: date | None) -> date | None:
        """Return the last day of play: the closing of the phase, or a later day ruled since."""
        if closing is None or self.play_until is None:
            return closing
        return max(closing, self.play_until)

    def with_statement(self, event: StateDeclared) -> "Match":
        """Return the match with what a player says of an unfinished game, and when (art. 9.4)."""
        of_whom, day = (event.person, event.leg), day_of(event.at, self.rules.time_zone)
        statements = {**self.statements, of_whom: event.statement}
        return replace(self, statements=statements, said_on={**self.said_on, of_whom: day})

    def with_end(self, ended: LegEnded) -> "Match":
        """Return the match with that game over, the home game first whichever ended last."""
        return replace(self, ended=tuple(sorted((*self.ended, ended), key=lambda one: one.leg)))

    def colours(self, leg: Leg) -> tuple[PersonId, PersonId]:
        """Return who plays Red and who Blue (art. 1.3): set or drawn for home, then swapped.

        The draw is one bit of the committed seed, so that whoever checks the seed checks it too.
        """
        home = (self.first, self.second)
        if self.red is not None:
            home = (self.red, self.partner(self.red))
        elif hashlib.sha256(b"colours" + bytes.fromhex(self.seeds[Leg.HOME])).digest()[0] & 1:
            home = (self.second, self.first)
        return home if leg is Leg.HOME else (home[1], home[0])

    def leave_of(self, person: PersonId) -> tuple[LeavePeriod, ...]:
        """Return the person's announced leave, earliest first."""
        return tuple(sorted(period for who, period in self.leave if who == person))


def games_of(match: Match) -> tuple[GameId, ...]:
    """Return the ids of the games that have started, the home one first."""
    return tuple(game_id(match.code, started.leg) for started in match.started)
