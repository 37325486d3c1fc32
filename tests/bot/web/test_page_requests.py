"""What the page sends is checked before it is stored."""

import pytest

from bot.web.play.page_requests import notebook_of, text_of
from bot.web.refusals import RefusedError


def test_a_text_may_name_the_escape_of_a_nul() -> None:
    """A person may write a backslash and what follows; only a real NUL cannot be stored."""
    assert text_of({"text": "\\u0000"}, "text") == "\\u0000"
    with pytest.raises(RefusedError):
        text_of({"text": "a\0"}, "text")


@pytest.mark.parametrize("note", ["\0", "\ud800", ["\0"]])
def test_a_notebook_contains_nothing_that_a_database_refuses(note: object) -> None:
    """A NUL and half of a character are found at any depth."""
    with pytest.raises(RefusedError):
        notebook_of({"lines": [{"note": note}], "version": 1})
