"""Conditional moves as text: any arrow, `PAS` and `orice`, and the refusals."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.service.pure.play.condition_lines import line_of, planned_move, read_condition, written
from engine.board import Axis, Square
from engine.errors import NotationError
from engine.games.conditional import Condition
from engine.games.planned_moves import Planned, Wordless
from engine.notation import parse_placement
from engine.placement import Placement

CASA, ARE = parse_placement("H8 CASA"), parse_placement("I8 ARE")


@pytest.mark.parametrize("arrow", ["->", "-->", "=>", "=", ">", "→", "–>", "—>", "⇒", "➡️", "➡"])
def test_whatever_arrow_a_phone_makes_is_one(arrow: str) -> None:
    """Any arrow that a phone types is read; spaces and case do not matter."""
    expected = Condition(partner=CASA, reply=ARE)
    assert read_condition(f"H8 CASA {arrow} I8 ARE") == expected
    assert read_condition(f"  h8 casă{arrow}i8 are  ") == expected


def test_rounds_are_parted_by_semicolons() -> None:
    """Three at most; a final one is ignored; the written form is read back."""
    last = Condition(partner=Wordless.ANY, reply=Wordless.PASS)
    two = Condition(partner=Wordless.PASS, reply=CASA, then=last)
    three = Condition(partner=CASA, reply=ARE, then=two)

    assert read_condition("H8 CASA -> I8 ARE;pas=H8 CASA ; orice -> PAS;") == three
    assert line_of(three) == "H8 CASA -> I8 ARE; PAS -> H8 CASA; * -> PAS"
    assert read_condition(line_of(three)) == three


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("PAS", Wordless.PASS),
        ("pass.", Wordless.PASS),
        ("orice", Wordless.ANY),
        ("Orice  altceva", Wordless.ANY),
        ("anything", Wordless.ANY),
        ("*", Wordless.ANY),
        ("8H CaSA", Placement(Square(7, 7), Axis.DOWN, "CaSA")),
    ],
)
def test_a_move_is_a_placement_a_pass_or_anything(text: str, expected: Planned) -> None:
    """Each kind of move is stored and read back unchanged."""
    assert planned_move(text) == expected
    assert planned_move(written(expected)) == expected


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("H8 CASA I8 ARE", "no_arrow"),
        ("-> I8 ARE", "no_arrow"),
        ("H8 CASA ->", "no_arrow"),
        ("H8 CASA -> I8 ARE -> PAS", "no_arrow"),
        ("H8 CASA -> orice", "no_position"),
        ("salut -> PAS", "no_position"),
        ("H8 CASA -> I99 ARE", "position_off_board"),
        ("H8 CASA -> I8 ARE; PAS", "no_arrow"),
        ("H8 CASA -> I8 ARE;; PAS -> PAS", "no_arrow"),
        ("PAS -> PAS; PAS -> PAS; PAS -> PAS; PAS -> PAS", "too_many_rounds"),
    ],
)
def test_what_is_wrong_is_named(line: str, code: str) -> None:
    """The refusal names a missing arrow or side, or the unreadable move."""
    with pytest.raises(NotationError) as refused:
        read_condition(line)

    assert refused.value.faults[0].code == code


@given(st.text(max_size=60))
def test_nothing_typed_breaks_it(text: str) -> None:
    """Any text gives a conditional move or is refused as unreadable."""
    try:
        condition = read_condition(text)
    except NotationError:
        return
    assert read_condition(line_of(condition)) == condition
