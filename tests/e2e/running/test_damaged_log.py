"""A stored event that was changed: what it belongs to stops, and everything else continues."""

from http import HTTPStatus
from pathlib import Path

import pytest

from bot.program.health import health_of
from bot.ratings.nightly.publishing import publish_lists
from bot.runtime.config.sections import NightlyRatings
from engine.ids import GameId, MatchCode
from storage.people import calendar_addresses
from storage.streams import competition_stream, game_stream, match_stream
from tests.e2e.bench import exchanged, offered, own_case, rule, tap, turn
from tests.e2e.cases.effects.acts_taken_back_shared import undone
from tests.e2e.harness import Pair, Table
from tests.e2e.plays import best
from tests.e2e.public_site import served
from tests.e2e.season import Season
from tests.e2e.texts import mentions, told

SECRET = "s" * 43
"""The secret of a calendar's address."""


async def test_a_falsified_game_stops_alone(casa: Pair) -> None:
    """Nobody reads or moves in it; players and operators are notified once, health is red.

    Blue, to move in two games, gets the board of the one that can be read. With the other one alone
    they are not told that no game waits for them.
    """
    table = casa.table
    await table.travel(1)
    sound = await table.match(red=casa.red, blue=casa.blue)
    await sound.place(sound.red, best(await sound.game()) or "PAS")
    begun = await exchanged(table, game_stream(GameId(casa.id)), "CASA", "CASE")
    await table.stop_bot()
    await table.start_bot()

    answered = await table.say(casa.blue, f"/fisa {casa.id}")
    assert mentions(answered[0], "fault.damaged_log", code=casa.id)
    await table.say(casa.blue, f"{casa.code} PAS")

    assert len(told(casa.red.messages, "error.damaged_log", code=casa.id)) == 1
    assert len(told(table.operator.messages, "operator.damaged_log")) == 1
    state = await health_of(table.app.runtime)()
    assert not state.is_well
    assert state.facts["damaged_logs"] == [game_stream(casa.id)]
    assert not told(await table.say(casa.blue, "/jocuri"), "refused")
    assert told(await table.say(table.arbiter, "/jucator Ana Pop"), "player.card")
    (board, *_) = await table.say(casa.blue, "/urmatoarea")
    assert sound.id in board.text
    await sound.place(sound.blue, "PAS")
    (refused,) = await table.say(casa.blue, "/urmatoarea")
    assert mentions(refused, "fault.damaged_log", code=casa.id)
    assert await exchanged(table, game_stream(GameId(casa.id)), "CASE", "CASA") == begun


