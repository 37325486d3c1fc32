"""Reminders of a game that a player does not open."""

from datetime import timedelta

import pytest

from bot.service.pure.days.hours import at_hour
from bot.texts.notices.days.reminders import ReminderContext, notices_of_deadline
from bot.texts.notices.participants import Member, Participants
from engine.games.deadlines import Deadline, Due
from engine.ids import PersonId, Seat
from engine.matches.kinds import ARRANGED
from tests.builders import game_after


@pytest.mark.article("7.2")
@pytest.mark.parametrize("kind", [Deadline.NOT_OPENED, Deadline.RESEND])
def test_nobody_reads_that_a_player_without_a_chat_was_reminded(kind: Deadline) -> None:
    """Red has not come yet; Blue reads that the bot cannot write to them."""
    game = game_after()
    on = game.received + timedelta(days=5)
    context = ReminderContext(
        due=Due(kind=kind, on=on, seat=Seat.RED),
        game=game,
        seq=1,
        participants=Participants(
            red=Member(PersonId(1), "Ana", None),
            blue=Member(PersonId(2), "Ion", 20),
            arbiter=Member(PersonId(3), "Radu", 30),
            kind=ARRANGED,
        ),
        today=on,
        day_over=at_hour(on + timedelta(days=1), 0, game.rules.time_zone),
        local_day=on,
    )

    [notice] = notices_of_deadline(context)

    assert notice.to == 20
    assert notice.text is not None
    assert notice.text.key == "remind.resend_impossible"
