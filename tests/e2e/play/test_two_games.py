"""Two games at the same time: which one a move, a question or a picture belongs to."""

from dataclasses import dataclass
from datetime import date

import pytest

from sandbox import Message, SandboxUser
from sandbox.faults import AnswerLost
from tests.e2e.harness import Pair, Table, bucharest, button
from tests.e2e.matches.places_shared import freed
from tests.e2e.plays import legal, written
from tests.e2e.texts import mentions, says, told, worded
from tests.sandbox.pictures import picture


@dataclass(frozen=True, slots=True)
class Both:
    """Two games of one player, who is Red and on turn in both."""

    table: Table
    ana: SandboxUser
    one: Pair
    other: Pair

    def sheet_of(self, pair: Pair) -> Message:
        """Return the sheet that started that game for Ana."""
        (sheet,) = told(self.ana.messages, "leg.started", game=pair.id)
        return sheet

    async def choose(self, question: Message, pair: Pair) -> Message:
        """Have Ana press that game's button; return the bot's answer."""
        chosen = next(each for each in question.buttons if pair.id in each.label)
        self.ana.press_button(question, chosen)
        await self.table.settle()
        return self.ana.messages[-1]

    async def placements(self) -> tuple[int, int]:
        """Return the number of moves in each game."""
        return len((await self.one.game()).moves), len((await self.other.game()).moves)


@pytest.fixture
def both(two_pairs: tuple[Pair, Pair]) -> Both:
    """Give two games in which the same player will open."""
    one, other = two_pairs
    return Both(one.table, one.red, one, other)


async def test_with_two_games_on_turn_the_bot_asks_which(both: Both) -> None:
    """One button a game; the chosen game gets the preview, and only it moves."""
    (question,) = await both.table.say(both.ana, "H8 CASA")
    assert says(question, "play.which", text="H8 CASA")
    assert len(question.buttons) == 2

    preview = await both.choose(question, both.other)

    assert says(question, "play.picked", game=both.other.id, text="H8 CASA")
    assert says(preview, "preview.placement", game=both.other.id, placement="H8 CASA")
    await both.table.press(both.ana, preview, "button.send")
    assert await both.placements() == (0, 1)


@pytest.mark.article("7.1")
async def test_who_is_asked_which_game_loses_no_day_by_it(both: Both) -> None:
    """Typed at 23:59 of the last day, chosen at 00:01, sent at 00:02: it counts as typed."""
    await both.table.travel_to(bucharest("2025-06-01", "23:59:00"))
    (question,) = await both.table.say(both.ana, "H8 CASA")
    await both.table.travel_to(bucharest("2025-06-02", "00:01:00"))
    preview = await both.choose(question, both.one)
    await both.table.travel_to(bucharest("2025-06-02", "00:02:00"))
    await both.table.press(both.ana, preview, "button.send")

    game = await both.one.game()
    assert (game.moves[0].sent, game.red.days) == (date(2025, 6, 1), 30)
    assert not game.red.told_late


@pytest.mark.article("7.1")
async def test_who_leaves_the_question_lying_has_gone_on_thinking(both: Both) -> None:
    """A choice more than an hour after the question counts from the choice."""
    await both.table.travel_to(bucharest("2025-05-03", "23:30:00"))
    (question,) = await both.table.say(both.ana, "H8 CASA")
    await both.table.travel_to(bucharest("2025-05-04", "00:31:00"))
    preview = await both.choose(question, both.one)
    await both.table.press(both.ana, preview, "button.send")

    assert (await both.one.game()).moves[0].sent == date(2025, 5, 4)


async def test_a_reply_to_a_sheet_says_which_game(both: Both) -> None:
    """A move written as a reply to a game's sheet brings no question; the next is of the other."""
    reply_to = both.sheet_of(both.one)

    (preview,) = await both.table.say(both.ana, "H8 CASA", reply_to=reply_to)

    assert says(preview, "preview.placement", game=both.one.id)
    await both.table.press(both.ana, preview, "button.send")

    (second,) = await both.table.say(both.ana, "8H CASA")

    assert says(second, "preview.placement", game=both.other.id, placement="8H CASA")


