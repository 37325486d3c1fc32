"""Builds a match from its events.

`evolve_match` applies one event without checking it again. The table `MATCH_TRANSITIONS` has every
allowed transition.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce

from engine.coefficients import ZERO, Coefficients, penalised
from engine.folding import opening, stage_after
from engine.ids import Leg, PersonId
from engine.matches.channel import with_channel, without_ruling
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
from engine.matches.match import UNFINISHED, Answers, Match, MatchStage, TakenOver
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

_Ruling = LegCorrected | LegReopened | PenaltySet | WriterAllowed | WriterWithdrawn
_Said = (
    StateDeclared
    | StateAsked
    | StateTold
    | CoefficientsProposed
    | ProposalTakenOver
    | ChannelProposed
    | ChannelSet
    | ResultsProposed
    | ResultsConfirmed
    | ResultsObjected
    | ResultsCorrected
    | ResultUpheld
    | UpholdingLifted
    | LetterWritten
    | LetterRead
    | FindingPutOff
)

_ONE_OVER = (
    MatchStage.BETWEEN,
    MatchStage.RETURN,
    MatchStage.PLAYED,
    MatchStage.HOMOLOGATED,
)
"""The stages in which at least one of the games is over."""
_STARTED = (MatchStage.HOME, *_ONE_OVER)
_Kinds = tuple[type[MatchEvent], ...]
_ALWAYS: _Kinds = (MatchHandedOver, HandoverLifted, PersonsMerged, LetterWritten, LetterRead)
_BESIDE: _Kinds = (MatchLeaveAnnounced, MatchLeaveWithdrawn, WriterAllowed, WriterWithdrawn)
_TOLD: _Kinds = (AccessChanged, FindingPutOff, StateAsked, StateTold, ChannelProposed, ChannelSet)
_VOLUNTEERS: _Kinds = (ArbiterRequested, ArbiterVolunteered)
_LIVING = tuple(stage for stage in MatchStage if stage is not MatchStage.CANCELLED)
"""The stages in which a seat may pass to another person."""

MATCH_TRANSITIONS: Mapping[tuple[MatchStage, type[MatchEvent]], MatchStage] = {
    **{(stage, event): stage for event in _ALWAYS for stage in MatchStage},
    **{(stage, event): stage for event in _TOLD for stage in UNFINISHED},
    **{(stage, event): stage for event in _VOLUNTEERS for stage in UNFINISHED},
    **{(stage, PlayerJoined): stage for stage in _LIVING},
    **{(stage, PlaceFreed): stage for stage in _LIVING},
    **{(stage, SeatLeft): stage for stage in _LIVING},
    **{(stage, SeatReturned): stage for stage in _LIVING},
    (MatchStage.ARRANGED, MatchCancelled): MatchStage.CANCELLED,
    (MatchStage.HOME, MatchCancelled): MatchStage.CANCELLED,
    **{(stage, event): stage for event in _BESIDE for stage in UNFINISHED},
    (MatchStage.ARRANGED, LegStarted): MatchStage.HOME,
    (MatchStage.HOME, LegEnded): MatchStage.BETWEEN,
    (MatchStage.BETWEEN, ReturnRequested): MatchStage.BETWEEN,
    (MatchStage.BETWEEN, LateReturnConfirmed): MatchStage.BETWEEN,
    **{(stage, StateDeclared): stage for stage in UNFINISHED},
    (MatchStage.BETWEEN, LegStarted): MatchStage.RETURN,
    (MatchStage.RETURN, LegEnded): MatchStage.PLAYED,
    (MatchStage.PLAYED, ResultsProposed): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ResultsConfirmed): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ResultsObjected): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, CoefficientsProposed): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ProposalTakenOver): MatchStage.PROPOSED,
    (MatchStage.PROPOSED, ResultsHomologated): MatchStage.HOMOLOGATED,
    # After a ruling the results are proposed again, unless they are official.
    **{(stage, LegCorrected): stage for stage in _ONE_OVER},
    **{(stage, PenaltySet): stage for stage in _STARTED},
    **{(stage, ResultUpheld): stage for stage in _ONE_OVER if stage is not MatchStage.HOMOLOGATED},
    (MatchStage.PROPOSED, ResultUpheld): MatchStage.PROPOSED,
    **{(stage, UpholdingLifted): stage for stage in (*_ONE_OVER, MatchStage.PROPOSED)},
    **{(stage, ActLifted): stage for stage in (*UNFINISHED, *_ONE_OVER, MatchStage.PROPOSED)},
    (MatchStage.PROPOSED, LegCorrected): MatchStage.PLAYED,
    (MatchStage.PROPOSED, PenaltySet): MatchStage.PLAYED,
    (MatchStage.BETWEEN, LegReopened): MatchStage.HOME,
    (MatchStage.RETURN, LegReopened): MatchStage.RETURN,
    (MatchStage.PLAYED, LegReopened): MatchStage.RETURN,
    (MatchStage.PROPOSED, LegReopened): MatchStage.RETURN,
    (MatchStage.HOMOLOGATED, ResultsCorrected): MatchStage.HOMOLOGATED,
}
"""Every allowed transition; a match begins with its arrangement."""


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
        code=event.match,
        arbiter=event.arbiter,
        served=((event.at, event.arbiter),),
        phase=event.phase,
        rules=event.rules,
        edition=event.edition,
        first=event.first,
        second=event.second,
        start=event.start,
        seeds={Leg.HOME: event.home_seed, Leg.RETURN: event.return_seed},
        competition=event.competition,
        red=event.red,
        returns=event.returns,
        late_return=event.late_return,
        title=event.title,
        is_single=event.is_single,
        strength=event.strength,
        rated=event.rated,
        edition_chosen=event.edition_chosen,
        imported=event.imported,
        stated=event.stated,
        stage=_FIRST_STAGES[event.stated],
    )


def evolve_match(match: Match, event: MatchEvent) -> Match:
    """Return the match after the event, which is not checked again.

    Raises:
        BrokenLog: the transition is not in the table, so this program did not write the log.
    """
    stage = stage_after(MATCH_TRANSITIONS, match.stage, event)
    after = _applied(match, event)
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
        case MatchHandedOver() | HandoverLifted() | ArbiterRequested() | ArbiterVolunteered():
            return _with_arbiter(match, event)
        case ResultsHomologated() | MatchArranged() | MatchCancelled():
            return match
        case LegCorrected() | LegReopened() | PenaltySet() | WriterAllowed() | WriterWithdrawn():
            return _ruled(match, event)
        case _:
            return _said(match, event)


def _with_arbiter(
    match: Match,
    event: MatchHandedOver | HandoverLifted | ArbiterRequested | ArbiterVolunteered,
) -> Match:
    match event:
        case ArbiterRequested():
            return replace(match, arbiter_requested=event.at)
        case ArbiterVolunteered():
            return replace(handed_over(match, event.arbiter, event.at), has_volunteer=True)
        case HandoverLifted():
            return handed_back(match, event.at)
        case _:  # only MatchHandedOver is left
            wrote = frozenset(who for who, by in match.writers.items() if by == match.arbiter)
            handed = (*match.handed, (match.arbiter, wrote))
            return replace(handed_over(match, event.arbiter, event.at), handed=handed)


def _said(match: Match, event: _Said) -> Match:  # noqa: PLR0911, PLR0912  (one line for each event)
    """Record a proposal, statement or answer, also an arbiter's decision about it."""
    match event:
        case StateDeclared():
            return match.with_statement(event)
        case CoefficientsProposed():
            proposal = {(event.person, event.leg): (event.red, event.blue)}
            return replace(match, own={**match.own, **proposal})
        case ProposalTakenOver():
            return _taken_over(match, event)
        case StateAsked():
            kept = {key: told for key, told in match.states.items() if key[1] is not event.leg}
            return replace(match, asked={**match.asked, event.leg: event.at}, states=kept)
        case StateTold():
            return replace(match, states={**match.states, (event.person, event.leg): event.state})
        case ChannelProposed() | ChannelSet():
            return with_channel(match, event)
        case ResultsProposed():
            day = day_of(event.at, match.rules.time_zone)
            again = match.answered.get(event.results, Answers())
            here = frozenset(match.people)  # somebody else may have taken a seat since
            own = {key: figures for key, figures in again.own.items() if key[0] in here}
            match = replace(match, results=event.results, proposed=day, own=own)
            return replace(match, confirmed=again.confirmed & here, objected=again.objected & here)
        case ResultsConfirmed() | ResultsObjected():
            return _answered(match, event)
        case LetterWritten() | LetterRead():
            return replace(match, letters_waiting=waiting_after(match.letters_waiting, event))
        case FindingPutOff():
            return replace(match, put_off={**match.put_off, event.game: event.until})
        case ResultsCorrected():
            return replace(match, results=event.results)
        case UpholdingLifted():
            who = (event.leg, event.by)
            return replace(
                match, upheld={one: at for one, at in match.upheld.items() if one != who}
            )
        case _:  # only ResultUpheld is left
            return replace(match, upheld={**match.upheld, (event.leg, event.by): event.case})


