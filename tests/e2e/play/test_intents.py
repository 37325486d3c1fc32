"""Questions in plain language, answered by one line a game."""

import pytest

from bot.chat.play.intents import Intent, intent_of
from tests.e2e.harness import Pair
from tests.e2e.texts import mentions, says


@pytest.mark.parametrize(
    ("text", "intent"),
    [
        ("câte zile mai am?", Intent.DAYS),
        ("Cât timp mai am", Intent.DAYS),
        ("cine e la rând?", Intent.TURN),
        ("e rândul meu?", Intent.TURN),
        ("și acum ce fac?", Intent.NOW),
        ("Whose turn is it?", Intent.TURN),
        ("ce fac copiii tăi?", None),
        ("mulțumesc", None),
    ],
)
def test_a_question_is_known_by_its_whole_text(text: str, intent: Intent | None) -> None:
    """A sentence that only begins so is talk to somebody."""
    assert intent_of(text) is intent


async def test_each_player_is_told_where_they_stand(pair: Pair) -> None:
    """The player to move has their last day, and how to move; the other one waits."""
    (days,) = await pair.table.say(pair.red, "Câte zile mai am?")
    assert mentions(days, "talk.yours", game=pair.id, left=30)
    (now,) = await pair.table.say(pair.red, "și acum ce fac?")
    assert mentions(now, "talk.move")
    (turn,) = await pair.table.say(pair.blue, "Cine e la rând?")
    assert says(turn, "talk.lines")
    assert mentions(turn, "talk.theirs", game=pair.id, partner="Ana Pop", left=30)
