"""A match is the fold of its events: two games between two people, home and return (art. 1.2).

The functions below the fold decide: each takes the match and what somebody wants of it, and returns
the events that follow or refuses.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from decimal import Decimal
from enum import Enum
from functools import reduce

from engine.clock import LeavePeriod, check_leave, check_leave_withdrawal, day_of
from engine.competition_events import NO_COMPETITION, CompetitionCode
from engine.errors import BrokenLog, Fault, GameStateError
from engine.events import EditionRef, GameEnded
from engine.game import Game
from engine.ids import Leg, MatchCode, PersonId, game_id
from engine.match_events import (
    LegCorrected,
    LegEnded,
    LegReopened,
    LegResult,
    LegStarted,
    MatchArranged,
    MatchEvent,
    MatchLeaveAnnounced,
    MatchLeaveWithdrawn,
    PenaltySet,
    PlayerJoined,
    ResultsConfirmed,
    ResultsCorrected,
    ResultsHomologated,
    ResultsObjected,
    ResultsProposed,
    ReturnRequested,
    StateDeclared,
    Statement,
    WriterAllowed,
    WriterWithdrawn,
)
from engine.rulesets import Phase, Ruleset


class MatchStage(Enum):
    """Where a match stands."""

    ARRANGED = "arranged"
    HOME = "home game running"
    BETWEEN = "between the games"
    RETURN = "return game running"
    PLAYED = "both games over"
    PROPOSED = "results proposed"
    HOMOLOGATED = "results homologated"


_EVERYWHERE = (MatchStage.ARRANGED, MatchStage.HOME, MatchStage.BETWEEN, MatchStage.RETURN)
_ONE_OVER = (
    MatchStage.BETWEEN,
    MatchStage.RETURN,
    MatchStage.PLAYED,
    MatchStage.HOMOLOGATED,
)
_STARTED = (MatchStage.HOME, *_ONE_OVER)

MATCH_TRANSITIONS: Mapping[tuple[MatchStage, type[MatchEvent]], MatchStage] = {
    **{(stage, PlayerJoined): stage for stage in _EVERYWHERE},
    **{(stage, MatchLeaveAnnounced): stage for stage in _EVERYWHERE},
    **{(stage, MatchLeaveWithdrawn): stage for stage in _EVERYWHERE},
    **{(stage, WriterAllowed): stage for stage in _EVERYWHERE},
    **{(stage, WriterWithdrawn): stage for stage in _EVERYWHERE},
    (MatchStage.ARRANGED, LegStarted): MatchStage.HOME,
    (MatchStage.HOME, LegEnded): MatchStage.BETWEEN,
    (MatchStage.BETWEEN, ReturnRequested): MatchStage.BETWEEN,
    **{(stage, StateDeclared): stage for stage in _EVERYWHERE},
    (MatchStage.BETWEEN, LegStarted): MatchStage.RETURN,
    (MatchStage.RETURN, LegEnded): MatchStage.PLAYED,
    (MatchStage.PLAYED, ResultsProposed): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ResultsConfirmed): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ResultsObjected): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ResultsHomologated): MatchStage.HOMOLOGATED,
    # A ruling: what it changes is proposed anew, unless it is homologated already.
    **{(stage, LegCorrected): stage for stage in _ONE_OVER},
    **{(stage, PenaltySet): stage for stage in _STARTED},
    (MatchStage.PROPOSED, LegCorrected): MatchStage.PLAYED,
    (MatchStage.PROPOSED, PenaltySet): MatchStage.PLAYED,
    (MatchStage.BETWEEN, LegReopened): MatchStage.HOME,
    (MatchStage.PLAYED, LegReopened): MatchStage.RETURN,
    (MatchStage.PROPOSED, LegReopened): MatchStage.RETURN,
    (MatchStage.HOMOLOGATED, ResultsCorrected): MatchStage.HOMOLOGATED,
}
"""Every transition there is; the arrangement itself is where a match begins."""


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
    stage: MatchStage = MatchStage.ARRANGED
    joined: frozenset[PersonId] = frozenset()
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
    penalties: Mapping[tuple[PersonId, Leg], Decimal] = field(default_factory=dict)
    """Points taken off a player's coefficient in one of the games (art. 10.3)."""
    writers: Mapping[PersonId, PersonId] = field(default_factory=dict)
    """Who writes for a player that does not write himself, by the arbiter's leave (art. 9.6)."""

    @property
    def people(self) -> tuple[PersonId, PersonId]:
        """Return the two players, as arranged."""
        return self.first, self.second

    def partner(self, person: PersonId) -> PersonId:
        """Return the other player."""
        return self.second if person == self.first else self.first

    @property
    def running(self) -> Leg | None:
        """Return the leg being played, if one is."""
        return {MatchStage.HOME: Leg.HOME, MatchStage.RETURN: Leg.RETURN}.get(self.stage)

    @property
    def next_leg(self) -> Leg | None:
        """Return the leg that is still to start, if any."""
        return {MatchStage.ARRANGED: Leg.HOME, MatchStage.BETWEEN: Leg.RETURN}.get(self.stage)

    @property
    def return_day(self) -> date | None:
        """Return the last day on which the return game starts (art. 7.1), once the home one ended.

        Rules: at the latest 5 days after the end of the home game.
        """
        if not self.ended:
            return None
        return self.ended[0].on + timedelta(days=self.rules.return_leg_days)

    def colours(self, leg: Leg) -> tuple[PersonId, PersonId]:
        """Return who plays Red and who Blue: set or drawn for the home game, then swapped.

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


def replay_match(events: Iterable[MatchEvent]) -> Match:
    """Return the match that these events make.

    Raises:
        BrokenLog: the log is empty or does not begin with the arrangement.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, MatchArranged):
        raise BrokenLog("a match's log begins with its arrangement")
    return reduce(evolve_match, log, arranged(first))


