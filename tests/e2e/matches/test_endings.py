"""Games that end before the last tile, and the answers of players and arbiter."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.coefficients import game_ended_early, resigned_game
from engine.games.events import Ending
from engine.matches.match import MatchStage
from sandbox import Message, SandboxUser
from tests.e2e.harness import Pair, button, table
from tests.e2e.matches.endings_shared import both_have_moved, resign
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import facts_of, mentions, says, shown, told, worded


def proposal(pair: Pair, user: SandboxUser) -> Message:
    """Return the proposed results that a person was asked about."""
    (card,) = told(user.messages, "results.proposed", match=pair.code)
    return card


@pytest_asyncio.fixture
async def moved(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in whose home game Red has made a move and Blue has passed."""
    async with table(tmp_path, after=both_have_moved) as laid:
        yield Pair(laid, *laid.done)


@pytest.mark.article("9.1")
async def test_who_never_moved_though_it_was_their_turn_gives_up_for_nothing(pair: Pair) -> None:
    """`/abandon` says so first, with the figures; all three read that the player was a no-show."""
    (question,) = await pair.table.say(pair.red, "/abandon")
    assert says(question, "abandon.ask_no_show", game=pair.id, partner="Ion Rus")
    figures = {"own": shown("0.0000", "coef"), "other": shown("1.5300", "coef")}
    assert facts_of(question, "abandon.ask_no_show").items() >= figures.items()

    await pair.table.press(pair.red, question, "button.abandon")

    for user in (pair.red, pair.blue, pair.table.arbiter):
        (end,) = told(user.messages, "game.ended", game=pair.id)
        assert mentions(end, "ending.no_show", who="Ana Pop")


@pytest.mark.article("9.1")
async def test_a_game_is_given_up_only_after_a_second_thought(moved: Pair) -> None:
    """`/abandon` asks first: „Nu” changes nothing, „Da” ends the game, and all three read it.

    The proposal cites art. 9.1 and shows the arithmetic for the rounds played.
    """
    pair = moved
    (question,) = await pair.table.say(pair.red, "/abandon")
    assert says(question, "abandon.ask", game=pair.id, partner="Ion Rus")
    worth = resigned_game(0, 8, rounds=1)
    figures = {"own": shown(str(worth.second), "coef"), "other": shown(str(worth.first), "coef")}
    assert facts_of(question, "abandon.ask").items() >= figures.items()
    await pair.table.press(pair.red, question, "button.keep")
    assert says(question, "confirm.kept")
    assert len(await pair.events()) == 3

    await resign(pair, pair.red)

    for user in (pair.red, pair.blue, pair.table.arbiter):
        (end,) = told(user.messages, "game.ended", game=pair.id)
        assert mentions(end, "ending.abandoned", who="Ana Pop")
        assert end.photo is not None
    (answer,) = await pair.table.say(pair.blue, "H8 CASA")
    assert mentions(answer, "games.coming_row", match=pair.code, partner="Ana Pop")
    for user in (pair.red, pair.blue):
        (offer,) = told(user.messages, "return_leg.offered")
        await pair.table.press(user, offer, "button.return_leg")
    back = Pair(pair.table, pair.code, red=pair.blue, blue=pair.red, leg=2)
    await resign(back, back.blue)

    card = proposal(back, back.red)
    assert mentions(card, "ending.abandoned", who="Ana Pop")
    assert shown(worth.article, "article") in card.text
    assert shown(str(worth.first), "coef") in card.text
    assert shown(str(worth.second), "coef") in card.text


