"""Between partners: the next game to move in, and a nudge once a day."""

import pytest

from tests.e2e.harness import Pair, Table
from tests.e2e.texts import says, told

pytestmark = pytest.mark.asyncio(loop_scope="session")


async def test_the_next_game_is_the_one_to_move_in(shared: Table, opening: Pair) -> None:
    """Whoever is on turn gets the board of that game; whoever is not hears that he may wait."""
    (board,) = await shared.say(opening.red, "/urmatoarea")
    (nothing,) = await shared.say(opening.blue, "/urmatoarea")

    assert board.photo is not None
    assert opening.id in board.text
    assert says(nothing, "play.nothing_on_turn")


async def test_a_partner_is_nudged_once_a_day(shared: Table, opening: Pair) -> None:
    """The first nudge brings the sheets again, the second of the day says that one is enough."""
    before = len(opening.red.messages)
    (done,) = await shared.say(opening.blue, "/aminteste")
    (again,) = await shared.say(opening.blue, "/nudge")

    assert says(done, "nudge.done")
    assert says(again, "nudge.once_a_day")
    news = opening.red.messages[before:]
    assert len(told(news, "nudge.partner", game=opening.id)) == 1
    assert sum(1 for message in news if message.photo) == 2


async def test_nobody_nudges_himself(shared: Table, opening: Pair) -> None:
    """Who is on turn is told that nobody keeps him waiting."""
    (answer,) = await shared.say(opening.red, "/aminteste")

    assert says(answer, "nudge.not_waiting", game=opening.id)
