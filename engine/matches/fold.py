"""Builds a match from its events, unchecked; `MATCH_TRANSITIONS` has every allowed transition."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import reduce

from engine.acts import events_of
from engine.coefficients import ZERO
from engine.folding import opening, stage_after, without
from engine.ids import Leg
from engine.matches.approval import letters_to_answer
from engine.matches.correspondence_events import (
    ChannelProposed,
    ChannelSet,
    CoefficientsProposed,
    Origin,
    ProposalTakenOver,
    StateAsked,
    StateTold,
)
from engine.matches.events import (
    AccessChanged,
    ActLifted,
    ArbiterRequested,
    ArbiterVolunteered,
    Arrangement,
    FindingPutOff,
    HandoverLifted,
    LateReturnConfirmed,
    LegStarted,
    LiftableAct,
    MatchArranged,
    MatchCancelled,
    MatchEvent,
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
from engine.matches.letters import LetterRead, LetterWritten, waiting_after
from engine.matches.match import UNFINISHED, Answers, Handover, Match, MatchStage, TakenOver
from engine.matches.result_events import (
    LegCorrected,
    LegEnded,
    LegReopened,
    PenaltySet,
    ResultsConfirmed,
    ResultsCorrected,
    ResultsHomologated,
    ResultsObjected,
    ResultsProposed,
    ResultUpheld,
    UpholdingLifted,
)
from engine.matches.results import leg_results
from engine.matches.seating import (
    freed,
    handed_back,
    handed_over,
    merged,
    renamed,
    returned,
    with_access,
)
from engine.thinking_time import day_of

_LIVING = tuple(stage for stage in MatchStage if stage is not MatchStage.CANCELLED)
"""The stages in which a seat may pass to another person."""
_ONE_OVER = (MatchStage.BETWEEN, MatchStage.RETURN, MatchStage.PLAYED, MatchStage.HOMOLOGATED)
"""The stages in which at least one of the games is over."""

_STAYING: tuple[tuple[Iterable[MatchStage], tuple[type[MatchEvent], ...]], ...] = (
    (MatchStage, (MatchHandedOver, HandoverLifted, PersonsMerged, LetterWritten, LetterRead)),
    (_LIVING, (PlayerJoined, PlaceFreed, SeatLeft, SeatReturned, ActLifted)),
    (UNFINISHED, (AccessChanged, FindingPutOff, StateAsked, StateTold, StateDeclared)),
    (UNFINISHED, (ChannelProposed, ChannelSet, ArbiterRequested, ArbiterVolunteered)),
    (UNFINISHED, (MatchLeaveAnnounced, MatchLeaveWithdrawn, WriterAllowed, WriterWithdrawn)),
    ((MatchStage.BETWEEN,), (ReturnRequested, LateReturnConfirmed)),
    ((MatchStage.PROPOSED,), (ResultsConfirmed, ResultsObjected)),
    ((MatchStage.PROPOSED,), (CoefficientsProposed, ProposalTakenOver)),
    (_ONE_OVER, (LegCorrected,)),
    ((MatchStage.HOME, *_ONE_OVER), (PenaltySet,)),
    ((*_ONE_OVER[:3], MatchStage.PROPOSED), (ResultUpheld,)),
    ((*_ONE_OVER, MatchStage.PROPOSED), (UpholdingLifted,)),
    ((MatchStage.HOMOLOGATED,), (ResultsCorrected,)),
)
"""The events that do not change the stage, with the stages in which they are possible."""

MATCH_TRANSITIONS: Mapping[tuple[MatchStage, type[MatchEvent]], MatchStage] = {
    **{(stage, kind): stage for stages, kinds in _STAYING for kind in kinds for stage in stages},
    (MatchStage.ARRANGED, MatchCancelled): MatchStage.CANCELLED,
    (MatchStage.HOME, MatchCancelled): MatchStage.CANCELLED,
    (MatchStage.ARRANGED, LegStarted): MatchStage.HOME,
    (MatchStage.HOME, LegEnded): MatchStage.BETWEEN,
    (MatchStage.BETWEEN, LegStarted): MatchStage.RETURN,
    (MatchStage.RETURN, LegEnded): MatchStage.PLAYED,
    (MatchStage.PLAYED, ResultsProposed): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ResultsHomologated): MatchStage.HOMOLOGATED,
    # After a ruling the results are proposed again, unless they are official.
    (MatchStage.PROPOSED, LegCorrected): MatchStage.PLAYED,
    (MatchStage.PROPOSED, PenaltySet): MatchStage.PLAYED,
    (MatchStage.BETWEEN, LegReopened): MatchStage.HOME,
    (MatchStage.RETURN, LegReopened): MatchStage.RETURN,
    (MatchStage.PLAYED, LegReopened): MatchStage.RETURN,
    (MatchStage.PROPOSED, LegReopened): MatchStage.RETURN,
}
"""Every allowed transition; a match begins with its arrangement."""
MATCH_EVENTS: dict[str, type[MatchEvent]] = events_of("match")
"""Each event class by its stored name."""

_FIRST_STAGES: Mapping[tuple[Leg, ...], MatchStage] = {
    (): MatchStage.ARRANGED,
    (Leg.HOME,): MatchStage.BETWEEN,
    tuple(Leg): MatchStage.HOMOLOGATED,
}
"""The stage in which a match begins, by the games that are known by their results alone."""


def replay_match(events: Iterable[MatchEvent]) -> Match:
    """Return the match after these events.

    Raises:
        BrokenLog: the log is empty or does not begin with the arrangement.
    """
    first, log = opening(events, MatchArranged, "a match's log begins with its arrangement")
    return reduce(evolve_match, log, arranged(first))


def arranged(event: MatchArranged) -> Match:
    """Return the match as the arbiter arranged it."""
    return Match(
        **{one.name: getattr(event, one.name) for one in fields(Arrangement)},
        code=event.match,
        served=((event.at, event.arbiter),),
        seeds={Leg.HOME: event.home_seed, Leg.RETURN: event.return_seed},
        stage=_FIRST_STAGES[event.stated],
    )


def evolve_match(match: Match, event: MatchEvent) -> Match:
    """Return the match after the event, which is not checked again.

    Raises:
        BrokenLog: the transition is not in the table, so this program did not write the log.
    """
    stage = stage_after(MATCH_TRANSITIONS, match.stage, event)
    if match.stage is MatchStage.PROPOSED and stage in {MatchStage.PLAYED, MatchStage.RETURN}:
        match = _unproposed(match)
    after = _applied(match, event)
    # Who joins as the match is arranged was there when an imported game ended.
    if after.seats_taken != match.seats_taken and event.at > match.served[0][0]:
        earlier = (*match.earlier_seats, (event.at, match.seats_taken))
        after = replace(after, earlier_seats=earlier)
    if stage is MatchStage.PLAYED and after.all_running:  # one of two simultaneous games is over
        stage = MatchStage.RETURN
    if stage is MatchStage.BETWEEN and after.is_single:
        stage = MatchStage.PLAYED
    return replace(after, stage=stage)


def _applied(match: Match, event: MatchEvent) -> Match:  # noqa: PLR0911, PLR0912  (a line an event)
    match event:
        case PlayerJoined():
            come = renamed(match, event.invited, event.person)
            return with_access(replace(come, joined=come.joined | {event.person}), event)
        case AccessChanged():
            return with_access(match, event)
        case PlaceFreed() | SeatLeft():
            return freed(match, event)
        case SeatReturned():
            return returned(match, event)
        case PersonsMerged():
            return merged(match, event)
        case LegStarted():
            edition = event.edition or match.edition
            return replace(match, started=(*match.started, event), edition=edition)
        case LegEnded():
            return match.with_end(event)
        case LegCorrected():
            return match.with_end(event.ended)
        case LegReopened():
            return _reopened(match, event)
        case ReturnRequested():
            return replace(match, ready=match.ready | {event.person})
        case LateReturnConfirmed():
            return replace(match, late_return=True, late_confirmed=event.at)
        case ActLifted():
            return _without_act(match, event)
        case MatchLeaveAnnounced():
            return replace(match, leave=(*match.leave, (event.person, event.period)))
        case MatchLeaveWithdrawn():
            gone = (event.person, event.period)
            return replace(match, leave=tuple(entry for entry in match.leave if entry != gone))
        case ArbiterRequested():
            return replace(match, arbiter_requested=event.at)
        case ArbiterVolunteered():
            return handed_over(match, event.arbiter, event.at)
        case MatchHandedOver():
            wrote = frozenset(who for who, by in match.writers.items() if by == match.arbiter)
            handed = (*match.handed, Handover(match.arbiter, wrote))
            return replace(handed_over(match, event.arbiter, event.at), handed=handed)
        case HandoverLifted():
            return handed_back(match, event.at)
        case WriterAllowed():
            return replace(match, writers={**match.writers, event.person: event.writer})
        case WriterWithdrawn():
            return replace(match, writers=without(match.writers, event.person))
        case StateDeclared():
            said = (event.statement, day_of(event.at, match.rules.time_zone))
            return replace(match, statements={**match.statements, (event.person, event.leg): said})
        case StateAsked():
            kept = {key: told for key, told in match.states.items() if key[1] is not event.leg}
            return replace(match, asked={**match.asked, event.leg: event.at}, states=kept)
        case StateTold():
            return replace(match, states={**match.states, (event.person, event.leg): event.state})
        case ChannelProposed():
            offer = None if event.means is None else (event.person, event.means)
            return replace(match, proposed_channel=offer)
        case ChannelSet():
            return replace(match, proposed_channel=None, channels=(*match.channels, event))
        case LetterWritten() | LetterRead():
            return replace(match, letters_waiting=waiting_after(match.letters_waiting, event))
        case FindingPutOff():
            return replace(match, put_off={**match.put_off, event.game: event.until})
        case PenaltySet():
            return _penalised(match, event)
        case ResultsProposed():
            return _proposed(match, event)
        case ResultsConfirmed() | ResultsObjected():
            return _answered(match, event)
        case CoefficientsProposed():
            own = {**match.answers.own, (event.person, event.leg): (event.red, event.blue)}
            return replace(match, answers=replace(match.answers, own=own))
        case ProposalTakenOver():
            return _taken_over(match, event)
        case ResultUpheld():
            return replace(match, upheld={**match.upheld, (event.leg, event.by): event.case})
        case UpholdingLifted():
            return replace(match, upheld=without(match.upheld, (event.leg, event.by)))
        case ResultsCorrected():
            return replace(match, results=event.results)
        case ResultsHomologated():  # answers the reasons for objections, too (art. 8.5)
            return replace(match, letters_waiting=letters_to_answer(match))
        case MatchCancelled():  # only the stage changes
            return match
        case _:
            raise AssertionError("the table lets no other event happen here")


def _reopened(match: Match, event: LegReopened) -> Match:
    return replace(
        match,
        ended=tuple(one for one in match.ended if one.leg is not event.leg),
        upheld={who: case for who, case in match.upheld.items() if who[0] is not event.leg},
        ready=frozenset(),
        play_until=event.until or match.play_until,
    )


def _proposed(match: Match, event: ResultsProposed) -> Match:
    """Record the proposal; earlier answers to the same results count again."""
    again = match.earlier_answers.get(event.results, Answers())
    return replace(
        match,
        results=event.results,
        proposed=day_of(event.at, match.rules.time_zone),
        # Somebody else may have taken a seat since.
        answers=again.only_of(frozenset(match.people)),
    )


def _unproposed(match: Match) -> Match:
    """Return the match without a proposal that a ruling replaces, and without the answers to it.

    They count again if a later ruling brings the same results (art. 10.1).
    """
    earlier = {**match.earlier_answers, match.results: match.answers}
    return replace(match, results=(), proposed=None, answers=Answers(), earlier_answers=earlier)


def _answered(match: Match, event: ResultsConfirmed | ResultsObjected) -> Match:
    """Record a player's answer to the proposal; it replaces their earlier answer."""
    person, before = frozenset({event.person}), match.answers
    confirmed, objected = before.confirmed - person, before.objected - person
    if isinstance(event, ResultsConfirmed):
        confirmed |= person
    else:
        objected |= person
    return replace(match, answers=replace(before, confirmed=confirmed, objected=objected))


