"""Examples have the reader's own letters, and what matters now comes last."""

from pathlib import Path

from tests.e2e.harness import MORNING, Pair, last_with, match_begun, table
from tests.e2e.matches.practice_shared import Trainee, practice_moved
from tests.e2e.mini_app import mini_app
from tests.e2e.plays import best
from tests.e2e.texts import mentions, says, told

FORM = {"across": "H8 SLO", "down": "8H SLO"}
"""How a move is written with the first letters of SLOPAAC."""


async def test_examples_have_the_readers_own_letters(pair: Pair) -> None:
    """The first board, the help and the answer to talk show a form with letters on the rack."""
    board = last_with(pair.red, f"pass:{pair.id}")
    assert mentions(board, "leg.open_it", **FORM)
    (helped,) = await pair.table.say(pair.red, "/ajutor")
    assert mentions(helped, "help.play", **FORM)
    answer = await pair.type(pair.red, "salut")
    assert mentions(answer, "play.unknown", **FORM)
    (asked,) = await pair.table.say(pair.red, "/depune")
    assert mentions(asked, "play.how", across=FORM["across"])
    (now,) = await pair.table.say(pair.red, "ce fac acum?")
    assert mentions(now, "talk.move", across=FORM["across"])


async def test_a_first_turn_says_how_a_move_is_written(pair: Pair) -> None:
    """Blue's first board has the form with their letters; later boards do not."""
    await pair.place(pair.red, "H8 COPAL")
    rack = (await pair.game()).blue.rack.replace("?", "")[:3]
    board = last_with(pair.blue, f"pass:{pair.id}")
    assert mentions(board, "turn.how", across=f"H8 {rack}", down=f"8H {rack}")
    await pair.place(pair.blue, "PAS")
    await pair.place(pair.red, "PAS")
    assert not mentions(last_with(pair.blue, f"pass:{pair.id}"), "turn.how")


async def test_a_refusal_counts_the_letters_that_are_missing(pair: Pair) -> None:
    """SLOPAAC has two A and no E: the refusal says how many of each are still needed."""
    answer = await pair.type(pair.red, "H8 ACASAE")
    assert "Mai trebuie un A, un E" in answer.text or "Mai trebuie un A și un E" in answer.text


async def test_the_board_with_its_buttons_ends_the_start_of_a_game(tmp_path: Path) -> None:
    """The word list and the sheets come before it; the first turn leads to How to play."""
    async with table(tmp_path, at=MORNING, after=match_begun) as laid:
        _, red, blue = laid.done
        board = red.messages[-1]
        assert says(board, "leg.started")
        assert "how:" in [each.data for each in board.buttons]
        keys = [one for one in red.messages if says(one, "leg.sheets")]
        assert keys
        assert red.messages.index(keys[0]) < red.messages.index(board)
        assert told(blue.messages, "leg.started")


async def test_a_move_from_the_app_is_confirmed_before_the_answer(tmp_path: Path) -> None:
    """*Sent* comes first; the board with the program's answer is the last message."""
    async with table(tmp_path, after=practice_moved) as laid, mini_app(laid) as app:
        (user,) = laid.done
        pair = Trainee(laid, user).playing()
        seen = len(user.messages)
        move = best(await pair.game()) or "PAS"
        answer = await (await app.open(user)).move(pair.id, move)
        assert answer.status_code == 200, answer.text
        await laid.settle()
        sent, board, *_ = user.messages[seen:]
        assert says(sent, "practice.sent")
        assert mentions(board, "turn.board")


async def test_who_waits_reads_the_usual_form(tmp_path: Path) -> None:
    """A person without a game to move in has no letters."""
    async with table(tmp_path, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        await pair.place(pair.red, "H8 COPAL")
        (answer,) = await laid.say(pair.red, "salut")
        assert mentions(answer, "play.unknown", across="H8 CASA", down="8H CASA")
