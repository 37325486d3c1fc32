"""Words left to the opponent: sent unchecked, then accepted in silence or sent back (art. 5.2)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.games.events import Ending, PlacementReturned
from engine.ids import Seat
from sandbox import SandboxUser
from tests.e2e.bench import (
    REASON,
    card_of,
    claim,
    confirm,
    offered,
    own_case,
    rule,
    unlisted_placed,
)
from tests.e2e.cases.disputes_shared import PARTNER, _stripe, last_placement_waits
from tests.e2e.harness import (
    Pair,
    bucharest,
    button,
    casa_placed,
    match_begun,
    table,
)
from tests.e2e.plays import no_word
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, pattern, says, told, worded

WARN = {"federation_ruleset": "cn-2025-warn"}


async def send_back(pair: Pair, user: SandboxUser) -> str:
    """Have a player send back the last move; return the bot's answer."""
    (answer,) = await pair.table.say(user, "/returneaza")
    return answer.text


@pytest.mark.article("5.2")
async def test_a_returned_placement_is_placed_again_and_the_clock_runs_from_that_day(
    tmp_path: Path,
) -> None:
    """Author and arbiter read which word; the points are removed; two days later counts as one.

    Before sending the author reads that the same move cannot be sent again.
    """
    async with table(tmp_path, settings=PARTNER, after=unlisted_placed) as laid:
        left, typed = laid.done
        pair, word = Pair(laid, *left), typed.split()[1]
        await laid.travel_to(bucharest("2025-05-04"))

        assert await send_back(pair, pair.blue) == worded("return.done", game=pair.id)

        (told_back,) = told(pair.red.messages, "return.author", game=pair.id, words=word)
        assert told_back.photo is not None
        assert told(laid.arbiter.messages, "return.copy", game=pair.id, author="Ana Pop")
        assert (await pair.game()).red.score == 0
        await laid.travel_to(bucharest("2025-05-06"))
        refused = await pair.type(pair.red, typed)
        assert mentions(refused, "fault.returned_before", placement=typed)
        preview = await pair.place(pair.red, "H8 CASA")
        assert says(preview, "play.sent", placement="H8 CASA", days=1)


@pytest.mark.article("5.2", "5.3")
async def test_a_placement_restored_by_the_arbiter_may_still_be_returned(tmp_path: Path) -> None:
    """The opponent keeps that right, because the arbiter sent back the move by mistake."""
    async with table(tmp_path, settings=PARTNER, after=unlisted_placed) as laid:
        left, _ = laid.done
        pair = Pair(laid, *left)
        card = await own_case(laid, pair.id)
        await rule(laid, card, "returned.m0")
        await laid.press(laid.arbiter, card, "button.case.reverse")
        await rule(laid, card, "lifted")

        assert await send_back(pair, pair.blue) == worded("return.done", game=pair.id)


@pytest.mark.article("5.2")
async def test_a_placement_of_good_words_cannot_be_returned(tmp_path: Path) -> None:
    """All words are listed, so Blue is refused and the move remains."""
    async with table(tmp_path, settings=PARTNER, after=casa_placed) as laid:
        pair = Pair(laid, *laid.done)

        answer = await send_back(pair, pair.blue)

        assert pattern("fault.words_are_valid", words="CASA").search(answer)
        assert not any(isinstance(each, PlacementReturned) for each in await pair.events())


