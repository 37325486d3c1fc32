"""Claims: filed by buttons and one message, told to the partner, answered, shown on one card."""

from pathlib import Path

import pytest

from bot.desk.cases.cases import LONGEST_STATEMENT
from engine.cases.case import CaseStage
from engine.cases.events import ClaimKind
from storage import cases
from tests.e2e.bench import (
    WHY,
    card_of,
    case_now,
    claim,
    delivered,
    dialogue,
    file,
    has_button,
    join_club,
    offered,
    own_case,
    rule,
    second_arbiter,
    tap,
)
from tests.e2e.harness import Pair, table
from tests.e2e.season import cup
from tests.e2e.texts import facts_of, mentions, says, told


@pytest.mark.article("7.2")
async def test_a_claim_meets_its_three_requirements_and_the_arbiter_gets_one_card(
    pair: Pair,
) -> None:
    """Copy and proof come from the bot, the comment from the player; play goes on meanwhile."""
    laid = pair.table
    await pair.place(pair.red, "H8 CASA")
    await laid.travel(3)

    shown = await dialogue(pair, pair.red, "time", why="Tace de trei zile.")
    assert mentions(shown, "case.days", who="Ion Rus", used=2, allowance=30)
    assert mentions(shown, "claim.time")
    await laid.press(pair.red, shown, "button.claim.file")
    case = facts_of(shown, "claim.filed")["case"]
    (notice,) = told(pair.blue.messages, "claim.told", case=case, comment="Tace de trei zile.")
    assert (await case_now(laid, case)).stage is CaseStage.FILED
    assert told(laid.arbiter.messages, "case.card") == []

    await delivered(laid)

    card = card_of(laid.arbiter, case)
    for key in ("case.has_copy", "case.has_comment"):
        assert mentions(card, key)
    assert mentions(card, "case.has_proof", who="Ion Rus", at=notice.date.isoformat())
    assert mentions(card, "case.due", until="2025-05-09")
    assert "Tace de trei zile." in card.text
    assert mentions(card, "case.delivered", who="Ion Rus")
    assert laid.arbiter.messages[-2].photo is not None
    await pair.place(pair.blue, "PAS")
    assert len((await pair.game()).moves) == 2


@pytest.mark.article("7.2")
async def test_the_partner_defends_himself_and_the_card_grows_in_place(pair: Pair) -> None:
    """His words are on the card and with the claimant, who may add to his own until the ruling."""
    laid = pair.table
    case = await claim(pair, pair.red, "conduct")
    card = card_of(laid.arbiter, case)
    assert mentions(card, "case.no_defence", who="Ion Rus")
    (notice,) = told(pair.blue.messages, "claim.told", case=case)

    (asked,) = await laid.press(pair.blue, notice, "button.case.defend")
    assert says(asked, "case.defence_how", case=case)
    (kept,) = await laid.say(pair.blue, "Am fost\nla spital.")
    assert says(kept, "case.defence_kept", case=case)

    assert card_of(laid.arbiter, case) is card
    assert mentions(card, "case.defence", who="Ion Rus")
    assert "la spital." in card.text
    (ring,) = told(laid.arbiter.messages, "case.new_statement", who="Ion Rus", case=case)
    assert ring.silent
    (heard,) = told(pair.red.messages, "claim.answered", who="Ion Rus", case=case)
    await laid.press(pair.red, heard, "button.case.reply")
    await laid.say(pair.red, "Am și o fotografie.")
    assert told(pair.blue.messages, "claim.more", who="Ana Pop", case=case)
    (whole,) = await tap(laid, laid.arbiter, card, "said")
    assert "Am fost\nla spital." in whole.text
    assert "Am și o fotografie." in whole.text
    now = await case_now(laid, case)
    assert (len(now.comments), len(now.defences)) == (2, 1)


KINDS = (
    (ClaimKind.TIME, ("time",), "case.days"),
    (ClaimKind.WORD, ("word", "s0"), "case.word_listed"),
    (ClaimKind.TECHNICAL, ("technical", "s0"), "case.placement"),
    (ClaimKind.ARITHMETIC, ("arithmetic", "s0"), "case.counted_right"),
    (ClaimKind.CONDUCT, ("conduct",), "game.score"),
)