def _answered(match: Match, event: ResultsConfirmed | ResultsObjected) -> Match:
    """Record a player's answer to the proposal; it replaces their earlier answer."""
    confirmed, objected = match.confirmed - {event.person}, match.objected - {event.person}
    if isinstance(event, ResultsConfirmed):
        return replace(match, confirmed=confirmed | {event.person}, objected=objected)
    return replace(match, confirmed=confirmed, objected=objected | {event.person})


def _ruled(match: Match, event: _Ruling) -> Match:
    """Apply a ruling; a proposal that is not official is dropped, with the answers to it.

    They count again if a later ruling brings the same results (art. 10.1).
    """
    if match.stage is MatchStage.PROPOSED:
        said = Answers(confirmed=match.confirmed, objected=match.objected, own=match.own)
        nobody: frozenset[PersonId] = frozenset()
        match = replace(match, answered={**match.answered, match.results: said})
        match = replace(match, results=(), proposed=None, confirmed=nobody, objected=nobody, own={})
    match event:
        case LegCorrected():
            return match.with_end(event.ended)
        case LegReopened():
            ended = [one for one in match.ended if one.leg is not event.leg]
            upheld = {who: case for who, case in match.upheld.items() if who[0] is not event.leg}
            until = event.until or match.play_until
            match = replace(match, ended=tuple(ended), ready=frozenset(), upheld=upheld)
            return replace(match, play_until=until)
        case WriterAllowed():
            return replace(match, writers={**match.writers, event.person: event.writer})
        case WriterWithdrawn():
            left = {who: by for who, by in match.writers.items() if who != event.person}
            return replace(match, writers=left)
        case _:  # only PenaltySet is left
            return _penalised(match, event)