@pytest.mark.article("9.2")
async def test_an_interruption_needs_the_opponents_consent(moved: Pair) -> None:
    """Its author is notified of a refusal, and the game continues.

    Asked for again, it waits; the opponent gets the same proposal with both answers.
    """
    pair = moved
    (question,) = await pair.table.say(pair.red, "/intrerupere")
    assert says(question, "interruption.ask", game=pair.id)
    await pair.table.press(pair.red, question, "button.interruption")
    (offer,) = told(pair.blue.messages, "interruption.proposed", game=pair.id)
    assert told(pair.table.arbiter.messages, "interruption.copy", game=pair.id)

    await pair.table.press(pair.blue, offer, "button.decline")

    assert says(offer, "interruption.you_declined", game=pair.id)
    assert says(pair.red.messages[-1], "interruption.declined", who="Ion Rus", game=pair.id)
    (copy,) = told(pair.table.arbiter.messages, "interruption.declined")
    assert copy.silent  # it asks nothing of them
    assert (await pair.game()).ended is None
    await _asked_for_twice(pair)


async def _asked_for_twice(pair: Pair) -> None:
    """Have Red propose to end the game early, and both ask for it again before Blue accepts."""
    (question,) = await pair.table.say(pair.red, "/intrerupere")
    await pair.table.press(pair.red, question, "button.interruption")

    (again,) = await pair.table.say(pair.red, "/intrerupere")
    assert mentions(again, "fault.interruption_already_proposed")
    (shown_again,) = await pair.table.say(pair.blue, "/intrerupere")
    assert says(shown_again, "interruption.proposed", game=pair.id)
    await pair.table.press(pair.blue, shown_again, "button.accept")
    await pair.table.press(pair.blue, shown_again, "button.accept_sure")

    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.ending is Ending.INTERRUPTED


@pytest.mark.article("9.2", "9.3")
async def test_a_game_not_begun_on_both_sides_or_level_is_not_interrupted(pair: Pair) -> None:
    """`/intrerupere` is refused with its article before the opponent is asked."""
    await pair.place(pair.red, "PAS")
    (refused,) = await pair.table.say(pair.blue, "/intrerupere")
    assert mentions(refused, "fault.interruption_too_early")
    await pair.place(pair.blue, "PAS")
    (refused,) = await pair.table.say(pair.blue, "/intrerupere")
    assert mentions(refused, "fault.interruption_level", score=0)
    assert shown("9.3", "article") in refused.text
    assert not refused.buttons
    await pair.table.forge(pair.blue, pair.blue.last, f"offer:{pair.id}")
    assert mentions(pair.blue.last, "fault.interruption_level")
    assert (await pair.game()).interruption_by is None


@pytest.mark.article("9.2")
async def test_an_accepted_interruption_ends_the_game_with_half_a_point_each(moved: Pair) -> None:
    """Each player gets their share of one point plus 0.5, and the return game is offered."""
    pair = moved
    (question,) = await pair.table.say(pair.red, "/intrerupere")
    await pair.table.press(pair.red, question, "button.interruption")
    (offer,) = told(pair.blue.messages, "interruption.proposed", game=pair.id)
    worth = game_ended_early(8, 0)
    figures = {"own": shown(str(worth.second), "coef"), "other": shown(str(worth.first), "coef")}
    assert facts_of(offer, "interruption.proposed").items() >= figures.items()
    await pair.table.press(pair.blue, offer, "button.accept")
    assert (await pair.game()).ended is None
    await pair.table.press(pair.blue, offer, "button.not_yet")
    assert says(offer, "interruption.proposed", game=pair.id)
    await pair.table.press(pair.blue, offer, "button.accept")
    await pair.table.press(pair.blue, offer, "button.accept_sure")

    game = await pair.game()
    assert game.ended is not None
    assert game.ended.ending is Ending.INTERRUPTED
    assert says(offer, "interruption.you_accepted", game=pair.id)
    for user in (pair.red, pair.blue):
        (returning,) = told(user.messages, "return_leg.offered")
        await pair.table.press(user, returning, "button.return_leg")
    back = Pair(pair.table, pair.code, red=pair.blue, blue=pair.red, leg=2)
    await resign(back, back.red)
    worth = game_ended_early(game.red.score, game.blue.score)
    card = proposal(pair, pair.red)
    assert shown(worth.article, "article") in card.text
    assert shown(str(worth.first), "coef") in card.text


