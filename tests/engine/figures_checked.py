"""Checks of coefficients and of the arithmetic displayed with them."""

import re
from fractions import Fraction

from engine.coefficients import MAXIMUM, Coefficients, rounded


def figures(result: Coefficients) -> tuple[str, str]:
    """Return both coefficients as they are printed."""
    return str(result.first), str(result.second)


def worked_out(expression: str) -> Fraction:
    """Return the exact value of a term's expression."""
    assert re.fullmatch(r"(min|max|[-+*/(),. \d])*", expression)
    exact = re.sub(r"\d+(\.\d+)?", lambda number: f"Fraction('{number[0]}')", expression)
    return Fraction(eval(exact, {"Fraction": Fraction, "min": min, "max": max}))  # noqa: S307  (the pattern above allows figures only)


def assert_sound(result: Coefficients) -> None:
    """Check the range, the four decimals and the arithmetic of a result."""
    for figure in (result.first, result.second):
        assert figure.as_tuple().exponent == -4
        assert 0 <= figure <= MAXIMUM
    for term in result.terms:
        assert str(rounded(worked_out(term.expression))) == term.value
    assert {str(result.first), str(result.second)} <= {term.value for term in result.terms}
