"""Who is on leave is told where a player or an arbiter looks for them (art. 7.2)."""

import pytest

from sandbox import Message, SandboxUser
from tests.e2e.harness import Pair, bucharest
from tests.e2e.texts import mentions

MAY_5 = "2025-05-05"
VIEWS = ("/jocuri", "/timp", "/tabla", "/fisa")


async def _shown(pair: Pair, user: SandboxUser, command: str) -> Message:
    """Return the answer, or the part of an album that has the text."""
    answers = await pair.table.say(user, command)
    return next(each for each in answers if each.text)


@pytest.mark.article("7.2")
async def test_both_players_read_who_is_on_leave(pair: Pair) -> None:
    """The opponent reads who is away and until when, the player that it is their own leave."""
    await pair.table.say(pair.blue, "/concediu 3.05 5.05")
    before = [await _shown(pair, pair.red, command) for command in VIEWS]
    await pair.table.travel_to(bucharest("2025-05-04", "12:00:00"))

    for command in VIEWS:
        other, own = [await _shown(pair, user, command) for user in (pair.red, pair.blue)]
        assert mentions(other, "game.other_leave", who="Ion Rus", until=MAY_5), command
        assert mentions(own, "game.own_leave", until=MAY_5), command
        assert not mentions(own, "game.other_leave"), command

    await pair.table.travel_to(bucharest("2025-05-06", "12:00:00"))
    after = [await _shown(pair, pair.red, command) for command in VIEWS]
    assert not any(mentions(each, "game.other_leave") for each in (*before, *after))


@pytest.mark.article("7.2")
async def test_the_arbiters_list_and_board_tell_who_is_on_leave(pair: Pair) -> None:
    """In `/meciuri` and in the views of a game, both players are named."""
    for user in (pair.red, pair.blue):
        await pair.table.say(user, "/concediu 3.05 5.05")
    await pair.table.travel_to(bucharest("2025-05-04", "12:00:00"))

    for command in ("/meciuri", f"/tabla {pair.id}", f"/timp {pair.id}"):
        answer = await _shown(pair, pair.table.arbiter, command)
        for who in ("Ana Pop", "Ion Rus"):
            assert mentions(answer, "game.other_leave", who=who, until=MAY_5), command
