"""A claim against a player who is forgotten, or lost the seat since, is about the seat."""

import pytest

from storage.people import forgetting
from tests.e2e.bench import card_of, claim, later, offered, person_of, rule
from tests.e2e.harness import Pair
from tests.e2e.matches.places_shared import freed, somebody
from tests.e2e.texts import mentions, says

GONE = "Jucător retras"


async def late_blue(pair: Pair) -> str:
    """Let Blue exceed their time after a first move, and Red claim it; return the case."""
    await pair.place(pair.blue, "PAS")
    await pair.place(pair.red, "PAS")
    await later(pair.table, 32)
    return await claim(pair, pair.red, "time")


@pytest.mark.article("7.2", "9.1")
async def test_a_claim_against_a_forgotten_player_is_still_ruled_on(casa: Pair) -> None:
    """The list has one task, and the card opens with the loss of the late seat alone."""
    pair, laid = casa, casa.table
    case, gone = await late_blue(pair), await person_of(laid, pair.blue)
    async with laid.app.runtime.database.transaction() as tx:
        await forgetting.forget(tx, gone, laid.sandbox.clock.now(), GONE)
    await laid.travel(0.1)

    (listed,) = await laid.say(laid.arbiter, "/mesa")
    card = (await laid.say(laid.arbiter, f"/cazuri {case}"))[-1]

    assert says(listed, "docket.list", n=1)
    assert mentions(card, "case.no_defence", who=GONE)
    assert not mentions(card, "case.never_delivered")
    assert offered(card) == ["lost_on_time.blue", "rejected"]


@pytest.mark.article("7.2", "10.1", "10.3")
async def test_a_ruled_claim_opens_after_its_player_lost_the_seat(casa: Pair) -> None:
    """The card names the player claimed against, who has their own name again.

    The next claim about that seat names no measure against the player who has it now.
    """
    pair, laid = casa, casa.table
    case = await claim(pair, pair.red, "conduct")
    await rule(laid, card_of(laid.arbiter, case), "warning.blue")
    link = await freed(laid, pair.code, "Ion Rus")

    card = (await laid.say(laid.arbiter, f"/cazuri {case}"))[-1]

    assert mentions(card, "case.has_proof", who="Ionel")
    await laid.join(somebody(laid, "Ema"), link)
    again = await claim(pair, pair.red, "conduct", why="Altceva.")
    card = card_of(laid.arbiter, again)
    assert mentions(card, "case.no_defence", who="Ion Rus")
    assert not mentions(card, "case.sanction")
