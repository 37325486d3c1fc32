"""Every event of a game, its match and its cases as one sentence: the log, readable.

A wire name that has no sentence here is shown as it is, so that nothing is left out.
"""

from collections.abc import Callable, Mapping
from typing import Any

from bot.messages import Param, Text, say
from bot.words.endings import ending_text
from engine.cases.events import (
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    ClaimFiled,
    CommentGiven,
    DefenceGiven,
    OpinionAsked,
    OpinionGiven,
    PartnerTold,
)
from engine.clock import LeavePeriod
from engine.games.events import (
    GameEnded,
    GameStarted,
    InterruptionDeclined,
    InterruptionProposed,
    LeaveAnnounced,
    LeaveWithdrawn,
    Passed,
    PlacementAccepted,
    PlacementMade,
    PlacementReturned,
    TimeExceeded,
)
from engine.games.ruling_events import (
    GameReopened,
    MovesAnnulled,
    MovesRestored,
    ScoreCorrected,
    SeatTaken,
    TimeGranted,
)
from engine.ids import Leg, PersonId, Seat
from engine.matches.events import (
    LegCorrected,
    LegEnded,
    LegReopened,
    LegResult,
    LegStarted,
    MatchArranged,
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
    WriterAllowed,
    WriterWithdrawn,
)
from engine.notation import format_position
from engine.sequence import commitment

Names = Mapping[PersonId, str]
Seats = Mapping[Leg, Mapping[Seat, PersonId]]
"""Who plays which colour, in each game that has begun."""


def sentence(  # noqa: PLR0913  (what the words of an event depend on)
    event: Any,
    wire_name: str,
    names: Names,
    seats: Seats,
    leg: Leg | None,
    *,
    decision: Callable[[CaseRuled], Text] | None = None,
) -> Text:
    """Return what happened; `leg` is the game that the event is of, None for the match's own.

    `decision` tells what an arbiter ruled in a case.
    """
    if isinstance(event, CaseRuled) and decision is not None:
        return _ruled(event, names, decision(event))
    teller = _TELLERS.get(type(event))
    if teller is None:
        return say("story.other", name=wire_name)
    return teller(event, _Cast(names, seats, getattr(event, "leg", None) or leg))


def tells(kind: type) -> bool:
    """Return whether there is a sentence for events of that class."""
    return kind in {*_TELLERS, CaseRuled}


class _Cast:
    """Who is who, while one event is told."""

    def __init__(self, names: Names, seats: Seats, leg: Leg | None) -> None:
        self._names = names
        self._seats = seats
        self._leg = leg

    def name(self, person: PersonId) -> str:
        return self._names[person]

    def at(self, seat: Seat | None, leg: Leg | None = None) -> str:
        """Return who holds the seat; nobody where it is none."""
        played = leg or self._leg
        if seat is None or played is None:
            return ""
        return self._names[self._seats[played][seat]]


def _moved(event: PlacementMade | Passed, cast: _Cast) -> Text:
    facts: dict[str, Param] = {"who": cast.at(event.by), "round": event.round}
    by = None if event.entered_by is None else cast.name(event.entered_by)
    hand = None if by is None else say("story.entered_by", author=by)
    if event.conditional:
        hand = say("story.conditional")
    if isinstance(event, Passed):
        return say("story.passed", hand=hand, **facts)
    return say(
        "story.placed",
        hand=hand,
        position=format_position(event.square, event.axis),
        words=", ".join(event.words),
        points=event.points,
        counted=event.counted,
        **facts,
    )


def _period(period: LeavePeriod) -> dict[str, Param]:
    facts = period.facts
    return {"first": facts["first"], "last": facts["last"], "n": period.days}


def _game_started(event: GameStarted, cast: _Cast) -> Text:
    del cast
    return say("story.game_started", start=event.start.isoformat(), edition=event.edition.name)


def _returned(event: PlacementReturned, cast: _Cast) -> Text:
    words = ", ".join(word.upper() for word in event.words)
    return say("story.returned", who=cast.at(event.by), words=words)


def _leave(event: LeaveAnnounced | MatchLeaveAnnounced, cast: _Cast) -> Text:
    who = cast.at(event.by) if isinstance(event, LeaveAnnounced) else cast.name(event.person)
    return say("story.leave", who=who, **_period(event.period))


