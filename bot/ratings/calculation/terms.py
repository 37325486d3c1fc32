"""The calculation of a figure as sections and steps, each with a code, facts and arithmetic.

Figures are stored as text; `bot.ratings.calculation.wording` makes the sentences. Terms are stored
as long as a list is published.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

Fact = str | int | date
"""What a sentence of the catalogue may need: a name, a count, a day."""
Facts = dict[str, Fact]
"""By the name under which the sentence has it."""


@dataclass(frozen=True, slots=True)
class CalculationStep:
    """A step, shown as `what = expression = value`; the expression or the value may be missing."""

    code: str
    """The end of the catalogue's key `shown.line.…`, which says what the step is."""
    facts: Mapping[str, Fact] = field(default_factory=dict)
    expression: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A figure, and the steps of its calculation."""

    code: str
    """The end of the catalogue's key `shown.section.…`, which is the title."""
    facts: Mapping[str, Fact]
    lines: tuple[CalculationStep, ...]
