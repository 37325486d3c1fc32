"""If both players exceed their time, the arbiter rules on either or both, and both read it."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from engine.games.events import Ending
from engine.games.game import Stage
from engine.matches.match import MatchStage
from engine.matches.results import match_coefficients
from tests.e2e.bench import card_of, claim, confirm, later, offered, own_case, rule, tap
from tests.e2e.harness import Pair, Table, casa_placed, continues, last_with, table
from tests.e2e.task_list import from_task_list
from tests.e2e.texts import mentions, told


@continues(casa_placed)
async def both_late(laid: Table) -> tuple[Any, ...]:
    """Have Blue answer on the 32nd day, and Red fail to answer for 32 more days."""
    pair = Pair(laid, *laid.done)
    await later(laid, 32)
    await pair.place(pair.blue, "PAS")
    await later(laid, 32)
    return laid.done


@pytest_asyncio.fixture
async def late(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in whose home game both players have exceeded their time."""
    async with table(tmp_path, after=both_late) as laid:
        yield Pair(laid, *laid.done)


@pytest.mark.article("7.2", "9.1")
async def test_of_two_who_are_late_the_card_offers_either_and_both(late: Pair) -> None:
    """The first to be late comes first; if both are late, each gets the share of a resignation.

    From the file of a silence, too, one tap rules on either and another on both.
    """
    pair, laid = late, late.table
    case = await claim(pair, pair.blue, "time")
    card = card_of(laid.arbiter, case)
    assert offered(card)[:3] == ["lost_on_time.blue", "lost_on_time.red", "both_lost_on_time"]
    assert mentions(card, "ruling.both_lost_on_time")

    await rule(laid, card, "both_lost_on_time")

    ended = (await pair.game()).ended
    assert ended is not None
    assert (ended.ending, ended.by) == (Ending.BOTH_TIME, None)
    (worth,) = match_coefficients(await laid.stored.match(pair.code)).values()
    assert (str(worth.first), str(worth.second)) == ("0.4800", "0.0000")
    for user in (pair.red, pair.blue):
        decision = told(user.messages, "case.decision", article="7.2")[-1]
        assert mentions(decision, "ruling.both_lost_on_time")
        assert mentions(decision, "effect.coefficients", red_c="0.4800", blue_c="0.0000")
        assert not told(user.messages, "result.won")

    await laid.press(laid.arbiter, card, "button.case.reverse")
    await rule(laid, card, "lifted")
    assert (await pair.game()).stage is Stage.RUNNING
    assert (await laid.stored.match(pair.code)).stage is MatchStage.HOME
    again = await own_case(laid, pair.id)
    assert "both_lost_on_time" in offered(again)
    await _file_offers_both(pair)


async def _file_offers_both(pair: Pair) -> None:
    """Rule on both from the file of the second who is late, which proposes the first."""
    laid = pair.table
    file = await from_task_list(laid, pair.id)
    found = [each.data for each in file.buttons if each.data.startswith("time:")]
    assert found == [f"time:{pair.id}:{who}" for who in ("blue", "red", "both")]

    (asked,) = await tap(laid, laid.arbiter, file, f"time:{pair.id}:both")
    await confirm(laid, laid.arbiter, "Timp depășit de amândoi.", asked)

    ended = (await pair.game()).ended
    assert ended is not None
    assert ended.ending is Ending.BOTH_TIME


@pytest.mark.article("7.2", "9.4")
async def test_a_result_in_which_both_were_late_waits_for_a_ruling_on_both(late: Pair) -> None:
    """The arbiter's card of results shows the coefficients and a button for that ruling."""
    pair, laid = late, late.table
    for user in (pair.red, pair.blue, pair.red):
        await pair.place(user, "PAS")
    assert (await pair.game()).stage is Stage.ENDED
    for user in (pair.red, pair.blue):
        await laid.press(user, last_with(user, f"ret:{pair.code}"), "button.return_leg")
    (question,) = await laid.say(pair.blue, f"/abandon {pair.code}/2")
    await laid.press(pair.blue, question, "button.abandon")

    (card,) = await laid.say(laid.arbiter, f"/omologheaza {pair.code}")
    assert mentions(card, "results.overdrawn", who="Ion Rus")
    assert mentions(card, "results.overdrawn", who="Ana Pop")
    assert mentions(card, "results.by_both", game=pair.id)
    found = [each.data for each in card.buttons if each.data.startswith("time:")]
    assert found == [f"time:{pair.id}:{who}" for who in ("blue", "red", "both")]
    (asked,) = await tap(laid, laid.arbiter, card, f"time:{pair.id}:both")
    await confirm(laid, laid.arbiter, "Timp depășit de amândoi.", asked)

    found = [one.ending for one in (await laid.stored.match(pair.code)).ended]
    assert found == [Ending.BOTH_TIME, Ending.NO_SHOW]
    (card,) = await laid.say(laid.arbiter, f"/omologheaza {pair.code}")
    assert not mentions(card, "results.overdrawn")
    await laid.press(laid.arbiter, card, "button.homologate")
    assert (await laid.stored.match(pair.code)).stage is MatchStage.HOMOLOGATED
