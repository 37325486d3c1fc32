"""A sent move is taken back on the Mini App's board, or takes effect when its time is over."""

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from engine.notation import parse_placement
from tests.e2e.harness import Pair, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import phone

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SECONDS = 300
CASA = parse_placement("H8 CASA")


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot where each move waits five minutes."""
    changed = {"play_undo_seconds": str(SECONDS)}
    async with table(tmp_path, changed=changed, after=match_begun) as laid, mini_app(laid) as web:
        yield web


async def test_a_move_is_taken_back_by_the_button_that_sent_it(
    web: MiniApp, browser: Browser
) -> None:
    """The button counts the seconds; the tiles then return, and the move can be sent again."""
    pair = Pair(web.table, *web.table.done)
    async with phone(browser, web, pair.red, pair.id) as own:
        await own.lay(await pair.game(), CASA)
        await own.shows_result("✓ CASA")
        await own.send()
        await expect(own.page.locator(".score")).to_contain_text("H8 CASA pleacă")
        assert "Ia înapoi (" in (await own.main_button())["text"]
        await expect(own.page.locator("[data-laid]")).to_have_count(4)
        assert await own.rack() == "LOP"
        for name in ("Șterge", "Ia literele"):
            await expect(own.page.get_by_role("button", name=name)).to_be_disabled()
        await expect(own.page.get_by_role("button", name="PAS", exact=True)).to_be_hidden()

        await own.send()
        await expect(own.page.locator(".news")).to_contain_text("Nimic nu a fost trimis")
        await own.shows_result("✓ CASA")
        assert await own.page.locator("[data-laid]").count() == 4
        assert not (await pair.game()).moves

        await own.send()
        await expect(own.page.locator(".score")).to_contain_text("H8 CASA pleacă")
        await web.table.travel_to(web.table.sandbox.clock.now() + timedelta(seconds=SECONDS))
        await own.shows_result("Trimis ✓")
        await expect(own.page.locator(".score")).not_to_contain_text("pleacă")
    assert len((await pair.game()).moves) == 1


async def test_a_blank_in_brackets_is_one_tile(web: MiniApp, browser: Browser) -> None:
    """A move that is taken back lays its blanks on their own squares."""
    pair = Pair(web.table, *web.table.done)
    async with phone(browser, web, pair.red, pair.id) as own:
        tiles = await own.page.evaluate(
            """async () => {
              const { src } = document.querySelector("script[type=module]");
              const { tilesOfMove } = await import(new URL("draft.js", src).href);
              return tilesOfMove("H8 C(a)S", Array(15).fill(".".repeat(15)));
            }"""
        )
    assert [(each["col"], each["letter"], each["joker"]) for each in tiles] == [
        (7, "C", False),
        (8, "A", True),
        (9, "S", False),
    ]
