"""The places where a player's leave is counted, as they are shown, and where it was refused."""

from dataclasses import dataclass
from functools import reduce

from bot.service.matches.matches import SeenMatch
from bot.texts.messages import Text, say
from engine.competitions.competition import Competition
from engine.competitions.fold import evolve_competition
from engine.competitions.guards import Act
from engine.competitions.leave import RefusedPart
from engine.competitions.moved_leave import fit_leave
from engine.competitions.phase import PhaseState
from engine.errors import Fault
from engine.ids import PersonId
from engine.rulesets import Phase
from engine.thinking_time import LeavePeriod


@dataclass(frozen=True, slots=True)
class Book:
    """One place where a player's leave is counted: a phase, or a match outside a competition."""

    code: str
    """The competition's code, or that of a match outside a competition."""
    name: str
    """The competition's title; empty for a match outside a competition."""
    title: Text
    periods: tuple[LeavePeriod, ...]
    left: int
    """Days of leave the player still has there."""
    outside: tuple[LeavePeriod, ...] = ()
    """Announced leave of which no day falls into any phase of the competition."""

    @property
    def announced(self) -> tuple[LeavePeriod, ...]:
        """Return every announced period, also those that do not count now."""
        return self.periods + self.outside


@dataclass(frozen=True, slots=True)
class Refusal:
    """A place that did not note its part of a change, and why."""

    title: Text
    period: LeavePeriod
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """Where a change was noted."""

    books: tuple[Book, ...]
    """The places it concerns, as they stand now."""
    parts: tuple[LeavePeriod, ...]
    """What of the new period counts anywhere, in order."""
    refused: tuple[Refusal, ...] = ()
    """The places that did not note it."""
    is_everywhere: bool = True
    """Whether it was noted in every competition and match of the player's."""


def refusal_of(title: str, refused: RefusedPart) -> Refusal:
    """Return why a phase of the competition with that title refuses a part."""
    return Refusal(_phase_title(title, refused.part.phase), refused.part.period, refused.faults)


def as_of(competition: Competition, who: Act, player: PersonId) -> Competition:
    """Return the competition with the player's leave as it fits a phase that is late."""
    fitted = fit_leave(competition, who, {player})
    return reduce(evolve_competition, fitted, competition)


def _phase_title(title: str, phase: Phase) -> Text:
    return say("leave.phase", title=title, phase=say(f"phase.{phase.value}"))


def phase_book(
    competition: Competition,
    phase: PhaseState,
    person: PersonId,
    apart: tuple[LeavePeriod, ...],
) -> Book:
    """Return the player's leave in a phase; `apart` is what falls into no phase."""
    own, kind = phase.leave_of(person), phase.plan.phase
    return Book(
        code=competition.code,
        name=competition.title,
        title=_phase_title(competition.title, kind),
        periods=own,
        left=competition.rules.leave(kind) - sum(period.days for period in own),
        outside=apart,
    )


def match_book(seen: SeenMatch, person: PersonId) -> Book:
    """Return the player's leave in a match outside a competition."""
    own = seen.match.leave_of(person)
    left = seen.match.rules.leave(seen.match.phase) - sum(period.days for period in own)
    title = say("leave.match", match=seen.match.code)
    return Book(code=seen.match.code, name="", title=title, periods=own, left=left)