def arranged(event: MatchArranged) -> Match:
    """Return the match as the arbiter arranged it."""
    return Match(
        code=event.match,
        arbiter=event.arbiter,
        phase=event.phase,
        rules=event.rules,
        edition=event.edition,
        first=event.first,
        second=event.second,
        start=event.start,
        seeds={Leg.HOME: event.home_seed, Leg.RETURN: event.return_seed},
        competition=event.competition,
        red=event.red,
    )


def evolve_match(match: Match, event: MatchEvent) -> Match:
    """Return the match after the event, which has been decided and is not judged again.

    Raises:
        BrokenLog: no such transition exists; the log is not one this program wrote.
    """
    stage = MATCH_TRANSITIONS.get((match.stage, type(event)))
    if stage is None:
        raise BrokenLog(f"{type(event).__name__} cannot happen in a match with {match.stage}")
    return replace(_applied(match, event), stage=stage)


def _applied(match: Match, event: MatchEvent) -> Match:  # noqa: PLR0911, PLR0912  (one line an event)
    match event:
        case PlayerJoined():
            renamed = _renamed(match, event.invited, event.person)
            return replace(renamed, joined=match.joined | {event.person})
        case LegStarted():
            return replace(match, started=(*match.started, event))
        case LegEnded():
            return replace(match, ended=(*match.ended, event))
        case ReturnRequested():
            return replace(match, ready=match.ready | {event.person})
        case MatchLeaveAnnounced():
            return replace(match, leave=(*match.leave, (event.person, event.period)))
        case MatchLeaveWithdrawn():
            gone = (event.person, event.period)
            return replace(match, leave=tuple(entry for entry in match.leave if entry != gone))
        case StateDeclared():
            said = {(event.person, event.leg): event.statement}
            return replace(match, statements={**match.statements, **said})
        case ResultsProposed():
            day = day_of(event.at, match.rules.time_zone)
            return replace(match, results=event.results, proposed=day)
        case ResultsConfirmed():
            return replace(
                match,
                confirmed=match.confirmed | {event.person},
                objected=match.objected - {event.person},
            )
        case ResultsObjected():
            return replace(
                match,
                objected=match.objected | {event.person},
                confirmed=match.confirmed - {event.person},
            )
        case ResultsHomologated() | MatchArranged():
            return match
        case ResultsCorrected():
            return replace(match, results=event.results)
        case _:
            return _ruled(match, event)


_Ruling = LegCorrected | LegReopened | PenaltySet | WriterAllowed | WriterWithdrawn


def _ruled(match: Match, event: _Ruling) -> Match:
    """Apply a ruling; whatever was proposed and not homologated is no longer proposed."""
    if match.stage is MatchStage.PROPOSED:
        nobody: frozenset[PersonId] = frozenset()
        match = replace(match, results=(), proposed=None, confirmed=nobody, objected=nobody)
    match event:
        case LegCorrected():
            ended = [event.ended if one.leg is event.ended.leg else one for one in match.ended]
            return replace(match, ended=tuple(ended))
        case LegReopened():
            ended = [one for one in match.ended if one.leg is not event.leg]
            return replace(match, ended=tuple(ended), ready=frozenset())
        case WriterAllowed():
            return replace(match, writers={**match.writers, event.person: event.writer})
        case WriterWithdrawn():
            left = {who: by for who, by in match.writers.items() if who != event.person}
            return replace(match, writers=left)
        case _:  # only PenaltySet is left
            points = {**match.penalties, (event.person, event.leg): event.points}
            return replace(match, penalties={who: taken for who, taken in points.items() if taken})


def _renamed(match: Match, old: PersonId, new: PersonId) -> Match:
    """Return the match with one person in all places of another."""

    def name(person: PersonId) -> PersonId:
        return new if person == old else person

    return replace(
        match,
        first=name(match.first),
        second=name(match.second),
        red=None if match.red is None else name(match.red),
        started=tuple(
            replace(leg, red=name(leg.red), blue=name(leg.blue)) for leg in match.started
        ),
        leave=tuple((name(person), period) for person, period in match.leave),
        statements={(name(who), leg): said for (who, leg), said in match.statements.items()},
        penalties={(name(who), leg): points for (who, leg), points in match.penalties.items()},
        writers={name(who): name(by) for who, by in match.writers.items()},
    )


