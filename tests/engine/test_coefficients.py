"""Coefficients: the regulation's and the rules page's figures, and what must hold for any score."""

import re
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.coefficients import (
    MAXIMUM,
    Coefficients,
    abandoned,
    abandoned_while_ahead,
    interrupted,
    no_information,
    no_show,
    normal,
    penalised,
    rounded,
    silenced,
    time_exceeded,
    uncontested,
)
from engine.errors import Fault, RuleViolation
from engine.rulesets import AbandonFloor

scores = st.integers(-60, 1200)
rounds_played = st.integers(0, 30)


def figures(result: Coefficients) -> tuple[str, str]:
    """Return both coefficients as they are printed."""
    return str(result.first), str(result.second)


def worked_out(expression: str) -> Fraction:
    """Work an expression of the terms out exactly, as a person with a pencil would."""
    assert re.fullmatch(r"(min|max|[-+*/(),. \d])*", expression)
    exact = re.sub(r"\d+(\.\d+)?", lambda number: f"Fraction('{number[0]}')", expression)
    return Fraction(eval(exact, {"Fraction": Fraction, "min": min, "max": max}))  # noqa: S307  (the pattern above allows figures only)


def assert_sound(result: Coefficients) -> None:
    """Hold any result to what is promised of all: range, four decimals, arithmetic that adds up."""
    for figure in (result.first, result.second):
        assert figure.as_tuple().exponent == -4
        assert 0 <= figure <= MAXIMUM
    for term in result.terms:
        assert str(rounded(worked_out(term.expression))) == term.value
    assert {str(result.first), str(result.second)} <= {term.value for term in result.terms}


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
        pytest.param((400, 400), ("1.0000", "1.0000"), "8.4", marks=pytest.mark.article("8.4")),
        pytest.param((0, 0), ("1.0000", "1.0000"), "8.4", marks=pytest.mark.article("8.4")),
        pytest.param((-7, -7), ("1.0000", "1.0000"), "8.4", marks=pytest.mark.article("8.4")),
    ],
)
def test_a_finished_game(score: tuple[int, int], expected: tuple[str, str], article: str) -> None:
    """Each kind of score gives the regulation's figures under its article."""
    result = normal(*score)

    assert figures(result) == expected
    assert result.article == article


@pytest.mark.article("8.1")
def test_a_half_is_rounded_up_for_the_winner() -> None:
    """1.50125 becomes 1.5013 and never 1.5012, as binary fractions or half-even would have it."""
    assert rounded(Fraction(150125, 100000)) == Decimal("1.5013")
    assert rounded(Fraction(150135, 100000)) == Decimal("1.5014")
    assert rounded(Fraction(0)) == Decimal("0.0000")


@pytest.mark.article("9.5")
def test_the_maximum_takes_nothing_from_the_loser() -> None:
    """The loser's figure is the ordinary one: 90 of 960 is 2 less the rounded 1.9063."""
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
    """One point is divided by the scores and half a point added; below zero the leader has it."""
    assert figures(interrupted(*score)) == expected


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
    """The one who stays is held within 1.53 ± 0.01 a round, the quitter to what is left of 2."""
    result = abandoned(*score, rounds=rounds)

    assert figures(result) == expected
    assert result.article == "9.1"


@pytest.mark.article("9.1")
def test_the_floor_may_be_fixed_at_1_53() -> None:
    """With that option the one who stays never gets less, however badly he stood."""
    assert figures(abandoned(200, 300, rounds=5, floor=AbandonFloor.FIXED)) == ("1.5300", "0.4700")
    assert figures(abandoned(300, 200, rounds=5, floor=AbandonFloor.FIXED)) == ("1.5800", "0.4000")


def test_rounds_cannot_be_negative() -> None:
    """A count below zero is an error of the program, not of a player."""
    with pytest.raises(ValueError, match="-1"):
        abandoned(1, 1, rounds=-1)


@pytest.mark.article("9.1")
def test_who_abandons_and_would_still_be_ahead_gets_nothing_for_it() -> None:
    """Won 600–300 and left the return leg at 0–0: 0 there. After a narrow win nothing changes."""
    left = abandoned(0, 0, rounds=0)

    assert figures(abandoned_while_ahead(left, normal(300, 600))) == ("1.5300", "0.0000")
    assert abandoned_while_ahead(left, normal(440, 450)) == left
    assert abandoned_while_ahead(left, normal(600, 300)) == left
    level = normal(-5, 10)  # 1.53 + 0.47 for both: not ahead
    assert abandoned_while_ahead(left, level) == left


