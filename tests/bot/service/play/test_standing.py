"""The time for which a preview counts from its message (art. 7.1)."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.service.readers.play.previews import good_until
from storage.days.outages import Downtime

SHOWN = datetime(2025, 5, 3, 20, 0, tzinfo=UTC)


def away(since: int, until: int) -> Downtime:
    """Return an outage between these minutes after the preview."""
    return Downtime(since=SHOWN + timedelta(minutes=since), until=SHOWN + timedelta(minutes=until))


@pytest.mark.article("7.1")
@pytest.mark.parametrize(
    ("outages", "minutes"),
    [
        ((), 60),
        ((away(30, 600),), 660),
        ((away(-10, 5),), 65),
        ((away(-10, 0),), 60),
        ((away(61, 600),), 60),
        ((away(30, 600), away(650, 700)), 760),
        ((away(30, 600), away(661, 700)), 660),
    ],
    ids=["none", "within", "begun before", "over before", "after", "two in a row", "two apart"],
)
def test_the_hour_of_a_preview_runs_from_the_end_of_an_outage(
    outages: tuple[Downtime, ...], minutes: int
) -> None:
    """An outage within a preview's hour, also a second one, starts the hour again."""
    assert good_until(SHOWN, outages) == SHOWN + timedelta(minutes=minutes)
