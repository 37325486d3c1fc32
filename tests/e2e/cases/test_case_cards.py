"""A claim on the arbiter's card stays one message through statements, questions and forgeries."""

import pytest

from tests.e2e.bench import card_of, case_now, claim, delivered, file, offered, own_case, tap
from tests.e2e.harness import Pair
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told


@pytest.mark.article("7.2")
async def test_the_opponent_defends_themselves_and_the_card_grows_in_place(pair: Pair) -> None:
    """Card and claimant get the defence; the claimant may add statements until the ruling."""
    laid = pair.table
    case = await claim(pair, pair.red, "conduct")
    card = card_of(laid.arbiter, case)
    assert mentions(card, "case.no_defence", who="Ion Rus")
    (notice,) = told(pair.blue.messages, "claim.told", case=case)

    (asked,) = await laid.press(pair.blue, notice, "button.case.defend")
    assert says(asked, "case.defence_how", case=case)
    pair.blue.send_document("dovada.pdf", b"%PDF-1.7")
    await laid.settle()
    assert says(pair.blue.last, "relayed.no_picture")
    (kept,) = await laid.say(pair.blue, "Am fost\nla spital.")
    assert says(kept, "case.defence_kept", case=case)

    assert card_of(laid.arbiter, case) is card
    assert mentions(card, "case.defence", who="Ion Rus")
    assert "la spital." in card.text
    (notice,) = told(laid.arbiter.messages, "case.new_statement", who="Ion Rus", case=case)
    assert notice.silent
    (heard,) = told(pair.red.messages, "claim.answered", who="Ion Rus", case=case)
    await laid.press(pair.red, heard, "button.answer")
    await laid.say(pair.red, "Am și o fotografie.")
    assert told(pair.blue.messages, "claim.more", who="Ana Pop", case=case)
    (whole,) = await tap(laid, laid.arbiter, card, "said")
    assert "Am fost\nla spital." in whole.text
    assert "Am și o fotografie." in whole.text
    now = await case_now(laid, case)
    assert (len(now.comments), len(now.defences)) == (2, 1)


@pytest.mark.article("7.2")
async def test_a_defence_proves_by_itself_that_the_opponent_was_notified(pair: Pair) -> None:
    """The answer proves that the claim arrived, so the arbiter's card and period start at once."""
    laid = pair.table
    case = await file(pair, pair.red, "conduct")
    (notice,) = told(pair.blue.messages, "claim.told", case=case)

    await laid.say(pair.blue, "Am fost la spital.", reply_to=notice)

    card = card_of(laid.arbiter, case)
    assert mentions(card, "case.has_proof", who="Ion Rus", at=notice.date.isoformat())
    assert mentions(card, "case.defence", who="Ion Rus")
    assert not mentions(card, "case.lacks_proof", who="Ion Rus")
    assert mentions(card, "case.due", until="2025-05-06")
    await delivered(laid)
    assert card_of(laid.arbiter, case) is card
    assert not told(laid.arbiter.messages, "case.new_statement", case=case)


@pytest.mark.article("7.2")
async def test_an_opponent_who_looks_at_the_claim_does_not_read_that_they_have_not_got_it(
    pair: Pair,
) -> None:
    """`/cazuri`, minutes after sending, checks the proof of arrival at once."""
    laid = pair.table
    case = await file(pair, pair.red, "conduct")
    (listed,) = await laid.say(pair.blue, "/cazuri")

    (own,) = await tap(laid, pair.blue, listed, "open")

    assert mentions(own, "case.has_proof", who="Ion Rus")
    assert mentions(card_of(laid.arbiter, case), "case.has_proof", who="Ion Rus")


