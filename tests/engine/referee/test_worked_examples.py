"""The reference agrees with the regulation's examples."""

from datetime import date
from decimal import Decimal

import pytest

from tests.engine.referee.results import abandoned, finished, interrupted
from tests.engine.referee.time import Period, Turn, charged_days


@pytest.mark.parametrize(("sent", "days"), [(1, 0), (2, 0), (4, 2)])
def test_days_of_the_regulation(sent: int, days: int) -> None:
    """The reference counts the days of the examples in article 7.1."""
    turn = Turn(date(2025, 5, 1), date(2025, 5, sent))
    assert len(charged_days(turn, date(2025, 6, 1))) == days


def test_leave_a_reversed_ruling_and_the_closing_cost_nothing() -> None:
    """Leave, a withdrawn ruling and the closing date cost no days, also where they overlap."""
    charged = charged_days(
        Turn(date(2025, 5, 1), None),
        date(2025, 6, 1),
        leave=[Period(date(2025, 5, 3), date(2025, 5, 5))],
        nobodys=[Period(date(2025, 5, 5), date(2025, 5, 8))],
        closing=date(2025, 5, 10),
    )
    assert [day.day for day in charged] == [2, 9]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (finished(524, 480), ("1.5219", "0.4781")),
        (finished(401, 399), ("1.5013", "0.4987")),
        (finished(900, 100), ("1.6667", "0.1000")),
        (finished(0, -5), ("1.5000", "0.5000")),
        (finished(5, 0), ("1.5300", "0.4700")),
        (finished(-5, 5), ("0.4700", "1.5300")),
        (finished(7, 7), ("1.0000", "1.0000")),
        (interrupted(524, 480), ("1.0219", "0.9781")),
        (abandoned(10, 20, 0), ("1.5300", "0.4700")),
        (abandoned(200, 300, 5), ("1.4800", "0.5200")),
        (abandoned(300, 200, 5), ("1.5800", "0.4000")),
    ],
)
def test_coefficients(given: tuple[Decimal, Decimal], expected: tuple[str, str]) -> None:
    """The reference gives the figures of articles 8 and 9."""
    assert given == tuple(Decimal(value) for value in expected)
