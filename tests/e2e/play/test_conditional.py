"""Conditional moves in the chat: secret until the opponent moves, then sent at once."""

import json
from pathlib import Path

import pytest

from bot.service.operations.play.conditions import MOST_CONDITIONS
from engine.games.events import GameEnded, Passed, PlacementMade
from sandbox import Message, SandboxUser
from storage.queues import outbox
from tests.builders import play
from tests.e2e.harness import MORNING, Pair, Table, bucharest, match_begun, table
from tests.e2e.play.conditional_shared import answer_to, waiting
from tests.e2e.plays import legal, no_word, written
from tests.e2e.texts import facts_of, mentions, says, told

WARN = {"federation_ruleset": "cn-2025-warn"}
PARTNER = {"federation_ruleset": "cn-2025-partner"}


@pytest.mark.article("1.1", "7.1")
async def test_a_reply_goes_with_the_placement_it_answers(pair: Pair) -> None:
    """Ana moves on the third day; Ion's answer follows at once, with her date: 0 days."""
    table = pair.table
    reply = await answer_to(pair, "H8 CASA")
    seen_by = {user: len(user.messages) for user in (pair.red, table.arbiter)}
    (kept,) = await table.say(pair.blue, f"/conditie H8 CASA -> {reply}\norice = PAS")
    assert mentions(kept, "condition.pair", partner_move="H8 CASA", reply=reply)
    assert mentions(kept, "condition.if_still_legal")
    assert await waiting(pair) == [("H8 CASA", reply), ("*", "PAS")]
    assert all(len(user.messages) == seen for user, seen in seen_by.items())

    await table.travel_to(bucharest("2025-05-04", "11:00:00"))
    heard = {user: len(user.messages) for user in (pair.red, pair.blue, table.arbiter)}
    sent = await pair.place(pair.red, "H8 CASA")

    assert says(sent, "play.sent", placement="H8 CASA", days=2, left=28)
    game = await pair.game()
    first, answer = game.moves
    assert isinstance(answer, PlacementMade)
    assert (answer.conditional, answer.days, answer.sent, answer.at) == (
        True,
        0,
        first.sent,
        first.at,
    )
    assert game.turn.value == "red"
    news = {user: user.messages[seen:] for user, seen in heard.items()}
    brought = ((pair.red, "turn.board", 1), (pair.blue, "sheets.caption", 2))
    for user, key, lines in (*brought, (table.arbiter, "sheets.caption", 2)):
        (sheet,) = told(news[user], key, game=pair.id)
        body = facts_of(sheet, key)["body"].splitlines()
        assert len([line for line in body if line.startswith("Turul")]) == lines
        assert mentions(sheet, "move.conditional")
    (used,) = told(news[pair.blue], "condition.used", game=pair.id)
    assert await waiting(pair) == []
    assert told(news[pair.red], "condition.used") == []
    assert len(told(news[pair.red], "sheets.follow")) == 1
    (history,) = await table.say(table.arbiter, f"/istoric {pair.id}")
    assert mentions(history, "move.conditional")
    assert facts_of(used, "condition.used")["reply"] == reply


