"""Builds a case from its events, unchecked; `CASE_TRANSITIONS` has every allowed transition."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import reduce

from engine.cases.case import Case, CaseStage
from engine.cases.events import (
    CaseEvent,
    CaseOpened,
    CaseRuled,
    CaseWithdrawn,
    ClaimFiled,
    ClaimKind,
    CommentGiven,
    DefenceGiven,
    OpinionAsked,
    OpinionGiven,
    PartnerTold,
    PersonsMerged,
    WordAsked,
)
from engine.folding import opening, stage_after

CASE_TRANSITIONS: Mapping[tuple[CaseStage, type[CaseEvent]], CaseStage] = {
    (CaseStage.FILED, CommentGiven): CaseStage.FILED,
    (CaseStage.FILED, DefenceGiven): CaseStage.FILED,
    (CaseStage.FILED, PartnerTold): CaseStage.PENDING,
    (CaseStage.FILED, CaseWithdrawn): CaseStage.WITHDRAWN,
    (CaseStage.PENDING, CommentGiven): CaseStage.PENDING,
    (CaseStage.PENDING, DefenceGiven): CaseStage.PENDING,
    (CaseStage.PENDING, OpinionAsked): CaseStage.PENDING,
    (CaseStage.PENDING, OpinionGiven): CaseStage.PENDING,
    (CaseStage.PENDING, CaseWithdrawn): CaseStage.WITHDRAWN,
    (CaseStage.PENDING, CaseRuled): CaseStage.RULED,
    # Only another ruling can replace a ruling.
    (CaseStage.RULED, CaseRuled): CaseStage.RULED,
    **{(stage, PersonsMerged): stage for stage in CaseStage},
}
"""Every allowed transition; a case begins as a claim, a query, or opened by an arbiter."""


def replay_case(events: Iterable[CaseEvent]) -> Case:
    """Return the case after these events.

    Raises:
        BrokenLog: the log is empty or does not begin with a claim or an opening.
    """
    kinds = (ClaimFiled, WordAsked, CaseOpened)
    begun: tuple[ClaimFiled | WordAsked | CaseOpened, Iterator[CaseEvent]] = opening(
        events, kinds, "a case's log begins with a claim or an opening"
    )
    return reduce(evolve_case, begun[1], begin_case(begun[0]))


def begin_case(event: ClaimFiled | WordAsked | CaseOpened) -> Case:
    """Return the new case."""
    by = event.arbiter if isinstance(event, CaseOpened) else event.by
    case = Case(id=event.case, game=event.game, opened=event.at, copy=event.copy, by=by)
    if isinstance(event, CaseOpened):
        return case
    if isinstance(event, ClaimFiled):
        return replace(
            case,
            kind=event.kind,
            against=event.against,
            move=event.move,
            word=event.word,
            words=event.words,
            placed=event.placed,
            stage=CaseStage.FILED,
        )
    query = replace(case, kind=ClaimKind.QUERY, word=event.word, words=event.words)
    if not event.placement:  # words alone have no place in the game
        return query
    return replace(query, move=event.move, placement=event.placement, placed=event.typed)


def evolve_case(case: Case, event: CaseEvent) -> Case:
    """Return the case after the event, which is not checked again.

    Raises:
        BrokenLog: the transition is not in the table, so this program did not write the log.
    """
    stage = stage_after(CASE_TRANSITIONS, case.stage, event)
    return replace(_applied(case, event), stage=stage)


def _applied(case: Case, event: CaseEvent) -> Case:  # noqa: PLR0911  (one line for each event)
    match event:
        case CommentGiven():
            return replace(case, comments=(*case.comments, event))
        case DefenceGiven():
            return replace(case, defences=(*case.defences, event))
        case PartnerTold():
            return replace(case, told=event)
        case OpinionAsked():
            return replace(case, asked=(*case.asked, event))
        case OpinionGiven():
            return replace(case, opinions=(*case.opinions, event))
        case CaseRuled():
            return replace(case, rulings=(*case.rulings, event))
        case CaseWithdrawn():
            # Nobody withdraws a case only where the game no longer waits for it.
            return replace(case, is_moot=event.by is None)
        case PersonsMerged():
            by = event.into if case.by == event.person else case.by
            against = event.into if case.against == event.person else case.against
            # What was said and ruled keeps the number under which its author then acted.
            return replace(case, by=by, against=against)
        case _:
            raise AssertionError("the table lets no case begin twice")
