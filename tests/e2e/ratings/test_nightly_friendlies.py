"""The list of friendly matches that both players wanted rated, beside that of competitions."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio

from sandbox import Message, SandboxUser
from storage.ratings import published_lists
from tests.e2e.competitions.sign_up_shared import opened
from tests.e2e.harness import Table, arbiter_made, table
from tests.e2e.matches.requests_shared import Strangers, strangers
from tests.e2e.mini_app import mini_app
from tests.e2e.rating_talk import RatingTalk
from tests.e2e.ratings.nightly_friendlies_shared import played
from tests.e2e.ratings.nightly_lists_shared import night
from tests.e2e.texts import says

__all__ = ["strangers"]


async def friendly_list(table: Table) -> Message:
    """Return the bot's answer to `/lista amicale`."""
    return await RatingTalk.of(table, "Vlad Popa").say("/lista amicale")


async def friendly_listed(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Play a rated friendly match, and publish its list; return its code, Red and Blue."""
    await arbiter_made(laid)
    ana, ion = (laid.sandbox.add_user(name, language_code="ro") for name in ("Ana Pop", "Ion Rus"))
    pair = await Strangers(laid, ana, ion).meet("play:5:1:public:yes")
    await played(pair)
    await night(laid)
    return pair.code, ana, ion


@pytest_asyncio.fixture(name="rated")
async def _rated(tmp_path: Path) -> AsyncIterator[Strangers]:
    """Give the two players of a rated friendly match that is on a list."""
    async with table(tmp_path, after=friendly_listed) as laid:
        _, *people = laid.done
        yield Strangers(laid, *people)


async def test_a_rated_match_is_on_the_list_of_friendly_matches(rated: Strangers) -> None:
    """Under ABSP newcomers are provisional, and a player's request then shows their rating."""
    strangers, table = rated, rated.table
    code, *_ = table.done
    async with table.stored.database.reading() as tx:
        (list_,) = await published_lists.all_in_force(tx)
    assert (list_.system, list_.kind) == ("absp", "friendlies")

    shown = await friendly_list(table)
    assert "ABSP · Meciuri amicale" in shown.text
    for name, rating in (("Ana Pop", 150), ("Ion Rus", 50)):
        assert f"{name} {rating} (provizoriu)" in shown.text
    (own,) = await table.say(strangers.ana, "/ratingul_meu")
    assert "Meciuri amicale" in own.text
    (terms,) = await table.press(strangers.ana, own, "button.my_rating_why")
    assert code in terms.text

    await strangers.offer("play:10:2:public")
    reader = RatingTalk.of(table, "Dan Moș")
    assert "Ana Pop (rating 150, provizoriu): " in (await reader.say("/cereri")).text
    async with mini_app(table) as app:
        (seen,) = (await (await app.open(strangers.ion)).get("/requests")).json()["requests"]
        own = (await (await app.open(strangers.ana)).get("/requests")).json()["rating"]
        none = (await (await app.open(reader.user)).get("/requests")).json()["rating"]
    assert seen["who"] == "Ana Pop (rating 150, provizoriu)"
    assert (own, none) == ("Ratingul tău: 150 (provizoriu)", "")


async def test_other_matches_are_on_no_list(strangers: Strangers) -> None:
    """Matches without rating and practice games do not count."""
    table = strangers.table
    await played(await strangers.meet("play:5:1:public"))
    await table.say(strangers.ana, "/exerseaza")
    await night(table)
    async with table.stored.database.reading() as tx:
        assert await published_lists.all_in_force(tx) == []


async def test_a_friendly_rating_opens_no_competition(rated: Strangers) -> None:
    """Two accounts could inflate it, so a sign-up with a rating limit asks the arbiter."""
    signing = await opened(rated.table, rating="100+")

    card = await signing.asked(rated.ana, "Ana Pop")
    await rated.table.press(rated.ana, card, "button.sign_up.yes")

    assert says(card, "sign_up.state_asked")
    assert [one.rating for one in await signing.people()] == [None]
