"""The board opened by the button of a turn, over the chat of the sandbox."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from bot.program.answering import front
from engine.games.events import PlacementMade
from engine.ids import Seat
from tests.e2e.harness import Pair, match_begun, reserved_port, table
from tests.e2e.phone import PATIENCE
from tests.e2e.texts import told

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest.mark.only_telegram("opens the board in Telegram's window")
async def test_a_turn_is_opened_from_the_chat_laid_and_sent(
    tmp_path: Path, browser: Browser
) -> None:
    """*Deschide tabla*, the letters and *Trimite* at the bottom: then the opponent is on turn."""
    with reserved_port() as port:
        settings = {"server_public_url": f"http://127.0.0.1:{port}"}
        async with table(tmp_path, changed=settings, after=match_begun) as laid:
            pair = Pair(laid, *laid.done)
            await pair.type(pair.red, "H8 CASA")
            config = replace(laid.config, server=replace(laid.config.server, port=port))
            async with (
                front(config, laid.app),
                await browser.new_page(viewport={"width": 1280, "height": 960}) as page,
            ):
                page.set_default_timeout(PATIENCE)
                await page.goto(f"{laid.config.telegram.base_url}/sandbox/")
                chat = page.get_by_role("region", name=pair.red.name, exact=True)
                await chat.get_by_role("button", name="Deschide tabla").last.click()
                board = page.frame_locator("iframe")
                await board.get_by_role("gridcell").nth(7 * 15 + 7).click()
                for letter in "CASA":
                    await board.locator(f'.key[aria-label^="{letter},"]').first.click()
                await expect(board.get_by_role("status")).to_contain_text("✓ CASA")
                send = chat.locator("button.main")
                await expect(send).to_have_text("Trimite · 8 puncte")
                await expect(send).to_be_enabled()
                await send.click()
                await expect(board.locator('[data-laid="board"]')).to_have_count(4)
                await expect(send).to_be_hidden()
            await laid.settle()
            (move,) = (await pair.game()).moves
            assert isinstance(move, PlacementMade)
            assert (move.by, move.word) == (Seat.RED, "CASA")
            assert told(pair.blue.messages, "turn.board", game=pair.id)
