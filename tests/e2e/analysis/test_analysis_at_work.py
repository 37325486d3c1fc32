"""Analyses in progress that are stopped, killed or requested again."""

import os
import signal
from pathlib import Path

import pytest

from engine.ids import GameId
from storage.analysis import analyses
from storage.db import Database
from tests.e2e.analysed import (
    after,
    begun,
    frozen,
    goes_on,
    gone,
    is_outdated,
    is_there,
    number_in,
    process_at_work,
    requested,
    shown,
)
from tests.e2e.forking import children_of
from tests.e2e.harness import HOME_SEED, Pair, button, config_for
from tests.e2e.killable import ORDER, SEED
from tests.e2e.process import Process
from tests.e2e.stored import Stored
from tests.e2e.texts import facts_of, mentions, says


@pytest.fixture
def pair(pairs: list[Pair]) -> Pair:
    """Give the pair that began with the highest-scoring plays."""
    return pairs[0]


async def test_who_stops_waiting_gets_nothing_and_the_opponent_everything(
    pair: Pair, home: GameId
) -> None:
    """The process continues for the other people who wait, and ends when nobody waits."""
    table = pair.table
    working, process = await frozen(pair.red, home)
    blues_card = await requested(pair.blue, home)

    press = pair.red.press_button(working, button(working, "button.analysis.stop"))
    await pair.red.answered(press)
    assert is_there(process)
    await goes_on(table, process)
    assert says(working, "analysis.stopped")
    assert after(pair.red, working) == []
    (card,) = after(pair.blue, blues_card)
    assert mentions(card, "analysis.card", game=home)

    await is_outdated(table, home)
    working, process = await frozen(pair.red, home)
    await table.press(pair.red, working, "button.analysis.stop")
    await gone(process)
    assert says(working, "analysis.stopped")
    assert after(pair.red, working) == []
    await table.forge(pair.red, working, "an:stop")
    assert says(working, "analysis.nothing_waits")


async def test_who_asked_gets_an_answer_though_the_process_or_the_bot_ends(
    pair: Pair, home: GameId
) -> None:
    """A killed process is owned up to once, and may be asked for again.

    A stopped bot leaves no process, and its next start finishes what was asked. A game that brings
    the bot down three times is given up, and the person reads so.
    """
    table = pair.table
    working, process = await frozen(pair.red, home)
    os.kill(process, signal.SIGKILL)
    await table.settle()
    (failed,) = after(pair.red, working)
    assert says(failed, "analysis.failed", game=home)

    working, process = await frozen(pair.red, home)
    await table.stop_bot()
    assert not is_there(process)
    await table.start_bot()
    await table.settle()
    (card,) = after(pair.red, working)
    assert mentions(card, "analysis.card", game=home)
    (again,) = await table.say(pair.red, f"/analiza {home}")
    assert again.text == card.text

    await is_outdated(table, home)
    red = await table.stored.person(pair.red.id)
    async with table.stored.database.transaction() as tx:
        await analyses.wish(tx, red.id, home, analyses.WishSubject.GAME, table.sandbox.clock.now())
        for _ in range(3):
            await analyses.count_attempt(tx, home)
    await table.stop_bot()
    await table.start_bot()
    await table.settle()
    (failed,) = after(pair.red, again)
    assert says(failed, "analysis.failed", game=home)


async def test_what_both_could_have_had_is_looked_for_when_somebody_asks(
    analysed_pair: Pair,
) -> None:
    """If both are requested at the same time, each player gets what they asked for, once."""
    pair, table, home = analysed_pair, analysed_pair.table, GameId(f"{analysed_pair.code}/1")
    card = await shown(table, pair.red, home)
    (tables,) = await table.press(pair.red, card, "button.analysis.tables")
    await is_outdated(table, home)
    blues_card, process = await frozen(pair.blue, home)
    pair.red.press_button(tables, button(tables, "button.analysis.possible"))
    working = await pair.red.receive(lambda message: message.id > tables.id)
    assert says(working, "analysis.working", game=home)
    await goes_on(table, process)

    (card,) = after(pair.blue, blues_card)
    assert mentions(card, "analysis.card", game=home)
    (totals,) = after(pair.red, working)
    facts = facts_of(totals, "analysis.possible")
    played = await table.stored.game(home)
    assert facts["game"] == home
    assert (
        number_in(facts["total"]) > number_in(facts["best"]) >= played.red.score + played.blue.score
    )
    (again,) = await table.press(pair.red, tables, "button.analysis.possible")
    assert again.text == totals.text


async def test_a_season_is_shown_when_the_last_of_ones_games_is_analysed(
    analysed_pair: Pair,
) -> None:
    """One message covers all open games; a player who stops waiting gets it when they ask again.

    The remaining games are not analysed then. A request for a finished season is answered at once.
    """
    pair, table = analysed_pair, analysed_pair.table
    (offered,) = await table.say(pair.red, "/analiza")
    assert says(offered, "analysis.which")
    pair.red.press_button(offered, button(offered, "button.analysis.season"))
    working = await pair.red.receive(lambda message: message.id > offered.id)
    assert says(working, "season.working", n=2)
    process = await process_at_work()
    os.kill(process, signal.SIGSTOP)

    await table.press(pair.red, working, "button.analysis.stop")

    await gone(process)
    assert says(working, "analysis.stopped")
    assert after(pair.red, working) == []
    again, card = await table.say(pair.red, "/analiza sezon")
    assert says(again, "season.working", n=2)
    assert mentions(card, "season.card", n=3)
    (kept,) = await table.say(pair.red, "/analiza Sezonul meu")
    assert kept.text == card.text


async def test_a_bot_that_is_killed_takes_its_process_along_and_answers_once_when_it_is_back(
    pair: Pair, home: GameId, tmp_path: Path
) -> None:
    """The bot stores the request before it is killed, and repeats the analysis after its start."""
    table = pair.table
    await table.stop_bot()
    at = table.config.telegram.base_url
    config, environment = config_for(tmp_path, at, table.sandbox.token, table.operator.id)
    order, database = tmp_path / "order", Database(config.storage.url)
    environment |= {ORDER: str(order), SEED: HOME_SEED}
    bot = Process(table.sandbox, environment, order, Stored(database))
    try:
        await bot.start()
        working = await requested(pair.red, home)
        (killed,) = children_of(bot.parent)
        process = await process_at_work(killed)
        await begun(process)
        os.kill(process, signal.SIGSTOP)
        os.kill(killed, signal.SIGKILL)
        await bot.dies()
        await gone(process)

        await pair.red.receive(
            lambda each: each.id > working.id and mentions(each, "analysis.card", game=home)
        )
        await bot.settle()
        cards = [each for each in after(pair.red, working) if home in each.text]
        assert len(cards) == 1
    finally:
        await bot.stop()
        await database.close()
        await table.start_bot()