def _leave_withdrawn(event: LeaveWithdrawn | MatchLeaveWithdrawn, cast: _Cast) -> Text:
    who = cast.at(event.by) if isinstance(event, LeaveWithdrawn) else cast.name(event.person)
    return say("story.leave_withdrawn", who=who, **_period(event.period))


def _ended(event: GameEnded | LegEnded, cast: _Cast) -> Text:
    leg = event.leg if isinstance(event, LegEnded) else None
    how = ending_text(event, cast.at(Seat.RED, leg), cast.at(Seat.BLUE, leg))
    if isinstance(event, GameEnded):
        why = say("game.why", reason=event.reason) if event.reason else None
        return say("story.game_ended", how=how, why=why)
    return _leg_end("story.leg_ended", event, how)


def _leg_end(key: str, event: LegEnded, how: Text) -> Text:
    facts: dict[str, Param] = {
        "leg": say(f"leg.{event.leg.value}"),
        "red_score": event.red_score,
        "blue_score": event.blue_score,
        "how": how,
    }
    return Text(key, facts)


def _granted(event: TimeGranted, cast: _Cast) -> Text:
    return say(
        "story.granted" if event.days > 0 else "story.taken_back",
        arbiter=cast.name(event.arbiter),
        who=cast.at(event.by),
        n=abs(event.days),
        reason=event.reason,
        article=event.article,
    )


def _annulled(event: MovesAnnulled, cast: _Cast) -> Text:
    return say(
        "story.annulled",
        arbiter=cast.name(event.arbiter),
        n=event.keep,
        reason=event.reason,
        article=event.article,
        charged=say("story.charged" if event.charged else "story.given_back"),
    )


def _corrected(event: ScoreCorrected, cast: _Cast) -> Text:
    return say(
        "story.corrected",
        arbiter=cast.name(event.arbiter),
        number=event.move + 1,
        points=event.points,
        counted=event.counted,
        reason=event.reason,
        article=event.article,
    )


def _reopened(event: GameReopened, cast: _Cast) -> Text:
    return say(
        "story.reopened",
        arbiter=cast.name(event.arbiter),
        on=event.on.isoformat(),
        reason=event.reason,
        article=event.article,
    )


def _restored(event: MovesRestored, cast: _Cast) -> Text:
    return say(
        "story.restored",
        arbiter=cast.name(event.arbiter),
        reason=event.reason,
        article=event.article,
    )


def _claim(event: ClaimFiled, cast: _Cast) -> Text:
    kind = say(f"claim.{event.kind.value}")
    return say("story.claim", who=cast.name(event.by), against=cast.name(event.against), kind=kind)


def _told(event: PartnerTold, cast: _Cast) -> Text:
    del cast
    return say("story.partner_told", at=event.delivered.isoformat())


def _ruled(event: CaseRuled, names: Names, ruling: Text) -> Text:
    return say(
        "story.ruled",
        arbiter=names[event.arbiter],
        ruling=ruling,
        reason=event.reason,
        article=event.article,
    )


def _arranged(event: MatchArranged, cast: _Cast) -> Text:
    return say(
        "story.arranged",
        arbiter=cast.name(event.arbiter),
        first=cast.name(event.first),
        second=cast.name(event.second),
        home=commitment(bytes.fromhex(event.home_seed)),
        away=commitment(bytes.fromhex(event.return_seed)),
    )


def _leg_started(event: LegStarted, cast: _Cast) -> Text:
    red, blue = cast.name(event.red), cast.name(event.blue)
    return say("story.leg_started", leg=say(f"leg.{event.leg.value}"), red=red, blue=blue)


def _penalty(event: PenaltySet, cast: _Cast) -> Text:
    return say(
        "story.penalty" if event.points else "story.penalty_lifted",
        arbiter=cast.name(event.arbiter),
        who=cast.name(event.person),
        leg=say(f"leg.{event.leg.value}"),
        points=str(event.points),
        reason=event.reason,
        article=event.article,
    )


def _results(results: tuple[LegResult, ...]) -> list[Text]:
    return [
        say(
            "story.result",
            leg=say(f"leg.{result.leg.value}"),
            red=str(result.red),
            blue=str(result.blue),
            article=result.article,
        )
        for result in results
    ]


