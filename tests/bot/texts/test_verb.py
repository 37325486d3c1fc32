"""Tests for the data of buttons."""

from typing import NamedTuple

import pytest

from bot.texts.buttons.cases import (
    APART_FROM_SHEET,
    CLAIM,
    PLAYER,
    REMARK,
    ClaimAbout,
    PlayerAction,
)
from bot.texts.buttons.verb import Verb
from bot.texts.messages import say
from engine.cases.events import ClaimKind
from engine.ids import GameId, PersonId

GAME = GameId("K4X2/A")


def test_an_argument_given_by_name_keeps_its_place() -> None:
    """The arguments between are written empty, so that reading gives the same ones."""
    about = CLAIM.about(GAME, ClaimKind.WORD, where=APART_FROM_SHEET)
    assert CLAIM.read(about) == ClaimAbout(GAME, ClaimKind.WORD, where=APART_FROM_SHEET)


def test_arguments_after_the_last_given_one_are_left_out() -> None:
    """A button's data is short; reading fills in the defaults."""
    about = CLAIM.about(GAME, ClaimKind.WORD)
    assert about == f"{GAME}:word"
    assert CLAIM.read(about) == ClaimAbout(GAME, ClaimKind.WORD)


def test_a_button_that_could_not_be_read_is_not_made() -> None:
    """A colon before the last argument, a negative number or too long data fails at once."""
    with pytest.raises(ValueError, match="colon"):
        CLAIM.about(GAME, ClaimKind.WORD, "s4:1", "+2")
    with pytest.raises(ValueError, match="negative"):
        PLAYER.about(PlayerAction.CARD, PersonId(-1))
    with pytest.raises(ValueError, match="too long"):
        REMARK.button(say("button.case"), "K" * 60)


def test_a_form_has_only_arguments_that_buttons_hold() -> None:
    """An argument that could not be read back is refused when its verb is first used."""

    class Unread(NamedTuple):
        number: int | str

    with pytest.raises(TypeError, match="no button holds"):
        Verb("unread", Unread).read("7")
