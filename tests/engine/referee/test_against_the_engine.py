"""Engine and reference agree on random figures and dates."""

from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from engine import coefficients
from engine.thinking_time import LeavePeriod, days_used
from tests.engine.referee import results
from tests.engine.referee.time import Period, Turn, charged_days

START = date(2026, 3, 1)
any_score = st.integers(-60, 1200)
divisible = st.tuples(st.integers(0, 1200), st.integers(0, 1200)).filter(any)
days = st.integers(0, 60)


@given(any_score, any_score)
def test_a_finished_game(red: int, blue: int) -> None:
    """Engine and reference give the same coefficients for any final score (art. 8, 9.5)."""
    theirs = coefficients.normal(red, blue)
    assert results.finished(red, blue) == (theirs.first, theirs.second)


@given(divisible, st.integers(0, 30))
def test_an_abandoned_game(scores: tuple[int, int], rounds: int) -> None:
    """Engine and reference agree on every resigned game with a divisible score (art. 9.1)."""
    theirs = coefficients.resigned_game(*scores, rounds=rounds)
    assert results.abandoned(*scores, rounds) == (theirs.first, theirs.second)


@given(days, days, st.lists(st.tuples(days, st.integers(0, 10)), max_size=4))
def test_the_days_of_a_turn(arrived: int, waited: int, leave: list[tuple[int, int]]) -> None:
    """Engine and reference charge the same days of a turn, also with leave (art. 7.1, 7.2)."""
    received = START + timedelta(arrived)
    sent = received + timedelta(waited)
    spans = [(START + timedelta(at), START + timedelta(at + more)) for at, more in leave]
    mine = charged_days(Turn(received, sent), sent, leave=[Period(*span) for span in spans])
    assert len(mine) == days_used(received, sent, [LeavePeriod(*span) for span in spans])