async def test_two_previews_of_two_games_do_not_disturb_each_other(both: Both) -> None:
    """A preview in one game stays valid while another game is played."""
    (one,) = await both.table.say(both.ana, "H8 CASA", reply_to=both.sheet_of(both.one))
    (other,) = await both.table.say(both.ana, "8H CASA", reply_to=both.sheet_of(both.other))

    await both.table.press(both.ana, other, "button.send")
    await both.table.press(both.ana, one, "button.send")

    assert says(one, "play.sent", game=both.one.id)
    assert says(other, "play.sent", game=both.other.id)
    assert await both.placements() == (1, 1)


@pytest.mark.only_telegram("Telegram's answer is lost")
async def test_a_reply_to_a_notice_without_a_number_finds_its_game_by_the_text(both: Both) -> None:
    """Telegram took the notice but its answer was lost: nobody is asked for the game."""
    both.table.sandbox.faults.add(AnswerLost(), method="sendMessage", chat=both.ana.id)
    both.ana.send(f"/litere {both.other.id}")
    await both.table.settle()
    await both.table.travel(1 / 24)
    first, _again = told(both.ana.messages, "letters.state", game=both.other.id)
    await both.table.say(both.ana, f"/litere {both.one.id}")

    (preview,) = await both.table.say(both.ana, "PAS", reply_to=first)

    assert says(preview, "preview.pass", game=both.other.id)


@pytest.mark.only_telegram("replies to their own text")
async def test_the_game_of_a_reply_is_not_read_from_a_persons_own_words(both: Both) -> None:
    """Only what the bot wrote names it; otherwise it is the game looked at last."""
    own = both.ana.send(f"/litere {both.other.id}")
    await both.table.settle()
    await both.table.say(both.ana, f"/litere {both.one.id}")

    (preview,) = await both.table.say(both.ana, "PAS", reply_to=own)

    assert says(preview, "preview.pass", game=both.one.id)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.parametrize("is_first", [True, False])
async def test_a_photographed_sheet_stays_with_its_own_placement(
    both: Both, *, is_first: bool
) -> None:
    """A preview in another game neither drops the sheet nor takes it."""
    both.ana.send_photo(picture(), caption=f"{both.one.code} H8 CASA")
    await both.table.settle()
    with_sheet = both.ana.messages[-1]
    (without,) = await both.table.say(both.ana, "8H CASA", reply_to=both.sheet_of(both.other))

    order = (with_sheet, without) if is_first else (without, with_sheet)
    for preview in order:
        await both.table.press(both.ana, preview, "button.send")

    assert await both.placements() == (1, 1)
    (sheet,) = told(both.one.blue.messages, "relayed.sheet", game=both.one.id)
    assert sheet.photo is not None
    assert told(both.other.blue.messages, "relayed.sheet", game=both.other.id) == []


async def test_the_list_of_games_puts_ones_own_turn_on_top(both: Both) -> None:
    """`/jocuri` lists games with the player on turn first, with a button for each."""
    (preview,) = await both.table.say(both.ana, "PAS", reply_to=both.sheet_of(both.one))
    await both.table.press(both.ana, preview, "button.send")

    (answer,) = await both.table.say(both.ana, "/jocuri")

    assert says(answer, "games.list", n=2)
    assert answer.text.index(both.other.id) < answer.text.index(both.one.id)
    (shortcut,) = answer.buttons
    both.ana.press_button(answer, shortcut)
    await both.table.settle()
    assert both.other.id in both.ana.messages[-1].text
    assert both.ana.messages[-1].photo is not None


async def test_a_question_about_a_game_asks_which_or_takes_its_code(both: Both) -> None:
    """`/litere` offers both games; with a code, or as a reply, it answers at once.

    A command that ends a game is shown with each code, to be typed. A code that a person writes
    counts more than the message that they reply to.
    """
    (question,) = await both.table.say(both.ana, "/litere")
    assert says(question, "games.which")
    assert len(question.buttons) == 2

    (by_code,) = await both.table.say(both.ana, f"/litere {both.one.id.lower()}")
    (by_reply,) = await both.table.say(both.ana, "/litere", reply_to=both.sheet_of(both.other))

    assert says(by_code, "letters.state", game=both.one.id)
    assert says(by_reply, "letters.state", game=both.other.id)

    (answer,) = await both.table.say(both.ana, "/abandon")
    for pair in (both.one, both.other):
        assert mentions(answer, "games.name_row", command="/abandon", game=pair.id)
    assert answer.buttons == ()
    (linked,) = await both.table.say(both.ana, "/start c-abandon")
    assert linked.text == answer.text

    for command in ("tabla", "abandon"):
        text = f"/{command} {both.other.id}"

        (answer,) = await both.table.say(both.ana, text, reply_to=both.sheet_of(both.one))

        assert both.other.id in answer.text, command
        assert both.one.id not in answer.text, command


