"""How a number was made: sections and lines, each a code, its facts, and the arithmetic.

Figures are written out; sentences are made by whoever shows them (`bot.ratings.jobs.wording`).
Terms are stored for as long as a list is published.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

Fact = str | int | date
Facts = dict[str, Fact]


@dataclass(frozen=True, slots=True)
class Line:
    """A step: `what = expression = value`; any but the first may be missing."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)
    expression: str = ""
    value: str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """A number, and the steps on the way to it."""

    code: str
    facts: Mapping[str, Fact]
    lines: tuple[Line, ...]
