"""Leaving a running competition: by withdrawal, or freed by an arbiter (art. 9.1, 9.6)."""

from decimal import Decimal

import pytest

from engine.games.events import Ending
from engine.ids import Leg
from engine.matches.match import MatchStage
from tests.e2e.bench import own_case
from tests.e2e.championship import set_up
from tests.e2e.competitions.closing.closing_shared import end_all
from tests.e2e.competitions.conftest import CLOSING
from tests.e2e.competitions.retirement_shared import asked_to_free, freed
from tests.e2e.harness import Pair, Table, bucharest
from tests.e2e.plays import best
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says, told, worded


@pytest.mark.article("9.1", "9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_player_leaves_a_running_competition_in_one_step(
    table: Table, season: Season
) -> None:
    """One question names every game with its result; each opponent gets one notice.

    Freeing a withdrawn player's seat is refused: the next player would inherit it.
    """
    ana = season.players["Ana Pop"]
    person = await season.person("Ana Pop")
    pairs = [pair for pair in await season.pairs() if ana in {pair.red, pair.blue}]
    (opponent,) = {pairs[0].red, pairs[0].blue} - {ana}
    (resigned,) = await table.say(opponent, f"/abandon {pairs[0].id}")
    await table.press(opponent, resigned, "button.abandon")

    (question,) = await table.say(ana, "/retragere")
    assert mentions(question, "retire.which")
    await table.press(ana, question, "button.retire_from")
    assert mentions(question, "retire.ask", title="Cupa Telegram 2025")
    games = [f"{pair.code}/{n}" for pair in pairs for n in (1, 2)]
    assert [game for game in games if game in question.text] == games[1:]
    await table.press(ana, question, "button.retire")

    assert mentions(question, "retire.done")
    assert (await season.competition()).phase.retired == {person}
    for pair in pairs:
        match = await table.stored.match(pair.code)
        assert match.stage is MatchStage.PROPOSED
        assert match.ended[-1].ending is Ending.NO_SHOW
        back = next(one for one in match.results if one.leg is Leg.RETURN)
        red, _ = match.colours(Leg.RETURN)
        assert f"{back.red if red == person else back.blue:.4f}" == "0.0000"
        partner = pair.blue if pair.red is ana else pair.red
        assert len(told(partner.messages, "retire.partner", match=pair.code)) == 1
        assert not told(partner.messages, "ending.no_show")
        assert any(mentions(one, "results.proposed") for one in partner.messages)
    assert not any(mentions(one, "results.proposed") for one in ana.messages)
    await table.press(ana, question, "button.my_games")
    for pair in pairs:
        assert worded("button.results_of", match=pair.code) in question.labels
    (heard,) = told(table.arbiter.messages, "retire.arbiter", who="Ana Pop")
    assert [game for game in games if game in heard.text] == games[1:]
    assert heard.text.count("Ana Pop") == 1 + len(games[1:])
    (answer,) = await table.say(ana, "/retragere")
    assert says(answer, "retire.nothing")
    assert person in (await season.competition()).former_players

    refused = await asked_to_free(season, "Ana Pop")

    assert mentions(refused, "fault.place_of_withdrawn")
    assert person in (await season.competition()).phase.players


@pytest.mark.article("7.1", "9.1")
async def test_a_return_game_is_given_up_before_it_begins(passed_out: Pair) -> None:
    """One question states the result; the home game keeps its own, and both are notified."""
    pair, table = passed_out, passed_out.table

    (question,) = await table.say(pair.blue, "/retragere")
    assert mentions(question, "retire.ask_return")
    assert f"{pair.code}/2" in question.text
    assert f"{pair.code}/1" not in question.text
    await table.press(pair.blue, question, "button.retire_return")

    match = await table.stored.match(pair.code)
    assert match.stage is MatchStage.PROPOSED
    assert [ended.ending for ended in match.ended] == [Ending.PASSES, Ending.NO_SHOW]
    home, back = match.results
    assert (f"{back.red:.4f}", f"{back.blue:.4f}") == ("0.0000", "1.5300")
    assert home.red + home.blue <= 2
    assert len(told(pair.red.messages, "retire.partner", match=pair.code)) == 1
    assert told(table.arbiter.messages, "retire.return_arbiter", who="Ion Rus")


