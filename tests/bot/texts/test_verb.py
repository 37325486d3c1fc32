"""Tests for the data of buttons."""

from bot.texts.buttons.cases import APART_FROM_SHEET, CLAIM, ClaimAbout
from engine.ids import GameId

GAME = GameId("K4X2/A")


def test_an_argument_given_by_name_keeps_its_place() -> None:
    """The arguments between are written empty, so that reading gives the same ones."""
    about = CLAIM.about(GAME, "word", where=APART_FROM_SHEET)
    assert CLAIM.read(about) == ClaimAbout(GAME, "word", where=APART_FROM_SHEET)


def test_arguments_after_the_last_given_one_are_left_out() -> None:
    """A button's data is short; reading fills in the defaults."""
    about = CLAIM.about(GAME, "word")
    assert about == f"{GAME}:word"
    assert CLAIM.read(about) == ClaimAbout(GAME, "word")
