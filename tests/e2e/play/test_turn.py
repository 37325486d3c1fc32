"""A turn from its player's side: the board that opens it, its buttons, and possible texts."""

import pytest

from engine.games.events import PlacementMade
from engine.ids import Seat
from engine.tiles import value_of
from sandbox import Message
from tests.e2e.harness import Pair
from tests.e2e.plays import longest
from tests.e2e.texts import facts_of, mentions, says, told


def board_of(pair: Pair) -> Message:
    """Return the board with Red's first turn."""
    (board,) = told(pair.red.messages, "leg.started", game=pair.id)
    return board


@pytest.mark.article("5.3")
async def test_a_pass_is_announced_from_the_board_and_counts_when_it_is_sent(pair: Pair) -> None:
    """The button shows the effect of a pass, and only the second button makes it."""
    (preview,) = await pair.table.press(pair.red, board_of(pair), "button.turn.pass")
    assert says(preview, "preview.pass", game=pair.id, partner="Ion Rus")
    assert (await pair.game()).moves == ()

    await pair.table.press(pair.red, preview, "button.send")

    assert len((await pair.game()).moves) == 1
    (late,) = await pair.table.press(pair.red, board_of(pair), "button.turn.pass")
    assert says(late, "play.not_your_turn", who="Ion Rus")


async def test_the_board_leads_to_the_sheets_the_time_and_a_claim(pair: Pair) -> None:
    """Each button opens, for that game, the view that its label names."""
    board = board_of(pair)
    sheets = await pair.table.press(pair.red, board, "button.turn.sheets")
    (time,) = await pair.table.press(pair.red, board, "button.turn.time")
    (claim,) = await pair.table.press(pair.red, board, "button.turn.claim")

    assert mentions(sheets[0], "sheets.caption", game=pair.id)
    assert [each.photo is not None for each in sheets] == [True, True]
    assert mentions(time, "time.state", game=pair.id)
    assert any(each.data == f"cl:{pair.id}:time" for each in claim.buttons)


async def test_the_board_leads_to_the_notebook_at_no_further_row(pair: Pair) -> None:
    """A turn and `/tabla` then have one more button, in the row of the chat buttons."""
    board = board_of(pair)
    (empty,) = await pair.table.press(pair.red, board, "button.turn.notebook")
    assert says(empty, "notebook.none", game=pair.id)
    await pair.table.say(pair.red, "/carnet H8 CASA; PAS")
    (listed,) = await pair.table.press(pair.red, board, "button.turn.notebook")
    assert mentions(listed, "notebook.row", number=1, move="H8 CASA")

    (own,) = await pair.table.say(pair.red, "/tabla")

    for message in (board, own):
        assert [len(row) for row in message.keyboard] == [3, 3, 1]  # the last: how to play
        assert sum(each.data == f"show:{pair.id}:notebook" for each in message.buttons) == 1


async def test_a_line_to_the_opponent_is_written_from_the_board(pair: Pair) -> None:
    """The bot asks for it by name; a move written in its place is a move and ends the question."""
    board = board_of(pair)
    (question,) = await pair.table.press(pair.red, board, "button.turn.line")
    assert says(question, "chat.ask", partner="Ion Rus", game=pair.id)
    await pair.table.say(pair.red, "Spor la joc!")
    assert told(pair.blue.messages, "chat.line", who="Ana Pop", text="Spor la joc!")

    await pair.table.press(pair.red, board, "button.turn.line")
    (preview,) = await pair.table.say(pair.red, "H8 CASA")
    assert says(preview, "preview.placement", placement="H8 CASA")


async def test_a_question_is_dropped_by_the_next_command(pair: Pair) -> None:
    """After another command, the next text is no answer to the question."""
    await pair.table.press(pair.red, board_of(pair), "button.turn.line")
    await pair.table.say(pair.red, "/litere")

    (answer,) = await pair.table.say(pair.red, "Spor la joc!")

    assert mentions(answer, "play.unknown")
    assert told(pair.blue.messages, "chat.line") == []


async def test_what_is_no_placement_after_all_is_said_to_be_none(pair: Pair) -> None:
    """A word and its square that cannot be played are refused with the reasons, like any move."""
    (answer,) = await pair.table.say(pair.red, "ZEU A1")

    assert says(answer, "play.refused", typed="A1 ZEU")


async def test_talk_that_begins_like_a_placement_is_offered_to_the_opponent(pair: Pair) -> None:
    """„A 2-a partidă” begins with a square: it is refused as a move, and sent after a press."""
    table = pair.table
    (answer,) = await table.say(pair.red, "A 2-a partidă a fost grea")
    assert mentions(answer, "play.unreadable")
    (short,) = await table.say(pair.red, "H8 CASA BUNA")
    assert mentions(short, "play.unreadable")
    pair.red.press_button(answer, answer.buttons[0])
    await table.settle()
    assert told(pair.blue.messages, "chat.line") == []  # something was written since

    (answer,) = await table.say(pair.red, "A 2-a partidă a fost grea")
    pair.red.press_button(answer, answer.buttons[0])
    await table.settle()
    (line,) = told(pair.blue.messages, "chat.line")
    assert "A 2-a partidă a fost grea" in line.text


@pytest.mark.article("4.3", "8.1")
async def test_the_end_says_who_has_won_why_and_what_it_is_worth(ending: Pair) -> None:
    """Each gets one album with the last move, the remaining tiles' points, and coefficients."""
    pair = ending
    before = game = await pair.game()
    heard = {one: len(one.messages) for one in (pair.red, pair.blue)}
    while game.ended is None:
        before, heard = game, {one: len(one.messages) for one in heard}
        user = pair.red if game.turn is Seat.RED else pair.blue
        await pair.place(user, longest(game) or "PAS")
        game = await pair.game()
    out = before.turn
    left = before.side(out.partner).rack
    points = value_of(left, game.tile_set)
    names = {Seat.RED: "Ana Pop", Seat.BLUE: "Ion Rus"}
    last = game.moves[-1]

    for user, seen in heard.items():
        news = user.messages[seen:]
        (end,) = told(news, "game.ended", game=pair.id)
        assert len({each.album for each in news if each.album}) == 1
        assert end.album
        assert isinstance(last, PlacementMade)
        assert mentions(end, "move.placement", who=names[out], points=last.counted)
        kept = game.side(out.partner).score
        assert mentions(
            end,
            "result.letters_lost",
            who=names[out.partner],
            rack=left,
            before=kept + points,
            points=points,
            after=kept,
        )
        won = game.side(out).score
        assert f"{won - points} + {points} = {won}" in end.text
        winner = Seat.RED if game.red.score > game.blue.score else Seat.BLUE
        assert mentions(end, "result.won", who=names[winner])
        worth = facts_of(end, "game.ended")["result"]
        proposed = (await pair.table.stored.match(pair.code)).ended[0]
        assert (proposed.red_score, proposed.blue_score) == (game.red.score, game.blue.score)
        assert "art. 8.1" in worth.replace("\N{NO-BREAK SPACE}", " ")
