"""A competition as it stands, and at which stage.

It is made from events by `engine.competitions.fold`; what may happen next is decided in the other
modules of this package.
"""

from dataclasses import dataclass
from datetime import date
from enum import Enum

from engine.competitions.parts import ExclusionPolicy
from engine.competitions.phase import PhaseState
from engine.games.events import EditionRef
from engine.ids import CompetitionCode, GameId, PersonId
from engine.rulesets import Phase, Ruleset


class CompetitionStage(Enum):
    """Where a competition stands, which is where its present phase stands."""

    OPEN = "entries open"
    COMMITTED = "seeds committed"
    GROUPED = "groups drawn"
    LISTED = "matches listed"
    RUNNING = "phase running"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Competition:
    """A competition as it stands after its last event."""

    code: CompetitionCode
    title: str
    arbiters: tuple[PersonId, ...]
    rules: Ruleset
    edition: EditionRef
    exclusion: ExclusionPolicy
    phases: tuple[PhaseState, ...]
    number: int = 0
    """Which of the phases is being prepared or played."""
    stage: CompetitionStage = CompetitionStage.OPEN
    claimed: frozenset[PersonId] = frozenset()
    """Who has taken his place by his invitation."""
    forgotten: frozenset[PersonId] = frozenset()
    """Who was forgotten at their own wish: they play no more."""

    @property
    def phase(self) -> PhaseState:
        """Return the phase that is being prepared or played."""
        return self.phases[self.number]

    @property
    def excluded(self) -> frozenset[PersonId]:
        """Return who is excluded from the competition, in whichever phase it was ruled (10.3)."""
        return frozenset[PersonId]().union(*(phase.out for phase in self.phases))

    @property
    def gone(self) -> frozenset[PersonId]:
        """Return who plays no more in the competition: excluded, or having left."""
        return self.excluded.union(*(phase.retired for phase in self.phases))

    def is_past(self, kind: Phase) -> bool:
        """Return whether the phase of that kind is over: another follows it, or all is closed."""
        earlier = {phase.plan.phase for phase in self.phases[: self.number]}
        return self.stage is CompetitionStage.CLOSED or kind in earlier

    @property
    def next_phase(self) -> PhaseState | None:
        """Return the phase after it, if there is one."""
        return self.phases[self.number + 1] if self.number + 1 < len(self.phases) else None

    def is_late(self, phase: PhaseState, today: date) -> bool:
        """Return whether the start that was announced for the phase is no longer true.

        Its day is past and it has not started, or its day has come while the phase before is open.
        """
        if phase.started is not None:
            return False
        is_open_before = phase.plan.phase is not self.phase.plan.phase
        return phase.plan.start < today or (is_open_before and phase.plan.start == today)

    def phase_of(self, game: GameId) -> PhaseState | None:
        """Return the phase that the game belongs to, if it is one of the competition's."""
        return next((phase for phase in self.phases if game in phase.games), None)

    def closing_of(self, kind: Phase) -> date | None:
        """Return the last day of play of the phase of that kind, if there is one (art. 9.4)."""
        plans = (phase.plan for phase in self.phases)
        return next((plan.closing for plan in plans if plan.phase is kind), None)
