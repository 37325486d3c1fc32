"""Sentences for the events of a match (art. 3–10); `cases` has those of its cases."""

from collections.abc import Mapping
from typing import Final

from bot.documents.dossier.story.games import EventNames, Teller, leg_text, period, ruled
from bot.texts.messages import Text, say
from bot.texts.notices.conversation.channel import settings_text
from bot.texts.notices.matches.endings import ending_text
from engine.ids import Seat
from engine.matches.correspondence_events import (
    ChannelProposed,
    ChannelSet,
    CoefficientsProposed,
    ProposalTakenOver,
    StateAsked,
    StateTold,
)
from engine.matches.events import (
    AccessChanged,
    ActLifted,
    ArbiterRequested,
    ArbiterVolunteered,
    FindingPutOff,
    HandoverLifted,
    LateReturnConfirmed,
    LegStarted,
    MatchArranged,
    MatchCancelled,
    MatchHandedOver,
    MatchLeaveAnnounced,
    MatchLeaveWithdrawn,
    PersonsMerged,
    PlaceFreed,
    PlayerJoined,
    ReturnRequested,
    SeatLeft,
    SeatReturned,
    StateDeclared,
    WriterAllowed,
    WriterWithdrawn,
)
from engine.matches.letters import LetterRead, LetterWritten
from engine.matches.result_events import (
    LegCorrected,
    LegEnded,
    LegReopened,
    LegResult,
    PenaltySet,
    ResultsConfirmed,
    ResultsCorrected,
    ResultsHomologated,
    ResultsObjected,
    ResultsProposed,
    ResultUpheld,
    UpholdingLifted,
)
from engine.sequences.sequence import commitment


def _arranged(event: MatchArranged, people: EventNames) -> Text:
    """Return the sentence about an arranged or imported match."""
    if event.imported:
        return say(
            "story.imported",
            arbiter=people.name(event.arbiter),
            first=people.name(event.first),
            second=people.name(event.second),
        )
    return say(
        "story.arranged",
        arbiter=people.name(event.arbiter),
        first=people.name(event.first),
        second=people.name(event.second),
        home=commitment(bytes.fromhex(event.home_seed)),
        away=commitment(bytes.fromhex(event.return_seed)),
    )


def _leg_started(event: LegStarted, people: EventNames) -> Text:
    red, blue = people.name(event.red), people.name(event.blue)
    return say("story.leg_started", leg=leg_text(event.leg), red=red, blue=blue)


def _leg_reopened(event: LegReopened) -> Text:
    leg = leg_text(event.leg)
    if event.until is None:
        return say("story.leg_reopened", leg=leg)
    return say("story.leg_reopened_until", leg=leg, until=event.until.isoformat())


def _leg_end(key: str, ended: LegEnded, people: EventNames) -> Text:
    red, blue = people.at(Seat.RED, ended.leg), people.at(Seat.BLUE, ended.leg)
    return say(
        key,
        leg=leg_text(ended.leg),
        red_score=ended.red_score,
        blue_score=ended.blue_score,
        how=ending_text(ended, red, blue),
    )


def _leave(event: MatchLeaveAnnounced, people: EventNames) -> Text:
    return say("story.leave", who=people.name(event.person), **period(event.period))


def _leave_withdrawn(event: MatchLeaveWithdrawn, people: EventNames) -> Text:
    return say("story.leave_withdrawn", who=people.name(event.person), **period(event.period))


def _penalty(event: PenaltySet, people: EventNames) -> Text:
    return ruled(
        "story.penalty" if event.points else "story.penalty_lifted",
        event,
        people,
        who=people.name(event.person),
        leg=leg_text(event.leg),
        points=str(event.points),
    )


def _results(results: tuple[LegResult, ...]) -> list[Text]:
    """Return a line for each result of the match."""
    return [
        say(
            "story.result",
            leg=leg_text(result.leg),
            red=str(result.red),
            blue=str(result.blue),
            article=result.article,
        )
        for result in results
    ]


def _results_corrected(event: ResultsCorrected, people: EventNames) -> Text:
    return ruled("story.results_corrected", event, people, results=_results(event.results))


def _state_declared(event: StateDeclared, people: EventNames) -> Text:
    return say(
        "story.state_declared",
        who=people.name(event.person),
        leg=leg_text(event.leg),
        what=say(f"statement.{event.statement.value}"),
    )


def _writer_allowed(event: WriterAllowed, people: EventNames) -> Text:
    return say(
        "story.writer",
        arbiter=people.name(event.arbiter),
        who=people.name(event.person),
        writer=people.name(event.writer),
        reason=event.reason,
    )


def _channel_proposed(event: ChannelProposed, people: EventNames) -> Text:
    who = people.name(event.person)
    if event.means is None:
        return say("story.means_dropped", who=who)
    return say("story.means_proposed", who=who, how=settings_text(event.means))


