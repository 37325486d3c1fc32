"""*Întreabă arbitrul*: a refused word, one tap by the player to ask and one by the arbiter."""

from datetime import date

import pytest

from bot.documents.views.setting import GameSetting
from bot.documents.views.sheets import player_time
from bot.texts.i18n import load_catalogue
from engine.cases.case import CaseStage
from engine.games.game import move_notation
from engine.ids import Seat
from sandbox import Message, SandboxUser
from tests.e2e.bench import (
    card_of,
    case_now,
    claim,
    has_button,
    later,
    offered,
    own_case,
    rule,
    tap,
)
from tests.e2e.cases.word_queries_shared import asked
from tests.e2e.harness import Pair, bucharest
from tests.e2e.plays import best, no_word
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, says, shown, told, worded
from tests.sandbox.pictures import picture


async def _on_sheet(pair: Pair, today: date) -> int:
    """Return Red's days on the sheet of that day, including the days still running."""
    game = await pair.game()
    names = {side.person: "" for side in (game.red, game.blue)}
    setting = GameSetting(
        names=names, arbiters=(), competition="", word_list_official=True, today=today
    )
    return sum(
        row.days for row in player_time(game, Seat.RED, setting, load_catalogue("ro").plain).rows
    )


def since(user: SandboxUser, count: int) -> list[Message]:
    """Return the messages that the person received after that number of messages."""
    return user.messages[count:]


@pytest.mark.article("5.3")
async def test_a_word_that_is_upheld_is_placed_as_sent_when_it_was_typed(pair: Pair) -> None:
    """The opponent gets notice and sheets; their time and the word's validity begin then."""
    laid = pair.table
    blue = len(pair.blue.messages)
    typed, _, card = await asked(pair)
    assert mentions(card, "case.word_not_listed", word=typed.split()[1])
    await laid.travel_to(bucharest("2025-06-05"))
    assert not (await pair.game()).red.told_late
    assert not any(typed in each.text for each in since(pair.blue, blue))
    assert says((await laid.say(pair.blue, "/cazuri"))[0], "cases.none")
    case = facts_of(card, "case.card")["case"]
    board = (await laid.say(pair.blue, f"/fisa {pair.id}"))[0]
    assert mentions(board, "game.turn_held", who="Ana Pop")
    assert shown(0, "left") not in board.text
    for user in (pair.red, pair.blue):  # the days of waiting are the arbiter's to count
        (times, *_) = await laid.say(user, f"/timp {pair.id}")
        assert mentions(times, "time.row", who="Ana Pop", used=30, left=0)
    assert await _on_sheet(pair, date(2025, 6, 5)) == 30
    (hidden,) = await laid.say(pair.blue, f"/cazuri {case}")
    assert mentions(hidden, "fault.no_such_case", case=case)

    await tap(laid, laid.arbiter, card, "word_official")

    game = await pair.game()
    assert [move_notation(move) for move in game.moves] == [typed]
    assert (game.moves[0].sent, game.red.days) == (date(2025, 5, 1), 0)
    assert game.received == date(2025, 6, 5)
    assert told(pair.red.messages, "query.upheld", placement=typed)
    assert mentions(card, "game.turn", until="2025-07-06")
    assert mentions(card, "case.ruled", reason="Este în Lista Oficială de Cuvinte.")
    assert any(typed in each.text for each in since(pair.blue, blue))
    other = await laid.match()
    assert says(await other.type(other.red, typed), "preview.placement")


@pytest.mark.article("5.3")
async def test_a_word_that_is_not_upheld_leaves_its_author_to_move(pair: Pair) -> None:
    """The days count and the opponent reads nothing; a later ruling for the word makes the move."""
    laid = pair.table
    blue = len(pair.blue.messages)
    typed, _, card = await asked(pair)
    await later(laid, 3)

    await tap(laid, laid.arbiter, card, "word_not_official")

    (answer,) = told(pair.red.messages, "query.not_upheld", placement=typed)
    assert mentions(answer, "query.not_upheld", left=28)
    assert (await pair.game()).query == ""
    assert not any(typed in each.text for each in since(pair.blue, blue))
    await pair.place(pair.red, best(await pair.game()) or "PAS")
    await rule(laid, card, "word_valid.m0")
    assert [move_notation(move) for move in (await pair.game()).moves] == [typed]
    assert told(pair.blue.messages, "case.decision")