def _penalised(match: Match, event: PenaltySet) -> Match:
    """Record the penalty of a case, in place of its earlier one (art. 10.3)."""
    of_case = (event.person, event.leg, event.case)
    if not event.points and of_case not in match.fines:  # it lifts a penalty from an earlier log
        of_case = (event.person, event.leg, "")
    fines = {one: points for one, points in match.fines.items() if one != of_case}
    if event.points:
        fines[of_case] = event.points
    return replace(match, fines=fines)


def _taken_over(match: Match, event: ProposalTakenOver) -> Match:
    """Record a player's figures for the present ends of their games; penalties come off later.

    Earlier logs took off no penalties; their figures are those after penalties.
    """
    taken, counts = list(match.taken_over), {}
    for ended in match.ended:
        proposed = match.own.get((event.person, ended.leg))
        if proposed is None:
            continue
        off = [match.penalties.get((one, ended.leg), ZERO) for one in match.colours(ended.leg)]
        back = (ZERO, ZERO) if event.less_penalties else off
        red, blue = (figure + points for figure, points in zip(proposed, back, strict=True))
        figures = TakenOver(
            at=event.at,
            person=event.person,
            red=red,
            blue=blue,
            article=event.article,
            of=ended,
        )
        taken.append(figures)
        worth = Coefficients(first=red, second=blue, article=event.article, terms=())
        worth = penalised(worth, first=off[0], second=off[1])
        counts[ended.leg] = LegResult(
            leg=ended.leg, red=worth.first, blue=worth.second, article=worth.article
        )
    match = replace(match, taken_over=tuple(taken))
    if event.beside:
        return replace(match, results=leg_results(match))
    return replace(match, results=tuple(counts.get(one.leg, one) for one in match.results))


def _without_act(match: Match, event: ActLifted) -> Match:
    """Return the match without that act; official results wait for their correction."""
    if event.act is LiftableAct.LATE_RETURN:
        return replace(match, late_return=False, late_confirmed=None)
    if event.act is LiftableAct.CHANNEL:
        return without_ruling(match, event.done)
    kept = (one for one in match.taken_over if (one.at, one.person) != (event.done, event.person))
    match = replace(match, taken_over=tuple(kept))
    return (
        replace(match, results=leg_results(match)) if match.stage is MatchStage.PROPOSED else match
    )
