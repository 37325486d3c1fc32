"""Coefficients: the figures of the regulation and of the rules page."""

from decimal import Decimal
from fractions import Fraction

import pytest

from engine.coefficients import (
    check_penalty,
    game_ended_early,
    no_information,
    no_show,
    normal,
    penalised,
    resigned_game,
    resigned_while_ahead,
    rounded,
    silenced,
    time_exceeded,
    uncontested,
)
from engine.errors import Fault, RuleViolation
from engine.rulesets import AbandonFloor
from tests.engine.figures_checked import figures


@pytest.mark.parametrize(
    ("score", "expected", "article"),
    [
        pytest.param((524, 480), ("1.5219", "0.4781"), "8.1", marks=pytest.mark.article("8.1")),
        pytest.param((480, 524), ("0.4781", "1.5219"), "8.1", marks=pytest.mark.article("8.1")),
        pytest.param((401, 399), ("1.5013", "0.4987"), "8.1", marks=pytest.mark.article("8.1")),
        pytest.param((200, 100), ("1.6667", "0.3333"), "8.1", marks=pytest.mark.article("8.1")),
        pytest.param((900, 100), ("1.6667", "0.1000"), "9.5", marks=pytest.mark.article("9.5")),
        pytest.param((30, 1), ("1.6667", "0.0323"), "9.5", marks=pytest.mark.article("9.5")),
        pytest.param((-5, -10), ("1.5000", "0.5000"), "8.2", marks=pytest.mark.article("8.2")),
        pytest.param((-10, -5), ("0.5000", "1.5000"), "8.2", marks=pytest.mark.article("8.2")),
        pytest.param((0, -3), ("1.5000", "0.5000"), "8.2", marks=pytest.mark.article("8.2")),
        pytest.param((1, 0), ("1.5300", "0.4700"), "8.3", marks=pytest.mark.article("8.3")),
        pytest.param((-5, 10), ("0.4700", "1.5300"), "8.3", marks=pytest.mark.article("8.3")),
        pytest.param(
            (400, 400), ("1.0000", "1.0000"), "8.4", marks=pytest.mark.article("8.4", "9.3")
        ),
        pytest.param((0, 0), ("1.0000", "1.0000"), "8.4", marks=pytest.mark.article("8.4")),
        pytest.param((-7, -7), ("1.0000", "1.0000"), "8.4", marks=pytest.mark.article("8.4")),
    ],
)
def test_a_finished_game(score: tuple[int, int], expected: tuple[str, str], article: str) -> None:
    """Each kind of score gives the regulation's figures and article."""
    result = normal(*score)

    assert figures(result) == expected
    assert result.article == article


@pytest.mark.article("8.1")
def test_a_half_is_rounded_up_for_the_winner() -> None:
    """A half in the fifth decimal is rounded up: 1.50125 gives 1.5013."""
    assert rounded(Fraction(150125, 100000)) == Decimal("1.5013")
    assert rounded(Fraction(150135, 100000)) == Decimal("1.5014")
    assert rounded(Fraction(0)) == Decimal("0.0000")


@pytest.mark.article("9.5")
def test_the_maximum_takes_nothing_from_the_loser() -> None:
    """The maximum limits the winner and leaves the loser's ordinary figure."""
    assert figures(normal(870, 90)) == ("1.6667", "0.0937")


@pytest.mark.article("9.2")
@pytest.mark.parametrize(
    ("score", "expected"),
    [
        ((524, 480), ("1.0219", "0.9781")),
        ((480, 524), ("0.9781", "1.0219")),
        ((401, 399), ("1.0013", "0.9987")),
        ((0, 0), ("1.0000", "1.0000")),
        ((10, 0), ("1.5000", "0.5000")),
        ((0, 10), ("0.5000", "1.5000")),
        ((10, -4), ("1.5000", "0.5000")),
        ((0, -4), ("1.5000", "0.5000")),
        ((-9, -4), ("0.5000", "1.5000")),
        ((-4, -4), ("1.0000", "1.0000")),
    ],
)
def test_an_interrupted_game(score: tuple[int, int], expected: tuple[str, str]) -> None:
    """A game ended early shares one point by the scores and adds half a point to each."""
    assert figures(game_ended_early(*score)) == expected


@pytest.mark.article("9.1")
@pytest.mark.parametrize(
    ("score", "rounds", "expected"),
    [
        ((10, 20), 0, ("1.5300", "0.4700")),
        ((200, 300), 5, ("1.4800", "0.5200")),
        ((300, 200), 5, ("1.5800", "0.4000")),
        ((0, 0), 0, ("1.5300", "0.4700")),
        ((0, 0), 1, ("1.5200", "0.4800")),
        ((0, 0), 4, ("1.5000", "0.5000")),
        ((10, 0), 0, ("1.5300", "0.0000")),
        ((40, 0), 1, ("1.5400", "0.0000")),
        ((0, 40), 1, ("1.5200", "0.4800")),
        ((500, 100), 13, ("1.6600", "0.1667")),
        ((500, 100), 14, ("1.6667", "0.1667")),
        ((500, 100), 20, ("1.6667", "0.1667")),
        ((300, 300), 10, ("1.5000", "0.5000")),
        ((-4, 30), 2, ("1.5100", "0.4900")),
        ((30, -4), 2, ("1.5500", "0.0000")),
        ((-4, -9), 2, ("1.5500", "0.0000")),
        ((-9, -4), 2, ("1.5100", "0.4900")),
        ((100, 900), 99, ("1.1000", "0.9000")),
    ],
)
def test_an_abandoned_game(score: tuple[int, int], rounds: int, expected: tuple[str, str]) -> None:
    """The opponent gets 1.53 ± 0.01 a round, the resigning player at most the rest of 2."""
    result = resigned_game(*score, rounds=rounds)

    assert figures(result) == expected
    assert result.article == "9.1"