async def test_conditions_are_listed_deleted_and_nobody_elses_business(pair: Pair) -> None:
    """The list is numbered; a second answer to a move replaces the first; the file hides them."""
    table, reply = pair.table, await answer_to(pair, "H8 CASA")
    (none,) = await table.say(pair.blue, "/conditie")
    assert says(none, "condition.none", game=pair.id)
    await table.say(pair.blue, f"/conditie PAS -> PAS\nH8 CASA -> PAS\nH8 CASA → {reply}")
    (listed,) = await table.say(pair.blue, "/conditional")
    rows = facts_of(listed, "condition.list")["rows"].splitlines()
    assert [row.split(".")[0] for row in rows] == ["1", "2"]
    assert reply in rows[1]

    stale = listed.buttons[0].data
    for user in (pair.red, table.arbiter):
        (refused,) = await table.say(user, f"/conditie {pair.id}")
        assert says(refused, "condition.none") or mentions(refused, "fault.not_your_game")
        await table.forge(user, user.last, stale)
    assert len(await waiting(pair)) == 2
    pair.blue.press(listed, stale)
    await table.settle()
    assert facts_of(listed, "condition.list")["rows"].startswith("1. H8 CASA")
    await table.forge(pair.blue, listed, stale)
    assert await waiting(pair) == [("H8 CASA", reply)]

    async with table.app.runtime.database.reading() as tx:
        filed = await outbox.deliveries(tx, pair.id)
    assert filed
    assert not any("condition." in row.payload for row in filed)
    (privacy,) = await table.say(pair.blue, "/confidentialitate")
    (data,) = await table.press(pair.blue, privacy, "button.my_data")
    assert data.document is not None
    kept = json.loads(data.document.content)["conditions"]
    assert [row["partner_move"] for row in kept] == ["H8 CASA"]


async def test_both_moves_are_validated_line_by_line(pair: Pair) -> None:
    """An impossible move, an answer that does not fit, and an unreadable line are each named."""
    table = pair.table
    lines = {
        "H8 CAXA -> PAS": "condition.partner_cannot",
        "H8 XXXX -> PAS": "fault.not_on_his_rack",
        "H8 CASA -> A1 SA": "condition.you_cannot",
        "H8 CASA SAT": "fault.no_arrow",
        "H8 CASA -> orice": "fault.no_position",
        "-> PAS": "fault.no_arrow",
    }
    (answer,) = await table.say(pair.blue, "/conditie " + "\n".join(lines))

    for key in lines.values():
        assert mentions(answer, key), key
    assert await waiting(pair) == []
    (refused,) = await table.say(pair.red, "/conditie PAS -> PAS")
    assert mentions(refused, "fault.condition_not_now")
    texts = [written(each) for each in legal(await pair.game())[:21]]
    for some in (texts[:10], texts[10:20], texts[20:]):
        lines_of_some = "\n".join(f"{text} -> PAS" for text in some)
        await table.say(pair.blue, f"/conditie {lines_of_some}")
    assert mentions(pair.blue.last, "condition.too_many", n=20)
    assert len(await waiting(pair)) == 20


async def dropped(user: SandboxUser, key: str) -> list[Message]:
    """Return a person's messages about dropped conditional moves."""
    return told(user.messages, f"condition.dropped_{key}")


async def test_lines_beyond_those_read_are_named(pair: Pair) -> None:
    """An eleventh line is not dropped in silence: the answer says from where to send again."""
    (answer,) = await pair.table.say(pair.blue, "/conditie\n" + "H8 CASA -> PAS\n" * 11)

    assert mentions(answer, "condition.more_lines", most=10, line="H8 CASA -> PAS")


async def test_conditions_fall_away_when_the_opponent_plays_otherwise(pair: Pair) -> None:
    """Their author gets a silent notice and moves; the opponent is not notified."""
    table = pair.table
    other = written(legal(await pair.game())[0])
    await table.say(pair.blue, "/conditie H8 CASA -> PAS\nPAS -> PAS")

    await pair.place(pair.red, other)

    (fallen,) = await dropped(pair.blue, "otherwise")
    assert [line.split()[0] for line in fallen.text.splitlines()[1:]] == ["H8", "PAS"]
    assert await waiting(pair) == []
    assert (await pair.game()).turn.value == "blue"
    assert not any("condition" in message.text for message in pair.red.messages)


async def test_an_answer_no_longer_possible_is_not_sent(pair: Pair) -> None:
    """`orice` was checked as if the opponent passed; if it fails, the author is notified."""
    table = pair.table
    await pair.place(pair.red, "PAS")
    reply = written(legal(await pair.game())[0])
    await pair.place(pair.blue, "PAS")
    await table.say(pair.blue, f"/conditie orice -> {reply}")
    assert await waiting(pair) == [("*", reply)]

    await pair.place(pair.red, "H8 CASA")

    (fallen,) = await dropped(pair.blue, "illegal")
    assert facts_of(fallen, "condition.dropped_illegal")["faults"]
    assert len((await pair.game()).moves) == 3