def _results_corrected(event: ResultsCorrected, cast: _Cast) -> Text:
    return say(
        "story.results_corrected",
        arbiter=cast.name(event.arbiter),
        results=_results(event.results),
        reason=event.reason,
        article=event.article,
    )


def _writer_allowed(event: WriterAllowed, cast: _Cast) -> Text:
    return say(
        "story.writer",
        arbiter=cast.name(event.arbiter),
        who=cast.name(event.person),
        writer=cast.name(event.writer),
        reason=event.reason,
    )


def _writer_withdrawn(event: WriterWithdrawn, cast: _Cast) -> Text:
    return say(
        "story.writes_himself",
        arbiter=cast.name(event.arbiter),
        who=cast.name(event.person),
        reason=event.reason,
    )


def _leg_corrected(event: LegCorrected, cast: _Cast) -> Text:
    leg = event.ended.leg
    how = ending_text(event.ended, cast.at(Seat.RED, leg), cast.at(Seat.BLUE, leg))
    return _leg_end("story.leg_corrected", event.ended, how)


_TELLERS: Mapping[type, Callable[[Any, _Cast], Text]] = {
    GameStarted: _game_started,
    PlacementMade: _moved,
    Passed: _moved,
    PlacementReturned: _returned,
    PlacementAccepted: lambda e, c: say("story.accepted", who=c.at(e.by)),
    LeaveAnnounced: _leave,
    LeaveWithdrawn: _leave_withdrawn,
    InterruptionProposed: lambda e, c: say("story.interruption_proposed", who=c.at(e.by)),
    InterruptionDeclined: lambda e, c: say("story.interruption_declined", who=c.at(e.by)),
    TimeExceeded: lambda e, c: say("story.exceeded", who=c.at(e.by), n=e.days),
    GameEnded: _ended,
    TimeGranted: _granted,
    MovesAnnulled: _annulled,
    ScoreCorrected: _corrected,
    MovesRestored: _restored,
    GameReopened: _reopened,
    SeatTaken: lambda e, c: say("story.seat_taken", who=c.name(e.person)),
    ClaimFiled: _claim,
    CaseOpened: lambda e, c: say("story.case_opened", arbiter=c.name(e.arbiter)),
    CommentGiven: lambda e, c: say("story.comment", who=c.name(e.by), digest=e.statement),
    PartnerTold: _told,
    DefenceGiven: lambda e, c: say("story.defence", who=c.name(e.by), digest=e.statement),
    OpinionAsked: lambda e, c: say("story.opinion_asked", who=c.name(e.by)),
    OpinionGiven: lambda e, c: say("story.opinion", who=c.name(e.by)),
    CaseWithdrawn: lambda e, c: say("story.case_withdrawn", who=c.name(e.by)),
    MatchArranged: _arranged,
    PlayerJoined: lambda e, c: say("story.joined", who=c.name(e.person)),
    LegStarted: _leg_started,
    LegEnded: _ended,
    ReturnRequested: lambda e, c: say("story.return_requested", who=c.name(e.person)),
    StateDeclared: lambda e, c: say(
        "story.state_declared",
        who=c.name(e.person),
        leg=say(f"leg.{e.leg.value}"),
        what=say(f"statement.{e.statement.value}"),
    ),
    MatchLeaveAnnounced: _leave,
    MatchLeaveWithdrawn: _leave_withdrawn,
    ResultsProposed: lambda e, _: say("story.results_proposed", results=_results(e.results)),
    ResultsConfirmed: lambda e, c: say("story.results_confirmed", who=c.name(e.person)),
    ResultsObjected: lambda e, c: say("story.results_objected", who=c.name(e.person)),
    ResultsHomologated: lambda e, c: say("story.homologated", arbiter=c.name(e.arbiter)),
    LegCorrected: _leg_corrected,
    LegReopened: lambda e, _: say("story.leg_reopened", leg=say(f"leg.{e.leg.value}")),
    PenaltySet: _penalty,
    ResultsCorrected: _results_corrected,
    WriterAllowed: _writer_allowed,
    WriterWithdrawn: _writer_withdrawn,
}
"""Class of an event → (event, cast) → sentence."""
