"""Practice: the rules of a game against the program, and its three strengths.

The rules of the regulation apply. Nobody rules the match, and its result counts for nothing.
"""

from dataclasses import replace
from enum import StrEnum
from typing import Final

from engine.rulesets import Ruleset, WordPolicy

THINKING_DAYS: Final = 14
"""The person's days of thinking time; once they are exceeded, the person loses without a ruling."""


class Strength(StrEnum):
    """The strength of the program."""

    EASY = "easy"
    """Short words, neither the best nor the worst of them."""
    MEDIUM = "medium"
    """One of the better plays."""
    STRONG = "strong"
    """The play that counts most points; it spends one blank at a time."""


def practice_rules(rules: Ruleset) -> Ruleset:
    """Return the rules of a practice game: no leave, and lost on time without a ruling (7.2)."""
    return replace(
        rules,
        name=f"{rules.name}-practice",
        word_policy=WordPolicy.REFUSE,
        preliminary_days=THINKING_DAYS,
        leave_days=0,
        auto_forfeit=True,
    )