async def test_both_players_conditions_follow_each_other_to_an_end(pair: Pair) -> None:
    """Red has prepared a reply to Blue's prepared answer, so one press makes three moves."""
    table = pair.table
    reply = await answer_to(pair, "H8 CASA")
    again = await answer_to(pair, "H8 CASA", reply)
    await table.say(pair.blue, f"/conditie H8 CASA -> {reply}")
    preview = await pair.type(pair.red, "H8 CASA")
    (kept,) = await table.say(pair.red, f"/conditie {reply} -> {again}")
    assert mentions(kept, "condition.after_own", move="H8 CASA")

    await table.press(pair.red, preview, "button.send")

    moves = (await pair.game()).moves
    assert [(move.by.value, move.conditional, move.days) for move in moves] == [
        ("red", False, 0),
        ("blue", True, 0),
        ("red", True, 0),
    ]
    assert await waiting(pair) == []
    assert says(preview, "play.sent", placement="H8 CASA")
    (sheet,) = told(pair.blue.messages, "turn.board", game=pair.id)
    assert mentions(sheet, "game.your_turn")
    assert len(told(pair.red.messages, "sheets.caption", game=pair.id)) == 1

    preview = await pair.type(pair.blue, "PAS")
    await table.say(pair.blue, "/conditie PAS -> PAS")
    await pair.place(pair.blue, written(legal(await pair.game())[-1]))
    assert len(await dropped(pair.blue, "own_move")) == 1
    assert says(preview, "play.replaced", placement="PAS")


async def test_the_last_pass_may_be_a_condition(pair: Pair) -> None:
    """A conditional pass ends the game as any other, and remaining conditional moves end, too."""
    table = pair.table
    for user in (pair.red, pair.blue):
        await pair.place(user, "PAS")
    await table.say(pair.blue, "/conditie PAS -> PAS")
    await pair.place(pair.red, "PAS")

    *_, last, end = await pair.events()
    assert isinstance(last, Passed)
    assert last.conditional
    assert isinstance(end, GameEnded)
    for user in (pair.red, pair.blue, table.arbiter):
        assert told(user.messages, "game.ended", game=pair.id)


async def test_a_condition_asks_for_its_game_among_those_where_the_opponent_moves(
    table: Table, pair: Pair
) -> None:
    """If there is one such game, nobody is asked, even if the player is on turn in another."""
    other = await table.match(red=pair.blue)
    assert other.red is pair.blue
    (kept,) = await table.say(pair.blue, "/conditie H8 CASA -> PAS")

    assert mentions(kept, "condition.answer", game=pair.id)


