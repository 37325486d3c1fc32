"""Rare combinations: two parallel games at a closing, and rulings that are reversed."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.games.events import GameEnded
from engine.games.game import move_notation
from engine.games.ruling_events import RulingLifted
from engine.ids import GameId, Seat
from engine.matches.match import MatchStage
from sandbox import Message
from tests.e2e.bench import (
    REASON,
    confirm,
    later,
    lifting,
    own_case,
    rule,
    second_arbiter,
    tap,
    turn,
)
from tests.e2e.competitions.closing.closing_shared import end_all as end_all_of
from tests.e2e.harness import Pair, Table, bucharest, continues, table
from tests.e2e.plays import best, no_word
from tests.e2e.season import Season, cup_begun
from tests.e2e.texts import facts_of, mentions, says, told

CLOSING = "2025-05-20"


@continues(cup_begun("Ana Pop", "Ion Rus", until=CLOSING))
async def side_by_side(laid: Table) -> tuple[Any, ...]:
    """Have the home game of a cup resigned, then resumed during the return game."""
    season = Season.at(laid, *laid.done)
    (pair,) = await season.pairs()
    await season.abandoned(GameId(pair.id), (await pair.game()).red.person)
    (listed,) = await season.matches()
    await season.return_now(listed)
    card = await own_case(laid, pair.id)
    await turn(laid, laid.arbiter, card)
    await rule(laid, card, lifting(card))
    assert len((await laid.stored.match(pair.code)).all_running) == 2
    return season.left


@pytest_asyncio.fixture
async def parallel(tmp_path: Path) -> AsyncIterator[Season]:
    """Give a cup of one match, both games of which are running."""
    async with table(tmp_path, after=side_by_side) as laid:
        yield Season.at(laid, *laid.done)


async def ask_of_word(pair: Pair) -> Message:
    """Have Red put an invalid word to the arbiter; return the arbiter's card."""
    laid = pair.table
    (refused,) = await laid.say(pair.red, f"{pair.id} {no_word(await pair.game())}")
    await laid.press(pair.red, refused, "button.query.ask")
    return told(laid.arbiter.messages, "case.card")[-1]


async def end_all(season: Season) -> Message:
    """Have the arbiter end all settled games; return the confirmation."""
    laid = season.table
    (card,) = await laid.say(laid.arbiter, f"/inchidere {season.code}")
    return await end_all_of(laid, card)


@pytest.mark.article("9.4")
async def test_two_games_side_by_side_are_each_ended_once_at_the_closing(
    parallel: Season,
) -> None:
    """One press ends both games once each, and proposes the results once."""
    season, laid = parallel, parallel.table
    (pair,) = await season.pairs()
    await laid.travel_to(bucharest("2025-05-26", "09:00:00"))

    card = await end_all(season)

    assert says(card, "closing.done", n=2)
    match = await laid.stored.match(pair.code)
    assert match.stage is MatchStage.PROPOSED
    for leg in (1, 2):
        events = await laid.stored.events(GameId(f"{pair.code}/{leg}"))
        ends = [one for one in events if isinstance(one, GameEnded)]
        opened = [one for one in events if isinstance(one, RulingLifted)]
        assert (len(ends), len(opened)) == ((2, 1) if leg == 1 else (1, 0))


@pytest.mark.article("9.4")
async def test_a_statement_is_confirmed_on_the_card_of_its_own_game(parallel: Season) -> None:
    """A player who declares the home game keeps its card, though the return game runs too."""
    laid = parallel.table
    (pair,) = await parallel.pairs()
    await laid.travel_to(bucharest("2025-05-21", "09:00:00"))
    card = told(pair.red.messages, "closing.question", game=pair.id)[-1]

    await laid.press(pair.red, card, "closing.content")

    assert mentions(card, "closing.question", game=pair.id)
    assert mentions(card, "closing.you_said")