def _channel_set(event: ChannelSet, people: EventNames) -> Text:
    return say(
        f"story.means_{event.origin.value}",
        who=people.name(event.by),
        how=settings_text(event.means),
        reason=event.reason,
    )


def _writer_withdrawn(event: WriterWithdrawn, people: EventNames) -> Text:
    return say(
        "story.writes_himself",
        arbiter=people.name(event.arbiter),
        who=people.name(event.person),
        reason=event.reason,
    )


TELLERS: Final[Mapping[type, Teller]] = {
    MatchArranged: _arranged,
    PlayerJoined: lambda e, c: say(
        "story.joined_web" if e.via else "story.joined", who=c.name(e.person)
    ),
    AccessChanged: lambda e, c: say(
        "story.access_web" if e.via else "story.access_telegram", who=c.name(e.person)
    ),
    PlaceFreed: lambda e, c: say(
        "story.place_freed",
        arbiter=c.name(e.arbiter),
        who=c.name(e.place),
        had=c.name(e.person),
        reason=e.reason,
    ),
    SeatReturned: lambda e, c: say(
        "story.seat_returned", arbiter=c.name(e.arbiter), who=c.name(e.person), reason=e.reason
    ),
    SeatLeft: lambda e, c: say("story.seat_left", who=c.name(e.place), had=c.name(e.person)),
    PersonsMerged: lambda e, c: say("story.merged", arbiter=c.name(e.arbiter), who=c.name(e.into)),
    MatchCancelled: lambda e, c: say("story.cancelled", arbiter=c.name(e.arbiter), reason=e.reason),
    LegStarted: _leg_started,
    LegEnded: lambda e, c: _leg_end("story.leg_ended", e, c),
    LegCorrected: lambda e, c: _leg_end("story.leg_corrected", e.ended, c),
    LegReopened: lambda e, _: _leg_reopened(e),
    ReturnRequested: lambda e, c: say("story.return_requested", who=c.name(e.person)),
    LateReturnConfirmed: lambda e, c: say(
        "story.late_return", arbiter=c.name(e.arbiter), day=e.day.isoformat()
    ),
    StateDeclared: _state_declared,
    MatchLeaveAnnounced: _leave,
    MatchLeaveWithdrawn: _leave_withdrawn,
    ResultsProposed: lambda e, _: say("story.results_proposed", results=_results(e.results)),
    ResultsConfirmed: lambda e, c: say("story.results_confirmed", who=c.name(e.person)),
    ResultsObjected: lambda e, c: say("story.results_objected", who=c.name(e.person)),
    ResultsHomologated: lambda e, c: say("story.homologated", arbiter=c.name(e.arbiter)),
    ResultsCorrected: _results_corrected,
    PenaltySet: _penalty,
    ResultUpheld: lambda e, c: ruled("story.result_upheld", e, c, leg=leg_text(e.leg)),
    UpholdingLifted: lambda e, c: ruled("story.upholding_lifted", e, c, leg=leg_text(e.leg)),
    WriterAllowed: _writer_allowed,
    WriterWithdrawn: _writer_withdrawn,
    LetterWritten: lambda e, c: say(
        "story.letter_from_player" if e.author == e.player else "story.letter_to_player",
        who=c.name(e.author),
        to=c.name(e.player),
        digest=e.statement[:12],
    ),
    LetterRead: lambda e, c: say(
        "story.letter_read", arbiter=c.name(e.arbiter), who=c.name(e.player)
    ),
    FindingPutOff: lambda e, c: say(
        "story.put_off", arbiter=c.name(e.arbiter), game=e.game, until=e.until.isoformat()
    ),
    CoefficientsProposed: lambda e, c: say(
        "story.own_proposed",
        who=c.name(e.person),
        leg=leg_text(e.leg),
        red=str(e.red),
        blue=str(e.blue),
    ),
    ProposalTakenOver: lambda e, c: ruled("story.own_taken", e, c, who=c.name(e.person)),
    ActLifted: lambda e, c: ruled(
        f"story.act_lifted.{e.act.value}", e, c, who=c.name(e.person) if e.person else ""
    ),
    ChannelProposed: _channel_proposed,
    ChannelSet: _channel_set,
    StateAsked: lambda e, c: say(
        "story.state_asked", arbiter=c.name(e.arbiter), leg=leg_text(e.leg)
    ),
    StateTold: lambda e, c: say(
        "story.state_told",
        who=c.name(e.person),
        leg=leg_text(e.leg),
        what=say(f"stare.said.{e.state.value}"),
    ),
    HandoverLifted: lambda e, c: say("story.handover_lifted", by=c.name(e.by), reason=e.reason),
    MatchHandedOver: lambda e, c: say(
        "story.handed_over", by=c.name(e.by), arbiter=c.name(e.arbiter)
    ),
    ArbiterRequested: lambda e, c: say("story.arbiter_requested", who=c.name(e.person)),
    ArbiterVolunteered: lambda e, c: say("story.arbiter_volunteered", arbiter=c.name(e.arbiter)),
}
