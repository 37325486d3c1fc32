"""Rulings that are reversed: clocks, time exceeded and games return to their earlier state."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.games.events import Ending
from engine.games.game import Stage
from engine.games.turns import used_and_running
from engine.ids import Seat
from sandbox import Message
from tests.e2e.bench import choose, later, offered, own_case, rule
from tests.e2e.cases.effects.acts_taken_back_shared import instead_of_a_loss
from tests.e2e.harness import Pair, Table, casa_placed, continues, table
from tests.e2e.texts import mentions, told


async def used(pair: Pair, seat: Seat) -> int:
    """Return the days that the player has used up to today."""
    game = await pair.game()
    return used_and_running(game, seat, game.day_of(pair.table.sandbox.clock.now()))


@continues(casa_placed)
async def five_days_given_and_thirty_three_used(laid: Table) -> tuple[Any, ...]:
    """Extend Blue's time by five days, of which Blue then needs three; return the card, too."""
    pair = Pair(laid, *laid.done)
    await pair.place(pair.blue, "PAS")
    await pair.place(pair.red, "PAS")
    card = await own_case(laid, pair.id)
    await choose(laid, card, "extension", "extension.blue.n5")
    await later(pair.table, 34)
    return laid.done, card


@pytest_asyncio.fixture(name="extended")
async def _extended(tmp_path: Path) -> AsyncIterator[tuple[Pair, Message]]:
    """Give that match and the card of the extension."""
    async with table(tmp_path, after=five_days_given_and_thirty_three_used) as laid:
        left, card = laid.done
        yield Pair(laid, *left), card


@pytest.mark.article("7.1", "10.3")
async def test_a_loss_taken_back_gives_nobody_a_day_and_takes_none(casa: Pair) -> None:
    """Days before the ruling stay used; the days while it was in force count for nobody."""
    pair, laid = casa, casa.table
    await later(pair.table, 25)
    assert await used(pair, Seat.BLUE) == 24
    card = await own_case(laid, pair.id)
    await rule(laid, card, "loss.red")
    await later(laid, 2)

    await rule(laid, card, "lifted")

    assert await used(pair, Seat.BLUE) == 24
    for user in (pair.red, pair.blue):
        decision = told(user.messages, "case.decision")[-1]
        assert mentions(decision, "effect.turn")
        assert mentions(decision, "effect.days_again", who="Ion Rus", n=24)
    await later(pair.table, 8)
    assert told(pair.red.messages, "time.exceeded_partner", who="Ion Rus")
    assert (await pair.game()).blue.told_late


@pytest.mark.article("4.3", "10.3")
async def test_a_loss_taken_back_after_the_last_move_restores_the_result(
    passed_out: Pair,
) -> None:
    """The card offers the earlier result, not more moves; both players are notified.

    *Nicio măsură* in place of the loss restores it, too.
    """
    pair, laid = passed_out, passed_out.table
    score = (await pair.game()).red.score
    card = await own_case(laid, pair.id)
    await rule(laid, card, "loss.red")

    await rule(laid, card, "lifted")

    game = await pair.game()
    assert game.ended is not None
    assert (game.ended.ending, game.red.score) == (Ending.PASSES, score)
    for user in (pair.red, pair.blue):
        decision = told(user.messages, "case.decision")[-1]
        assert mentions(decision, "ruling.lifted")
        assert mentions(decision, "effect.coefficients", game=pair.id)
    await laid.press(laid.arbiter, card, "button.case.reverse")
    ended = await instead_of_a_loss(pair, card, "rejected")
    assert ended is not None
    assert (ended.ending, ended.by) == (game.ended.ending, game.ended.by)


@pytest.mark.article("7.2", "9.4")
async def test_who_is_overdrawn_since_an_extension_was_taken_back_can_be_ruled_so(
    extended: tuple[Pair, Message],
) -> None:
    """The result waits for that ruling, which is possible even after the game's end."""
    pair, card = extended
    laid = pair.table
    await pair.place(pair.blue, "PAS")
    assert (await pair.game()).blue.days == 33
    await rule(laid, card, "lifted")
    await pair.place(pair.red, "PAS")
    assert (await pair.game()).stage is Stage.ENDED

    again = await own_case(laid, pair.id)
    assert {"lost_on_time.blue", "as_played.blue"} <= set(offered(again))
    await rule(laid, again, "lost_on_time.blue")

    ended = (await pair.game()).ended
    assert ended is not None
    assert (ended.ending, ended.by) == (Ending.TIME, Seat.BLUE)


@pytest.mark.article("7.2")
async def test_days_taken_back_are_found_missing_at_once(extended: tuple[Pair, Message]) -> None:
    """A player to move with all days used has exceeded their time; both read it that day."""
    pair, card = extended
    laid = pair.table
    assert await used(pair, Seat.BLUE) == 33
    assert not (await pair.game()).blue.told_late

    await rule(laid, card, "lifted")

    assert (await pair.game()).blue.told_late
    assert told(pair.blue.messages, "time.exceeded_you", n=33)
    for user in (pair.red, pair.blue):
        assert mentions(told(user.messages, "case.decision")[-1], "effect.days", who="Ion Rus")
    assert told(pair.red.messages, "time.exceeded_partner", who="Ion Rus")