async def test_the_answer_to_which_is_good_for_one_placement(both: Both) -> None:
    """A later press on the other game's button makes no move there."""
    (question,) = await both.table.say(both.ana, "H8 CASA")
    first, second = question.buttons

    both.ana.press_button(question, first)
    late = both.ana.press_button(question, second)
    await both.table.settle()

    assert late.text == worded("play.stale")
    assert says(question, "play.picked", text="H8 CASA")
    assert len(told(both.ana.messages, "preview.placement", placement="H8 CASA")) == 1
    assert await both.placements() == (0, 0)


async def test_the_button_of_an_earlier_question_answers_no_later_one(both: Both) -> None:
    """Two moves are typed, and each waits for a game; the first question's buttons are stale."""
    (earlier,) = await both.table.say(both.ana, "H8 CASA")
    (later,) = await both.table.say(both.ana, "PAS")

    late = both.ana.press_button(earlier, earlier.buttons[0])
    await both.table.settle()

    assert late.text == worded("play.stale")
    assert says(later, "play.which", text="PAS")
    await both.choose(later, both.other)
    assert says(later, "play.picked", game=both.other.id, text="PAS")


@pytest.mark.only_telegram("a freed seat signs its browser out")
async def test_a_photograph_belongs_to_no_game_of_a_freed_seat(both: Both) -> None:
    """An unsent move there does not stop the person's photographs for another game."""
    await both.table.say(both.ana, "H8 CASA", reply_to=both.sheet_of(both.one))
    await freed(both.table, both.one.code, "Ana Pop")

    both.ana.send_photo(picture(300, 400))
    await both.table.settle()

    assert mentions(both.ana.last, "relayed.ask", game=both.other.id)


async def test_a_placement_that_only_one_game_allows_goes_there(both: Both) -> None:
    """Rack and board decide, and the preview names game and opponent."""
    for pair in (both.one, both.other):
        (preview,) = await both.table.say(both.ana, "H8 CASA", reply_to=both.sheet_of(pair))
        await both.table.press(both.ana, preview, "button.send")
    await both.one.place(both.one.blue, "PAS")
    answer = next(written(each) for each in legal(await both.other.game()))
    await both.other.place(both.other.blue, answer)
    only = await _only_there(both)

    (preview,) = await both.table.say(both.ana, only)

    assert says(preview, "preview.placement", game=both.other.id, placement=only)
    assert says(preview, "preview.placement", partner="Ion Rus")


async def _only_there(both: Both) -> str:
    """Return a move that is legal in the other game but not in the first."""
    here = {written(each) for each in legal(await both.one.game())}
    there = [written(each) for each in legal(await both.other.game())]
    return next(each for each in there if each not in here)


async def test_a_placement_that_both_games_allow_goes_to_the_one_opened_last(both: Both) -> None:
    """A button moves it to the other game, with the same time of typing."""
    await both.table.say(both.ana, f"/tabla {both.other.id}")
    (preview,) = await both.table.say(both.ana, "H8 CASA")
    assert says(preview, "preview.placement", game=both.other.id)

    await both.table.press(both.ana, preview, "button.other_game")
    assert says(preview, "play.which", text="H8 CASA")
    assert len(preview.buttons) == 1
    moved = await both.choose(preview, both.one)

    assert says(moved, "preview.placement", game=both.one.id, placement="H8 CASA")
    await both.table.press(both.ana, moved, "button.send")
    assert await both.placements() == (1, 0)


async def test_a_move_stays_in_its_game_once_the_others_are_played(both: Both) -> None:
    """Without another game to move in, the button shows the move in its own game again."""
    await both.table.say(both.ana, f"/tabla {both.other.id}")
    (preview,) = await both.table.say(both.ana, "H8 CASA")
    (in_one,) = await both.table.say(both.ana, f"{both.one.code} H8 CASA")
    await both.table.press(both.ana, in_one, "button.send")

    await both.table.press(both.ana, preview, "button.other_game")

    again = both.ana.messages[-1]
    assert says(again, "preview.placement", game=both.other.id, placement="H8 CASA")
    await both.table.press(both.ana, again, "button.send")
    assert await both.placements() == (1, 1)


