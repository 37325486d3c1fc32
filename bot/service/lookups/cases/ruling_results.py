"""A ruling that was made, with its effects."""

from dataclasses import dataclass

from bot.service.readers.cases.case_snapshots import CaseSnapshot
from engine.cases.situation import Consequences, Situation


@dataclass(frozen=True, slots=True, kw_only=True)
class RulingResult:
    """A ruling: the case after it, and its effects."""

    snapshot: CaseSnapshot
    """The case with the ruling, the last of its rulings."""
    before: Situation
    """All that the ruling might have affected, as it was before the ruling."""
    consequences: Consequences
    """What the ruling changed of that."""
