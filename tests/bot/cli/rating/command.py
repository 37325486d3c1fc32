"""`turretur rating` on files of a folder; the arithmetic of its sheets is checked."""

import re
from typing import Any

import pytest

from tests.bot.cli.command import Command

HEAD_TO_HEAD = ("--players", "@p.csv", "--results", "@r.csv")


_RATING = Command("rating")
run, answer, refusal = _RATING.run, _RATING.answer, _RATING.refusal


def evaluated(expression: str) -> float:
    """Return the value of an expression in a sheet."""
    code = expression.replace("·", "*").replace("−", "-")
    assert re.fullmatch(r"[-+*/(). 0-9]+", code)
    value = eval(code)  # noqa: S307  (digits and signs, see above)
    return float(value)


def held_to_its_lines(sections: list[dict[str, Any]]) -> int:
    """Check the arithmetic of each line of a sheet; return the number of lines."""
    checked = 0
    for section in sections:
        for line in section["lines"]:
            if line["expression"]:
                # Figures are shown with four decimals, and some are rounded or limited by a rule.
                rounded = "rounded" in line["name"] or "at least" in line["name"]
                wanted = pytest.approx(float(line["value"]), abs=0.6 if rounded else 0.2)
                assert evaluated(line["expression"]) == wanted, line
                checked += 1
    return checked
