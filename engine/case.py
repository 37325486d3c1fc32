"""A case is the fold of its events: the claim, both statements, the rulings.

`evolve_case` applies one event and never judges it; what can happen at all is the table
`CASE_TRANSITIONS`. What may happen is decided in `engine.case_decide`, and what a ruling does to
the game is `engine.rulings`.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import Enum
from functools import reduce

from engine.case_events import (
    CaseEvent,
    CaseId,
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
)
from engine.clock import day_of
from engine.errors import BrokenLog
from engine.ids import GameId, PersonId

Said = CommentGiven | DefenceGiven | OpinionGiven
"""What somebody said in a case: its text is kept outside the log."""
RULING_DAYS = 5
"""The arbiter rules within these days of a complete claim (art. 7.2)."""


class CaseStage(Enum):
    """Where a case stands."""

    FILED = "claim filed"
    PENDING = "awaits the ruling"
    RULED = "ruled"
    WITHDRAWN = "withdrawn"


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
    # A ruling is reversed by another ruling, and by nothing else.
    (CaseStage.RULED, CaseRuled): CaseStage.RULED,
}
"""Every transition there is; a case begins as a claim, or is opened by an arbiter."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A case as it stands after its last event."""

    id: CaseId
    game: GameId
    opened: datetime
    copy: int
    """The copy of the game: its log up to this event (art. 7.2)."""
    kind: ClaimKind | None = None
    """None: an arbiter opened it of his own accord."""
    by: PersonId
    """The claimant, or the arbiter who opened it."""
    against: PersonId | None = None
    move: int | None = None
    word: str = ""
    words: tuple[str, ...] = ()
    stage: CaseStage = CaseStage.PENDING
    comments: tuple[CommentGiven, ...] = ()
    told: PartnerTold | None = None
    defences: tuple[DefenceGiven, ...] = ()
    asked: tuple[OpinionAsked, ...] = ()
    opinions: tuple[OpinionGiven, ...] = ()
    rulings: tuple[CaseRuled, ...] = ()
    """Every ruling; the last one counts."""

    @property
    def is_claim(self) -> bool:
        """Return whether a player brought it."""
        return self.kind is not None

    @property
    def is_open(self) -> bool:
        """Return whether it has not been ruled on, or taken back."""
        return self.stage in {CaseStage.FILED, CaseStage.PENDING}

    @property
    def said(self) -> tuple[Said, ...]:
        """Return everything that was said in the case, in its order."""
        said: list[Said] = [*self.comments, *self.defences, *self.opinions]
        return tuple(sorted(said, key=lambda each: each.at))

    @property
    def ruled(self) -> CaseRuled | None:
        """Return the ruling that counts, if there is one."""
        return self.rulings[-1] if self.rulings else None

    @property
    def complete_at(self) -> datetime | None:
        """Return when its last requirement was met: the arbiter's days run from then (art. 7.2)."""
        if not self.is_claim:
            return self.opened
        return self.told.at if self.told else None

    def due_on(self, time_zone: str) -> date | None:
        """Return the last day for the ruling (art. 7.2); None before the claim counts."""
        since = self.complete_at
        return None if since is None else day_of(since, time_zone) + timedelta(days=RULING_DAYS)


def replay_case(events: Iterable[CaseEvent]) -> Case:
    """Return the case that these events make.

    Raises:
        BrokenLog: the log is empty or does not begin with a claim or an opening.
    """
    log = iter(events)
    first = next(log, None)
    if not isinstance(first, ClaimFiled | CaseOpened):
        raise BrokenLog("a case's log begins with a claim, or with its opening")
    return reduce(evolve_case, log, begin_case(first))


def begin_case(event: ClaimFiled | CaseOpened) -> Case:
    """Return the case as it was brought."""
    if isinstance(event, CaseOpened):
        return Case(
            id=event.case, game=event.game, opened=event.at, copy=event.copy, by=event.arbiter
        )
    return Case(
        id=event.case,
        game=event.game,
        opened=event.at,
        copy=event.copy,
        kind=event.kind,
        by=event.by,
        against=event.against,
        move=event.move,
        word=event.word,
        words=event.words,
        stage=CaseStage.FILED,
    )


def evolve_case(case: Case, event: CaseEvent) -> Case:
    """Return the case after the event, which has been decided and is not judged again.

    Raises:
        BrokenLog: no such transition exists; the log is not one this program wrote.
    """
    stage = CASE_TRANSITIONS.get((case.stage, type(event)))
    if stage is None:
        raise BrokenLog(f"{type(event).__name__} cannot happen in a case with {case.stage}")
    return replace(_applied(case, event), stage=stage)


def _applied(case: Case, event: CaseEvent) -> Case:  # noqa: PLR0911  (one line an event)
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
        case _:  # only CaseWithdrawn is left: the stage says it
            return case