@pytest.mark.article("9.1", "9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", until=CLOSING)
async def test_a_place_freed_in_mid_game_is_an_abandonment_at_the_closing(
    table: Table, season: Season
) -> None:
    """The card shows when it was freed and what had arrived; the proposal is not 1–1."""
    (pair,) = await season.pairs()
    await table.answer_sheet(pair.red, pair.id, best(await pair.game()) or "PAS")
    for user in (pair.blue, pair.red):
        await table.answer_sheet(user, pair.id, "PAS")
    await table.travel_to(bucharest("2025-05-08", "09:00:00"))
    blue = next(name for name, user in season.players.items() if user is pair.blue)
    await freed(season, blue)
    card = await own_case(table, pair.id)
    assert mentions(card, "silence.place_free", who=blue, on="2025-05-08")
    assert mentions(card, "case.delivered", who=blue)
    assert not mentions(card, "case.never_delivered")
    await table.travel_to(bucharest("2025-05-26", "09:00:00"))

    await end_all(table)

    home = (await table.stored.match(pair.code)).results[0]
    assert home.red > Decimal(1) > home.blue


@pytest.mark.article("9.6")
@pytest.mark.cup("Ana Pop", "Ion Rus", "Dan Ene")
async def test_a_seat_freed_by_mistake_is_given_back_on_the_competitions_card(
    table: Table, season: Season
) -> None:
    """The player is again in all their matches, under their name, and everybody reads it once."""
    person = await season.person("Ana Pop")
    before = await season.competition()
    await freed(season, "Ana Pop")
    assert person not in (await season.competition()).phase.players
    made = season.championship
    await made.say(f"/campionat {season.code}")
    await made.steps("players")
    await made.press("button.plain", label="Ana Pop")
    (asked,) = await made.press("button.comp.back_to")
    assert mentions(asked, "place.back_show")
    await table.press(made.arbiter, asked, "place.back_usual")
    await table.press(made.arbiter, asked, "button.decide")

    assert mentions(asked, "place.back_done", who="Ana Pop")
    after = await season.competition()
    assert (after.phase.players, after.claimed) == (before.phase.players, before.claimed)
    assert after.phase.acts == before.phase.acts
    assert len(told(season.players["Ana Pop"].messages, "place.back_you", who="Ana Pop")) == 1
    for name in ("Ion Rus", "Dan Ene"):
        assert len(told(season.players[name].messages, "place.back_other")) == 1
    for listed in await season.matches(of=person):
        match = await table.stored.match(listed.code)
        assert person in match.joined
        assert not match.freed
        game = await table.stored.game(f"{listed.code}/1")
        assert person in {game.red.person, game.blue.person}


@pytest.mark.article("9.1")
@pytest.mark.qualified("Ana Pop", "Ion Rus", "Dan Ene", advance=2)
async def test_a_withdrawal_between_the_phases_speaks_of_the_games_to_come(
    between_phases: Season,
) -> None:
    """The competition has begun long ago; a seat in its next phase may still be given on."""
    table = between_phases.table
    answers = [
        (await table.say(player, "/retragere"))[0] for player in between_phases.players.values()
    ]
    asked = [answer for answer in answers if says(answer, "retire.before_start")]
    assert asked
    assert not any("Competiția nu a început" in answer.text for answer in asked)


@pytest.mark.article("9.1")
@pytest.mark.cup("Ana Pop", "Ion Rus")
async def test_a_coming_competition_is_offered_beside_a_running_one(
    table: Table, season: Season
) -> None:
    """Nobody who means the second cup is asked to end the games of the first."""
    ana = season.players["Ana Pop"]
    second = await set_up(table, {"phases": "final"}, title="Cupa Toamnei 2025")
    await second.enter("Ana Pop, Cluj\nEma Ilie, Iași")
    await second.claim("Ana Pop", user=ana)

    (question,) = await table.say(ana, "/retragere")

    assert mentions(question, "retire.which")
    titles = ["Cupa Telegram 2025", "Cupa Toamnei 2025"]
    first, coming, _ = question.buttons
    assert [first.label, coming.label] == [
        worded("button.retire_from", title=title) for title in titles
    ]
    ana.press_button(question, coming)
    await table.settle()
    assert says(question, "comp.ask.withdraw_me", title=titles[1])