@pytest.mark.article("9.4")
def test_exceeded_time_is_treated_as_abandonment() -> None:
    """The same figures, under the article on thinking time."""
    result = time_exceeded(200, 300, rounds=5)

    assert figures(result) == ("1.4800", "0.5200")
    assert result.article == "9.4"
    assert figures(time_exceeded(200, 300, rounds=5, floor=AbandonFloor.FIXED))[0] == "1.5300"


@pytest.mark.article("9.1")
def test_no_show_and_silence() -> None:
    """Who never answers gets 0 and the partner 1.53; where nobody tells anything both get 0."""
    assert figures(no_show()) == ("1.5300", "0.0000")
    assert figures(no_information()) == ("0.0000", "0.0000")
    assert {no_show().article, no_information().article} == {"9.1"}


@pytest.mark.article("9.4")
def test_at_the_closing_date() -> None:
    """Uncontested it is 1 all; a declared state counts as usual; silence costs the silent."""
    declared = normal(300, 200)

    assert figures(uncontested()) == ("1.0000", "1.0000")
    assert silenced(declared) == declared
    assert figures(silenced(declared, second=True)) == ("1.6000", "0.0000")
    assert figures(silenced(declared, first=True)) == ("0.0000", "0.4000")
    assert silenced(declared, second=True).article == "9.1"


@pytest.mark.article("10.3")
def test_a_penalty_is_taken_from_one_and_given_to_nobody() -> None:
    """Half a point off the winner leaves the loser as he was, and nothing falls below 0."""
    result = normal(524, 480)

    assert figures(penalised(result, first=Decimal("0.5"))) == ("1.0219", "0.4781")
    assert figures(penalised(result, second=Decimal(1))) == ("1.5219", "0.0000")
    both = penalised(result, first=Decimal("0.1"), second=Decimal("0.1"))
    assert figures(both) == ("1.4219", "0.3781")
    assert both.article == "10.3"
    assert penalised(result, second=Decimal("0.1")).article == "10.3"
    assert penalised(result) == result


@pytest.mark.article("10.3")
@pytest.mark.parametrize("points", ["0.05", "1.1", "-0.5", "0.12345", "NaN", "Infinity"])
def test_a_penalty_outside_the_article_is_refused(points: str) -> None:
    """Only 0.1 to 1 point may be taken; the refusal names what was asked."""
    with pytest.raises(RuleViolation) as refusal:
        penalised(normal(1, 2), first=Decimal(points), second=Decimal(2))

    assert refusal.value.faults == (
        Fault("penalty_out_of_range", "10.3", {"points": points}),
        Fault("penalty_out_of_range", "10.3", {"points": "2"}),
    )


@given(scores, scores)
def test_any_finished_or_interrupted_game_is_sound(red: int, blue: int) -> None:
    """The sum is 2 unless the maximum cuts, the winner has more, the order is the caller's."""
    for rule in (normal, interrupted):
        result = rule(red, blue)

        assert_sound(result)
        assert rule(blue, red) == result.swapped
        assert (result.first > result.second) == (red > blue)
        assert result.first + result.second == 2 or result.article == "9.5"


@given(scores, scores, rounds_played, st.sampled_from(AbandonFloor))
def test_any_abandoned_game_is_sound(
    stayer: int, quitter: int, rounds: int, floor: AbandonFloor
) -> None:
    """The figures stay in their band, the sum within 2, and a better score never costs anything."""
    result = abandoned(stayer, quitter, rounds=rounds, floor=floor)
    band = Decimal(rounds) / 100
    low = Decimal("1.53") - (0 if floor is AbandonFloor.FIXED else band)

    assert_sound(result)
    assert low <= result.first <= min(Decimal("1.53") + band, MAXIMUM)
    assert result.first + result.second <= 2
    assert abandoned(stayer + 1, quitter, rounds=rounds, floor=floor).first >= result.first


@given(scores, scores, st.decimals("0.1", "1", places=4), st.booleans())
def test_any_penalty_is_sound(red: int, blue: int, points: Decimal, on_red: bool) -> None:
    """However much is taken, range, decimals and arithmetic hold."""
    result = normal(red, blue)

    assert_sound(penalised(result, first=points) if on_red else penalised(result, second=points))


