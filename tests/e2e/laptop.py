"""The page in a browser without Telegram: a context of its own for each device."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from playwright.async_api import Browser, Error, Page, expect

from tests.e2e.phone import PATIENCE, Phone


@dataclass(slots=True)
class Laptop(Phone):
    """One person's browser; its main button is on the page."""

    async def send(self) -> None:
        """Press the main button once it is enabled, and wait until its work is done."""
        button = self.page.locator(".bar .main")
        await expect(button).to_have_attribute("aria-disabled", "false")
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

    async def type(self, text: str) -> None:
        """Type a text to the bot."""
        await self.page.locator(".write textarea").fill(text)
        async with self.page.expect_response("**/api/chat"):
            await self.page.locator(".write .go").tap()


@asynccontextmanager
async def laptop(
    browser: Browser, base_url: str, fragment: str = "", *, size: tuple[int, int] = (390, 844)
) -> AsyncIterator[Laptop]:
    """Open the page in a new browser; any error on it fails the test."""
    context = await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        has_touch=True,
        is_mobile=True,
        locale="ro-RO",
    )
    context.set_default_timeout(PATIENCE)
    page: Page = await context.new_page()
    wrong: list[str] = []

    def failed(error: Error) -> None:
        wrong.append(str(error))

    page.on("pageerror", failed)
    try:
        await page.goto(f"{base_url}/app/{fragment}")
        yield Laptop(page)
    finally:
        await context.close()
    assert wrong == []