@pytest.mark.article("5.3", "9.4")
async def test_an_open_word_query_keeps_both_games_side_by_side_from_being_ended(
    parallel: Season,
) -> None:
    """The arbiter must answer the query first, whichever of the two games has it."""
    season, laid = parallel, parallel.table
    (pair,) = await season.pairs()
    query = await ask_of_word(pair)
    await laid.travel_to(bucharest("2025-05-26", "09:00:00"))

    (card,) = await laid.say(laid.arbiter, f"/inchidere {season.code}")
    assert not card.buttons
    await laid.forge(laid.arbiter, card, f"close1:{pair.code}")
    assert mentions(card, "fault.case_to_rule", case=(await pair.game()).query)

    await tap(laid, laid.arbiter, query, "word_not_official")
    assert says(await end_all(season), "closing.done", n=2)


@pytest.mark.article("5.3", "7.1")
async def test_a_word_admitted_after_all_costs_its_author_the_days_before_the_question(
    pair: Pair,
) -> None:
    """Only days used before the question count, not the days of waiting or later ones."""
    laid = pair.table
    await later(laid, 10)
    card = await ask_of_word(pair)
    typed = facts_of(told(pair.red.messages, "query.asked")[-1], "query.asked")["placement"]
    await later(laid, 3)
    await tap(laid, laid.arbiter, card, "word_not_official")
    await later(laid, 6)
    await pair.place(pair.red, best(await pair.game()) or "PAS")
    assert (await pair.game()).red.days == 18

    await laid.press(laid.arbiter, card, "button.case.reverse")
    await rule(laid, card, "word_valid.m0")

    game = await pair.game()
    assert [move_notation(move) for move in game.moves] == [typed]
    assert game.red.days == 9
    assert game.received == game.day_of(laid.sandbox.clock.now())


@pytest.mark.article("5.3", "7.1")
async def test_days_of_waiting_are_used_if_an_admitted_word_is_not_valid_after_all(
    pair: Pair,
) -> None:
    """Days used before the reversed ruling count again, and both players read so."""
    laid = pair.table
    await later(laid, 10)
    card = await ask_of_word(pair)
    await later(laid, 3)
    await tap(laid, laid.arbiter, card, "word_official")
    assert (await pair.game()).red.days == 9
    await later(laid, 6)

    await laid.press(laid.arbiter, card, "button.case.reverse")
    await rule(laid, card, "word_invalid.m0")

    game = await pair.game()
    assert (game.moves, game.turn) == ((), Seat.RED)
    assert (game.red.days, game.blue.days) == (12, 0)
    for user in (pair.red, pair.blue):
        decision = told(user.messages, "case.decision")[-1]
        assert mentions(decision, "effect.days_again", who="Ana Pop", n=12)


@pytest.mark.article("10.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_days_that_the_main_arbiter_took_back_are_not_given_by_another(
    season: Season,
) -> None:
    """The chief arbiter's reversal of an extension is final for other arbiters in every case."""
    laid = season.table
    (pair,) = await season.pairs()
    deputy = await second_arbiter(season)
    given = (await laid.say(deputy.user, f"/decizie {pair.id}"))[-1]
    code = facts_of(given, "case.card")["case"]
    await laid.forge(deputy.user, given, f"rule:{code}:extension.red.n5")
    await confirm(laid, deputy.user, REASON, deputy.user.last)
    assert (await pair.game()).red.granted == 5
    card = (await laid.say(laid.arbiter, f"/cazuri {code}"))[-1]
    await laid.press(laid.arbiter, card, "button.case.reverse")
    await rule(laid, card, "lifted")
    assert (await pair.game()).red.granted == 0

    again = (await laid.say(deputy.user, f"/decizie {pair.id}"))[-1]
    other = facts_of(again, "case.card")["case"]
    await laid.forge(deputy.user, again, f"rule:{other}:extension.red.n5")

    assert mentions(deputy.user.last, "fault.ruling_is_final", case=code)
    assert (await pair.game()).red.granted == 0