@pytest.mark.article("5.3")
async def test_every_kind_of_claim_is_made_by_buttons_and_has_its_facts_and_article(
    pair: Pair,
) -> None:
    """Kind, placement, word; the card says what the bot knows of it, and offers to reject it."""
    laid = pair.table
    await pair.place(pair.red, "H8 CASA")
    filed = [await file(pair, pair.blue, *choices) for _, choices, _ in KINDS]
    await delivered(laid)

    for case, (kind, choices, fact) in zip(filed, KINDS, strict=True):
        card = card_of(laid.arbiter, case)
        assert mentions(card, f"claim.{kind.value}")
        assert mentions(card, fact)
        assert "rejected" in offered(card)
        now = await case_now(laid, case)
        assert (now.kind, now.word) == (kind, "CASA" if len(choices) > 1 else "")
    (listed,) = await laid.say(laid.arbiter, "/cazuri")
    assert mentions(listed, "cases.ruled")
    assert all(mentions(listed, "cases.row", case=case) for case in filed)


async def test_several_words_are_asked_for_and_one_is_chosen(pair: Pair) -> None:
    """Of a placement that formed more words than one, the player names the one in dispute."""
    laid = pair.table
    await pair.place(pair.red, "H8 CASA")
    await pair.place(pair.blue, "I9 SE")
    words = [word for move in (await pair.game()).moves[1:] for word in getattr(move, "words", ())]
    assert len(words) > 1

    case = await claim(pair, pair.red, "word", "s1", "1")

    assert (await case_now(laid, case)).words == (words[1],)


@pytest.mark.article("7.2")
async def test_a_partner_who_is_out_of_reach_is_told_by_the_arbiter(pair: Pair) -> None:
    """A day later the arbiter hears of it, tells him and says so: then the claim is complete."""
    laid = pair.table
    pair.blue.block()
    await laid.settle()
    laid.dead_messages = 2  # the claim, and the digest of the day
    case = await claim(pair, pair.red, "time")
    assert told(laid.arbiter.messages, "case.card") == []

    await laid.travel(1)

    (notice,) = told(laid.arbiter.messages, "case.untold", who="Ion Rus", case=case)
    await laid.press(laid.arbiter, notice, "button.case.told")
    assert mentions(card_of(laid.arbiter, case), "case.has_proof_by", by="Radu Arbitru")
    assert (await case_now(laid, case)).stage is CaseStage.PENDING


@pytest.mark.article("7.2")
async def test_the_arbiter_is_reminded_and_at_last_every_arbiter(tmp_path: Path) -> None:
    """Two days before the fifth, on it, and the day after; the button opens the card below."""
    async with table(tmp_path) as laid:
        made = await cup(laid, "Ana Pop", "Ion Rus")
        deputy = await second_arbiter(made)
        (pair,) = await made.pairs()
        case = await claim(pair, pair.blue, "conduct")
        card = card_of(laid.arbiter, case)

        await laid.travel(6)

        for key in ("case.remind", "case.remind_last", "case.overdue"):
            assert told(laid.arbiter.messages, key, case=case)
        assert not told(deputy.user.messages, "case.remind", case=case)
        (late,) = told(deputy.user.messages, "case.overdue", case=case, until="2025-05-06")
        await laid.press(deputy.user, late, "button.case.open")
        assert says(told(deputy.user.messages, "case.moved", case=case)[0], "case.moved")
        below = card_of(deputy.user, case)
        await rule(laid, below, "warning.red", by=deputy.user)
        assert mentions(card, "case.ruled", who="Dana Arbitru")
        assert not offered(card)
        await laid.travel(3)
        assert len(told(laid.arbiter.messages, "case.overdue", case=case)) == 1


