"""The analysis of a finished game on the Mini App's board, beside its replay."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from engine.ids import GameId
from sandbox import SandboxUser
from storage.analysis import analyses
from tests.e2e.analysis.conftest import hurry
from tests.e2e.harness import Pair, Table, table
from tests.e2e.mini_app import MiniApp, mini_app, of
from tests.e2e.phone import Phone, phone
from tests.e2e.play.overview_shared import (
    approved,
    both_resigned,
    button,
    clean_at,
    clean_in_both_themes,
    fits,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIZES = [(320, 480), (375, 560), (1440, 900), (844, 390)]


async def match_analysed(laid: Table) -> tuple[str, SandboxUser, SandboxUser]:
    """Approve both resigned games, and have Red request the home game's analysis."""
    code, red, blue, _ = await both_resigned(laid)
    await approved(pair := Pair(laid, code, red, blue))
    await laid.say(red, f"/analiza {pair.id}")
    return code, red, blue


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match whose home game is analysed."""
    at_work = asyncio.create_task(hurry())
    async with table(tmp_path, after=match_analysed) as laid, mini_app(laid) as web:
        yield web
    at_work.cancel()
    with suppress(asyncio.CancelledError):
        await at_work


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done)


async def unanalysed(pair: Pair) -> None:
    """Delete the analysis of the home game."""
    async with pair.table.stored.database.transaction() as tx:
        await analyses.drop(tx, GameId(pair.id))


@pytest.mark.article("2.1")
async def test_the_analysis_is_made_on_request_and_shown_at_each_turn(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Each turn shows the possible points, the points lost, a label, and the better play."""
    await unanalysed(pair)
    tab = await web.open(pair.red)
    assert (await tab.get(f"{of(pair.id)}/analysis")).json()["state"] == "none"
    async with phone(browser, web, pair.red, pair.id) as own:
        await own.page.locator(".over").get_by_role("button", name="Ce se putea juca").tap()
        best = own.page.locator(".best")
        await expect(best).to_contain_text("Pierdere")
        found = (await tab.get(f"{of(pair.id)}/analysis")).json()
        assert found["state"] == "ready"
        await own.page.keyboard.press("Home")
        await expect(best).to_be_empty()
        await button(own, "Depunerea următoare").tap()
        first = found["turns"][0]["best"]
        await expect(best).to_contain_text(f"Se putea {first['move']} · {first['points']}")
        await expect(best).to_contain_text(f"Pierdere: {found['turns'][0]['lost']}")
        await expect(best).to_contain_text("estimat")
        laid = own.page.locator('.replay [data-laid="typed"]')
        await expect(laid).to_have_count(0)
        await button(own, "Arată pe tablă ce se putea").tap()
        await expect(laid).to_have_count(len(first["laid"]))
        name = await laid.first.get_attribute("aria-label")
        assert name is not None
        assert name.startswith(first["laid"][0][0])
        assert "se putea pune" in name
        await expect(own.page.locator('.replay [data-laid="board"]')).to_have_count(0)
        await button(own, "Depunerea următoare").tap()
        await expect(laid).to_have_count(0)
        await own.page.get_by_text("Partida pe scurt").tap()
        await button(own, "Trimite analiza ca mesaj").tap()
        await expect(own.page.get_by_role("alert")).to_contain_text("Analiza a venit în mesaje")
    await pair.table.settle()
    assert pair.red.last.photo is not None


async def test_the_replay_alone_offers_the_analysis(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The page requests nothing before the player asks; a finished analysis appears by itself."""
    await unanalysed(pair)
    async with phone(browser, web, pair.red, pair.id) as own:
        await button(own, "Partida pas cu pas").tap()
        offer = own.page.locator(".brief").get_by_role("button", name="Ce se putea juca")
        await expect(offer).to_be_visible()
        async with pair.table.stored.database.reading() as tx:
            assert not await analyses.wishes(tx)
        await offer.tap()
        await expect(own.page.locator(".best")).to_contain_text("Se putea")
    async with phone(browser, web, pair.blue, pair.id) as other:
        await button(other, "Partida pas cu pas").tap()
        await expect(other.page.locator(".best")).to_contain_text("Se putea")


@pytest.mark.article("2.1", "8.5")
async def test_nobody_else_reads_an_analysis(web: MiniApp, pair: Pair) -> None:
    """A stranger gets 404, the arbiter is refused until both agree; a corrected game has none."""
    path = f"{of(pair.id)}/analysis"
    stranger = pair.table.sandbox.add_user("Dan Curios", language_code="ro")
    await pair.table.say(stranger, "/start")
    assert (await (await web.open(stranger)).get(path)).status_code == 404
    arbiter = await web.open(pair.table.arbiter)
    refused = await arbiter.get(path)
    assert (refused.status_code, refused.json()["error"]) == (422, "analysis_private")
    own = await web.open(pair.red)
    assert (await own.get(path)).json()["state"] == "ready"
    await unanalysed(pair)
    assert (await own.get(path)).json()["state"] == "none"
    other = await pair.table.match(red=pair.red, names=("Ana Pop", "Dan Ene"))
    running = await own.get(f"{of(other.id)}/analysis")
    assert (running.status_code, running.json()["error"]) == (422, "analysis_running")


async def test_the_analysis_stands_in_nobody_s_way(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """At every size axe finds no error, nothing overflows, and no tool is covered."""
    async with phone(browser, web, pair.red, pair.id, size=(390, 844)) as own:
        await clean_in_both_themes(own, "finished game")
        await clean_at(own, "finished game", *SIZES)
        await own.resize(390, 844)
        await button(own, "Partida pas cu pas").tap()
        await button(own, "Arată pe tablă ce se putea").tap()
        await clean_in_both_themes(own, "analysis")
        await uncovered(own)
        for size in SIZES:
            await clean_at(own, "analysis", size)
            await uncovered(own)


async def uncovered(own: Phone) -> None:
    """Check that the view still fits once its first tool is in view."""
    await button(own, "La început").scroll_into_view_if_needed()
    assert await fits(own)
