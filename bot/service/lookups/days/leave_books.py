"""A player's leave by place, a phase or a match: what is announced, and what is left (art. 7.2)."""

from dataclasses import dataclass

from bot.service.readers.matches.match_snapshots import MatchSnapshot
from bot.texts.messages import Text, say
from bot.texts.phase_names import phase_name
from engine.competitions.competition import Competition
from engine.competitions.leave import Part
from engine.competitions.phase import PhaseState
from engine.errors import Fault
from engine.ids import PersonId
from engine.matches.match import Match
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True)
class LeaveBook:
    """One place in which leave counts: a phase, or a match outside a competition."""

    code: str
    """The code of the competition, or of a match outside one."""
    competition_title: str
    """"" for a match outside a competition."""
    heading: Text
    """The phase or the match, as a heading."""
    periods: tuple[LeavePeriod, ...]
    """The announced periods that count."""
    left: int
    """The player's remaining days of leave there."""
    outside: tuple[LeavePeriod, ...] = ()
    """Announced leave without any day in a phase of the competition."""

    @property
    def name(self) -> str:
        """Return the name by which the person chooses it: the competition's title, or the code."""
        return self.competition_title or self.code

    @property
    def announced(self) -> tuple[LeavePeriod, ...]:
        """Return every announced period, including those that do not count now."""
        return self.periods + self.outside


@dataclass(frozen=True, slots=True)
class LeaveRefusal:
    """A place that refused its part of a change, and why."""

    heading: Text
    """The phase or the match."""
    period: LeavePeriod
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedLeave:
    """The places in which a change was recorded."""

    books: tuple[LeaveBook, ...]
    """The places concerned, in their new state."""
    parts: tuple[LeavePeriod, ...]
    """The parts of the new period that count anywhere, in order."""
    refused: tuple[LeaveRefusal, ...] = ()
    """The places that refused it."""
    is_everywhere: bool = True
    """Whether it was recorded in every competition and match of the player."""


def refusal_of(competition: Competition, refused: Part) -> LeaveRefusal:
    """Return why a phase of the competition refuses a part."""
    heading = _phase_heading(competition, refused.phase)
    return LeaveRefusal(heading, refused.period, refused.faults)


def match_refusal(match: Match, period: LeavePeriod, faults: tuple[Fault, ...]) -> LeaveRefusal:
    """Return why a match outside a competition refuses the period."""
    return LeaveRefusal(_match_heading(match), period, faults)


def _match_heading(match: Match) -> Text:
    """Return the match, as a heading."""
    return say("leave.match", match=match.code)


def _phase_heading(competition: Competition, phase: Phase) -> Text:
    """Return the competition and its phase, as a heading."""
    return say("leave.phase", title=competition.title, phase=phase_name(competition, phase))


def phase_book(
    competition: Competition,
    phase: PhaseState,
    person: PersonId,
    outside: tuple[LeavePeriod, ...],
) -> LeaveBook:
    """Return the player's leave in a phase; `outside`: their leave outside all phases."""
    periods, kind = phase.leave_of(person), phase.plan.phase
    return LeaveBook(
        code=competition.code,
        competition_title=competition.title,
        heading=_phase_heading(competition, kind),
        periods=periods,
        left=competition.rules.leave(kind) - sum(period.days for period in periods),
        outside=outside,
    )


def match_book(snapshot: MatchSnapshot, person: PersonId) -> LeaveBook:
    """Return the player's leave in a match outside a competition."""
    match = snapshot.match
    periods = match.leave_of(person)
    left = match.rules.leave(match.phase) - sum(period.days for period in periods)
    heading = _match_heading(match)
    return LeaveBook(
        code=match.code, competition_title="", heading=heading, periods=periods, left=left
    )
