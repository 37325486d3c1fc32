"""One rule says what may be ruled, whichever way an arbiter comes to it (art. 7.1, 9.1, 9.4)."""

import pytest

from sandbox import Message
from tests.e2e.bench import offered, own_case
from tests.e2e.harness import Pair
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions


async def asked_why(pair: Pair, card: Message, data: str) -> bool:
    """Return whether the arbiter who presses that button is asked for the ruling's reason."""
    laid = pair.table
    await laid.forge(laid.arbiter, card, data)
    return mentions(laid.arbiter.last, "decision.why") or mentions(card, "decision.why")


@pytest.mark.article("7.1", "9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_persons_card_offers_no_no_show_a_minute_after_the_start(season: Season) -> None:
    """The card agrees with `/decizie`, and a pressed button of that kind is refused."""
    laid = season.table
    (pair,) = await season.pairs()
    red = (await pair.game()).red.person
    found = offered(await own_case(laid, pair.id))
    assert not [one for one in found if one.startswith("no_show")]

    (card,) = await laid.say(laid.arbiter, "/jucator Ana Pop")
    (other,) = await laid.say(laid.arbiter, "/jucator Ion Rus")
    buttons = (*card.buttons, *other.buttons)
    assert not [one for one in buttons if one.data.startswith("person:no_show")]
    assert not await asked_why(pair, card, f"person:no_show:{red}:{season.code}")


@pytest.mark.article("7.1", "9.1")
@pytest.mark.parametrize("data", ["rule:{case}:no_show.red", "verdict:{game}:no_show:red"])
async def test_no_no_show_is_ruled_a_minute_after_the_start(pair: Pair, data: str) -> None:
    """The ruling is refused in a case and in a case file, not only left out of their buttons."""
    card = await own_case(pair.table, pair.id)
    case = facts_of(card, "case.card")["case"]

    assert not await asked_why(pair, card, data.format(case=case, game=pair.id))


@pytest.mark.article("9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-25")
async def test_nobody_rules_by_article_9_4_before_the_closing(season: Season) -> None:
    """24 days before the closing no case offers 1 to each, and a pressed button is refused."""
    (pair,) = await season.pairs()
    card = await own_case(season.table, pair.id)
    case = facts_of(card, "case.card")["case"]

    assert "level" not in offered(card)
    assert not await asked_why(pair, card, f"rule:{case}:level")
