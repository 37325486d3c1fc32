"""Disputes about earlier play: in a finished game, or below later moves."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from engine.games.game import Stage, move_notation
from engine.ids import GameId, Leg
from engine.matches.match import MatchStage
from tests.e2e.bench import card_of, claim, confirm, offered, own_case, rule, tap
from tests.e2e.harness import Pair, bucharest, last_with, match_begun, table
from tests.e2e.plays import best, no_word
from tests.e2e.texts import mentions, told

PARTNER = {"federation_ruleset": "cn-2025-partner"}


@pytest_asyncio.fixture
async def returning(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in which the opponent decides on words."""
    async with table(tmp_path, settings=PARTNER, after=match_begun) as laid:
        yield Pair(laid, *laid.done)


async def resign(pair: Pair) -> None:
    """Have Red resign the game."""
    (question,) = await pair.table.say(pair.red, f"/abandon {pair.id}")
    await pair.table.press(pair.red, question, "button.abandon")


async def begin_return(pair: Pair) -> Pair:
    """Have both ask for the return game; return the pair as it sits there."""
    laid = pair.table
    for user in (pair.red, pair.blue):
        await laid.press(user, last_with(user, f"ret:{pair.code}"), "button.return_leg")
    return Pair(laid, pair.code, red=pair.blue, blue=pair.red, leg=2)


@pytest.mark.article("5.2", "5.3")
async def test_a_home_game_is_disputed_while_its_return_is_played(casa: Pair) -> None:
    """Annulled back to a move, it continues beside the return game; each has its own sheet."""
    pair, laid = casa, casa.table
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    await pair.place(pair.red, "PAS")
    await resign(pair)
    back = await begin_return(pair)
    await laid.answer_sheet(back.red, back.id, "PAS")
    case = await claim(pair, pair.red, "technical", "s1")
    card = card_of(laid.arbiter, case)
    assert "annulled.m1" in offered(card)

    await rule(laid, card, "annulled.m1")

    home = await pair.game()
    assert (home.stage, [move_notation(one) for one in home.moves]) == (Stage.RUNNING, ["H8 CASA"])
    assert (await back.game()).stage is Stage.RUNNING
    assert (await laid.stored.match(pair.code)).stage is MatchStage.RETURN
    (listed,) = await laid.say(pair.blue, "/jocuri")
    assert mentions(listed, "games.row_mine", game=pair.id)
    assert mentions(listed, "games.row_theirs", game=back.id)
    await laid.answer_sheet(pair.blue, pair.id, "PAS")
    assert len((await pair.game()).moves) == 2
    await resign(back)
    assert not told(pair.red.messages, "results.proposed")
    await resign(pair)
    assert told(pair.red.messages, "results.proposed", match=pair.code)
    over = await laid.stored.match(pair.code)
    assert (over.stage, {one.leg for one in over.ended}) == (MatchStage.PROPOSED, set(Leg))


@pytest.mark.article("5.2", "5.3")
async def test_a_word_found_valid_puts_its_own_placement_back_and_asks_from_where(
    returning: Pair,
) -> None:
    """If others were played since, the card says which moves are removed and restored."""
    pair, laid = returning, returning.table
    first = no_word(await pair.game())
    await pair.place(pair.red, first)
    await laid.say(pair.blue, "/returneaza")
    await pair.place(pair.red, "H8 CASA")
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    case = await claim(pair, pair.red, "word", "r0")
    card = card_of(laid.arbiter, case)
    assert mentions(card, "case.played_since", n=2)
    assert {"word_valid.m0", "word_valid"} <= set(offered(card))
    assert mentions(card, "effect.off", n=2)

    asked = (await tap(laid, laid.arbiter, card, f"rule:{case}:word_valid.m0"))[0]
    assert mentions(asked, "effect.off", n=2)
    assert first in asked.text
    await confirm(laid, laid.arbiter, "Este în listă.", asked)

    game = await laid.stored.game(GameId(pair.id))
    assert [move_notation(move) for move in game.moves] == [first]
    for user in (pair.red, pair.blue):
        (decision,) = told(user.messages, "case.decision", case=case)
        assert first in decision.text


@pytest.mark.article("5.2", "7.1")
async def test_who_returns_a_placement_is_charged_for_the_days_they_held_it(
    returning: Pair,
) -> None:
    """The days before a move is sent back are charged, even if they exceed the time."""
    pair, laid = returning, returning.table
    await pair.place(pair.red, no_word(await pair.game()))
    await laid.travel_to(bucharest("2025-06-03"))
    assert told(pair.red.messages, "time.exceeded_partner", who="Ion Rus")

    await laid.say(pair.blue, "/returneaza")

    game = await pair.game()
    assert (game.blue.days, game.blue.told_late) == (32, True)
    card = await own_case(laid, pair.id)
    assert mentions(card, "case.days_over", who="Ion Rus", used=32, allowance=30)
    assert "lost_on_time.blue" in offered(card)
