"""The best use of a phase's letters: searched at night, shown on the site and to players."""

import os
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.program.schedule import run_job
from bot.site.paths import competition_path
from engine.ids import GameId
from storage.analysis import sequences
from tests.e2e.analysed import (
    NAMES,
    TURNS,
    cup_analysed,
    gone,
    is_outdated,
    number_in,
    process_at_work,
    requested,
    shown,
)
from tests.e2e.harness import Pair, Table, config_for
from tests.e2e.harness import table as laid_table
from tests.e2e.public_site import written
from tests.e2e.running.nightly_shared import nightly
from tests.e2e.season import Season
from tests.e2e.texts import mentions, says

BOARDS = "2"


async def searches(table: Table, folder: Path) -> None:
    """Let the bot at that table run a narrow search at night."""
    at = table.config.telegram.base_url
    table.config, _ = config_for(
        folder, at, table.sandbox.token, table.operator.id, analysis_night_boards=BOARDS
    )
    await table.stop_bot()
    await table.start_bot()


async def waiting(table: Table) -> int:
    """Return how many sequences are still to be searched."""
    async with table.stored.database.reading() as tx:
        return len(await sequences.waiting(tx))


@pytest_asyncio.fixture(name="pair")
async def _pair(tmp_path: Path) -> AsyncIterator[Pair]:
    """Give a pair of a finished cup whose bot searches at night; its home game is analysed."""
    async with laid_table(
        tmp_path, after=cup_analysed, changed={"analysis_night_boards": BOARDS}
    ) as laid:
        yield Pair(laid, *laid.done[0])


@pytest.mark.article("2.1")
async def test_a_phase_shows_what_its_tiles_allowed_after_the_night(
    pair: Pair, tmp_path: Path
) -> None:
    """The site shows the sequence and its best games, and a player can read them at once."""
    table, home = pair.table, GameId(f"{pair.code}/1")
    match = await table.stored.match(pair.code)
    page, folder = competition_path(match.competition), tmp_path / "site"
    before = (await written(table, folder)).text(page)
    assert "puteau face" not in before

    await run_job(nightly(table, "search"))
    await table.settle()

    text = (await written(table, folder)).text(page)
    totals = re.search("cei doi puteau face împreună cel puțin <b>(.*?)</b>.*?<b>(.*?)</b>", text)
    assert totals is not None
    assert number_in(totals[1]) > number_in(totals[2]) > 0
    assert "În retur cei doi puteau" not in text  # each has letters of its own
    assert "Este o estimare:" in text
    assert "care nu este lista oficială" in text
    card = await shown(table, pair.red, home)
    (tables,) = await table.press(pair.red, card, "button.analysis.tables")
    (answer,) = await table.press(pair.red, tables, "button.analysis.possible")
    assert mentions(answer, "analysis.possible", game=home, n=3)
    await run_job(nightly(table, "search"))
    assert await waiting(table) == 0


@pytest.mark.article("2.1")
@pytest.mark.cup(*NAMES, over=TURNS)
async def test_nothing_is_searched_of_letters_that_somebody_still_plays(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """One approved match does not open a sequence whose letters other matches still use."""
    pair, *_ = await season.pairs()
    assert (await table.stored.match(pair.code)).results
    await searches(table, tmp_path)

    await run_job(nightly(table, "search"))

    assert await waiting(table) == 0


async def test_a_search_of_the_night_gives_way_to_a_request(pair: Pair) -> None:
    """A request stops the search; the search starts again afterwards and finishes."""
    table, home = pair.table, GameId(f"{pair.code}/1")
    await is_outdated(table, home)
    await run_job(nightly(table, "search"))
    search = await process_at_work()
    os.kill(search, signal.SIGSTOP)
    assert await waiting(table) == 1

    await requested(pair.red, home)
    await gone(search)
    await table.settle()

    assert mentions(pair.red.messages[-1], "analysis.card", game=home)
    assert await waiting(table) == 0


async def test_a_search_that_is_killed_is_begun_again_and_not_for_ever(pair: Pair) -> None:
    """A search killed once still finishes; the bot drops one killed each time, without notice.

    Who asked for one that is killed gets one message, and their request is no longer open.
    """
    table = pair.table
    heard = len(pair.red.messages)
    await run_job(nightly(table, "search"))
    for _ in range(sequences.MOST_ATTEMPTS):
        search = await process_at_work()
        os.kill(search, signal.SIGKILL)
        await gone(search)
    await table.settle()

    assert await waiting(table) == 0
    assert len(pair.red.messages) == heard

    home = GameId(f"{pair.code}/1")
    card = await shown(table, pair.red, home)
    (tables,) = await table.press(pair.red, card, "button.analysis.tables")
    pair.red.press(tables, f"an:most:{home}")
    working = await pair.red.receive(lambda each: each.id > tables.id)
    assert says(working, "analysis.working", game=home)
    os.kill(await process_at_work(), signal.SIGKILL)
    await table.settle()

    (failed,) = [each for each in pair.red.messages if each.id > working.id]
    assert says(failed, "analysis.failed", game=home)
