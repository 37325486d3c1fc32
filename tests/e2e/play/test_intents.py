"""Questions in plain language, answered with one line for each game."""

import pytest

from bot.chat.play.intents import Intent, intent_of, is_thanks
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
    """A sentence that merely begins like a question is ordinary text."""
    assert intent_of(text) is intent


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("ok", True),
        ("Ok, mulțumesc mult!", True),
        ("Am înțeles.", True),
        ("👍", True),
        ("thank you so much", True),
        ("bine", False),
        ("ok, atunci joc mâine", False),
        ("??", False),
    ],
)
def test_thanks_are_known_by_their_whole_text(text: str, is_one: bool) -> None:
    """A word to play, a question or a longer text is not a thank-you."""
    assert is_thanks(text) is is_one


async def test_thanks_get_a_thumb_and_no_message(pair: Pair) -> None:
    """For player, arbiter and stranger the bot reacts to the message, silently."""
    stranger = pair.table.sandbox.add_user("Străin", language_code="ro")
    await pair.table.say(stranger, "/start")
    for user in (pair.red, pair.table.arbiter, stranger):
        for text in ("mulțumesc", "👍"):
            answers = await pair.table.say(user, text)
            said = [each for each in user.messages if each.text == text]
            assert answers == []
            assert [each.reaction for each in said] == ["👍"]


async def test_each_player_reads_where_they_stand(pair: Pair) -> None:
    """The player to move reads the last day and how to move; the other one waits."""
    (days,) = await pair.table.say(pair.red, "Câte zile mai am?")
    assert mentions(days, "talk.yours", game=pair.id, left=30)
    (now,) = await pair.table.say(pair.red, "și acum ce fac?")
    assert mentions(now, "talk.move")
    (turn,) = await pair.table.say(pair.blue, "Cine e la rând?")
    assert says(turn, "talk.lines")
    assert mentions(turn, "talk.theirs", game=pair.id, partner="Ana Pop", left=30)
