"""Common checks of all decisions in a competition: the person, the time, and the stage."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import CompetitionEvent
from engine.errors import Fault, GameStateError, RuleViolation
from engine.ids import WEB, PersonId

Events = tuple[CompetitionEvent, ...]

DRAWING = (CompetitionStage.COMMITTED, CompetitionStage.GROUPED, CompetitionStage.LISTED)
"""The stages after entries close and before the phase starts."""
PREPARING = (CompetitionStage.OPEN, *DRAWING)
"""All stages before the start of the phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """The person who acts, and the time."""

    by: PersonId
    at: datetime


def check_arbiter(competition: Competition, act: Act) -> None:
    """Refuse a person who is not an arbiter of the competition, and any act in one taken back."""
    check_in_force(competition)
    if act.by not in competition.arbiters:
        raise GameStateError(Fault("not_an_arbiter", "9.7"))


def check_in_force(competition: Competition) -> None:
    """Refuse if the import of the competition was taken back."""
    if competition.taken_back:
        raise GameStateError(Fault("competition_taken_back", facts={"title": competition.title}))


def check_living(competition: Competition) -> None:
    """Refuse any change to a competition that is closed."""
    if competition.stage is CompetitionStage.CLOSED:
        raise GameStateError(Fault("competition_closed"))


def check_access(competition: Competition, via: str) -> None:
    """Refuse a browser where the competition is played in Telegram alone (art. 6.1)."""
    if via == WEB and not competition.browser_seats:
        raise GameStateError(Fault("browser_seats_off", facts={"title": competition.title}))


def check_stage(
    competition: Competition, stages: Collection[CompetitionStage], fault: Fault
) -> None:
    """Refuse with the fault unless the competition is at one of the stages."""
    if competition.stage not in stages:
        raise GameStateError(fault)


def check_preparing(competition: Competition) -> None:
    """Refuse an action that is possible only before the phase starts."""
    check_stage(competition, PREPARING, phase_running(competition))


def phase_running(competition: Competition) -> Fault:
    """Return the fault for a phase that has started."""
    return Fault("phase_running", facts={"phase": competition.phase.plan.phase})


def check_entered(competition: Competition, player: PersonId) -> None:
    """Refuse unless the player is entered in the present phase."""
    if player not in competition.phase.players:
        raise GameStateError(Fault("not_entered", facts={"player": player}))


def refuse(faults: Sequence[Fault]) -> None:
    """Raise a refusal with all faults, if there are any."""
    if faults:
        raise RuleViolation.from_faults(faults)
