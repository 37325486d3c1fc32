"""Between opponents: the next game to move in, and one nudge a day."""

from sandbox import SandboxUser
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.plays import best
from tests.e2e.texts import says, told


async def test_the_next_game_is_the_one_to_move_in(table: Table, pair: Pair) -> None:
    """The player to move gets the board of that game; another player reads that they may wait."""
    (board,) = await table.say(pair.red, "/urmatoarea")
    (nothing,) = await table.say(pair.blue, "/urmatoarea")

    assert board.photo is not None
    assert pair.id in board.text
    assert says(nothing, "play.nothing_on_turn")


async def test_one_goes_from_game_to_game_by_a_button(table: Table, pair: Pair) -> None:
    """Below a sent move is the most urgent next game, and below the last there is none."""
    urgent = await table.match("faza finala", red=pair.red)
    (question,) = await table.say(pair.red, best(await pair.game()) or "PAS")
    pair.red.press_button(question, next(b for b in question.buttons if pair.id in b.label))
    await table.settle()
    sent = pair.red.last

    await table.press(pair.red, sent, "button.send")
    (board,) = await table.press(pair.red, sent, "button.next")

    assert urgent.id in board.text
    assert board.photo is not None
    last = await urgent.place(pair.red, best(await urgent.game()) or "PAS")
    assert not last.buttons


async def test_an_opponent_is_nudged_once_a_day(table: Table, pair: Pair) -> None:
    """The first nudge brings the board again, the second of the day says that one is enough."""
    before = len(pair.red.messages)
    (done,) = await table.say(pair.blue, "/aminteste")
    (again,) = await table.say(pair.blue, "/nudge")

    assert says(done, "nudge.done")
    assert says(again, "nudge.once_a_day")
    news = pair.red.messages[before:]
    assert len(told(news, "nudge.partner", game=pair.id)) == 1
    assert sum(1 for message in news if message.photo) == 1


async def test_of_several_games_the_one_that_waits_for_the_opponent_is_meant(pair: Pair) -> None:
    """A player who is to move in another game is not asked about it."""
    table = pair.table
    third = table.sandbox.add_user("Dan Ene", language_code="ro")
    other = await table.match(red=pair.blue, blue=third, names=("Ion Rus", "Dan Ene"))

    (done,) = await table.say(pair.blue, "/aminteste")

    assert says(done, "nudge.done")
    assert told(pair.red.messages, "nudge.partner", game=pair.id)
    assert not told(third.messages, "nudge.partner", game=other.id)


async def test_nobody_nudges_themselves(table: Table, pair: Pair) -> None:
    """A player on turn reads that they keep the opponent waiting, not the other way round."""
    (answer,) = await table.say(pair.red, "/aminteste")

    assert says(answer, "nudge.not_waiting", game=pair.id)


async def test_who_is_on_leave_or_out_of_reach_is_not_nudged(pair: Pair) -> None:
    """The waiting player reads why; the next day, back from leave, the opponent is nudged."""
    table = pair.table

    async def nudged(user: SandboxUser) -> str:
        (answer,) = await table.say(user, "/aminteste")
        keys = ("nudge.on_leave", "nudge.done", "nudge.out_of_reach", "nudge.once_a_day")
        return next(key for key in keys if says(answer, key))

    await table.say(pair.red, "/concediu 2.05 3.05")
    assert await nudged(pair.blue) == "nudge.done"
    await table.travel_to(bucharest("2025-05-02", "12:00:00"))
    assert await nudged(pair.blue) == "nudge.on_leave"
    await table.travel_to(bucharest("2025-05-04", "12:00:00"))
    assert await nudged(pair.blue) == "nudge.done"
    assert len(told(pair.red.messages, "nudge.partner", game=pair.id)) == 2
    pair.red.block()
    await table.settle()
    await table.travel_to(bucharest("2025-05-05", "12:00:00"))
    assert await nudged(pair.blue) == "nudge.out_of_reach"
    table.dead_messages = (await table.stored.waiting())["dead messages"]