@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_lists_site_calendars_and_ratings_go_on_without_a_falsified_competition(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """They leave it out, and are not kept from everything else; nobody in it is erased."""
    person = await table.stored.person(season.players["Ana Pop"].id)
    async with table.stored.database.transaction() as tx:
        await calendar_addresses.keep(tx, SECRET, person.id, table.app.runtime.clock.now())
    await exchanged(table, competition_stream(season.code), "Cupa", "Cupe")
    await table.stop_bot()
    await table.start_bot()

    for user in (table.arbiter, season.players["Ana Pop"]):
        for command in ("/campionat", "/galerie"):
            (listed,) = await table.say(user, command)
            assert not mentions(listed, "fault.damaged_log", code=season.code)
            assert season.code not in listed.text
    for command in ("/uita_ma", f"/verifica {season.code}"):
        (refused,) = await table.say(season.players["Ana Pop"], command)
        assert mentions(refused, "fault.damaged_log", code=season.code)
    async with served(table, tmp_path / "site", is_built=True) as client:
        assert season.code.lower() not in (await client.get("/")).text
        assert (await client.get(f"/calendar/{SECRET}.ics")).status_code == HTTPStatus.OK
    runtime, shared = table.app.runtime, table.app.shared
    await publish_lists(runtime, shared, NightlyRatings())
    await exchanged(table, competition_stream(season.code), "Cupe", "Cupa")


@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_falsified_competition_leaves_the_other_games(table: Table, season: Season) -> None:
    """A player still lists and moves in the other games, and the arbiter approves results."""
    pair, other_pair, _ = await season.pairs()
    await other_pair.give_up_both()
    sound = await table.match(red=pair.red, blue=pair.blue)
    await exchanged(table, competition_stream(season.code), "Cupa", "Cupe")
    await table.stop_bot()
    await table.start_bot()

    (listed,) = await table.say(sound.red, "/jocuri")
    assert mentions(listed, "games.row_mine", game=sound.id)
    (shown,) = await table.say(sound.red, best(await sound.game()) or "PAS")
    await table.press(sound.red, shown, "button.send")
    assert len((await sound.game()).moves) == 1
    (overview,) = await table.say(table.arbiter, "/omologheaza")
    assert not mentions(overview, "fault.damaged_log", code=season.code)
    await exchanged(table, competition_stream(season.code), "Cupe", "Cupa")


async def test_a_falsified_match_leaves_the_lists(casa: Pair) -> None:
    """Its players' lists and its arbiter's tasks open without it, and a text is answered.

    The card of a player shows their other matches.
    """
    table = casa.table
    sound = await table.match(red=casa.red)
    await exchanged(table, match_stream(MatchCode(casa.code)), "home_seed", "home_seeD")
    await table.stop_bot()
    await table.start_bot()

    letters = "".join((await casa.game()).red.rack)[:3]
    shown = (casa.red, "/jocuri"), (table.arbiter, "/mesa")
    for user, command in (*shown, (casa.red, "cum e vremea la voi"), (casa.red, letters)):
        for answered in await table.say(user, command):
            assert not mentions(answered, "fault.damaged_log", code=casa.code)
    (card,) = await table.say(table.arbiter, "/jucator Ana Pop")
    assert told([card], "player.card")
    assert sound.code in card.text
    await exchanged(table, match_stream(MatchCode(casa.code)), "home_seeD", "home_seed")


async def test_a_falsified_game_leaves_the_results_to_approve(casa: Pair) -> None:
    """The arbiter still approves the results of other matches, in one list without it."""
    table = casa.table
    sound = await table.match(red=casa.red)
    for pair in (casa, sound):
        await pair.give_up_both()
    await exchanged(table, game_stream(GameId(f"{casa.code}/1")), "CASA", "CASE")
    await table.stop_bot()
    await table.start_bot()

    (shown, *_) = await table.say(table.arbiter, "/omologheaza")

    codes = {
        code for code in (casa.code, sound.code) for each in shown.buttons if code in each.data
    }
    assert codes == {sound.code}
    await exchanged(table, game_stream(GameId(f"{casa.code}/1")), "CASE", "CASA")


@pytest.mark.article("10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_falsified_game_stops_no_ruling_in_another(table: Table, season: Season) -> None:
    """Its player may lose another game, but is disqualified only once all games can be read."""
    sound, falsified, _ = await season.pairs()
    await exchanged(table, game_stream(GameId(falsified.id)), "2025", "2024")
    await table.stop_bot()
    await table.start_bot()

    await own_case(table, sound.id)
    (card,) = told(table.arbiter.messages, "case.card")
    await turn(table, table.arbiter, card)
    seats = {ruling.partition(".")[2] for ruling in offered(card) if ruling.startswith("exclusion")}
    await rule(table, card, "loss.red")

    assert len(seats) == 1
    assert (await sound.game()).ended
    await exchanged(table, game_stream(GameId(falsified.id)), "2024", "2025")


@pytest.mark.article("10.1", "10.3")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_milder_ruling_reinstates_nobody_without_a_falsified_game(season: Season) -> None:
    """It is refused before its reason is asked, because it would resume all their games."""
    table = season.table
    sound, falsified, _ = await season.pairs()
    here, there = await sound.game(), await falsified.game()
    player = next(side.person for side in (here.red, here.blue) if there.seat_of(side.person))
    seat = here.seat_of(player)
    card = await own_case(table, sound.id)
    await rule(table, card, f"exclusion.{seat}")
    await exchanged(table, game_stream(GameId(falsified.id)), "2025", "2024")
    await table.stop_bot()
    await table.start_bot()

    await table.press(table.arbiter, card, "button.case.reverse")
    answers = await tap(table, table.arbiter, card, f"rule:{sound.id}#1:warning.{seat}")

    assert any(mentions(each, "fault.damaged_log", code=falsified.id) for each in (*answers, card))
    assert (await season.competition()).excluded == {player}
    await exchanged(table, game_stream(GameId(falsified.id)), "2024", "2025")


@pytest.mark.article("9.1")
async def test_a_no_show_is_taken_back_except_in_a_falsified_game(casa: Pair) -> None:
    """The player's other games resume; the falsified one stays as it is."""
    table = casa.table
    sound = await table.match(red=casa.red, blue=casa.blue)
    await sound.place(sound.red, best(await sound.game()) or "PAS")
    await table.travel(15)
    (card,) = await table.say(table.arbiter, "/jucator Ion Rus")
    (shown,) = await table.press(table.arbiter, card, "button.player.no_show")
    await table.press(table.arbiter, shown, "why.no_show")
    await table.press(table.arbiter, shown, "button.decide")
    assert (await casa.game()).ended
    assert (await sound.game()).ended
    await exchanged(table, game_stream(GameId(casa.id)), "CASA", "CASE")
    await table.stop_bot()
    await table.start_bot()

    await undone(table, table.arbiter, shown)

    assert (await sound.game()).ended is None
    await exchanged(table, game_stream(GameId(casa.id)), "CASE", "CASA")