@pytest.mark.article("9.1")
def test_the_floor_may_be_fixed_at_1_53() -> None:
    """With the fixed floor the opponent of a resigning player gets at least 1.53."""
    assert figures(resigned_game(200, 300, rounds=5, floor=AbandonFloor.FIXED)) == (
        "1.5300",
        "0.4700",
    )
    assert figures(resigned_game(300, 200, rounds=5, floor=AbandonFloor.FIXED)) == (
        "1.5800",
        "0.4000",
    )


def test_rounds_cannot_be_negative() -> None:
    """A negative number of rounds raises a programming error."""
    with pytest.raises(ValueError, match="-1"):
        resigned_game(1, 1, rounds=-1)


@pytest.mark.article("9.1")
def test_who_abandons_and_would_still_be_ahead_gets_nothing_for_it() -> None:
    """A resigning player who leads over both games gets 0, others keep their share."""
    left = resigned_game(0, 0, rounds=0)

    assert figures(resigned_while_ahead(left, normal(300, 600))) == ("1.5300", "0.0000")
    assert resigned_while_ahead(left, normal(440, 450)) == left
    assert resigned_while_ahead(left, normal(600, 300)) == left
    level = normal(-5, 10)  # 1.53 + 0.47 for both, so nobody leads
    assert resigned_while_ahead(left, level) == left


@pytest.mark.article("9.4")
def test_exceeded_time_is_treated_as_abandonment() -> None:
    """Exceeded time gives the figures of a resignation under article 9.4."""
    result = time_exceeded(200, 300, rounds=5)

    assert figures(result) == ("1.4800", "0.5200")
    assert result.article == "9.4"
    assert figures(time_exceeded(200, 300, rounds=5, floor=AbandonFloor.FIXED))[0] == "1.5300"


@pytest.mark.article("9.1")
def test_no_show_and_silence() -> None:
    """A no-show gets 0 and the opponent 1.53; without any information both get 0."""
    assert figures(no_show()) == ("1.5300", "0.0000")
    assert figures(no_information()) == ("0.0000", "0.0000")
    assert {no_show().article, no_information().article} == {"9.1"}


@pytest.mark.article("9.4")
def test_at_the_closing_date() -> None:
    """An undeclared game gives 1 each; a silent player gets 0 of a declared one."""
    declared = normal(300, 200)

    assert figures(uncontested()) == ("1.0000", "1.0000")
    assert silenced(declared) == declared
    assert figures(silenced(declared, second=True)) == ("1.6000", "0.0000")
    assert figures(silenced(declared, first=True)) == ("0.0000", "0.4000")
    assert silenced(declared, second=True).article == "9.1"


@pytest.mark.article("10.3")
def test_a_penalty_is_taken_from_one_and_given_to_nobody() -> None:
    """A penalty lowers one player's coefficient, to 0 at least, and not the other's."""
    result = normal(524, 480)

    assert figures(penalised(result, first=Decimal("0.5"))) == ("1.0219", "0.4781")
    assert figures(penalised(result, second=Decimal(1))) == ("1.5219", "0.0000")
    both = penalised(result, first=Decimal("0.1"), second=Decimal("0.1"))
    assert figures(both) == ("1.4219", "0.3781")
    assert both.article == "10.3"
    assert penalised(result, second=Decimal("0.1")).article == "10.3"
    assert penalised(result) == result


@pytest.mark.article("10.3")
@pytest.mark.parametrize("points", ["0", "0.1", "0.25", "0.500", "1"])
def test_a_penalty_is_given_in_hundredths(points: str) -> None:
    """Penalties have at most two decimals; a finer one is refused with its value."""
    check_penalty(Decimal(points))
    with pytest.raises(RuleViolation) as refusal:
        check_penalty(Decimal("0.125"))

    assert refusal.value.faults == (Fault("penalty_step", "10.3", {"points": "0.125"}),)


@pytest.mark.article("10.3")
@pytest.mark.parametrize("points", ["0.05", "1.1", "-0.5", "0.12345", "NaN", "Infinity"])
def test_a_penalty_outside_the_article_is_refused(points: str) -> None:
    """A penalty below 0.1 or above 1 is refused with its value."""
    with pytest.raises(RuleViolation) as refusal:
        check_penalty(Decimal(points))

    assert refusal.value.faults == (Fault("penalty_out_of_range", "10.3", {"points": points}),)