@pytest.mark.article("5.2")
async def test_where_wrong_words_are_warned_of_the_condition_says_so(tmp_path: Path) -> None:
    """Naming a wrong word accepts it; „whatever the opponent plays” would accept it unseen."""
    async with table(tmp_path, settings=WARN, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        wrong = no_word(await pair.game())

        (kept,) = await laid.say(pair.blue, f"/conditie {wrong} -> PAS\norice -> PAS")

        assert mentions(kept, "condition.wrong_words", words=wrong.split()[1])
        assert mentions(kept, "fault.condition_any_words")
        await pair.place(pair.red, wrong)
        assert len((await pair.game()).moves) == 2
        (answer,) = await laid.say(pair.blue, "/returneaza")
        assert not says(answer, "return.done")


@pytest.mark.article("5.2")
async def test_a_placement_sent_back_takes_the_conditions_with_it(tmp_path: Path) -> None:
    """The board has changed, so the conditional moves are dropped and the author is notified.

    A mistyped code sends nothing back, although only one game runs.
    """
    async with table(tmp_path, settings=PARTNER, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        await pair.place(pair.red, no_word(await pair.game()))
        (kept,) = await laid.say(pair.red, "/conditie PAS -> PAS")
        assert mentions(kept, "condition.pair", partner_move="PAS", reply="PAS")
        (named,) = await laid.say(pair.blue, "/returneaza ABCDE te rog")
        assert mentions(named, "games.name_row", command="/returneaza", game=pair.id)
        assert len((await pair.game()).moves) == 1

        await laid.say(pair.blue, "/returneaza")

        assert len(await dropped(pair.red, "changed")) == 1
        assert await waiting(pair) == []


@pytest.mark.article("1.1", "7.1")
async def test_a_condition_goes_on_for_three_rounds_and_goes_apart(pair: Pair) -> None:
    """Two lines with the same beginning stay after its answer; the next move decides."""
    table = pair.table
    first = await answer_to(pair, "H8 CASA")
    game = play(await pair.game(), "H8 CASA", first, at=MORNING)
    one, other = written(legal(game)[0]), written(legal(game)[1])
    after = written(legal(play(game, one, at=MORNING))[-1])
    long = f"H8 CASA -> {first}; {one} -> {after}; PAS -> PAS"
    (kept,) = await table.say(
        pair.blue, f"/conditie {long}\nH8 CASA -> {first}; {other} -> PAS\n{long}; PAS -> PAS"
    )
    assert mentions(kept, "condition.points_in_all")
    assert mentions(kept, "fault.too_many_rounds", n=3)
    assert len(await waiting(pair)) == 2

    await pair.place(pair.red, "H8 CASA")

    assert await waiting(pair) == [(one, after), (other, "PAS")]
    (used,) = told(pair.blue.messages, "condition.used", game=pair.id)
    assert mentions(used, "condition.used_on")
    await pair.place(pair.red, one)
    assert await waiting(pair) == [("PAS", "PAS")]
    await pair.place(pair.red, "PAS")
    moves = (await pair.game()).moves
    assert [each.conditional for each in moves] == [False, True] * 3
    assert await waiting(pair) == []


async def test_a_later_line_takes_the_place_of_those_that_it_clashes_with(pair: Pair) -> None:
    """A new answer to the same move replaces it, with more or fewer later rounds, too."""
    table, reply = pair.table, await answer_to(pair, "H8 CASA")
    await table.say(pair.blue, f"/conditie H8 CASA -> {reply}; PAS -> PAS\nPAS -> PAS")
    assert await waiting(pair) == [("H8 CASA", reply), ("PAS", "PAS")]
    await table.say(pair.blue, f"/conditie H8 CASA -> {reply}")
    assert await waiting(pair) == [("PAS", "PAS"), ("H8 CASA", reply)]
    await table.say(pair.blue, "/conditie H8 CASA -> PAS; PAS -> PAS")
    assert await waiting(pair) == [("PAS", "PAS"), ("H8 CASA", "PAS")]
    (kept,) = await table.say(pair.blue, "/conditie H8 CASA -> PAS; orice -> PAS; PAS -> PAS")
    assert mentions(kept, "fault.condition_any_last")
    assert len(await waiting(pair)) == 2


async def test_a_player_with_the_most_conditions_may_still_replace_one(pair: Pair) -> None:
    """A new answer to the same move takes no more room; one to another move does."""
    table, reply = pair.table, await answer_to(pair, "H8 CASA")
    legal_moves = [written(each) for each in legal(await pair.game())]
    others = [move for move in legal_moves if move != "H8 CASA"][:MOST_CONDITIONS]
    lines = [f"{move} -> PAS" for move in ("H8 CASA", *others[:-1])]
    for some in (lines[:10], lines[10:]):
        await table.say(pair.blue, "/conditie " + "\n".join(some))
    (refused,) = await table.say(pair.blue, f"/conditie {others[-1]} -> PAS")
    assert mentions(refused, "condition.too_many", n=MOST_CONDITIONS)

    await table.say(pair.blue, f"/conditie H8 CASA -> {reply}")

    stored = await waiting(pair)
    assert (len(stored), stored[-1]) == (MOST_CONDITIONS, ("H8 CASA", reply))