async def test_a_late_second_tap_leaves_the_confirmation_also_after_another_game(
    both: Both,
) -> None:
    """After both games have moved, a late tap on the first one's button changes nothing."""
    table, ana = both.table, both.ana
    previews = [
        (await table.say(ana, f"{pair.code} H8 CASA"))[-1] for pair in (both.one, both.other)
    ]
    taps = [button(preview, "button.send").data for preview in previews]
    for preview in previews:
        await table.press(ana, preview, "button.send")

    late = await table.forge(ana, previews[0], taps[0])

    assert late == worded("play.already_sent")
    assert says(previews[0], "play.sent", placement="H8 CASA", game=both.one.id)
    assert await both.placements() == (1, 1)


async def test_a_placement_with_its_games_code_before_it_goes_there(both: Both) -> None:
    """`5BAV H8 SEAT` names the game, whichever was opened before or is replied to."""
    code, game = both.other.code, both.other.id
    for typed in (f"{code} H8 CASA", f"{code}: h8 casă", f"{game.lower()} CASA H8"):
        await both.table.say(both.ana, f"/tabla {both.one.id}")

        (preview,) = await both.table.say(both.ana, typed, reply_to=both.sheet_of(both.one))

        assert says(preview, "preview.placement", game=game, placement="H8 CASA"), typed


@pytest.mark.only_telegram("sends a photograph")
async def test_the_code_is_understood_in_a_pass_a_caption_a_condition_and_a_command(
    both: Both,
) -> None:
    """A move may begin with its game's code wherever it is written."""
    code, ana = both.other.code, both.ana
    (passing,) = await both.table.say(ana, f"{code} pas")
    assert says(passing, "preview.pass", game=both.other.id)
    (placed,) = await both.table.say(ana, f"/depune {code} H8 CASA")
    assert says(placed, "preview.placement", game=both.other.id)
    seen = len(ana.messages)
    ana.send_photo(picture(), caption=f"{code} H8 CASA")
    await both.table.settle()
    assert says(ana.messages[seen:][-1], "preview.placement", game=both.other.id)
    (kept,) = await both.table.say(both.other.blue, f"/conditie {code} H8 CASA -> PAS")
    assert mentions(kept, "condition.answer", game=both.other.id)
    (unknown,) = await both.table.say(ana, "ZZ22 H8 CASA")
    assert mentions(unknown, "fault.no_such_game")
    await both.table.say(ana, f"/tabla {both.one.id}")
    (word,) = await both.table.say(ana, "pune H8 CASA")
    assert says(word, "preview.placement", game=both.one.id, placement="H8 CASA")


async def test_polite_words_after_a_command_name_no_game(both: Both) -> None:
    """A reply or a code beside them does; a mistyped code is refused."""
    sheet = both.sheet_of(both.other)
    for text, replied in (("te rog frumos", sheet), (f"{both.other.code}, te rog", None)):
        (board,) = await both.table.say(both.ana, f"/tabla {text}", reply_to=replied)
        assert both.other.id in board.text
    for text in ("te rog", "definitiv"):
        (which,) = await both.table.say(both.ana, f"/tabla {text}")
        assert says(which, "games.which")
    (passing,) = await both.table.say(both.ana, "/pas te rog", reply_to=sheet)
    assert says(passing, "preview.pass", game=both.other.id)
    for text, code in (("ZZ22 te rog", "ZZ22"), ("ZZ22. Te rog", "ZZ22"), ("Z2 ZZ", "Z2")):
        (refused,) = await both.table.say(both.ana, f"/tabla {text}", reply_to=sheet)
        assert mentions(refused, "fault.no_such_game", game=code)


async def test_an_older_question_for_a_blank_reads_no_later_move(both: Both) -> None:
    """Its button no longer counts once another move waits for its game, which can still be said."""
    await both.table.say(both.ana, f"/tabla {both.other.id}")
    (preview,) = await both.table.say(both.ana, "H8 CASA")
    await both.table.press(both.ana, preview, "button.other_game")
    (older,) = await both.table.say(both.ana, "/timp " + both.one.id)

    toast = await both.table.forge(both.ana, older, f"as:{both.one.id}:1")

    assert toast == worded("play.stale")
    moved = await both.choose(preview, both.one)
    assert says(moved, "preview.placement", game=both.one.id, placement="H8 CASA")