@pytest.mark.article("9.2")
async def test_a_placement_declines_an_interruption(moved: Pair) -> None:
    """A move counts as a refusal; the old button then says that nothing is proposed."""
    pair = moved
    (question,) = await pair.table.say(pair.blue, "/intrerupere")
    await pair.table.press(pair.blue, question, "button.interruption")
    (offer,) = told(pair.red.messages, "interruption.proposed", game=pair.id)

    await pair.place(pair.red, "PAS")
    await pair.table.press(pair.red, offer, "button.accept")

    assert mentions(offer, "fault.no_interruption_proposed")
    assert (await pair.game()).ended is None


@pytest.mark.article("8.5")
async def test_who_has_lost_the_results_finds_them_among_their_games(given_up: Pair) -> None:
    """`/jocuri` says that they wait for the reader's answer, and still shows them afterwards."""
    pair = given_up
    table, code = pair.table, pair.code

    (listed,) = await table.say(pair.red, "/jocuri")
    assert mentions(listed, "games.proposed_row", match=code, partner="Ion Rus")
    (card,) = await table.press(pair.red, listed, "button.results_of")
    assert says(card, "results.proposed", match=code)
    await table.press(pair.red, card, "button.results_yes")
    assert (await table.stored.match(code)).answers.confirmed

    (listed,) = await table.say(pair.red, "/jocuri")
    assert mentions(listed, "games.answered_row", match=code)
    (card,) = await table.press(pair.red, listed, "button.results_of")
    assert mentions(card, "answer.confirmed", who="Ana Pop")
    button(card, "button.results_no_after")


@pytest.mark.article("8.5")
async def test_an_objection_must_be_overruled_on_purpose(given_up: Pair) -> None:
    """The arbiter sees it on the task list, is asked again, and approves by a second tap."""
    pair = given_up
    table, arbiter = pair.table, pair.table.arbiter
    await table.press(pair.blue, proposal(pair, pair.blue), "button.results_no")
    assert says(proposal_answer(pair.blue), "results.you_objected", match=pair.code)
    card = await from_task_list(table, pair.code)
    assert mentions(card, "answer.objected", who="Ion Rus")

    await table.press(arbiter, card, "button.homologate")
    assert says(card, "results.objection_stands", match=pair.code)
    assert (await table.stored.match(pair.code)).stage is MatchStage.PROPOSED
    await table.press(arbiter, card, "button.not_yet")
    assert says(card, "confirm.kept")
    (card,) = await table.say(arbiter, f"/omologheaza {pair.code}")
    await table.press(arbiter, card, "button.homologate")

    await table.press(arbiter, card, "button.homologate_all_the_same")
    assert says(card, "results.homologated", match=pair.code)
    for user in (pair.red, pair.blue):
        assert told(user.messages, "results.final", match=pair.code)

    late = proposal_answer(pair.blue)
    await table.press(pair.blue, late, "button.no_reason")
    assert mentions(late, "fault.no_results_proposed")


@pytest.mark.article("8.5")
async def test_an_answer_can_be_changed_until_it_counts(given_up: Pair) -> None:
    """A button below each answer changes it: after consent, an objection, or its reason.

    An objection stands without a reason: the bot does not ask again, and sends no later text.
    """
    pair = given_up
    table, user = pair.table, pair.blue
    card = proposal(pair, user)
    await table.press(user, card, "button.results_yes")
    await table.press(user, card, "button.results_no_after")
    assert says(card, "results.you_objected", match=pair.code)
    await table.press(user, card, "button.results_yes_after")
    assert says(card, "results.you_confirmed", match=pair.code)
    (unasked,) = await table.say(user, "bună ziua")
    assert says(unasked, "play.unknown")
    await table.press(user, card, "button.results_no_after")
    await table.press(user, card, "button.no_reason")
    assert says(card, "results.objected_only", match=pair.code)
    (unasked,) = await table.say(user, "bună seara")
    assert says(unasked, "play.unknown")
    assert not [m for m in table.arbiter.messages if "bună" in m.text]
    assert len((await table.stored.match(pair.code)).answers.objected) == 1
    await table.press(user, card, "button.results_yes_after")
    await table.press(user, card, "button.results_no_after")
    (thanks,) = await table.say(user, "Scorul turului este greșit")
    assert says(thanks, "remark.sent")

    await table.press(user, thanks, "button.results_yes_after")

    assert says(thanks, "results.you_confirmed", match=pair.code)
    match = await table.stored.match(pair.code)
    assert (len(match.answers.confirmed), match.answers.objected) == (1, frozenset())
    (_, *answers) = told(pair.red.messages, "results.player_objected", who="Ion Rus")
    assert len(answers) == 2


