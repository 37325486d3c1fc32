"""A statement in a case: what is stored of it, and how long it may be (art. 7.2)."""

import pytest

from bot.service.lookups.cases.statements import LONGEST_STATEMENT, checked_statement
from engine.errors import GameStateError


@pytest.mark.article("7.2")
def test_a_photograph_leaves_its_statement_the_whole_length() -> None:
    """The mark of the photograph does not count as text that the person wrote."""
    longest = "a" * LONGEST_STATEMENT

    assert checked_statement(longest, has_photograph=True).endswith(longest)
    with pytest.raises(GameStateError, match="statement_long"):
        checked_statement(longest + "a", has_photograph=True)


def test_only_a_photograph_needs_no_words() -> None:
    """An invisible text is none: alone it is refused, beside a photograph it adds nothing."""
    assert checked_statement("\u200b", has_photograph=True) == "\N{CAMERA}"
    with pytest.raises(GameStateError, match="statement_empty"):
        checked_statement("\u200b")
