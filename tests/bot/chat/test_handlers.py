"""Every action that a button can name has its function."""

from bot.chat import game_buttons
from bot.chat.cases import overview
from bot.chat.competitions import championship
from bot.texts.buttons.cases import CaseAction
from bot.texts.buttons.competitions import CardStep
from bot.texts.buttons.play import TextKind, View


def test_every_step_of_a_competitions_card_has_one_function() -> None:
    """No button of a card leads nowhere, and none is an arbiter's and a player's at once."""
    assert {*championship.STEPS, *championship.OWN_STEPS} == {*CardStep}
    assert not {*championship.STEPS} & {*championship.OWN_STEPS}
    assert {*championship.TYPED} < {*championship.STEPS}


def test_every_action_on_a_case_has_one_function() -> None:
    """No button of a case leads nowhere."""
    assert {*overview.BY_ANYBODY, *overview.BY_ARBITERS} == {*CaseAction}
    assert not {*overview.BY_ANYBODY} & {*overview.BY_ARBITERS}


def test_every_view_of_a_game_and_kind_of_text_has_its_function() -> None:
    """A person who chooses the game for a view or a text gets what they asked for."""
    assert {*game_buttons.SHOWS} == {*View}
    assert {*game_buttons.WRITES} == {*TextKind}