async def test_the_card_stays_one_message_however_much_is_said(casa: Pair) -> None:
    """The card shows the latest statement, a button the rest; a reply to it concerns its game."""
    pair, laid = casa, casa.table
    case = await claim(pair, pair.red, "conduct", why="Lung. " * 240)
    card = card_of(laid.arbiter, case)
    (notice,) = told(pair.blue.messages, "claim.told", case=case)
    for number in range(6):
        await tap(laid, pair.blue, notice, "say")
        await laid.say(pair.blue, f"{number}. Nu e așa. " * 90)

    assert card_of(laid.arbiter, case) is card
    assert len(card.text) <= 4096
    assert mentions(card, "case.earlier")
    assert "5. Nu e așa." in card.text
    whole = await tap(laid, laid.arbiter, card, "said")
    assert "0. Nu e așa." in "".join(page.text for page in whole)
    (sheet,) = await laid.say(laid.arbiter, "/tabla", reply_to=card)
    assert mentions(sheet, "game.score")


async def test_forged_presses_on_the_arbiters_buttons_do_nothing(casa: Pair) -> None:
    """Only the game's arbiters may choose a ruling; unknown button data is refused."""
    pair, laid = casa, casa.table
    case = await claim(pair, pair.red, "conduct")
    (notice,) = told(pair.blue.messages, "claim.told", case=case)
    before = await case_now(laid, case)

    for what in ("all", "more:penalty", "ask", "think", "told", "hear", "drop", "back:yes"):
        await laid.forge(pair.blue, notice, f"k:{case}:{what}")
        assert mentions(notice, "refused"), what
    await laid.forge(pair.red, pair.red.messages[-1], f"rule:{case}:loss.blue")
    assert mentions(pair.red.messages[-1], "fault.not_your_match")
    card = card_of(laid.arbiter, case)
    (sheet,) = await laid.say(laid.arbiter, "/cazuri")
    for wrong in (
        f"rule:{case}:nonsense",
        f"rule:{case}:penalty.red.px",
        f"rule:{case}:score.m0.n9999999",
        f"rule:{case}:score.mx",
        "rule:K7QF/1#9:loss.red",
        f"k:{case}:nonsense",
        f"k:{case}:more:nonsense",
        f"cl:{pair.id}:nonsense",
        f"cl:{pair.id}:word:s7",
        f"back:{pair.id}:3:9",
        f"time:{pair.id}:green",
    ):
        await laid.forge(laid.arbiter, sheet, wrong)
        assert not offered(sheet), wrong

    assert offered(card)
    assert await case_now(laid, case) == before


@pytest.mark.article("10.1")
async def test_a_case_that_moved_on_is_shown_again_before_it_is_ruled_on(casa: Pair) -> None:
    """If Blue moves between reason and confirmation, the arbiter sees the changed case first."""
    pair, laid = casa, casa.table
    card = await own_case(laid, pair.id)
    (asked,) = await tap(laid, laid.arbiter, card, "rule:" + f"{pair.id}#1:loss.red")
    (shown,) = await laid.say(laid.arbiter, "Motiv.")
    await pair.place(pair.blue, "9G SA")

    await laid.press(laid.arbiter, shown, "button.decide")

    assert mentions(shown, "ruling.changed")
    assert (await pair.game()).ended is None
    await laid.press(laid.arbiter, shown, "button.decide")
    assert (await pair.game()).ended is not None
    assert says(asked, "decision.why")


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_the_first_page_of_a_card_has_at_most_eight_buttons(season: Season) -> None:
    """The likely rulings come first; all others, and their effects, are behind one button."""
    table = season.table
    pair = (await season.pairs())[0]
    card = await own_case(table, pair.id)
    first = [each.data for each in card.buttons]
    assert len(first) <= 8
    assert any(each.endswith(":hear") for each in first)
    assert "rejected" in offered(card)
    assert not mentions(card, "choice.more.penalty")

    await table.press(table.arbiter, card, "button.case.all")

    assert set(first) - {each.data for each in card.buttons} == {f"k:{pair.id}#1:all"}
    assert len(card.buttons) > 8
    assert any(each.endswith("exclusion.red") for each in offered(card))

    case = await claim(pair, pair.red, "conduct")
    shown = card_of(table.arbiter, case)
    assert len(shown.buttons) <= 8
    assert offered(shown)[0] == "warning.blue"
    assert "rejected" in offered(shown)
