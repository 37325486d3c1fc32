"""What every decision in a competition looks at first: who acts, when, and at which stage."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import CompetitionEvent
from engine.errors import Fault, GameStateError, RuleViolation
from engine.ids import PersonId

Events = tuple[CompetitionEvent, ...]

DRAWING = (CompetitionStage.COMMITTED, CompetitionStage.GROUPED, CompetitionStage.LISTED)
"""Entries are closed and the draws are being made."""
PREPARING = (CompetitionStage.OPEN, *DRAWING)
"""Up to the start of the phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """Who does something, and when."""

    by: PersonId
    at: datetime


def check_arbiter(competition: Competition, act: Act) -> None:
    """Refuse whoever is not one of the competition's arbiters."""
    if act.by not in competition.arbiters:
        raise GameStateError(Fault("not_an_arbiter", "9.7"))


def check_living(competition: Competition) -> None:
    """Refuse anything more in a closed competition."""
    if competition.stage is CompetitionStage.CLOSED:
        raise GameStateError(Fault("competition_closed"))


def check_stage(
    competition: Competition, stages: Collection[CompetitionStage], fault: Fault
) -> None:
    """Refuse with the fault unless the competition stands at one of the stages."""
    if competition.stage not in stages:
        raise GameStateError(fault)


def check_preparing(competition: Competition) -> None:
    """Refuse what is possible only before the phase starts."""
    check_stage(competition, PREPARING, phase_running(competition))


def phase_running(competition: Competition) -> Fault:
    """Return the fault that the present phase is under way."""
    return Fault("phase_running", facts={"phase": competition.phase.plan.phase})


def check_entered(competition: Competition, player: PersonId) -> None:
    """Refuse unless the player is one of the phase that is being prepared or played."""
    if player not in competition.phase.players:
        raise GameStateError(Fault("not_entered", facts={"player": player}))


def refuse(faults: Sequence[Fault]) -> None:
    """Refuse with every fault, if there are any."""
    if faults:
        raise RuleViolation.from_faults(faults)
