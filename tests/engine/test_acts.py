"""The stored names of events."""

import pytest

from engine.acts import Dated, event, events_of


def test_two_events_cannot_be_stored_by_one_name() -> None:
    """A second class would read the logs of the first."""
    before = events_of("match")

    with pytest.raises(ValueError, match=r"match\.joined"):

        @event("match.joined")
        class _Other(Dated):
            """Another event."""

    assert events_of("match") == before