def join(match: Match, invited: PersonId, person: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Let a person take the place that was kept for him; in a competition also after the start.

    Raises:
        GameStateError: the place is taken, or he holds the other one.
    """
    stages = _EVERYWHERE if match.competition else (MatchStage.ARRANGED,)
    if match.stage not in stages or invited not in match.people or invited in match.joined:
        raise GameStateError(Fault("place_taken"))
    if person == match.partner(invited):
        raise GameStateError(Fault("already_the_partner", "1.2"))
    if person == match.arbiter:
        raise GameStateError(Fault("arbiter_cannot_play", "1.1"))
    return (PlayerJoined(at=at, invited=invited, person=person),)


def start_leg(match: Match, at: datetime, *, on_request: bool = False) -> tuple[LegStarted, ...]:
    """Start the next game if its hour has come: nothing otherwise.

    The home game starts when both have joined and the start date has come; the return game when
    both ask for it, or on its last day (art. 7.1). In a competition nobody is waited for: who does
    not come is a no-show (art. 9.1).
    """
    leg = match.next_leg
    if leg is None or not (match.competition or match.joined == frozenset(match.people)):
        return ()
    today = day_of(at, match.rules.time_zone)
    due = match.start if leg is Leg.HOME else match.return_day
    both_ready = leg is Leg.RETURN and match.ready == frozenset(match.people)
    if due is None or (today < due and not (both_ready or on_request)):
        return ()
    red, blue = match.colours(leg)
    return (LegStarted(at=at, leg=leg, red=red, blue=blue, start=today),)


def request_return(match: Match, person: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Note that a player is ready for the return game.

    Raises:
        GameStateError: there is no return game to wait for.
    """
    if match.stage is not MatchStage.BETWEEN:
        raise GameStateError(Fault("no_return_waiting", "7.1"))
    if person in match.ready:
        return ()
    return (ReturnRequested(at=at, person=person),)


def end_leg(match: Match, game: Game, at: datetime) -> tuple[LegEnded, ...]:
    """Return the end of the running leg, told from its finished game."""
    if match.running is not game.leg or game.ended is None:
        return ()
    return (leg_ended(match, game, game.ended, at),)


def leg_ended(match: Match, game: Game, ended: GameEnded, at: datetime) -> LegEnded:
    """Return that end of the game, with the figures that its coefficients need."""
    return LegEnded(
        at=at,
        leg=game.leg,
        on=day_of(at, match.rules.time_zone),
        ending=ended.ending,
        by=ended.by,
        red_score=game.red.score,
        blue_score=game.blue.score,
        rounds=game.complete_rounds,
        declared=ended.declared,
        silent=ended.silent,
    )


def announce_leave(
    match: Match, person: PersonId, period: LeavePeriod, at: datetime
) -> tuple[MatchEvent, ...]:
    """Announce leave that has not begun, within the days of the phase (art. 7.2).

    Raises:
        RuleViolation: every rule it breaks.
        GameStateError: the match is over.
    """
    _still_played(match)
    today = day_of(at, match.rules.time_zone)
    own = match.leave_of(person)
    check_leave(period, announced=today, own=own, allowance=match.rules.leave_days)
    return (MatchLeaveAnnounced(at=at, person=person, period=period),)


def withdraw_leave(
    match: Match, person: PersonId, period: LeavePeriod, at: datetime
) -> tuple[MatchEvent, ...]:
    """Take back announced leave that has not begun (art. 7.2).

    Raises:
        RuleViolation: it has begun, or was never announced.
        GameStateError: the match is over.
    """
    _still_played(match)
    today = day_of(at, match.rules.time_zone)
    check_leave_withdrawal(period, today=today, own=match.leave_of(person))
    return (MatchLeaveWithdrawn(at=at, person=person, period=period),)


def answer_results(
    match: Match, person: PersonId, at: datetime, *, agrees: bool
) -> tuple[MatchEvent, ...]:
    """Confirm the proposed coefficients or object to them (art. 8.5).

    Raises:
        GameStateError: nothing is proposed.
    """
    if match.stage is not MatchStage.PROPOSED:
        raise GameStateError(Fault("no_results_proposed", "8.5"))
    if agrees:
        return () if person in match.confirmed else (ResultsConfirmed(at=at, person=person),)
    return () if person in match.objected else (ResultsObjected(at=at, person=person),)


def homologate(match: Match, arbiter: PersonId, at: datetime) -> tuple[MatchEvent, ...]:
    """Homologate the proposed results.

    Raises:
        GameStateError: nothing is proposed, or a player's objection stands.
    """
    if match.stage is not MatchStage.PROPOSED:
        raise GameStateError(Fault("no_results_proposed", "8.5"))
    return (ResultsHomologated(at=at, arbiter=arbiter),)


def _still_played(match: Match) -> None:
    if match.stage not in _EVERYWHERE:
        raise GameStateError(Fault("match_over", "7.2"))


def games_of(match: Match) -> tuple[str, ...]:
    """Return the ids of the games that have started, the home one first."""
    return tuple(game_id(match.code, started.leg) for started in match.started)
