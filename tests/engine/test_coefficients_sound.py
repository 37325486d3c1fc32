"""Coefficients: properties of any score."""

from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from engine.coefficients import MAXIMUM, game_ended_early, normal, penalised, resigned_game
from engine.rulesets import AbandonFloor
from tests.engine.figures_checked import assert_sound

scores = st.integers(-60, 1200)
rounds_played = st.integers(0, 30)


@given(scores, scores)
def test_any_finished_or_interrupted_game_is_sound(red: int, blue: int) -> None:
    """The sum is 2 below the maximum, the winner has more, and seats can be swapped."""
    for rule in (normal, game_ended_early):
        result = rule(red, blue)

        assert_sound(result)
        assert rule(blue, red) == result.swapped
        assert (result.first > result.second) == (red > blue)
        assert result.first + result.second == 2 or result.article == "9.5"


@given(scores, scores, rounds_played, st.sampled_from(AbandonFloor))
def test_any_abandoned_game_is_sound(
    opponent: int, resigned: int, rounds: int, floor: AbandonFloor
) -> None:
    """The figures stay in their range, the sum is at most 2, and a better score never costs."""
    result = resigned_game(opponent, resigned, rounds=rounds, floor=floor)
    band = Decimal(rounds) / 100
    low = Decimal("1.53") - (0 if floor is AbandonFloor.FIXED else band)

    assert_sound(result)
    assert low <= result.first <= min(Decimal("1.53") + band, MAXIMUM)
    assert result.first + result.second <= 2
    assert resigned_game(opponent + 1, resigned, rounds=rounds, floor=floor).first >= result.first


@given(scores, scores, st.decimals("0.1", "1", places=4), st.booleans())
def test_any_penalty_is_sound(red: int, blue: int, points: Decimal, on_red: bool) -> None:
    """After any penalty range, decimals and arithmetic are correct."""
    result = normal(red, blue)

    assert_sound(penalised(result, first=points) if on_red else penalised(result, second=points))
