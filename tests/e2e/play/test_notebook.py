"""`/carnet`: lines of play in the chat, which only their author sees."""

from pathlib import Path

import pytest

from engine.games.events import PlacementMade
from sandbox import Message, SandboxUser
from storage.people import forgetting, people
from tests.builders import play
from tests.e2e.harness import MORNING, Pair, button, table
from tests.e2e.play.conditional_shared import answer_to, waiting
from tests.e2e.play.notebook_shared import line_of
from tests.e2e.plays import no_word
from tests.e2e.texts import facts_of, mentions, says, worded


async def say(pair: Pair, user: SandboxUser, text: str) -> Message:
    """Have a person write; return the only answer."""
    (answer,) = await pair.table.say(user, text)
    return answer


@pytest.mark.article("1.1", "1.4")
async def test_a_line_for_both_is_validated_move_by_move(pair: Pair) -> None:
    """A line shows counted points, rack and drawn tiles, and does not change the game."""
    line = await line_of(pair, "H8 CASA", plies=4)
    before = await pair.game()

    shown = await say(pair, pair.red, f"/carnet {'; '.join(line)}")

    real = play(before, *line, at=MORNING)
    rows = [row for row in shown.text.splitlines() if row.startswith(("🔴", "🔵"))]
    assert len(rows) == 4
    for row, move in zip(rows, real.moves, strict=True):
        assert isinstance(move, PlacementMade)
        assert f"Turul {move.round}: " in row
        points = worded("notebook.points", n=move.points)
        capped = worded("notebook.capped", points=move.points, counted=move.counted)
        assert (points if move.points == move.counted else capped) in row
    hands = worded("notebook.hands", own=real.red.rack, theirs=real.blue.rack, partner="Ion Rus")
    assert hands in shown.text
    assert (await pair.game()) == before
    assert await pair.table.say(pair.red, "/tabla")


async def test_what_cannot_be_played_is_refused_with_its_article_and_loses_nothing(
    pair: Pair,
) -> None:
    """The first impossible move is named, and earlier lines remain."""
    await pair.table.say(pair.red, "/carnet H8 CASA")
    refused = await say(pair, pair.red, "/carnet 1 A1 ZEU")
    assert "art." in refused.text
    unread = await say(pair, pair.red, "/carnet 1 ceva")
    assert "ceva" in unread.text
    missing = await say(pair, pair.red, "/carnet 7")
    assert mentions(missing, "fault.no_such_position", number=7, n=1)
    listed = await say(pair, pair.red, "/carnet")
    assert "H8 CASA" in listed.text


@pytest.mark.article("5.2")
async def test_a_word_that_is_in_no_list_is_shown_where_opponents_check_words(
    tmp_path: Path,
) -> None:
    """If opponents decide on words, a line may have any, and unlisted ones are named."""
    async with table(tmp_path, settings={"federation_ruleset": "cn-2025-partner"}) as laid:
        pair = await laid.match()
        wrong = no_word(await pair.game())
        shown = await say(pair, pair.red, f"/carnet {wrong}; PAS")
        assert mentions(shown, "notebook.wrong", words=wrong.split()[1])


async def test_a_tree_is_listed_named_noted_and_cut(pair: Pair) -> None:
    """Branches are indented below their shared moves; one can be named, noted and deleted."""
    reply = await answer_to(pair, "H8 CASA")
    await pair.table.say(pair.red, f"/carnet H8 CASA; {reply}")
    await pair.table.say(pair.red, "/carnet 1 PAS")
    await pair.table.say(pair.red, "/carnet 2: nume:Atacul")
    noted = await say(pair, pair.red, "/carnet 2 nota\nlasă LOP")
    assert mentions(noted, "notebook.note", text="lasă LOP")
    assert mentions(noted, "notebook.name", name="Atacul")

    listed = await say(pair, pair.red, "/carnet")
    rows = [row.strip() for row in listed.text.splitlines()[1:4]]
    assert [row.split(". ")[0] for row in rows] == ["1", "· 2", "· 3"]
    assert "Atacul" in rows[1]
    assert "PAS" in rows[2]
    second = await say(pair, pair.red, "/carnet 2")
    await pair.table.press(pair.red, second, "button.line_drop")
    left = await say(pair, pair.red, "/carnet")
    assert reply not in left.text
    assert "PAS" in left.text


async def test_two_lines_are_compared_round_by_round(pair: Pair) -> None:
    """Points after each round, remaining tiles, and the better result for each are shown."""
    moves = await line_of(pair, plies=3)
    await pair.table.say(pair.red, f"/carnet {'; '.join(moves)}")
    await pair.table.say(pair.red, "/carnet PAS; PAS")

    compared = await say(pair, pair.red, "/carnet 3 şi 5")

    one = play(await pair.game(), *moves, at=MORNING)
    facts = facts_of(compared, "notebook.compare")
    assert (facts["hand"], facts["other_hand"]) == (one.red.rack, (await pair.game()).red.rack)
    rows = facts["rows"].splitlines()
    assert len(rows) == 2
    assert f"{one.red.score}–{one.blue.score}" in rows[1]
    assert rows[0].endswith("0–0 (0)")
    assert rows[1].endswith("—")


