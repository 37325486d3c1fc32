"""The page in a browser without Telegram: a context of its own for each device."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import quote

from playwright.async_api import Browser, Error, Page, expect

from tests.e2e.phone import DARK, PATIENCE, Phone, Served
from tests.e2e.players import Player


@dataclass(slots=True)
class Laptop(Phone):
    """One person's browser; its main button is on the page."""

    async def main_button(self) -> dict[str, Any]:
        """Return the present state of the main button."""
        button = self.page.locator(".bar .main")
        is_active = await button.get_attribute("aria-disabled") == "false"
        return {"text": await button.text_content(), "is_active": is_active}

    async def may_send(self) -> None:
        """Wait until the main button is enabled."""
        button = self.page.locator(".bar .main")
        await expect(button).to_have_attribute("aria-disabled", "false")

    async def change_theme(self, theme: dict[str, str]) -> None:
        """Have the system change its colours, and check that the page follows."""
        await self.page.emulate_media(color_scheme=_scheme(theme))
        wanted = "dark" if theme == DARK else "light"
        await expect(self.page.locator(f"html[data-theme={wanted}]")).to_have_count(1)

    async def press_main(self) -> None:
        """Press the main button."""
        await self.page.locator(".bar .main").tap()

    async def leave(self) -> None:
        """Leave the overview for the bot's messages."""
        await self.page.locator("main").get_by_role("button", name="Noutăți", exact=True).tap()
        await self.page.locator(".feed .line").first.wait_for()

    async def send(self) -> None:
        """Press the main button once it is enabled, and wait until its work is done."""
        await self.may_send()
        button = self.page.locator(".bar .main")
        await button.tap()
        await expect(button).not_to_have_attribute("aria-busy", "true")

    async def open_board(self, game: str) -> None:
        """Open a game's board."""
        await self.page.goto(f"{self.origin}/app/?game={game.replace('/', '%2F')}")
        await self.page.locator("[role=grid]").wait_for()

    async def open_news(self) -> None:
        """Open the bot's messages."""
        await self.page.goto(f"{self.origin}/app/")
        await self.page.locator(".feed .line").first.wait_for()

    @property
    def origin(self) -> str:
        """Return the server's address."""
        return self.page.url.split("/app/")[0]

    async def press_under(self, label: str) -> None:
        """Press the last button with that label under a message of the feed."""
        button = self.page.locator(".feed .line .tool", has_text=label).last
        async with self.page.expect_response("**/api/chat"):
            await button.tap()
        await self.is_idle()

    async def type(self, text: str) -> None:
        """Type a text to the bot."""
        await self.page.locator(".write textarea").fill(text)
        async with self.page.expect_response("**/api/chat"):
            await self.page.locator(".write .go").tap()
        await self.is_idle()

    async def is_idle(self) -> None:
        """Wait until the last act among the messages is done."""
        await expect(self.page.locator(".feed[aria-busy]")).to_have_count(0)


@asynccontextmanager
async def laptop(
    browser: Browser,
    base_url: str,
    fragment: str = "",
    *,
    size: tuple[int, int] = (390, 844),
    theme: dict[str, str] | None = None,
    cookies: dict[str, str] | None = None,
    script: str = "",
    without: str = "",
) -> AsyncIterator[Laptop]:
    """Open the page in a new browser; any error on it fails the test.

    `script`: what runs before the page; `without`: a file that is not delivered.
    """
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        is_mobile=True,
        locale="ro-RO",
        color_scheme=_scheme(theme),
    )
    for name, value in (cookies or {}).items():
        await context.add_cookies([{"name": name, "value": value, "url": base_url}])
    if script:
        await context.add_init_script(script)
    context.set_default_timeout(PATIENCE)
    page: Page = await context.new_page()
    wrong: list[str] = []

    def failed(error: Error) -> None:
        wrong.append(str(error))

    page.on("pageerror", failed)
    if without:
        await page.route(f"**/{without}", lambda route: route.abort())
    try:
        await page.goto(f"{base_url}/app/{fragment}")
        yield Laptop(page)
    finally:
        await context.close()
    assert wrong == []


def _scheme(theme: dict[str, str] | None) -> Literal["dark", "light"]:
    return "dark" if theme == DARK else "light"


@asynccontextmanager
async def board_of(
    browser: Browser,
    web: Served,
    user: Player,
    game: str,
    *,
    size: tuple[int, int],
    theme: dict[str, str] | None,
    zoom: int,
    without: str,
    script: str,
    shows: str,
) -> AsyncIterator[Laptop]:
    """Open a game's board in the browser of a player who is signed in there."""
    assert user.device is not None
    address = f"?game={quote(game, safe='')}"
    options = {"size": size, "theme": theme, "without": without, "script": script}
    kept = {"cookies": user.device.cookies}
    async with laptop(browser, web.base_url, address, **options, **kept) as own:  # type: ignore[arg-type]
        if not game:  # the page begins with the messages
            await own.page.locator("header button").nth(1).tap()
        await own.page.locator(shows).first.wait_for()
        if zoom != 100:
            await own.enlarge(zoom)
        yield own
