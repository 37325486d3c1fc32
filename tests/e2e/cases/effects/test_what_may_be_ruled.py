"""One rule says what may be ruled, whichever way an arbiter comes to it (art. 7.1, 9.1, 9.4)."""

import pytest

from sandbox import Message
from sandbox.faults import ServerError
from tests.e2e.bench import case_now, offered, own_case, turn
from tests.e2e.harness import Pair
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, says


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
async def test_no_no_show_is_ruled_a_minute_after_the_start(pair: Pair) -> None:
    """The ruling is refused in a case and in a case file, not only left out of their buttons."""
    card = await own_case(pair.table, pair.id)
    case = facts_of(card, "case.card")["case"]

    for data in (f"rule:{case}:no_show.red", f"verdict:{pair.id}:no_show:red"):
        assert not await asked_why(pair, card, data), data


@pytest.mark.article("9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-25")
async def test_nobody_rules_by_article_9_4_before_the_closing(season: Season) -> None:
    """24 days before the closing no case offers 1 to each, and a pressed button is refused."""
    (pair,) = await season.pairs()
    card = await own_case(season.table, pair.id)
    case = facts_of(card, "case.card")["case"]

    assert "level" not in offered(card)
    assert not await asked_why(pair, card, f"rule:{case}:level")


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("7.1", "9.1")
async def test_nobody_is_a_no_show_whose_sheets_are_still_on_their_way(pair: Pair) -> None:
    """Blue never got a sheet: neither a case nor a case file ends the game for them."""
    laid = pair.table
    laid.sandbox.faults.add(ServerError(), method="sendMediaGroup", chat=pair.blue.id, times=9999)
    laid.sandbox.faults.add(ServerError(), method="sendPhoto", chat=pair.blue.id, times=9999)
    await pair.place(pair.red, "H8 CASA")
    await laid.travel(12)

    card = await own_case(laid, pair.id)
    await turn(laid, laid.arbiter, card)
    assert "no_show.blue" not in offered(card)
    case = facts_of(card, "case.card")["case"]
    for data in (f"rule:{case}:no_show.blue", f"verdict:{pair.id}:no_show:blue"):
        assert not await asked_why(pair, card, data)


@pytest.mark.article("9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_persons_card_names_days_and_what_an_absent_opponent_would_get(
    season: Season,
) -> None:
    """Before the decision the arbiter reads that the opponent never moved and gets 1.53."""
    laid = season.table
    (pair,) = await season.pairs()
    (card,) = await laid.say(laid.arbiter, "/jucator Ana Pop")
    (shown,) = await laid.press(laid.arbiter, card, "button.player.withdrawal")
    days = {"used": 0, "allowance": 20, "partner_used": 0, "partner_allowance": 20}
    assert mentions(shown, "player.row_days", who="Ana Pop", partner="Ion Rus", **days)
    assert mentions(shown, "player.partner_never", partner="Ion Rus", other="1.5300")

    await laid.travel(25)
    red = "Ana Pop" if pair.red is season.players["Ana Pop"] else "Ion Rus"
    other = ({"Ana Pop", "Ion Rus"} - {red}).pop()
    (card,) = await laid.say(laid.arbiter, f"/jucator {other}")
    (shown,) = await laid.press(laid.arbiter, card, "button.player.withdrawal")
    assert mentions(shown, "player.partner_late", partner=red, other="1.5300")


@pytest.mark.article("9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_every_ended_game_has_its_case_and_its_way_back(season: Season) -> None:
    """A no-show in all games, and the end of a silent player's game, name and open their cases."""
    laid = season.table
    (pair,) = await season.pairs()
    red = next(name for name, user in season.players.items() if user is pair.red)
    await laid.travel(12)
    (card,) = await laid.say(laid.arbiter, f"/jucator {red}")
    (shown,) = await laid.press(laid.arbiter, card, "button.player.no_show")
    await laid.press(laid.arbiter, shown, "why.no_show")
    await laid.press(laid.arbiter, shown, "button.decide")
    assert mentions(shown, "player.row_case", case=f"{pair.id}#1")
    assert [each.data for each in shown.buttons][1:] == [f"k:{pair.id}#1:open"]
    assert (await case_now(laid, f"{pair.id}#1")).rulings


async def test_the_end_of_a_silent_players_game_names_its_case(pair: Pair) -> None:
    """Under the confirmation of a case file is the way back."""
    laid = pair.table
    await laid.travel(12)
    (listed,) = await laid.say(laid.arbiter, "/mesa")
    await laid.forge(laid.arbiter, listed, f"verdict:{pair.id}:no_show:red")
    (shown,) = await laid.say(laid.arbiter, "Nu a venit.")
    await laid.press(laid.arbiter, shown, "button.decide")
    assert says(shown, "verdict.done", game=pair.id, case=f"{pair.id}#1")
    assert [each.data for each in shown.buttons] == [f"k:{pair.id}#1:open"]