@pytest.mark.article("5.3", "10.1")
async def test_a_word_not_upheld_charges_the_wait_before_a_loss_that_was_lifted(pair: Pair) -> None:
    """The author waited 8 days before the loss, though it was lifted after the answer."""
    laid = pair.table
    _, _, card = await asked(pair)
    await later(laid, 9)
    loss = await own_case(laid, pair.id)
    await rule(laid, loss, "loss.blue")
    await later(laid, 3)

    await tap(laid, laid.arbiter, card, "word_not_official")
    await laid.press(laid.arbiter, loss, "button.case.reverse")
    await rule(laid, loss, offered(loss)[0])

    (board,) = await laid.say(pair.red, "/tabla")
    assert mentions(board, "game.your_turn", left=30 - 8)


@pytest.mark.article("5.3", "9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-20")
async def test_a_word_upheld_after_the_closing_calls_nobody_to_move(season: Season) -> None:
    """The move counts as sent before the closing; the next player reads that the phase is over."""
    laid = season.table
    (pair,) = await season.pairs()
    await laid.travel_to(bucharest("2025-05-19", "12:00:00"))
    typed, _, card = await asked(pair)
    await later(laid, 4)
    (shown,) = await laid.say(pair.red, "/tabla")
    assert mentions(shown, "game.your_query_late")
    blue = len(pair.blue.messages)

    await tap(laid, laid.arbiter, card, "word_official")

    (sheets,) = told(since(pair.blue, blue), "sheets.caption", game=pair.id)
    assert typed.split()[1] in sheets.text
    assert mentions(sheets, "game.your_turn_closed", until="2025-05-20")
    assert mentions(card, "game.turn_closed", until="2025-05-20")
    (shown,) = await laid.say(pair.blue, "/tabla")
    assert mentions(shown, "game.your_turn_closed")


@pytest.mark.article("5.3")
async def test_who_places_something_else_or_takes_it_back_asks_no_longer(pair: Pair) -> None:
    """The card says that the question is withdrawn, and its buttons do nothing."""
    laid = pair.table
    _, message, card = await asked(pair)
    case = facts_of(card, "case.card")["case"]
    # A question is not taken back as a claim is: the game would wait for ever.
    await laid.forge(pair.red, pair.red.messages[0], f"k:{case}:back:yes")
    assert (await pair.game()).query == case
    assert (await case_now(laid, case)).is_open
    await laid.press(pair.red, message, "button.query.drop")
    assert says(message, "query.dropped")
    assert mentions(card, "case.withdrawn", who="Ana Pop")
    _, _, second = await asked(pair)
    instead = best(await pair.game()) or "PAS"

    await pair.place(pair.red, instead)

    case = facts_of(second, "case.card")["case"]
    assert (await case_now(laid, case)).stage is CaseStage.WITHDRAWN
    assert not has_button(second, "button.query.word_official")
    toast = await laid.forge(laid.arbiter, second, f"word:{case}:word_valid.m0:word_official")
    assert toast == worded("query.answered_already")
    assert [move_notation(move) for move in (await pair.game()).moves] == [instead]


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("4.2")
async def test_a_photographed_sheet_goes_with_the_question_and_asking_twice_is_asking_once(
    pair: Pair,
) -> None:
    """Only the arbiter gets it, on one card; a withdrawn question adds one line to it."""
    laid = pair.table
    typed = no_word(await pair.game())
    blue = len(pair.blue.messages)
    for _ in range(2):
        pair.red.send_photo(picture(300, 400), caption=typed)
        await laid.settle()
        assert mentions(pair.red.last, "query.with_sheet")
        await laid.press(pair.red, pair.red.last, "button.query.ask")

    refused = pair.red.last
    assert len(told(laid.arbiter.messages, "case.card")) == 1
    for sheet in told(laid.arbiter.messages, "relayed.sheet", note=typed, game=pair.id):
        assert sheet.photo is not None
    assert len(pair.blue.messages) == blue
    (listed,) = await laid.say(pair.red, "/jocuri")
    assert mentions(listed, "games.row_asked", game=pair.id)
    (shown,) = await laid.say(pair.red, "/tabla")
    assert mentions(shown, "game.your_query")
    assert not await laid.press(pair.red, refused, "button.query.drop")
    assert says(refused, "query.dropped", placement=typed)


@pytest.mark.article("5.3", "7.2")
async def test_a_word_query_does_not_shield_from_a_time_claim(pair: Pair) -> None:
    """After the query is answered, the claim's card offers what the facts allow."""
    laid = pair.table
    _, _, query = await asked(pair)
    await laid.travel_to(bucharest("2025-06-03"))
    case = await claim(pair, pair.blue, "time")
    card = card_of(laid.arbiter, case)
    assert offered(card) == ["rejected"]

    await tap(laid, laid.arbiter, query, "word_not_official")

    assert offered(card_of(laid.arbiter, case))[0] == "no_show.red"
    await rule(laid, card_of(laid.arbiter, case), "no_show.red")
    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.by is Seat.RED
