"""The days of finished games in a player's archive."""

from dataclasses import replace
from datetime import UTC, date, datetime

from bot.service.lookups.matches.archive import ended_on
from tests.engine.matches.friendly_shared import friendly
from tests.storage.rows import GAME


def test_a_cancelled_game_ended_on_the_day_of_its_own_zone() -> None:
    """An hour before midnight in Greenwich, the next day has begun in Bucharest."""
    cancelled = replace(GAME, updated_at=datetime(2025, 5, 1, 23, tzinfo=UTC))

    assert ended_on(friendly(), cancelled) == date(2025, 5, 2)