WORKED_OUT = [
    (
        lambda: normal(524, 480),
        ["winner = 1 + 524 / (524 + 480) = 1.5219", "loser = 2 - 1.5219 = 0.4781"],
        "8.1",
    ),
    (
        lambda: normal(900, 100),
        [
            "winner = 1 + 900 / (900 + 100) = 1.9000",
            "loser = 2 - 1.9000 = 0.1000",
            "maximum = min(1.9000, 1.6667) = 1.6667",
        ],
        "9.5",
    ),
    (lambda: normal(0, -3), ["winner = 1.5000 = 1.5000", "loser = 0.5000 = 0.5000"], "8.2"),
    (lambda: normal(1, 0), ["winner = 1.5300 = 1.5300", "loser = 0.4700 = 0.4700"], "8.3"),
    (lambda: normal(7, 7), ["draw = 1.0000 = 1.0000"], "8.4"),
    (
        lambda: interrupted(480, 524),
        ["ahead = 524 / (524 + 480) + 0.5 = 1.0219", "behind = 2 - 1.0219 = 0.9781"],
        "9.2",
    ),
    (
        lambda: interrupted(5, 0),
        ["ahead = 5 / (5 + 0) + 0.5 = 1.5000", "behind = 2 - 1.5000 = 0.5000"],
        "9.2",
    ),
    (
        lambda: interrupted(0, -4),
        ["ahead = 1 + 0.5 = 1.5000", "behind = 2 - 1.5000 = 0.5000"],
        "9.2",
    ),
    (
        lambda: interrupted(3, 3),
        ["ahead = 1 / 2 + 0.5 = 1.0000", "behind = 2 - 1.0000 = 1.0000"],
        "9.2",
    ),
    (
        lambda: abandoned(200, 300, rounds=5),
        [
            "score = 1 + 200 / (200 + 300) = 1.4000",
            "low = 1.53 - 0.01 * 5 = 1.4800",
            "high = 1.53 + 0.01 * 5 = 1.5800",
            "stayer = min(max(1.4000, 1.4800), 1.5800, 1.6667) = 1.4800",
            "share = 300 / (300 + 200) = 0.6000",
            "quitter = min(0.6000, 2 - 1.4800) = 0.5200",
        ],
        "9.1",
    ),
    (
        lambda: abandoned(0, 40, rounds=1),
        [
            "score = 1 + 0 / (0 + 40) = 1.0000",
            "low = 1.53 - 0.01 * 1 = 1.5200",
            "high = 1.53 + 0.01 * 1 = 1.5400",
            "stayer = min(max(1.0000, 1.5200), 1.5400, 1.6667) = 1.5200",
            "share = 40 / (40 + 0) = 1.0000",
            "quitter = min(1.0000, 2 - 1.5200) = 0.4800",
        ],
        "9.1",
    ),
    (
        lambda: abandoned(-4, 30, rounds=2, floor=AbandonFloor.FIXED),
        [
            "score = 1 + 0 = 1.0000",
            "low = 1.53 = 1.5300",
            "high = 1.53 + 0.01 * 2 = 1.5500",
            "stayer = min(max(1.0000, 1.5300), 1.5500, 1.6667) = 1.5300",
            "share = 1 = 1.0000",
            "quitter = min(1.0000, 2 - 1.5300) = 0.4700",
        ],
        "9.1",
    ),
    (
        lambda: abandoned_while_ahead(uncontested(), normal(300, 600)),
        [
            "uncontested = 1.0000 = 1.0000",
            "quitter_both_legs = 1.0000 + 1.6667 = 2.6667",
            "stayer_both_legs = 1.0000 + 0.3333 = 1.3333",
            "quitter = 0 = 0.0000",
        ],
        "9.4",
    ),
    (no_show, ["present = 1.53 = 1.5300", "absent = 0 = 0.0000"], "9.1"),
    (no_information, ["silent = 0.0000 = 0.0000"], "9.1"),
    (uncontested, ["uncontested = 1.0000 = 1.0000"], "9.4"),
    (
        lambda: silenced(uncontested(), first=True, second=True),
        ["uncontested = 1.0000 = 1.0000", "first = 0 = 0.0000", "second = 0 = 0.0000"],
        "9.1",
    ),
    (
        lambda: penalised(uncontested(), first=Decimal("0.5"), second=Decimal(1)),
        [
            "uncontested = 1.0000 = 1.0000",
            "first = max(1.0000 - 0.5, 0) = 0.5000",
            "second = max(1.0000 - 1, 0) = 0.0000",
        ],
        "10.3",
    ),
]


@pytest.mark.parametrize(("work_out", "lines", "article"), WORKED_OUT)
def test_the_arithmetic_is_shown_as_a_person_would_write_it(
    work_out: Callable[[], Coefficients], lines: list[str], article: str
) -> None:
    """Every kind of result names its article, and each of its figures with what it comes from."""
    result = work_out()

    assert_sound(result)
    assert [f"{term.name} = {term.expression} = {term.value}" for term in result.terms] == lines
    assert result.article == article