async def test_a_claim_is_taken_back_before_the_ruling(pair: Pair) -> None:
    """After one question; the partner hears of it, and the card offers nothing any more."""
    laid = pair.table
    case = await claim(pair, pair.red, "time")
    card = card_of(laid.arbiter, case)
    (listed,) = await laid.say(pair.red, "/cazuri")
    assert mentions(listed, "cases.row", case=case)
    (own,) = await tap(laid, pair.red, listed, "open")
    assert mentions(own, "case.has_copy")

    await laid.press(pair.red, own, "button.case.take_back")
    await laid.press(pair.red, own, "button.case.take_back_sure")

    assert says(own, "claim.you_took_back", case=case)
    assert told(pair.blue.messages, "claim.taken_back", case=case)
    assert mentions(card, "case.withdrawn", who="Ana Pop")
    assert not offered(card)
    await laid.travel(7)
    assert not told(laid.arbiter.messages, "case.remind", case=case)


async def test_what_is_written_is_not_lost_and_no_claim_is_made_twice(pair: Pair) -> None:
    """Too long a comment is asked for again; a second tap and the same claim are refused."""
    laid = pair.table
    (card,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    await tap(laid, pair.red, card, "time")
    (answer,) = await laid.say(pair.red, "a" * (LONGEST_STATEMENT + 1))
    assert mentions(answer, "fault.statement_long", most=LONGEST_STATEMENT)
    (answer,) = await laid.say(pair.red, " \u200b ")
    assert mentions(answer, "fault.statement_empty")
    (shown,) = await laid.say(pair.red, WHY)
    file = shown.buttons[0].data
    await laid.press(pair.red, shown, "button.claim.file")
    assert says(shown, "claim.filed")

    await laid.forge(pair.red, shown, file)
    again = await dialogue(pair, pair.red, "time")
    await laid.press(pair.red, again, "button.claim.file")

    assert says(shown, "claim.stale")
    assert mentions(again, "fault.claim_open_already")
    async with laid.stored.database.reading() as tx:
        assert len(await cases.ids(tx)) == 1


async def test_the_card_stays_one_message_however_much_is_said(pair: Pair) -> None:
    """The latest words stand on it, the rest a tap away; a reply to it is about its game."""
    laid = pair.table
    await pair.place(pair.red, "H8 CASA")
    case = await claim(pair, pair.red, "conduct", why="Lung. " * 240)
    card = card_of(laid.arbiter, case)
    (notice,) = told(pair.blue.messages, "claim.told", case=case)
    for number in range(8):
        await tap(laid, pair.blue, notice, "say")
        await laid.say(pair.blue, f"{number}. Nu e așa. " * 90)

    assert card_of(laid.arbiter, case) is card
    assert len(card.text) <= 4096
    assert mentions(card, "case.earlier")
    assert "7. Nu e așa." in card.text
    whole = await tap(laid, laid.arbiter, card, "said")
    assert "0. Nu e așa." in "".join(page.text for page in whole)
    (sheet,) = await laid.say(laid.arbiter, "/tabla", reply_to=card)
    assert mentions(sheet, "game.score")


async def test_without_a_placement_there_is_none_to_dispute(pair: Pair) -> None:
    """The dialogue says so and ends; a stranger's press is refused."""
    laid = pair.table
    (card,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    stranger = laid.sandbox.add_user("Străin", language_code="ro")
    await laid.say(stranger, "/start")
    await laid.forge(stranger, stranger.messages[-1], f"cl:{pair.id}:time")
    assert mentions(stranger.messages[-1], "fault.not_your_game")

    await tap(laid, pair.red, card, "word")

    assert says(card, "claim.no_placement", game=pair.id)


async def test_forged_presses_on_the_arbiters_buttons_do_nothing(pair: Pair) -> None:
    """Nor do they choose a ruling: only the arbiters of the game may; nonsense is refused."""
    laid = pair.table
    await pair.place(pair.red, "H8 CASA")
    case = await claim(pair, pair.red, "conduct")
    (notice,) = told(pair.blue.messages, "claim.told", case=case)
    before = await case_now(laid, case)

    for what in ("all", "more:penalty", "ask", "think", "told", "hear", "drop", "back:yes"):
        await laid.forge(pair.blue, notice, f"k:{case}:{what}")
        assert mentions(notice, "refused"), what
    await laid.forge(pair.red, pair.red.messages[-1], f"rule:{case}:loss.blue")
    assert mentions(pair.red.messages[-1], "fault.not_your_match")
    card = card_of(laid.arbiter, case)
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
        (sheet,) = await laid.say(laid.arbiter, "/cazuri")
        await laid.forge(laid.arbiter, sheet, wrong)
        assert not offered(sheet), wrong

    assert offered(card)
    assert await case_now(laid, case) == before


@pytest.mark.article("10.1")
async def test_several_arbiters_see_conflicts_and_give_opinions(tmp_path: Path) -> None:
    """A clubmate of a player gets no card but may be asked; his opinion is on it, for arbiters."""
    async with table(tmp_path) as laid:
        made = await cup(laid, "Ana Pop", "Ion Rus")
        deputy = await second_arbiter(made)
        (pair,) = await made.pairs()
        (unknown,) = await laid.say(deputy.user, "/club")
        assert says(unknown, "club.none")
        (noted,) = await laid.say(deputy.user, "/club C.S. Argus")
        assert says(noted, "club.noted", club="C.S. Argus")
        await join_club(laid, pair.red, "CS ARGUS")
        case = await claim(pair, pair.blue, "conduct")
        card = card_of(laid.arbiter, case)
        assert mentions(card, "case.conflict", arbiter="Dana Arbitru", club="CS ARGUS")
        assert told(deputy.user.messages, "case.card") == []

        await laid.press(laid.arbiter, card, "button.case.opinion")
        (request,) = told(deputy.user.messages, "case.asked_opinion", case=case)
        await laid.press(deputy.user, request, "button.case.my_opinion")
        (kept,) = await laid.say(deputy.user, "Sunt colegă de club, dar fapta e clară.")

        assert says(kept, "case.opinion_kept", case=case)
        assert mentions(card, "case.opinion", who="Dana Arbitru")
        (listed,) = await laid.say(pair.red, "/cazuri")
        (own,) = await tap(laid, pair.red, listed, "open")
        assert "colegă de club" not in own.text
        assert not has_button(own, "button.case.take_back")
        (gone,) = await laid.say(deputy.user, "/club -")
        assert says(gone, "club.taken_off")
        later = (await laid.say(laid.arbiter, f"/cazuri {case}"))[-1]
        assert not mentions(later, "case.conflict")


async def test_an_arbiters_own_case_hears_both_players_or_is_closed(pair: Pair) -> None:
    """Either may say something; a case opened by mistake is closed without a ruling."""
    laid = pair.table
    card = await own_case(laid, pair.id)
    case = facts_of(card, "case.card")["case"]
    assert card_of(laid.arbiter, case) is card

    await laid.press(laid.arbiter, card, "button.case.hear")
    for user in (pair.red, pair.blue):
        (heard,) = told(user.messages, "case.heard", case=case)
        await laid.press(user, heard, "button.case.reply")
        await laid.say(user, f"Aici {user.name}.")

    assert mentions(card, "case.says", who="Ana Pop")
    assert mentions(card, "case.says", who="Ion Rus")
    await laid.press(laid.arbiter, card, "button.case.close")
    assert mentions(card, "case.withdrawn", who="Radu Arbitru")
    assert (await case_now(laid, case)).stage is CaseStage.WITHDRAWN


async def test_the_same_card_serves_every_open_case_of_the_arbiters_own(pair: Pair) -> None:
    """Asked for twice, `/decizie` opens one case: the older card points to the newer."""
    laid = pair.table
    first = await own_case(laid, pair.id)
    second = await own_case(laid, pair.id)

    assert says(first, "case.moved")
    assert mentions(second, "claim.own")
    (how,) = await laid.say(laid.arbiter, "/decizie")
    assert says(how, "decision.how")
    (nothing,) = await laid.say(pair.red, "/cazuri")
    assert says(nothing, "cases.none")


@pytest.mark.article("10.1")
async def test_a_case_that_moved_on_is_shown_anew_before_it_is_ruled_on(pair: Pair) -> None:
    """Between reason and confirmation Blue places: what was shown no longer holds."""
    laid = pair.table
    await pair.place(pair.red, "H8 CASA")
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
