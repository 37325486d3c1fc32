"""Claims: filed by buttons and one message, shown to the opponent, and withdrawn."""

import pytest

from bot.service.lookups.cases.statements import LONGEST_STATEMENT
from engine.cases.case import CaseStage
from engine.cases.events import ClaimKind
from engine.games.events import PlacementMade
from storage.cases import case_rows
from tests.e2e.bench import (
    card_of,
    case_now,
    claim,
    delivered,
    dialogue,
    file,
    has_button,
    later,
    offered,
    own_case,
    rule,
    tap,
)
from tests.e2e.harness import Pair
from tests.e2e.plays import some
from tests.e2e.texts import facts_of, mentions, says, told


@pytest.mark.article("7.2")
async def test_a_claim_meets_its_three_requirements_and_the_arbiter_gets_one_card(
    casa: Pair,
) -> None:
    """The bot adds copy and proof, the player the comment; the game continues meanwhile."""
    pair, laid = casa, casa.table
    await later(laid, 3)

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
    assert laid.arbiter.messages[-2].silent
    assert not card.silent
    await pair.place(pair.blue, "PAS")
    assert len((await pair.game()).moves) == 2


@pytest.mark.article("1.4", "5.3")
async def test_a_claim_names_the_points_played_beside_those_that_count(pair: Pair) -> None:
    """Without the played points a recount would seem to contradict the card."""
    strong = some(await pair.game(), lambda play: play.score > 20)
    await pair.place(pair.red, strong)
    made = (await pair.game()).moves[0]
    assert isinstance(made, PlacementMade)

    shown = await dialogue(pair, pair.blue, "arithmetic", "s0")

    assert mentions(shown, "placement.capped", points=made.points, counted=10)


KINDS = (
    (ClaimKind.TIME, ("time",), "case.days"),
    (ClaimKind.WORD, ("word", "s0"), "case.word_listed"),
    (ClaimKind.TECHNICAL, ("technical", "s0"), "case.placement"),
    (ClaimKind.ARITHMETIC, ("arithmetic", "s0"), "case.counted_right"),
    (ClaimKind.CONDUCT, ("conduct",), "game.score"),
)


@pytest.mark.article("5.3")
async def test_every_kind_of_claim_is_made_by_buttons_and_has_its_facts_and_article(
    casa: Pair,
) -> None:
    """The card shows the known facts of kind, move and word, and offers to reject the claim."""
    pair, laid = casa, casa.table
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


async def test_several_words_are_asked_for_and_one_is_chosen(casa: Pair) -> None:
    """If a move formed several words, the player chooses the disputed one.

    The questions for kind, move and word have a button that leaves the claim; nothing is filed.
    """
    pair, laid = casa, casa.table
    await pair.place(pair.blue, "I9 SE")
    words = [word for move in (await pair.game()).moves[1:] for word in getattr(move, "words", ())]
    assert len(words) > 1
    (card,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    for choice in ("word", "s1"):
        assert has_button(card, "button.undecide")
        await tap(laid, pair.red, card, choice)
    await laid.press(pair.red, card, "button.undecide")
    assert says(card, "confirm.kept")

    case = await claim(pair, pair.red, "word", "s1", "1")

    assert (await case_now(laid, case)).words == (words[1],)
    async with laid.stored.database.reading() as tx:
        assert len(await case_rows.ids(tx)) == 1


@pytest.mark.article("7.2")
async def test_an_opponent_who_is_out_of_reach_is_notified_by_the_arbiter(pair: Pair) -> None:
    """A day later the arbiter is asked to notify the opponent, and completes the claim so."""
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


async def test_a_claim_is_taken_back_before_the_ruling(pair: Pair) -> None:
    """After one confirmation the opponent is notified and the card has no more buttons."""
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
    assert not [one for one in laid.arbiter.messages if mentions(one, "docket.row", code=case)]


@pytest.mark.article("5.2", "7.2")
async def test_a_claim_is_never_about_another_move_than_the_one_shown(casa: Pair) -> None:
    """If the arbiter sends the move back and another is made, the shown claim is not filed."""
    pair, laid = casa, casa.table
    shown = await dialogue(pair, pair.blue, "technical", "s0")
    (asked,) = await laid.say(pair.blue, f"/contestatie {pair.id}")
    await tap(laid, pair.blue, asked, "arithmetic")
    await tap(laid, pair.blue, asked, "s0")
    await rule(laid, await own_case(laid, pair.id), "returned.m0")
    await laid.travel(1 / 24)
    await pair.place(pair.red, "H8 COPAL")

    await laid.press(pair.blue, shown, "button.claim.file")

    assert mentions(shown, "fault.placement_gone", game=pair.id)
    async with laid.stored.database.reading() as tx:
        assert len(await case_rows.ids(tx)) == 1  # the arbiter's own
    (refused,) = await laid.say(pair.blue, "Punctele sunt greșite.")
    assert mentions(refused, "fault.placement_gone", game=pair.id)
    (later_text,) = await laid.say(pair.blue, "Punctele sunt greșite.")
    assert not mentions(later_text, "fault.placement_gone")


@pytest.mark.article("7.2")
async def test_what_is_written_is_not_lost_and_no_claim_is_made_twice(pair: Pair) -> None:
    """A comment that is too long is asked for again; a second tap or equal claim is refused.

    The same claim, begun twice, is refused at the comment, not shown for filing.
    """
    laid = pair.table
    (card,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    await tap(laid, pair.red, card, "time")
    (answer,) = await laid.say(pair.red, "a" * (LONGEST_STATEMENT + 1))
    assert mentions(answer, "fault.statement_long", most=LONGEST_STATEMENT)
    (answer,) = await laid.say(pair.red, " \u200b ")
    assert mentions(answer, "fault.statement_empty")
    (shown,) = await laid.say(pair.red, "a" * LONGEST_STATEMENT)
    file = shown.buttons[0].data
    (meanwhile,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    await tap(laid, pair.red, meanwhile, "time")
    await laid.press(pair.red, shown, "button.claim.file")
    assert says(shown, "claim.filed")

    (answer,) = await laid.say(pair.red, "Tot timpul.")
    await laid.forge(pair.red, shown, file)
    (again,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    await tap(laid, pair.red, again, "time")

    assert mentions(answer, "fault.claim_open_already")
    assert says(shown, "claim.filed")
    assert mentions(again, "fault.claim_open_already")
    async with laid.stored.database.reading() as tx:
        assert len(await case_rows.ids(tx)) == 1


async def test_without_a_placement_there_is_none_to_dispute(pair: Pair) -> None:
    """The dialogue says so and ends; a stranger's tap is refused.

    The list of claims ends with *Renunț*, which changes nothing.
    """
    laid = pair.table
    (dropped,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    await laid.press(pair.red, dropped, "button.undecide")
    assert says(dropped, "confirm.kept")
    assert not dropped.buttons
    (own,) = await laid.say(pair.red, "/cazuri")
    assert says(own, "cases.none")
    (card,) = await laid.say(pair.red, f"/contestatie {pair.id}")
    stranger = laid.sandbox.add_user("Străin", language_code="ro")
    await laid.say(stranger, "/start")
    await laid.forge(stranger, stranger.messages[-1], f"cl:{pair.id}:time")
    assert mentions(stranger.messages[-1], "fault.not_your_game")

    await tap(laid, pair.red, card, "word")

    assert says(card, "claim.no_placement", game=pair.id)