@pytest.mark.article("5.2")
async def test_who_asks_the_arbiter_keeps_the_sheet_and_its_other_buttons(tmp_path: Path) -> None:
    """A separate message asks for the claim; if it is dropped, the move can still be accepted.

    The preview does not say whether the word is listed, and the opponent gets the move.
    """
    async with table(tmp_path, settings=PARTNER, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        typed = no_word(await pair.game())
        word = typed.split()[1]
        preview = await pair.type(pair.red, typed)
        assert facts_of(preview, "preview.placement")["words"] == worded("preview.word", word=word)
        await laid.press(pair.red, preview, "button.send")
        (sheet,) = told(pair.blue.messages, "turn.board", game=pair.id)
        assert mentions(sheet, "move.placement", word=word) or mentions(
            sheet, "move.capped", word=word
        )
        assert mentions(sheet, "game.your_turn")

        (asked,) = await laid.press(pair.blue, sheet, "button.ask_arbiter")
        assert says(asked, "claim.why")
        assert mentions(sheet, "game.your_turn")
        await laid.press(pair.blue, asked, "button.undecide")
        await laid.press(pair.blue, sheet, "button.accept_placement")
        assert mentions(sheet, "return.accepted", game=pair.id)
        assert mentions(sheet, "game.your_turn")
        assert button(sheet, "button.turn.pass").data == f"pass:{pair.id}"


async def test_where_words_are_checked_on_sending_nothing_is_returned(casa: Pair) -> None:
    """Under the default rules `/returneaza` says why it has no use."""
    assert pattern("fault.words_already_checked").search(await send_back(casa, casa.blue))


@pytest.mark.article("3.1")
async def test_under_the_warning_rules_the_author_is_warned_and_may_send(tmp_path: Path) -> None:
    """The preview names the unlisted word; the move counts if it is sent in spite of that."""
    async with table(tmp_path, settings=WARN, after=match_begun) as laid:
        pair = Pair(laid, *laid.done)
        typed = no_word(await pair.game())

        preview = await pair.type(pair.red, typed)
        assert mentions(preview, "preview.word_wrong", word=typed.split()[1])
        assert "competiți" not in preview.text  # it is a friendly match
        await laid.press(pair.red, preview, "button.send")

        assert says(preview, "play.sent", placement=typed)
        assert (await pair.game()).red.score > 0


@pytest_asyncio.fixture(name="waiting")
async def _waiting(tmp_path: Path) -> AsyncIterator[Season]:
    """Give that cup on its first day."""
    async with table(tmp_path, settings=PARTNER, after=last_placement_waits) as laid:
        yield Season.at(laid, *laid.done)


@pytest.mark.article("4.3", "5.2")
async def test_a_last_placement_ends_the_game_when_it_is_accepted_or_five_days_have_passed(
    waiting: Season,
) -> None:
    """Until then it may be sent back; both players read so, and no days are counted."""
    laid = waiting.table
    (pair,) = await waiting.pairs()
    names = await waiting.championship.names()
    game = await pair.game()
    red, blue = (names[game.side(seat).person] for seat in Seat)
    (*_, board) = told(pair.red.messages, "turn.board", game=pair.id)
    assert mentions(board, "game.your_acceptance", until="2025-05-06")
    assert mentions(pair.blue.last, "game.acceptance", who=red, until="2025-05-06")
    (refused,) = await laid.say(pair.red, "PAS")
    assert mentions(refused, "fault.last_placement_waits")
    assert pair.id in await send_back(pair, pair.red)
    await pair.place(pair.blue, _stripe(await pair.game(), backwards=True))

    await laid.travel_to(bucharest("2025-05-06", "23:00:00"))
    assert (await pair.game()).ended is None
    assert told(pair.red.messages, "remind.resend") == []
    await laid.travel_to(bucharest("2025-05-07", "09:00:00"))

    for user in (pair.red, pair.blue):
        (end,) = told(user.messages, "game.ended", game=pair.id)
        assert mentions(end, "ending.played_out", who=blue)
    game = await pair.game()
    assert (game.red.days, game.side(Seat.BLUE).days) == (0, 0)


@pytest.mark.article("4.3", "9.4")
async def test_a_last_placement_that_the_closing_date_overtakes_ends_its_game(
    waiting: Season,
) -> None:
    """Nobody can send it back any more, so the game ends as played, without the arbiter."""
    laid = waiting.table
    (pair,) = await waiting.pairs()
    (card,) = await laid.say(laid.arbiter, f"/campionat {waiting.code}")
    await laid.forge(laid.arbiter, card, f"c:{waiting.code}:dates:final")
    await laid.say(laid.arbiter, "1.05 3.05")
    assert f"{(await waiting.competition()).phase.plan.closing}" == "2025-05-03"

    await laid.travel_to(bucharest("2025-05-04", "09:30:00"))

    ended = (await pair.game()).ended
    assert ended is not None
    assert (ended.ending, ended.by) == (Ending.PLAYED_OUT, Seat.BLUE)
    for user in (pair.red, pair.blue):
        assert told(user.messages, "game.ended", game=pair.id)
        assert not told(user.messages, "closing.question", game=pair.id)


@pytest.mark.article("5.2", "5.3")
async def test_an_accepted_placement_stays_accepted_when_its_score_is_corrected(
    tmp_path: Path,
) -> None:
    """The opponent accepts it below the move: a claim about its word cannot send it back any more.

    The same applies after a corrected score. The arbiter may rule the word invalid for later moves;
    this move remains on the board.
    """
    async with table(tmp_path, settings=PARTNER, after=unlisted_placed) as laid:
        left, _ = laid.done
        pair = Pair(laid, *left)
        (sheet,) = told(pair.blue.messages, "turn.board", game=pair.id)
        await laid.press(pair.blue, sheet, "button.accept_placement")
        assert mentions(sheet, "return.accepted", game=pair.id)
        (answer,) = await laid.say(pair.blue, "/returneaza")
        assert mentions(answer, "fault.nothing_to_return")
        late = await laid.forge(pair.blue, sheet, f"back:{pair.id}:2:0")
        assert late == worded("return.stale")
        assert mentions(sheet, "return.accepted", game=pair.id)
        case = await claim(pair, pair.blue, "arithmetic", "s0")
        await laid.forge(laid.arbiter, card_of(laid.arbiter, case), f"k:{case}:more:score")
        (asked,) = await laid.say(laid.arbiter, "9")
        await confirm(laid, laid.arbiter, REASON, asked)
        assert (await pair.game()).red.score == 9

        case = await claim(pair, pair.blue, "word", "s0")

        card = card_of(laid.arbiter, case)
        assert offered(card) == ["word_valid", "word_accepted", "rejected"]
        await rule(laid, card, "word_accepted")
        assert len((await pair.game()).moves) == 1
        assert mentions(told(pair.red.messages, "case.decision")[-1], "ruling.word_accepted")
