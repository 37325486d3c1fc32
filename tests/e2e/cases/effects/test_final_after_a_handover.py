"""A chief arbiter's final ruling stays final after another person takes over (art. 10.1)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from sandbox import SandboxUser
from tests.e2e.bench import card_of, claim, later, rule
from tests.e2e.harness import Pair, Table, table
from tests.e2e.matches.endings_shared import both_have_moved
from tests.e2e.matches.handover_shared import handed
from tests.e2e.texts import facts_of, mentions


@pytest_asyncio.fixture(name="moved")
async def _moved(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a match in whose home game Red has made a move and Blue has passed."""
    async with table(tmp_path, after=both_have_moved) as laid:
        yield Pair(laid, *laid.done)


async def new_arbiter(laid: Table) -> SandboxUser:
    """Have the operator name a second arbiter, Dana."""
    user = laid.sandbox.add_user("Dana Arbitru", language_code="ro")
    (link,) = await laid.say(laid.operator, "/arbitru")
    await laid.join(user, facts_of(link, "arbiter.link")["link"])
    return user


async def refused(pair: Pair, user: SandboxUser, ruling: str, case: str) -> bool:
    """Return whether an arbiter's ruling is refused because of that case."""
    laid = pair.table
    card = (await laid.say(user, f"/decizie {pair.id}"))[-1]
    opened = facts_of(card, "case.card")["case"]
    await laid.forge(user, card, f"rule:{opened}:{ruling}")
    return mentions(user.last, "fault.ruling_is_final", case=case)


@pytest.mark.article("5.3", "7.2", "10.1")
async def test_rulings_are_final_for_the_arbiter_who_takes_over(moved: Pair) -> None:
    """The new arbiter cannot rule the match lost on the same silence as a rejected time claim.

    Nor can they annul the placement with a word that was ruled valid.
    """
    pair, laid = moved, moved.table
    word = await claim(pair, pair.blue, "word", "s0")
    await rule(laid, card_of(laid.arbiter, word), "word_valid")
    await later(laid, 32)
    time = await claim(pair, pair.blue, "time")
    await rule(laid, card_of(laid.arbiter, time), "rejected")
    dana = await new_arbiter(laid)
    await handed(laid, laid.arbiter, pair.code)

    assert await refused(pair, dana, "lost_on_time.red", time)
    assert (await pair.game()).ended is None
    assert await refused(pair, dana, "annulled.m0", word)
    assert len((await pair.game()).moves) == 2
