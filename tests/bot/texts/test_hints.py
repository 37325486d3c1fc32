"""Hints: the right input, offered only if it helps."""

import pytest

from bot.chat.play.move_hints import rack_hint
from engine.games.appraisal import appraise
from engine.ids import Seat
from engine.notation import parse_placement
from tests.builders import ANY_WORD, START, game_after, with_racks


@pytest.mark.parametrize(
    ("rack", "typed", "meant"),
    [
        ("CAS?ETN", "H8 CASA", ("hint.joker", "H8 CASa")),
        ("CA?AETN", "H8 (c)ASA", ("hint.joker", "H8 CAsA")),
        ("CAS?ETN", "H8 CA(s)A", ("hint.joker", "H8 CASa")),
        ("C?SAETN", "H8 C(a)S(a)", ("hint.joker", "H8 CASa")),
        ("CASAETN", "H8 C(a)SA", ("hint.letters", "H8 CASA")),
        ("CASAETN", "H8 (c)(a)SA", ("hint.letters", "H8 CASA")),
        ("CASETNO", "H8 CASA", None),
        ("C?SETNI", "H8 CASA", None),
        ("CASETNO", "H8 CAS(a)", None),
        ("CASAETN", "A1 C(a)SA", None),
        ("CASAETN", "H8 CASA", None),
    ],
)
def test_what_to_type_with_the_tiles_of_the_rack(
    rack: str, typed: str, meant: tuple[str, str] | None
) -> None:
    """A missing letter may be a blank, a missing blank its letter; no hint is false."""
    game = with_racks(game_after(), red=rack)
    placement = parse_placement(typed)
    validated = appraise(game, Seat.RED, placement, START, ANY_WORD)

    hint = rack_hint(game, Seat.RED, placement, validated)

    assert (hint and (hint.key, hint.params["placement"])) == meant
