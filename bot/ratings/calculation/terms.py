"""The calculation of a figure as sections and steps, each with a code, facts and arithmetic.

Figures are stored as text; `bot.ratings.calculation.wording` makes the sentences. Terms are stored
as long as a list is published.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

Fact = str | int | date
Facts = dict[str, Fact]


@dataclass(frozen=True, slots=True)
class CalculationStep:
    """A step: `what = expression = value`; any part except the first may be missing."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    expression: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A figure, and the steps of its calculation."""

    code: str
    facts: Mapping[str, Fact]
    lines: tuple[CalculationStep, ...]
