"""A refused word put to the arbiter before a move: in a planned reply, or on a paper sheet."""

from collections.abc import AsyncIterator
from datetime import date
from pathlib import Path

import pytest
import pytest_asyncio

from engine.cases.case import CaseStage
from engine.games.game import move_notation
from engine.notation import format_placement
from sandbox import SandboxUser
from tests.builders import play
from tests.e2e.bench import case_now, has_button, tap
from tests.e2e.cases.paper_shared import day, sheet
from tests.e2e.cases.word_questions_shared import Asked, asked_at, asked_beforehand
from tests.e2e.conversation.channel_shared import agree
from tests.e2e.harness import MORNING, Pair, bucharest, label, last_with
from tests.e2e.play.conditional_shared import waiting
from tests.e2e.plays import best, legal, refused
from tests.e2e.texts import facts_of, mentions, says, told


@pytest_asyncio.fixture(name="asked")
async def _asked(tmp_path: Path) -> AsyncIterator[Asked]:
    """Give that match."""
    async with asked_at(tmp_path) as asked:
        yield asked


async def asked_on_paper(pair: Pair, writer: str) -> tuple[str, SandboxUser]:
    """Have a writer ask about a word on Ion's sheet of 8 May; return sheet text and writer."""
    table = pair.table
    await pair.place(pair.red, "H8 CASA")
    await table.travel_to(bucharest("2025-05-08", "12:00:00"))
    user = pair.red if writer == "partner" else table.arbiter
    await table.say(user, "/introdu")
    await sheet(table, user)
    typed = refused(await pair.game())
    (answer,) = await table.say(user, typed)
    assert says(answer, "entry.refused", typed=typed)
    await table.press(user, answer, "button.query.ask")
    assert says(answer, "query.alone_asked_entry")
    return typed, user


@pytest.mark.article("5.3")
async def test_a_reply_planned_with_an_admitted_word_is_set_by_itself(asked: Asked) -> None:
    """One tap asks, one tap answers; the arbiter has the case file, the opponent only the word."""
    pair, reply, card = asked.pair, asked.reply, asked.card
    table = pair.table
    assert mentions(card, "case.asked_alone")
    assert reply not in card.text

    await tap(table, table.arbiter, card, "word_official")

    (answer,) = told(pair.blue.messages, "query.alone_upheld")
    assert mentions(answer, "query.alone_condition")
    assert reply in answer.text
    case = facts_of(card, "case.card")["case"]
    (hidden,) = await table.say(pair.red, f"/cazuri {case}")
    assert mentions(hidden, "fault.no_such_case", case=case)
    (hidden,) = await table.say(pair.red, f"/dosar {case}")
    assert mentions(hidden, "fault.no_such_case", case=case)
    (file,) = await table.say(table.arbiter, f"/dosar {case}")
    assert file.document is not None
    (ruled,) = told(pair.red.messages, "query.ruled_valid", who="Radu Arbitru")
    square, word = reply.split()
    assert word.upper() in ruled.text
    assert square not in ruled.text
    (early,) = await table.say(pair.red, f"/dosar {pair.id}")
    assert mentions(early, "fault.dossier_too_early")
    assert not any(reply in each.text for each in pair.red.messages)
    await pair.place(pair.red, "H8 CASA")
    assert [move_notation(move) for move in (await pair.game()).moves] == ["H8 CASA", reply]


@pytest.mark.article("5.3")
async def test_a_reply_whose_word_is_not_admitted_is_not_set(asked: Asked) -> None:
    """The author is notified; a second tap on the same button repeats the open question."""
    pair, answer, card = asked.pair, asked.answer, asked.card
    table = pair.table
    await asked_beforehand(pair)
    assert len(told(table.arbiter.messages, "case.card")) == 1
    await table.press(pair.blue, answer, "button.query.drop")
    assert says(answer, "query.alone_dropped")
    assert not has_button(card, "button.query.word_official")
    _, _, card = await asked_beforehand(pair)

    await tap(table, table.arbiter, card, "word_invalid:word_not_official")

    assert told(pair.blue.messages, "query.alone_not_upheld", who="Radu Arbitru")
    assert told(pair.red.messages, "query.ruled_invalid", who="Radu Arbitru")
    (listed,) = await table.say(pair.blue, "/conditie")
    assert says(listed, "condition.none")


