"""Common checks of all decisions in a competition: the person, the time, and the stage.

What only an arbiter may do is refused to others with `not_an_arbiter`. Everything is refused in an
import that was taken back, with `competition_taken_back`. What is possible only at some stages is
refused at others with a fault of `_REFUSALS`, or `phase_running`. Each decision states its other
refusals.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from engine.competitions.competition import Competition, CompetitionStage
from engine.competitions.events import CompetitionEvent
from engine.errors import Fault, GameStateError
from engine.ids import WEB, PersonId

Events = tuple[CompetitionEvent, ...]

Stages = tuple[CompetitionStage, ...]
OPEN: Stages = (CompetitionStage.OPEN,)
COMMITTED: Stages = (CompetitionStage.COMMITTED,)
GROUPED: Stages = (CompetitionStage.GROUPED,)
RUNNING: Stages = (CompetitionStage.RUNNING,)
DRAWING: Stages = (*COMMITTED, *GROUPED, CompetitionStage.LISTED)
"""The stages after entries close and before the phase starts."""
PREPARING: Stages = (*OPEN, *DRAWING)
"""All stages before the start of the phase."""
LIVING: Stages = (*PREPARING, *RUNNING)
_REFUSALS: Mapping[Stages, Fault] = {
    OPEN: Fault("entries_closed"),
    COMMITTED: Fault("not_committed", "1.3"),
    GROUPED: Fault("groups_not_drawn", "2.1"),
    DRAWING: Fault("no_draw_to_annul"),
    RUNNING: Fault("phase_not_running"),
    LIVING: Fault("competition_closed"),
}
"""The refusal of what is possible only at these stages.

`PREPARING` names the phase while it runs, and after the end has the refusal of `LIVING`.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """The person who acts, and the time."""

    by: PersonId
    at: datetime


def check_arbiter(
    competition: Competition, act: Act, stages: Stages = tuple(CompetitionStage)
) -> None:
    """Refuse all but arbiters, and what `check_stage` refuses."""
    if act.by not in competition.arbiters:
        raise GameStateError(Fault("not_an_arbiter", "9.7"))
    check_stage(competition, stages)


def is_in_force(competition: Competition) -> bool:
    """Return whether the competition was not imported, or its import was not taken back."""
    return not competition.taken_back


def check_in_force(competition: Competition) -> None:
    """Refuse if the import of the competition was taken back."""
    if not is_in_force(competition):
        raise GameStateError(Fault("competition_taken_back", facts={"title": competition.title}))


def check_access(competition: Competition, via: str) -> None:
    """Refuse a browser where the competition is played in Telegram alone (art. 6.1)."""
    if via == WEB and not competition.browser_seats:
        raise GameStateError(Fault("browser_seats_off", facts={"title": competition.title}))


def check_stage(competition: Competition, stages: Stages) -> None:
    """Refuse any act in an import taken back, and any at other stages."""
    check_in_force(competition)
    if competition.stage not in stages:
        over = _REFUSALS[LIVING] if competition.stage is CompetitionStage.CLOSED else None
        raise GameStateError(_REFUSALS.get(stages) or over or phase_running(competition))


def phase_running(competition: Competition) -> Fault:
    """Return the fault for a phase that has started."""
    return Fault("phase_running", facts={"phase": competition.phase.plan.phase})


def check_entered(competition: Competition, player: PersonId) -> None:
    """Refuse unless the player is entered in the present phase."""
    if player not in competition.phase.players:
        raise GameStateError(Fault("not_entered", facts={"player": player}))
