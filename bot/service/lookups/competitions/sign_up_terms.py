"""The terms of a sign-up: as an arbiter sets them, as they are stored, and the usual ones."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from engine.competitions.competition import Competition
from engine.competitions.sign_up import NO_LIMITS, Limits
from storage.competitions.sign_ups import SignUp

_DAYS_BEFORE: Final = 7
"""The usual days between the last day of sign-up and the phase."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SignUpTerms:
    """The terms of a sign-up, as an arbiter sets them."""

    last_day: date
    """The last day on which people may sign up."""
    limits: Limits = NO_LIMITS
    asks_email: bool = False
    """Whether people are asked for their e-mail address."""
    needs_word: bool = False
    """Whether an arbiter must accept each person."""


def usual_terms(competition: Competition, today: date) -> SignUpTerms:
    """Return the terms that the card offers first."""
    day = competition.phase.plan.start - timedelta(days=_DAYS_BEFORE)
    return SignUpTerms(last_day=max(today, day))


def terms_of(sign_up: SignUp, competition: Competition) -> SignUpTerms:
    """Return the terms of a stored sign-up."""
    return SignUpTerms(
        last_day=sign_up.last_day(competition.rules.time_zone),
        limits=sign_up.limits,
        asks_email=sign_up.asks_email,
        needs_word=sign_up.needs_word,
    )