@pytest.mark.article("4.2", "5.3")
async def test_a_reply_is_not_set_once_moves_count_only_on_sheets(asked: Asked) -> None:
    """The players agreed so while the arbiter considered its word; the author is notified."""
    pair = asked.pair
    await agree(pair, label("button.means.sheets"))

    await tap(pair.table, pair.table.arbiter, asked.card, "word_official")

    (answer,) = told(pair.blue.messages, "query.alone_upheld")
    assert mentions(answer, "query.alone_no_condition")
    assert await waiting(pair) == []


async def test_no_word_is_asked_about_for_a_reply_above_the_limit(pair: Pair) -> None:
    """A player with twenty conditional moves can add none, nor ask about its words."""
    table = pair.table
    reply = refused(play(await pair.game(), "H8 CASA", at=MORNING))
    (listed,) = await table.say(pair.blue, f"/conditie H8 CASA -> {reply}")
    texts = [format_placement(each.placement) for each in legal(await pair.game())[:20]]
    for some in (texts[:10], texts[10:]):
        await table.say(pair.blue, "/conditie " + "\n".join(f"{text} -> PAS" for text in some))

    await tap(table, pair.blue, listed, f"askc:{pair.id}:H8 CASA>{reply}")

    assert not told(table.arbiter.messages, "case.card")


@pytest.mark.article("5.3")
async def test_a_question_ends_with_the_game_and_holds_up_no_result(asked: Asked) -> None:
    """The word cannot be played any more; an author whose answer came late is notified."""
    pair, reply, card = asked.pair, asked.reply, asked.card
    table = pair.table
    await pair.place(pair.red, "PAS")
    await tap(table, table.arbiter, card, "word_official")
    (answer,) = told(pair.blue.messages, "query.alone_upheld")
    assert mentions(answer, "query.alone_no_condition")
    assert reply in answer.text
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    planned = refused(play(await pair.game(), "PAS", at=MORNING))
    (listed,) = await table.say(pair.blue, f"/conditie PAS -> {planned}")
    await tap(table, pair.blue, listed, "askc")
    case = facts_of(told(table.arbiter.messages, "case.card")[-1], "case.card")["case"]

    (question,) = await table.say(pair.red, "/abandon")
    await table.press(pair.red, question, "button.abandon")

    assert (await case_now(table, case)).stage is CaseStage.WITHDRAWN


@pytest.mark.article("5.3", "9.6")
async def test_an_arbiter_who_enters_rules_on_the_word_and_goes_on(by_arbiter: Pair) -> None:
    """The entry keeps its sheet and days, and no time is exceeded meanwhile."""
    pair, table = by_arbiter, by_arbiter.table
    typed, arbiter = await asked_on_paper(pair, "arbiter")
    card = told(arbiter.messages, "case.card")[-1]

    await tap(table, arbiter, card, "word_derived")
    (answer,) = told(arbiter.messages, "query.alone_upheld")
    (preview,) = await table.press(arbiter, answer, "button.entry_go_on")
    assert mentions(preview, "entry.preview", who="Ion Rus", move=typed)
    await day(table, arbiter, preview, "button.sent", "2025-05-03")
    await table.press(arbiter, preview, "button.enter")

    entered = (await pair.game()).moves[-1]
    assert (move_notation(entered), entered.sent, entered.days) == (typed, date(2025, 5, 3), 1)


@pytest.mark.only_telegram("sends a photograph")
@pytest.mark.article("5.3", "9.6")
async def test_an_opponent_who_enters_asks_with_the_photographed_sheet(by_partner: Pair) -> None:
    """The arbiter sees the word in the photo; for an invalid one, the player moves again (5.2)."""
    pair, table = by_partner, by_partner.table
    typed, ana = await asked_on_paper(pair, "partner")
    (photographed,) = told(table.arbiter.messages, "relayed.sheet", who="Ion Rus", note=typed)
    assert photographed.photo is not None
    await table.travel_to(bucharest("2025-06-07"))
    assert not (await pair.game()).blue.told_late
    card = told(table.arbiter.messages, "case.card")[-1]

    await tap(table, table.arbiter, card, "word_invalid:word_not_official")

    (answer,) = told(ana.messages, "query.alone_not_upheld")
    assert mentions(answer, "query.alone_no_entry")
    await table.press(ana, answer, "button.entry_go_on")
    assert mentions(last_with(ana, ana.last.buttons[0].data), "entry.refused", typed=typed)
