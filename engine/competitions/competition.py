"""The state of a competition, and its stage.

`engine.competitions.fold` builds it from events; other modules here decide which events may follow.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from enum import Enum

from engine.competitions.events import CompetitionEvent, Settings
from engine.competitions.parts import AdvancedPlayer, Entry
from engine.competitions.phase import PhaseState
from engine.competitions.status import Change
from engine.folding import changed
from engine.ids import CompetitionCode, GameId, PersonId
from engine.rulesets import Phase


class CompetitionStage(Enum):
    """The stage of a competition, which is the stage of its present phase."""

    OPEN = "entries open"
    COMMITTED = "seeds committed"
    GROUPED = "groups drawn"
    LISTED = "matches listed"
    RUNNING = "phase running"
    CLOSED = "closed"


@dataclass(frozen=True, kw_only=True)  # without slots, so that `changed` is fast
class Competition(Settings):
    """The state of a competition after its last event."""

    code: CompetitionCode
    served: tuple[tuple[datetime, tuple[PersonId, ...]], ...] = ()
    """Every list of arbiters so far, each with the instant since which it applies."""
    taken_back: bool = False
    """Whether its import was taken back, so that it counts nowhere; its stage stays."""
    phases: tuple[PhaseState, ...]
    """The phases in order, including those still to be prepared."""
    number: int = 0
    """The index of the phase that is being prepared or played."""
    stage: CompetitionStage = CompetitionStage.OPEN
    browser_seats: bool = True
    """Whether a browser may take a seat (art. 6.1); who has one keeps it."""
    claimed: frozenset[PersonId] = frozenset()
    """Players who have accepted their seat through their invitation."""
    opened: "Competition | None" = field(default=None, compare=False, repr=False)
    """The competition before the phase was opened, to build it again; None once it has started."""
    preparation: tuple[CompetitionEvent, ...] = field(default=(), compare=False, repr=False)
    """All events since then, except those that were taken back."""

    @property
    def chief_arbiter(self) -> PersonId:
        """The first of the arbiters."""
        return self.arbiters[0]

    @property
    def open_seats(self) -> tuple[Entry, ...]:
        """The entries of the present phase whose seats nobody has taken yet, in order."""
        return tuple(entry for entry in self.phase.entries if entry.player not in self.claimed)

    @property
    def phase(self) -> PhaseState:
        """The phase that is being prepared or played."""
        return self.phases[self.number]

    def with_phase(self, phase: PhaseState) -> "Competition":
        """Return the competition with its phase of that kind changed."""
        kind = phase.plan.phase
        phases = tuple(phase if one.plan.phase is kind else one for one in self.phases)
        return changed(self, phases=phases)

    @property
    def forgotten(self) -> frozenset[PersonId]:
        """Players whose personal data was erased at their own wish; they play no further games."""
        acts = (act for phase in self.phases for act in phase.acts)
        return frozenset(act.player for act in acts if act.change is Change.FORGOTTEN)

    @property
    def untaken(self) -> frozenset[PersonId]:
        """The placeholders of forgotten players, whose seats nobody has taken since."""
        return frozenset[PersonId]().union(*(phase.untaken for phase in self.phases))

    @property
    def excluded(self) -> frozenset[PersonId]:
        """All players disqualified from the competition, in any phase (art. 10.3)."""
        return frozenset[PersonId]().union(*(phase.excluded for phase in self.phases))

    @property
    def former_players(self) -> frozenset[PersonId]:
        """All players who no longer play in the competition: disqualified, or left."""
        return self.excluded.union(*(phase.retired for phase in self.phases))

    def is_past(self, kind: Phase) -> bool:
        """Return whether the phase of that kind is over: another has followed, or all is closed."""
        earlier = {phase.plan.phase for phase in self.phases[: self.number]}
        return self.stage is CompetitionStage.CLOSED or kind in earlier

    @property
    def next_phase(self) -> PhaseState | None:
        """The phase after the present one, or None."""
        return self.phases[self.number + 1] if self.number + 1 < len(self.phases) else None

    @property
    def previous_phase(self) -> PhaseState | None:
        """The phase before the present one; None in the first."""
        return self.phases[self.number - 1] if self.number else None

    @property
    def changed_qualifiers(self) -> tuple[AdvancedPlayer, ...] | None:
        """The players who advance by corrected tables; None if they are those confirmed."""
        before = self.previous_phase
        if before is None or before.advanced is None:
            return None
        players, _ = before.qualified
        return None if players == before.advanced.players else players

    def is_late(self, phase: PhaseState, today: date) -> bool:
        """Return whether the announced start of the phase is no longer possible.

        The start day is past without a start, or has come while the previous phase is still open.
        """
        start, is_open_before = phase.plan.start, phase.plan.phase is not self.phase.plan.phase
        is_past = start < today or (is_open_before and start == today)
        return is_past and phase.started is None

    def phase_of(self, game: GameId) -> PhaseState | None:
        """Return the phase of the game, or None if the game is not in this competition."""
        return next((phase for phase in self.phases if game in phase.games), None)

    def state_of(self, kind: Phase) -> PhaseState:
        """Return the phase of that kind, which the competition has."""
        return next(phase for phase in self.phases if phase.plan.phase is kind)