def proposal_answer(user: SandboxUser) -> Message:
    """Return the message in which a player has just answered the proposed results."""
    return next(each for each in reversed(user.messages) if each.edited)


@pytest.mark.article("8.5")
async def test_the_arbiter_can_ask_for_what_awaits_their_approval(given_up: Pair) -> None:
    """`/omologheaza CODE` shows the card again, and afterwards says that nothing is left.

    An objection withdrawn before blocks nothing; a tap on a second card sends no second table.
    """
    pair = given_up
    table, arbiter, asked = pair.table, pair.table.arbiter, proposal(pair, pair.red)
    yes, no = (
        next(b for b in asked.buttons if b.label == worded(f"button.{key}"))
        for key in ("results_yes", "results_no")
    )
    pair.red.press_button(asked, no)
    pair.red.press_button(asked, yes)
    await table.settle()
    answers = (await table.stored.match(pair.code)).answers
    assert (len(answers.confirmed), answers.objected) == (1, frozenset())

    (card,) = await table.say(arbiter, f"/omologheaza {pair.code.lower()}")
    (second,) = await table.say(arbiter, f"/omologheaza {pair.code}")
    assert says(card, "results.proposed", match=pair.code)
    await table.press(arbiter, card, "button.homologate")
    assert says(card, "results.homologated", match=pair.code)
    assert (await table.stored.match(pair.code)).stage is MatchStage.HOMOLOGATED
    await table.press(arbiter, second, "button.homologate")

    for user in (pair.red, pair.blue):
        assert len(told(user.messages, "results.final", match=pair.code)) == 1
    (answer,) = await table.say(arbiter, f"/omologheaza {pair.code}")
    assert mentions(answer, "fault.no_results_proposed")


async def test_the_return_game_is_offered_to_both_and_needs_both(pair: Pair) -> None:
    """One player's request waits, and their second press does not start the game."""
    await resign(pair, pair.blue)
    (offer,) = told(pair.red.messages, "return_leg.offered")
    again = offer.buttons[0]
    pair.red.press_button(offer, again)
    pair.red.press_button(offer, again)
    await pair.table.settle()

    assert says(offer, "return_leg.waiting")
    assert (await pair.table.stored.match(pair.code)).stage is MatchStage.BETWEEN


async def test_nothing_is_asked_about_a_game_that_is_over(passed_out: Pair) -> None:
    """A move, pass, resignation or early end in reply to its sheet is refused: the game is over."""
    pair = passed_out
    sheet = next(m for m in pair.red.messages if m.from_bot and m.photo)
    for user, typed in (
        (pair.red, "H8 CASA"),
        (pair.red, "PAS"),
        (pair.red, "/abandon"),
        (pair.red, "/intrerupere"),
        (pair.blue, "PAS"),
    ):
        there = sheet if user is pair.red else next(m for m in user.messages if m.photo)
        (answer,) = await pair.table.say(user, typed, reply_to=there)
        assert mentions(answer, "fault.game_over"), typed
        assert not answer.buttons


async def test_an_arbiter_reads_how_to_name_a_game_they_rule(pair: Pair) -> None:
    """An arbiter who does not play reads how to name a game that they rule."""
    (answer,) = await pair.table.say(pair.table.arbiter, "/fisa")
    assert says(answer, "games.none_ruled")
    assert (await pair.table.say(pair.table.arbiter, f"/fisa {pair.id}"))[0].photo