async def test_the_board_of_a_lines_end_is_drawn_on_demand(pair: Pair) -> None:
    """One press sends one picture, which is no message of the game."""
    shown = await say(pair, pair.red, "/carnet H8 CASA; PAS")
    (picture,) = await pair.table.press(pair.red, shown, "button.line_board")
    assert picture.photo is not None
    assert mentions(picture, "notebook.board", number=2, moves="H8 CASA; PAS")


async def test_when_the_opponent_moves_the_foreseen_branch_opens_and_the_rest_says_why(
    pair: Pair,
) -> None:
    """The plan for that move continues from it, and plans for other moves are deleted."""
    reply = await answer_to(pair, "H8 CASA")
    await pair.table.say(pair.blue, f"/carnet H8 CASA; {reply}")
    await pair.table.say(pair.blue, "/carnet PAS; PAS")
    await pair.place(pair.red, "H8 CASA")

    listed = await say(pair, pair.blue, "/carnet")

    assert listed.text.splitlines()[1].strip().startswith(f"1. 🔵 {reply}")
    assert "PAS → PAS" in listed.text
    assert mentions(listed, "notebook.otherwise", move="H8 CASA", wanted="PAS")
    (cleared,) = [listed]
    await pair.table.press(pair.blue, cleared, "button.line_clear")
    assert "PAS → PAS" not in (await say(pair, pair.blue, "/carnet")).text


async def test_the_notebook_opens_from_under_the_board(pair: Pair) -> None:
    """Players with lines in a game have a button for them, others do not."""
    (bare,) = await pair.table.say(pair.blue, "/tabla")
    assert not any(each.data.endswith(":notebook") for each in bare.buttons)
    await pair.table.say(pair.blue, "/carnet PAS; PAS")
    (board,) = await pair.table.say(pair.blue, "/tabla")
    (listed,) = await pair.table.press(pair.blue, board, "button.notebook")
    assert mentions(listed, "notebook.row", number=1, move="PAS")


async def test_a_line_becomes_a_conditional_reply_by_one_press(pair: Pair) -> None:
    """A line gives up to three answers, and on the player's own turn begins with their move."""
    line = await line_of(pair, "H8 CASA", plies=4)
    shown = await say(pair, pair.blue, f"/carnet {'; '.join(line)}")
    (kept,) = await pair.table.press(pair.blue, shown, "button.line_condition")
    assert mentions(kept, "condition.pair", partner_move="H8 CASA", reply=line[1])
    assert await waiting(pair) == [("H8 CASA", line[1])]

    own = await say(pair, pair.red, f"/carnet {'; '.join(line[:3])}")
    (kept,) = await pair.table.press(pair.red, own, "button.line_condition")
    assert mentions(kept, "condition.after_own", move="H8 CASA")
    await pair.place(pair.red, "H8 CASA")
    moves = [written_move.word for written_move in (await pair.game()).moves]  # type: ignore[union-attr]
    assert len(moves) == 4


async def test_a_line_without_an_answer_of_ones_own_makes_no_condition(pair: Pair) -> None:
    """The bot says what is missing, and sets no conditional move."""
    shown = await say(pair, pair.red, "/carnet H8 CASA")
    refused = await say(pair, pair.red, "/carnet 1 condiție")
    assert mentions(refused, "fault.line_without_answer")
    await pair.table.forge(pair.red, shown, button(shown, "button.line_condition").data)
    assert await waiting(pair) == []


async def test_a_notebook_is_seen_by_its_author_alone_and_goes_with_them(pair: Pair) -> None:
    """Neither opponent nor arbiter sees it, and it is deleted with the person."""
    [placement] = await line_of(pair, plies=1)
    await pair.table.say(pair.red, f"/carnet {placement}; PAS")
    seen = {user: len(user.messages) for user in (pair.blue, pair.table.arbiter)}
    empty = await say(pair, pair.blue, "/carnet")
    assert says(empty, "notebook.none", game=pair.id)
    arbiter = await say(pair, pair.table.arbiter, f"/carnet {pair.id}")
    assert placement not in arbiter.text
    for user, count in seen.items():
        assert not any(placement in each.text for each in user.messages[count:] if each.from_bot)

    await pair.pass_all(pair.red, pair.blue)
    async with pair.table.app.runtime.database.transaction() as tx:
        person = await people.by_account(tx, pair.red.id)
        assert person is not None
        now = pair.table.sandbox.clock.now()
        assert (await forgetting.forget(tx, person.id, now, "Nimeni"))["notebooks"] == 1


async def test_a_press_on_a_notebook_that_has_changed_does_nothing(pair: Pair) -> None:
    """Because its numbers mean other positions now, the notebook is shown again."""
    first = await say(pair, pair.red, "/carnet H8 CASA; PAS")
    await pair.table.say(pair.red, "/carnet PAS; PAS")
    drop = button(first, "button.line_drop")
    toast = await pair.table.forge(pair.red, first, drop.data)
    assert toast == worded("notebook.other")
    assert "H8 CASA" in (await say(pair, pair.red, "/carnet")).text
