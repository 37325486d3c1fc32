"""The Mini App on a phone: its page in headless Chromium, touched, opened as Telegram opens it."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import quote

from playwright.async_api import Browser, Locator, Page, expect

from bot.web.play.views import board_rows
from engine.games.game import Game, squares
from engine.ids import Seat
from engine.placement import Placement
from sandbox import SandboxUser
from tests.e2e.mini_app import MiniApp

PATIENCE: Final = 60_000.0
"""Milliseconds that anything may take on a busy machine."""
expect.set_options(timeout=PATIENCE)
LIGHT: Final = {"bg_color": "#ffffff", "button_color": "#2779c4"}
DARK: Final = {"bg_color": "#18222d", "button_color": "#2f7fc9"}
_TELEGRAM: Final = """
  window.told = [];
  window.TelegramWebviewProxy = {
    postEvent: (type, data) => window.told.push([type, JSON.parse(data)]),
  };
"""
"""What Telegram's apps put there for a Mini App to speak to."""
NO_STORAGE: Final = """
  Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no storage", "SecurityError"); },
  });
"""
"""A browser that stores nothing for a page."""


@dataclass(slots=True)
class Phone:
    """One person's phone, with the Mini App open."""

    page: Page

    def square(self, row: int, column: int) -> Locator:
        """Return a square, both counted from 0."""
        return self.page.get_by_role("gridcell").nth(row * 15 + column)

    def key(self, letter: str) -> Locator:
        """Return a key of the rack that has that letter."""
        name = "joker" if letter == "?" else letter
        return self.page.locator(f'.key[aria-label^="{name},"]').first

    async def lay(self, game: Game, placement: Placement) -> None:
        """Tap a placement: where it begins, once more for one down, and its letters."""
        rows = board_rows(game)
        lies = squares(placement.square, placement.axis, len(placement.word))
        free = [
            (square, letter)
            for square, letter in zip(lies, placement.word, strict=True)
            if rows[square.row][square.column] == "."
        ]
        (row, column), _ = free[0]
        await self.square(row, column).tap()
        arrow = "down" if placement.axis.name == "DOWN" else "across"
        if await self.square(row, column).get_attribute("data-arrow") != arrow:
            await self.square(row, column).tap()
        for _, letter in free:
            await self.press(letter)

    async def press(self, letter: str) -> None:
        """Tap a letter's key; one in lower case is a joker's."""
        if letter.isupper():
            await self.key(letter).tap()
            return
        await self.key("?").tap()
        dialog = self.page.get_by_role("dialog")
        await dialog.get_by_role("button", name=letter.upper(), exact=True).tap()

    async def main_button(self) -> dict[str, Any]:
        """Return Telegram's main button as the page wants it now."""
        told: list[tuple[str, dict[str, Any]]] = await self.page.evaluate("window.told")
        return [data for name, data in told if name == "web_app_setup_main_button"][-1]

    async def may_send(self) -> None:
        """Wait until the main button may be pressed."""
        await self.page.wait_for_function(
            """() => window.told.filter(([name]) => name === "web_app_setup_main_button")
                 .at(-1)?.[1].is_active === true"""
        )

    async def send(self) -> None:
        """Press the main button once it may be pressed, and wait until it has done its work."""
        await self.may_send()
        await self.page.evaluate(
            "Telegram.WebView.receiveEvent('main_button_pressed'); window.told.length = 0"
        )
        await self.page.wait_for_function(
            """() => window.told.some(([name, data]) =>
                 name === "web_app_setup_main_button" && !data.is_progress_visible)"""
        )

    async def judged(self, text: str) -> None:
        """Wait until that is said under the board."""
        await expect(self.page.get_by_role("status")).to_contain_text(text)

    async def rack(self) -> str:
        """Return the letters on the keys, in their order."""
        return "".join(await self.page.locator(".key b").all_text_contents())


@asynccontextmanager
async def phone(
    browser: Browser,
    web: MiniApp,
    user: SandboxUser,
    game: str,
    *,
    size: tuple[int, int] = (360, 740),
    theme: dict[str, str] | None = None,
    zoom: int = 100,
    without: str = "",
    script: str = "",
    shows: str = "[role=grid]",
) -> AsyncIterator[Phone]:
    """Open a game's board on somebody's phone; whatever fails in the page fails the test.

    `without`: a file of the page that does not come, until `unroute_all`; `script`: what runs
    before the page does; `shows`: what is there once the page is.
    """
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]}, has_touch=True, is_mobile=True
    )
    context.set_default_timeout(PATIENCE)
    await context.add_init_script(_TELEGRAM + script)
    wrong: list[str] = []
    async with context:
        page = await context.new_page()
        if without:
            await page.route(f"**/{without}", lambda route: route.abort())
        page.on("pageerror", lambda error: wrong.append(str(error)))
        signed = quote(web.signed(user), safe="")
        worn = quote(json.dumps(theme or LIGHT), safe="")
        address = f"{web.base_url}/app/?game={quote(game, safe='')}"
        await page.goto(f"{address}#tgWebAppData={signed}&tgWebAppThemeParams={worn}")
        await page.locator(shows).first.wait_for()
        if zoom != 100:
            await page.evaluate(f"document.documentElement.style.fontSize = '{zoom}%'")
        yield Phone(page)
    assert wrong == []


def user_to_move(game: Game, red: SandboxUser, blue: SandboxUser) -> SandboxUser:
    """Return whose turn it is."""
    return red if game.turn is Seat.RED else blue
