"""Where proposed results stand between the players and the arbiter (art. 8.5, 9.7).

Both players are asked; whoever says nothing in the days that the ruleset gives (5) disputes
nothing. So the arbiter tells at a glance what he may homologate without another thought, what needs
him, and what still waits. Pure: from the match and the day.
"""

from datetime import date, timedelta
from enum import StrEnum

from engine.correspondence import thread_of
from engine.ids import PersonId
from engine.matches.letters import Waiting
from engine.matches.match import Match, MatchStage
from engine.matches.outstanding import NOTHING_OUTSTANDING, Outstanding


class Standing(StrEnum):
    """What the players have made of proposed results."""

    WAITING = "waiting"
    """Somebody has not answered and still may."""
    AGREED = "agreed"
    """Both have confirmed."""
    UNDISPUTED = "undisputed"
    """Nobody objects, and the days to object are over."""
    DISPUTED = "disputed"
    """An objection stands; the arbiter decides."""
    TO_RULE = "to_rule"
    """Somebody has exceeded his time, or a case is open: the arbiter rules first (art. 9.4)."""

    @property
    def is_undisputed(self) -> bool:
        """Return whether nothing stands in the way of the homologation."""
        return self in {Standing.AGREED, Standing.UNDISPUTED}


def last_day_to_object(match: Match) -> date | None:
    """Return the last day on which silence still means nothing; None if nothing is proposed."""
    if match.stage is not MatchStage.PROPOSED or match.proposed is None:
        return None
    return match.proposed + timedelta(days=match.rules.results_days)


def unanswered(match: Match) -> tuple[PersonId, ...]:
    """Return the players who have neither confirmed nor objected."""
    return tuple(one for one in match.people if one not in match.confirmed | match.objected)


def letters_to_answer(match: Match) -> Waiting:
    """Return the letters that wait for an arbiter by themselves, and since when.

    Why somebody objects to proposed results waits with the results (art. 8.5).
    """
    if match.stage is not MatchStage.PROPOSED:
        return match.letters_waiting
    reasons = {thread_of(match.code, person) for person in match.objected}
    return {name: at for name, at in match.letters_waiting.items() if name not in reasons}


def standing(
    match: Match, today: date, outstanding: Outstanding = NOTHING_OUTSTANDING
) -> Standing | None:
    """Return where the proposed results stand on that day; None if nothing is proposed.

    What is to be ruled on comes before whatever the players have said, or not said.
    """
    until = last_day_to_object(match)
    if until is None:
        return None
    if outstanding:
        return Standing.TO_RULE
    if match.objected:
        return Standing.DISPUTED
    if not unanswered(match):
        return Standing.AGREED
    return Standing.WAITING if today <= until else Standing.UNDISPUTED
