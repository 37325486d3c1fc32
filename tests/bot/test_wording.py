"""Hints: what to type instead, offered where it would help and only there."""

import pytest

from bot.language.hints import hint_for, joker_hint
from engine.games.appraisal import appraise
from engine.ids import Seat
from engine.notation import parse_placement
from tests.builders import ANY_WORD, START, game_after, with_racks


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("CASA H8", "H8 CASA"),
        ("casa 8h", "8H CASA"),
        ("H8CASA", "H8 CASA"),
        ("8hcasă!", None),
        ("salut", None),
        ("ne vedem la 8", None),
    ],
)
def test_a_placement_written_the_wrong_way_round_is_understood(
    typed: str, meant: str | None
) -> None:
    """Word first, or no blank: the bot offers the right form; small talk gets no such offer."""
    hint = hint_for(typed)

    assert (hint.params["placement"] if hint else None) == meant


def test_a_missing_letter_may_be_a_joker() -> None:
    """With a joker in the hand, the placement is offered with the joker in its place."""
    game = with_racks(game_after(), red="CAS?ETN")
    placement = parse_placement("H8 CASA")
    judged = appraise(game, Seat.RED, placement, START, ANY_WORD)
    hint = joker_hint(game, Seat.RED, placement, judged)

    assert hint is not None
    assert hint.params["placement"] == "H8 CASa"


def test_no_joker_no_hint() -> None:
    """Where the hand has no joker, or too few, nothing false is offered."""
    placement = parse_placement("H8 CASA")
    for rack in ("CASETNI", "C?SETNI"):
        game = with_racks(game_after(), red=rack.replace("A", "", 1) + "O")
        judged = appraise(game, Seat.RED, placement, START, ANY_WORD)
        assert joker_hint(game, Seat.RED, placement, judged) is None
