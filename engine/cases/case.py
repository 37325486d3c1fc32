"""A case as it stands: the claim, both statements, the rulings.

It is made from events by `engine.cases.fold`; what may happen next is decided in
`engine.cases.decide`, and what a ruling does to the game is `engine.cases.rulings`.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import Enum

from engine.cases.events import (
    CaseId,
    CaseRuled,
    ClaimKind,
    CommentGiven,
    DefenceGiven,
    OpinionAsked,
    OpinionGiven,
    PartnerTold,
    RulingKind,
)
from engine.ids import GameId, PersonId
from engine.thinking_time import day_of

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
    placed: datetime | None = None
    """When the placement in dispute was made, where the claim says so."""
    placement: str = ""
    """The placement that waits for the answer, as it is written."""
    stage: CaseStage = CaseStage.PENDING
    comments: tuple[CommentGiven, ...] = ()
    told: PartnerTold | None = None
    defences: tuple[DefenceGiven, ...] = ()
    asked: tuple[OpinionAsked, ...] = ()
    opinions: tuple[OpinionGiven, ...] = ()
    rulings: tuple[CaseRuled, ...] = ()
    """Every ruling; the last one counts."""

    @property
    def is_query(self) -> bool:
        """Return whether a player asks of a word that he would place."""
        return self.kind is ClaimKind.QUERY

    @property
    def is_of_words_alone(self) -> bool:
        """Return whether a player asks of a word for which no placement waits."""
        return self.is_query and not self.placement

    def is_plan_unknown_to(self, person: PersonId) -> bool:
        """Return whether the person is not to hear of it: another asks of what he may yet place.

        A placement that was made is no plan any more (art. 5.3). Arbiters are not meant.
        """
        upheld = self.ruled is not None and self.ruled.ruling.kind is RulingKind.WORD_VALID
        made = upheld and not self.is_of_words_alone
        return self.is_query and not made and person != self.by

    @property
    def is_claim(self) -> bool:
        """Return whether a player brought it against his partner."""
        return self.kind is not None and not self.is_query

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
