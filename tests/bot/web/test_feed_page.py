"""The rows of a page of the feed."""

from datetime import UTC, datetime

import pytest

from bot.web.people.feed_page import edited_message
from storage.queues.feed import ShownRow


@pytest.mark.parametrize(
    ("payload", "number"),
    [('{"to": 1, "edits": 7}', 7), ('{"to": 1}', 0), ("[]", 0), ("{", 0)],
)
def test_a_damaged_row_leaves_the_rest_of_the_feed(payload: str, number: int) -> None:
    """A row that cannot be read edits no message, and the page shows all others."""
    row = ShownRow(id=1, payload=payload, about="", at=datetime(2025, 5, 3, tzinfo=UTC))

    assert edited_message(row) == number
