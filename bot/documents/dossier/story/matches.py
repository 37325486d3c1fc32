"""Sentences for the events of a match (art. 3–10); `case_events` has those of its cases."""

from collections.abc import Mapping
from typing import Final

from bot.documents.dossier.story.games import EventNames, Teller, leg_text, period_facts, ruled
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

_DIGEST_SHOWN: Final = 12
"""How many digits of a letter's digest are shown: enough to find it in the log."""


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
    """Return the sentence about the end of a game, or about its correction, with that key."""
    red, blue = people.player_at(Seat.RED, ended.leg), people.player_at(Seat.BLUE, ended.leg)
    return say(
        key,
        leg=leg_text(ended.leg),
        red_score=ended.red_score,
        blue_score=ended.blue_score,
        how=ending_text(ended, red, blue),
    )


def _leave(event: MatchLeaveAnnounced, people: EventNames) -> Text:
    return say("story.leave", who=people.name(event.person), **period_facts(event.period))


def _leave_withdrawn(event: MatchLeaveWithdrawn, people: EventNames) -> Text:
    return say("story.leave_withdrawn", who=people.name(event.person), **period_facts(event.period))


def _penalty(event: PenaltySet, people: EventNames) -> Text:
    """Return the sentence about points off a coefficient; 0 points lift them (art. 10.3)."""
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
    PlayerJoined: lambda event, people: say(
        "story.joined_web" if event.via else "story.joined", who=people.name(event.person)
    ),
    AccessChanged: lambda event, people: say(
        "story.access_web" if event.via else "story.access_telegram", who=people.name(event.person)
    ),
    PlaceFreed: lambda event, people: say(
        "story.place_freed",
        arbiter=people.name(event.arbiter),
        who=people.name(event.place),
        had=people.name(event.person),
        reason=event.reason,
    ),
    SeatReturned: lambda event, people: say(
        "story.seat_returned",
        arbiter=people.name(event.arbiter),
        who=people.name(event.person),
        reason=event.reason,
    ),
    SeatLeft: lambda event, people: say(
        "story.seat_left", who=people.name(event.place), had=people.name(event.person)
    ),
    PersonsMerged: lambda event, people: say(
        "story.merged", arbiter=people.name(event.arbiter), who=people.name(event.into)
    ),
    MatchCancelled: lambda event, people: say(
        "story.cancelled", arbiter=people.name(event.arbiter), reason=event.reason
    ),
    LegStarted: _leg_started,
    LegEnded: lambda event, people: _leg_end("story.leg_ended", event, people),
    LegCorrected: lambda event, people: _leg_end("story.leg_corrected", event.ended, people),
    LegReopened: lambda event, _: _leg_reopened(event),
    ReturnRequested: lambda event, people: say(
        "story.return_requested", who=people.name(event.person)
    ),
    LateReturnConfirmed: lambda event, people: say(
        "story.late_return", arbiter=people.name(event.arbiter), day=event.day.isoformat()
    ),
    StateDeclared: _state_declared,
    MatchLeaveAnnounced: _leave,
    MatchLeaveWithdrawn: _leave_withdrawn,
    ResultsProposed: lambda event, _: say(
        "story.results_proposed", results=_results(event.results)
    ),
    ResultsConfirmed: lambda event, people: say(
        "story.results_confirmed", who=people.name(event.person)
    ),
    ResultsObjected: lambda event, people: say(
        "story.results_objected", who=people.name(event.person)
    ),
    ResultsHomologated: lambda event, people: say(
        "story.homologated", arbiter=people.name(event.arbiter)
    ),
    ResultsCorrected: _results_corrected,
    PenaltySet: _penalty,
    ResultUpheld: lambda event, people: ruled(
        "story.result_upheld", event, people, leg=leg_text(event.leg)
    ),
    UpholdingLifted: lambda event, people: ruled(
        "story.upholding_lifted", event, people, leg=leg_text(event.leg)
    ),
    WriterAllowed: _writer_allowed,
    WriterWithdrawn: _writer_withdrawn,
    LetterWritten: lambda event, people: say(
        "story.letter_from_player" if event.author == event.player else "story.letter_to_player",
        who=people.name(event.author),
        to=people.name(event.player),
        digest=event.statement[:_DIGEST_SHOWN],
    ),
    LetterRead: lambda event, people: say(
        "story.letter_read", arbiter=people.name(event.arbiter), who=people.name(event.player)
    ),
    FindingPutOff: lambda event, people: say(
        "story.put_off",
        arbiter=people.name(event.arbiter),
        game=event.game,
        until=event.until.isoformat(),
    ),
    CoefficientsProposed: lambda event, people: say(
        "story.own_proposed",
        who=people.name(event.person),
        leg=leg_text(event.leg),
        red=str(event.red),
        blue=str(event.blue),
    ),
    ProposalTakenOver: lambda event, people: ruled(
        "story.own_taken", event, people, who=people.name(event.person)
    ),
    ActLifted: lambda event, people: ruled(
        f"story.act_lifted.{event.act.value}",
        event,
        people,
        who=people.name(event.person) if event.person else "",
    ),
    ChannelProposed: _channel_proposed,
    ChannelSet: _channel_set,
    StateAsked: lambda event, people: say(
        "story.state_asked", arbiter=people.name(event.arbiter), leg=leg_text(event.leg)
    ),
    StateTold: lambda event, people: say(
        "story.state_told",
        who=people.name(event.person),
        leg=leg_text(event.leg),
        what=say(f"stare.said.{event.state.value}"),
    ),
    HandoverLifted: lambda event, people: say(
        "story.handover_lifted", by=people.name(event.by), reason=event.reason
    ),
    MatchHandedOver: lambda event, people: say(
        "story.handed_over", by=people.name(event.by), arbiter=people.name(event.arbiter)
    ),
    ArbiterRequested: lambda event, people: say(
        "story.arbiter_requested", who=people.name(event.person)
    ),
    ArbiterVolunteered: lambda event, people: say(
        "story.arbiter_volunteered", arbiter=people.name(event.arbiter)
    ),
}
