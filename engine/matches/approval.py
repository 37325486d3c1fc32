"""The state of proposed results between the players and the arbiter (art. 8.5, 9.7).

The bot asks both players; a player who does not answer within `results_days` agrees. So the arbiter
sees which results they can approve, which need a decision, and which wait.
"""

from datetime import date
from enum import StrEnum

from engine.correspondence import thread_of
from engine.ids import PersonId
from engine.matches.letters import WaitingLetters
from engine.matches.match import Match, MatchStage
from engine.matches.outstanding import Outstanding


class ApprovalStatus(StrEnum):
    """The players' reaction to proposed results."""

    WAITING = "waiting"
    """A player has not answered yet and still may."""
    AGREED = "agreed"
    """Both players have confirmed."""
    UNDISPUTED = "undisputed"
    """There is no objection, and the days to object are over."""
    DISPUTED = "disputed"
    """There is an objection; the arbiter decides."""
    TO_RULE = "to_rule"
    """Exceeded time or an open case needs a ruling first (art. 9.4)."""

    @property
    def may_be_approved(self) -> bool:
        """Whether nothing prevents the approval."""
        return self in {ApprovalStatus.AGREED, ApprovalStatus.UNDISPUTED}


def last_day_to_object(match: Match) -> date | None:
    """Return the last day to object to the results; None if nothing is proposed."""
    if match.stage is not MatchStage.PROPOSED or match.proposed is None:
        return None
    return match.rules.results_due(match.proposed)


def unanswered(match: Match) -> tuple[PersonId, ...]:
    """Return the players who have neither confirmed nor objected."""
    return tuple(
        one for one in match.people if one not in match.answers.confirmed | match.answers.objected
    )


def letters_to_answer(match: Match) -> WaitingLetters:
    """Return the correspondences with unanswered letters, and the instant of each first letter.

    Reasons for objections to results are not among them; they wait with the results (art. 8.5).
    """
    if match.stage is not MatchStage.PROPOSED:
        return match.letters_waiting
    reasons = {thread_of(match.code, person) for person in match.answers.objected}
    return {name: at for name, at in match.letters_waiting.items() if name not in reasons}


def approval_status(match: Match, today: date, outstanding: Outstanding) -> ApprovalStatus | None:
    """Return the state of the proposed results on that day; None if nothing is proposed.

    Questions that need a ruling have priority over the players' answers.
    """
    until = last_day_to_object(match)
    if until is None:
        return None
    if outstanding:
        return ApprovalStatus.TO_RULE
    if match.answers.objected:
        return ApprovalStatus.DISPUTED
    if not unanswered(match):
        return ApprovalStatus.AGREED
    return ApprovalStatus.WAITING if today <= until else ApprovalStatus.UNDISPUTED
