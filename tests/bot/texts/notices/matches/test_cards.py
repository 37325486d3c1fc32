"""Results in readable form: the arithmetic of coefficients, line by line (art. 8, 9)."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.i18n import load_catalogue
from bot.texts.messages import say
from bot.texts.notices.matches.arithmetic import sums_text, term_lines
from engine.coefficients import (
    Coefficients,
    normal,
    penalised,
    resigned_game,
    resigned_while_ahead,
)

SCORES = st.integers(-50, 1200)
WORTH = st.one_of(
    st.builds(normal, SCORES, SCORES),
    st.builds(resigned_game, SCORES, SCORES, rounds=st.integers(0, 25)),
    st.builds(
        lambda worth, points: penalised(worth, first=points),
        st.builds(normal, SCORES, SCORES),
        st.decimals("0.1", "1", places=2),
    ),
)


@pytest.mark.article("8.1", "9.1", "10.3")
@given(WORTH)
def test_no_sum_is_written_as_a_formula_of_a_program(worth: Coefficients) -> None:
    """Both languages describe the bounds of a figure in words, with their value."""
    for language in ("ro", "en"):
        lines = [load_catalogue(language).plain(line) for line in term_lines(worth)]
        assert not [line for line in lines if "min(" in line or "max(" in line]
        assert all(any(sign in line for sign in "=:") for line in lines)


@pytest.mark.article("9.1")
def test_an_abandoned_game_says_between_what_its_figures_are_held() -> None:
    """The remaining player gets at least the minimum; the other gets the rest of 2."""
    lines = [
        load_catalogue("ro").plain(line) for line in term_lines(resigned_game(100, 300, rounds=4))
    ]

    assert lines[-3:] == [
        "1,2500, adus între 1,4900 și 1,5700, cel mult 1,6667: 1,4900",
        "300 : (300 + 100) = 0,7500",
        "0,7500, dar nu peste 2 − 1,4900: 0,5100",
    ]
    fixed = load_catalogue("ro").plain(term_lines(resigned_game(100, 300, rounds=0))[-3])
    assert fixed == "1,2500, adus la 1,5300: 1,5300"
    penalty = penalised(normal(300, 100), second=Decimal("0.4"))
    assert (
        load_catalogue("ro").plain(term_lines(penalty)[-1]) == "0,2500 − 0,4, dar nu sub 0: 0,0000"
    )


@pytest.mark.article("9.1")
def test_a_zero_for_who_is_ahead_over_both_games_says_why() -> None:
    """The reason is below the sums, which alone would give another figure."""
    worth = resigned_while_ahead(
        resigned_game(10, 20, rounds=1), resigned_game(0, 10, rounds=0).swapped
    )
    *_, total, why = [load_catalogue("ro").plain(line) for line in term_lines(worth)]

    assert worth.second == 0
    assert total == "1,5200 + 0,4700 = 1,9900"
    assert why == load_catalogue("ro").plain(say("results.term_ahead"))


def test_the_arithmetic_of_a_result_is_folded_up() -> None:
    """Only the figures show at first, and a tap opens the sums."""
    folded = sums_text(normal(300, 100))
    assert folded is not None

    shown = load_catalogue("ro").html(folded)

    assert shown.startswith("<blockquote expandable>Calculul:\n")
    assert shown.endswith("</blockquote>")
    assert all(load_catalogue("ro").html(line) in shown for line in term_lines(normal(300, 100)))