def _penalised(match: Match, event: PenaltySet) -> Match:
    """Record the penalty of a case, in place of its earlier one (art. 10.3)."""
    of_case = (event.person, event.leg, event.case)
    if not event.points and of_case not in match.fines:  # it lifts a penalty from an earlier log
        of_case = (event.person, event.leg, "")
    fines = without(match.fines, of_case)
    if event.points:
        fines[of_case] = event.points
    return replace(match, fines=fines)


def _taken_over(match: Match, event: ProposalTakenOver) -> Match:
    """Record a player's figures for the present ends of their games; penalties come off later.

    Earlier logs took off no penalties, so their figures are those after penalties. They did not
    recalculate the other game, and only the last figures of a game counted.
    """
    taken = []
    for ended in match.ended:
        if (event.person, ended.leg) in match.answers.own:
            red, blue = match.answers.own[event.person, ended.leg]
            if not event.less_penalties:
                first, second = match.colours(ended.leg)
                red += match.penalties.get((first, ended.leg), ZERO)
                blue += match.penalties.get((second, ended.leg), ZERO)
            figures = TakenOver(
                at=event.at,
                person=event.person,
                red=red,
                blue=blue,
                article=event.article,
                of=ended,
                keeps_earlier=event.keeps_earlier,
            )
            taken.append(figures)
    match = replace(match, taken_over=(*match.taken_over, *taken))
    here = set(Leg) if event.beside else {one.of.leg for one in taken}
    results = zip(leg_results(match), match.results, strict=True)
    return replace(match, results=tuple(new if new.leg in here else old for new, old in results))


def _without_act(match: Match, event: ActLifted) -> Match:
    """Return the match without that act; official results wait for their correction."""
    if event.act is LiftableAct.LATE_RETURN:
        return replace(match, late_return=False, late_confirmed=None)
    if event.act is LiftableAct.CHANNEL:
        ruling = (event.done, Origin.RULED)
        channels = (one for one in match.channels if (one.at, one.origin) != ruling)
        return replace(match, channels=tuple(channels))
    figures = (event.done, event.person)
    kept = (one for one in match.taken_over if (one.at, one.person) != figures)
    match = replace(match, taken_over=tuple(kept))
    is_proposed = match.stage is MatchStage.PROPOSED
    return replace(match, results=leg_results(match)) if is_proposed else match
