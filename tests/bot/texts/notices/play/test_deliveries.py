"""The messages that prove a move was sent (art. 7.2)."""

from datetime import timedelta

import pytest

from bot.texts.messages import say
from bot.texts.notices.play.deliveries import Dispatch, resent_after
from tests.builders import game_after, noon


@pytest.mark.article("7.2")
@pytest.mark.parametrize(("hours", "days"), [(11, None), (13, 10)])
def test_a_message_sent_again_counts_by_the_day_of_the_game(hours: int, days: int | None) -> None:
    """After midnight in Bucharest it is another day than that of the move, though not in UTC."""
    game, sent = game_after(), noon() + timedelta(hours=hours)
    resent = Dispatch(text=say("sheets.resent", n=10), at=sent, sent_at=sent)

    assert resent_after([resent], game) == days
