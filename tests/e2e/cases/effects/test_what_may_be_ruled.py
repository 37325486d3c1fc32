"""One rule says what may be ruled, whichever way an arbiter comes to it (art. 7.1, 9.1, 9.4)."""

import pytest

from sandbox import Message
from sandbox.faults import ServerError
from tests.e2e.bench import case_now, later, offered, own_case, turn
from tests.e2e.harness import Pair
from tests.e2e.season import Season
from tests.e2e.texts import facts_of, mentions, says


async def asked_why(pair: Pair, card: Message, data: str) -> bool:
    """Return whether the arbiter who presses that button is asked for the ruling's reason."""
    laid = pair.table
    await laid.forge(laid.arbiter, card, data)
    return mentions(laid.arbiter.last, "decision.why") or mentions(card, "decision.why")


@pytest.mark.article("7.1", "9.1", "9.4")
@pytest.mark.cup("Ana Pop", "Ion Rus", until="2025-05-20")
async def test_a_minute_after_the_start_no_no_show_and_no_level_game_is_ruled(
    season: Season,
) -> None:
    """Neither a case nor a person's card offers either; a pressed button of that kind is refused.

    The same applies to a case file. The closing is 19 days away.
    """
    laid = season.table
    (pair,) = await season.pairs()
    red = (await pair.game()).red.person
    card = await own_case(laid, pair.id)
    case = facts_of(card, "case.card")["case"]
    assert not [one for one in offered(card) if one.startswith("no_show") or one == "level"]
    refused = [f"rule:{case}:no_show.red", f"verdict:{pair.id}:no_show:red", f"rule:{case}:level"]
    for data in refused:
        assert not await asked_why(pair, card, data), data

    (shown,) = await laid.say(laid.arbiter, "/jucator Ana Pop")
    (other,) = await laid.say(laid.arbiter, "/jucator Ion Rus")
    buttons = (*shown.buttons, *other.buttons)
    assert not [one for one in buttons if one.data.startswith("person:no_show")]
    assert not await asked_why(pair, shown, f"person:no_show:{red}:{season.code}")


@pytest.mark.only_telegram("Telegram takes no message")
@pytest.mark.article("7.1", "9.1")
async def test_nobody_is_a_no_show_whose_sheets_are_still_on_their_way(pair: Pair) -> None:
    """Blue never got a sheet: neither a case nor a case file ends the game for them."""
    laid = pair.table
    laid.sandbox.faults.add(ServerError(), method="sendMediaGroup", chat=pair.blue.id, times=9999)
    laid.sandbox.faults.add(ServerError(), method="sendPhoto", chat=pair.blue.id, times=9999)
    await pair.place(pair.red, "H8 CASA")
    await later(laid, 12)

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
    """Before the decision the arbiter reads that the opponent never moved and gets 1.53.

    A no-show in all games names and opens its cases.
    """
    laid = season.table
    (pair,) = await season.pairs()
    (card,) = await laid.say(laid.arbiter, "/jucator Ana Pop")
    (shown,) = await laid.press(laid.arbiter, card, "button.player.withdrawal")
    days = {"used": 0, "allowance": 20, "partner_used": 0, "partner_allowance": 20}
    assert mentions(shown, "player.row_days", who="Ana Pop", partner="Ion Rus", **days)
    assert mentions(shown, "player.partner_never", partner="Ion Rus", other="1.5300")

    await later(laid, 25)
    red = "Ana Pop" if pair.red is season.players["Ana Pop"] else "Ion Rus"
    other = ({"Ana Pop", "Ion Rus"} - {red}).pop()
    (card,) = await laid.say(laid.arbiter, f"/jucator {other}")
    (shown,) = await laid.press(laid.arbiter, card, "button.player.withdrawal")
    assert mentions(shown, "player.partner_late", partner=red, other="1.5300")

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
    await later(laid, 12)
    (listed,) = await laid.say(laid.arbiter, "/mesa")
    await laid.forge(laid.arbiter, listed, f"verdict:{pair.id}:no_show:red")
    (shown,) = await laid.say(laid.arbiter, "Nu a venit.")
    await laid.press(laid.arbiter, shown, "button.decide")
    assert says(shown, "verdict.done", game=pair.id, case=f"{pair.id}#1")
    assert [each.data for each in shown.buttons] == [f"k:{pair.id}#1:open"]
