"""Days of leave from buttons."""

from datetime import date

import pytest

from bot.chat.days.leave_periods import pressed_period
from engine.errors import GameStateError


def test_a_button_with_turned_days_is_one_that_the_bot_never_wrote() -> None:
    """A forged button is refused as such, and not as leave that the regulation forbids."""
    with pytest.raises(GameStateError, match="button_unknown"):
        pressed_period(date(2025, 5, 3), date(2025, 5, 1))
