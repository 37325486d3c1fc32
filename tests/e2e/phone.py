"""The Mini App on a phone: its page in headless Chromium, by touch, opened as in Telegram."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final, Protocol
from urllib.parse import quote

from playwright.async_api import Browser, Error, Locator, Page, expect

from bot.web.play.game_answers import board_rows
from engine.board import squares
from engine.games.game import Game
from engine.ids import Seat
from engine.placement import Placement
from sandbox import SandboxUser
from tests.e2e.players import Player

PATIENCE: Final = 300_000.0
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
_CUT_OFF: Final = """() => {
  const scrolls = (each) => each !== null
    && (/auto|scroll/.test(getComputedStyle(each).overflowX) || scrolls(each.parentElement));
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const { width, left, right } = range.getBoundingClientRect();
    const runsOff = width > 0 && (left < -1 || right > innerWidth + 1);
    if (runsOff && !scrolls(texts.currentNode.parentElement)) found.push(texts.currentNode.data);
  }
  return found;
}"""
"""Finds texts beyond the sides of the screen, where nothing scrolls: the page itself clips them."""
_FAINT: Final = """() => {
  const light = (colour) => {
    const parts = colour.match(/[0-9.]+/g).slice(0, 3).map((each) => each / 255);
    const linear = (each) => each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4;
    const [r, g, b] = parts.map(linear);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (each) => {
    const back = getComputedStyle(each).backgroundColor;
    return /, 0\\)$/.test(back) ? behind(each.parentElement) : back;
  };
  const letters = document.querySelectorAll("[data-laid] b, .key:not(.gone) b, .tile");
  return [...letters].flatMap((each) => {
    const [one, other] = [light(getComputedStyle(each).color), light(behind(each))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    return contrast < 4.5 ? [`${each.textContent} ${contrast.toFixed(1)}`] : [];
  });
}"""
"""Finds letters on tiles with too little contrast: axe leaves out texts of one character."""
_IDLE: Final[list[Page]] = []
"""Empty tabs for the next phones: a new context needs a new process for its pages."""
_LAID_OUT: Final = """async ([width, zoom]) => {
  const frame = () => new Promise(requestAnimationFrame);
  while (width !== null && innerWidth !== width) await frame();
  document.documentElement.style.fontSize = `${zoom}%`;
  await frame();
  await frame();
}"""
"""Gives the text its size once the page has this width, and waits until it was drawn again."""


class Served(Protocol):
    """A Mini App that a server provides."""

    @property
    def base_url(self) -> str:
        """Return its address."""
        ...

    def signed(self, who: SandboxUser, /, **more: str) -> str:
        """Return Telegram's signed data for a person at this moment."""
        ...


@dataclass(slots=True)
class Phone:
    """One person's phone with the Mini App open."""

    page: Page

    def square(self, row: int, column: int) -> Locator:
        """Return a square by column and row, counted from 0."""
        # Not `get_by_role`, which computes the role of every element.
        return self.page.locator("[role=gridcell]").nth(row * 15 + column)

    def key(self, letter: str) -> Locator:
        """Return a key of the rack with that letter."""
        name = "joker" if letter == "?" else letter
        return self.page.locator(f'.key[aria-label^="{name},"]').first

    async def lay(self, game: Game, placement: Placement) -> None:
        """Tap a move: its first square, once more for down, and its letters."""
        rows = board_rows(game)
        lies = squares(placement.square, placement.axis, len(placement.word))
        free = [
            (square, letter)
            for square, letter in zip(lies, placement.word, strict=True)
            if rows[square.row][square.column] == "."
        ]
        (row, column), _ = free[0]
        await self.point(
            self.square(row, column), "down" if placement.axis.name == "DOWN" else "across"
        )
        for number, (_, letter) in enumerate(free):
            await self.press(letter, waits=number == 0)

    async def point(self, square: Locator, arrow: str) -> None:
        """Tap a square until the arrow is there and points across or down."""
        while (shown := await square.get_attribute("data-arrow")) != arrow:
            await square.tap()
            if shown is None:
                await expect(square).to_have_attribute("data-arrow", re.compile("."))
            else:
                await expect(square).not_to_have_attribute("data-arrow", shown)

    async def press(self, letter: str, *, waits: bool = True) -> None:
        """Tap a letter's key; a lower-case letter is a blank's.

        Unless it `waits`, the tap does not wait for two frames in which the key stays in its place.
        """
        if letter.isupper():
            await self.key(letter).tap(force=not waits)
            return
        await self.key("?").tap()
        dialog = self.page.get_by_role("dialog")
        await dialog.get_by_role("button", name=letter.upper(), exact=True).tap()
        await dialog.wait_for(state="hidden")  # until then it would get the next letter's tap

    async def main_button(self) -> dict[str, Any]:
        """Return the present state of Telegram's main button."""
        calls: list[tuple[str, dict[str, Any]]] = await self.page.evaluate("window.told")
        return [data for name, data in calls if name == "web_app_setup_main_button"][-1]

    async def may_send(self) -> None:
        """Wait until the main button is enabled."""
        await self.page.wait_for_function(
            """() => window.told.filter(([name]) => name === "web_app_setup_main_button")
                 .at(-1)?.[1].is_active === true"""
        )

    async def press_main(self) -> None:
        """Press the main button."""
        await self.page.evaluate("Telegram.WebView.receiveEvent('main_button_pressed')")

    async def leave(self) -> None:
        """Leave the overview for the bot's messages."""
        await self.page.get_by_role("button", name="Înapoi la chat", exact=True).tap()
        calls = await self.page.evaluate("window.told.map(([name]) => name)")
        assert "web_app_close" in calls

    async def send(self) -> None:
        """Press the main button once it is enabled, and wait until its work is done."""
        await self.may_send()
        await self.page.evaluate(
            "Telegram.WebView.receiveEvent('main_button_pressed'); window.told.length = 0"
        )
        await self.page.wait_for_function(
            """() => window.told.some(([name, data]) =>
                 name === "web_app_setup_main_button" && !data.is_progress_visible)"""
        )

    async def shows_result(self, text: str) -> None:
        """Wait until that text appears below the board."""
        await expect(self.page.get_by_role("status")).to_contain_text(text)

    async def cut_off(self) -> list[str]:
        """Return the texts that overflow the sides of the screen."""
        found: list[str] = await self.page.evaluate(_CUT_OFF)
        return found

    async def faint(self) -> list[str]:
        """Return the tiles' letters with too little contrast, and the contrast."""
        found: list[str] = await self.page.evaluate(_FAINT)
        return found

    async def resize(self, width: int, height: int, zoom: int = 100) -> None:
        """Give the page another size, and its text this size in percent; wait for the layout."""
        await self.page.set_viewport_size({"width": width, "height": height})
        await self.page.evaluate(_LAID_OUT, [width, zoom])

    async def enlarge(self, zoom: int) -> None:
        """Give the text this size in percent, and wait until the page has adapted to it."""
        await self.page.evaluate(_LAID_OUT, [None, zoom])

    async def change_theme(self, theme: dict[str, str]) -> None:
        """Have Telegram change its theme, and check that the page follows."""
        shown = await self.page.evaluate(
            """theme_params => {
              Telegram.WebView.receiveEvent("theme_changed", { theme_params });
              return document.documentElement.dataset.theme;
            }""",
            theme,
        )
        assert shown == ("dark" if theme == DARK else "light")

    async def rack(self) -> str:
        """Return the letters on the keys, in their order."""
        return "".join(await self.page.locator(".key b").all_text_contents())


@asynccontextmanager
async def phone(
    browser: Browser,
    web: Served,
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
    """Open a game's board on a person's phone; any error on the page fails the test.

    `without`: a file that is not delivered until `unroute_all`; `script`: what runs before the
    page; `shows`: what is visible once the page is ready. The tab may be that of an earlier phone;
    the address of this server and the empty storage keep them apart.
    """
    if isinstance(user, Player) and user.device is not None:
        from tests.e2e.laptop import board_of  # a laptop is a kind of phone

        own = {"size": size, "theme": theme, "zoom": zoom, "without": without, "script": script}
        async with board_of(browser, web, user, game, shows=shows, **own) as opened:  # type: ignore[arg-type]
            yield opened
        return
    page = _IDLE.pop() if _IDLE and not script else await _new_page(browser, script)
    wrong: list[str] = []

    def failed(error: Error) -> None:
        wrong.append(str(error))

    is_left = False
    try:
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        page.on("pageerror", failed)
        if without:
            await page.route(f"**/{without}", lambda route: route.abort())
        signed = quote(web.signed(user), safe="")
        worn = quote(json.dumps(theme or LIGHT), safe="")
        address = f"{web.base_url}/app/?game={quote(game, safe='')}"
        await page.goto(f"{address}#tgWebAppData={signed}&tgWebAppThemeParams={worn}")
        await page.locator(shows).first.wait_for()
        if zoom != 100:
            await page.evaluate(f"document.documentElement.style.fontSize = '{zoom}%'")
        yield Phone(page)
        if not script:
            await _leave(page)
            page.remove_listener("pageerror", failed)
            is_left = True
    finally:
        if is_left:
            _IDLE.append(page)
        else:
            await page.context.close()
    assert wrong == []


async def _new_page(browser: Browser, script: str) -> Page:
    """Open an empty tab in a context of its own, where Telegram and the script run first."""
    context = await browser.new_context(has_touch=True, is_mobile=True)
    context.set_default_timeout(PATIENCE)
    await context.add_init_script(_TELEGRAM + script)
    return await context.new_page()


async def _leave(page: Page) -> None:
    """Leave the app, and undo what a test may have changed in the tab."""
    await page.context.set_offline(False)
    await page.unroute_all()
    await page.evaluate("localStorage.clear()")
    await page.goto("about:blank")


def user_to_move(game: Game, red: SandboxUser, blue: SandboxUser) -> SandboxUser:
    """Return whose turn it is."""
    return red if game.turn is Seat.RED else blue
