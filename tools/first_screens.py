"""Take the first screens of three people on three sizes of screen: `python -m tools.first_screens`.

A newcomer, a player and an arbiter use the chat and the app in the sandbox. Each size gives one
picture in `docs/images`, and the phone also gives the picture of the first page. Look at the
pictures before you commit them. Chromium needs a font with emoji.
"""

import asyncio
import io
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from math import ceil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import quote

from PIL import Image
from playwright.async_api import Browser, Page, async_playwright

from bot.cli.demonstration.story import Story
from engine.ids import Leg, game_id
from engine.lessons import LESSONS
from sandbox import SandboxUser
from tools.chromium import chromium_path
from tools.pictures import FOLDER, LOADED, open_story, write

Size = tuple[int, int]
"""Width and height of a screen, in pixels."""
SIZES: Final[tuple[Size, ...]] = ((360, 640), (390, 844), (1280, 800))
PHONE: Final = SIZES[1]
GAP: Final = 12
"""Pixels between two screens."""
_THEME: Final = {"bg_color": "#ffffff", "button_color": "#2779c4"}
_TELEGRAM: Final = """
  window.TelegramWebviewProxy = { postEvent: () => undefined };
"""
"""By this object the page knows that it is open in Telegram."""
_SCROLL_TO_END: Final = """id => document.querySelector(`article[data-message="${id}"]`)
  .scrollIntoView({ block: "end", inline: "start" })"""


async def _chat_screen(page: Page, user: SandboxUser) -> bytes:
    """Return the screen with the end of the person's newest message and its buttons."""
    await page.locator(f'article[data-message="{user.last.id}"]').first.wait_for()
    await page.evaluate(LOADED)
    await page.evaluate(_SCROLL_TO_END, user.last.id)
    return await page.screenshot()


async def _app_screen(browser: Browser, size: Size, address: str, shows: str) -> bytes:
    """Return the first screen of the app at that address, once it has the element `shows`."""
    width, height = size
    context = await browser.new_context(viewport={"width": width, "height": height}, locale="ro")
    await context.add_init_script(_TELEGRAM)
    page = await context.new_page()
    await page.goto(address)
    await page.locator(shows).first.wait_for()
    await page.wait_for_timeout(500)  # the last pictures and fonts
    screen = await page.screenshot()
    await context.close()
    return screen


def _address(story: Story, user: SandboxUser, query: str) -> str:
    """Return the app's address with the data that Telegram signs for the person."""
    signed = quote(user.signed(), safe="")
    theme = quote(json.dumps(_THEME), safe="")
    return f"{story.public_url}/app/{query}#tgWebAppData={signed}&tgWebAppThemeParams={theme}"


def _beside(pictures: list[bytes]) -> bytes:
    """Return the screens side by side; wide ones are half as large, in two columns."""
    screens = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    columns = len(screens)
    if screens[0].width > PHONE[0]:
        screens, columns = [screen.reduce(2) for screen in screens], 2
    width, height = (side + GAP for side in screens[0].size)
    rows = ceil(len(screens) / columns)
    sheet = Image.new("RGB", (width * columns + GAP, height * rows + GAP), "#ece5da")
    for number, screen in enumerate(screens):
        row, column = divmod(number, columns)
        sheet.paste(screen, (GAP + column * width, GAP + row * height))
    png = io.BytesIO()
    sheet.save(png, "PNG")
    return png.getvalue()


@dataclass(slots=True)
class _Camera:
    """Takes what a person sees, in every size."""

    story: Story
    sandbox_url: str
    browser: Browser
    screens: dict[Size, list[bytes]] = field(default_factory=lambda: {size: [] for size in SIZES})
    """The pictures of each size, in the order in which they were taken."""

    async def chat(self, user: SandboxUser) -> None:
        """Take the end of the person's chat."""
        for size in SIZES:
            width, height = size
            page = await self.browser.new_page(
                viewport={"width": width, "height": height}, locale="ro"
            )
            await page.goto(f"{self.sandbox_url}/sandbox/")
            self.screens[size].append(await _chat_screen(page, user))
            await page.close()

    async def app(self, user: SandboxUser, query: str, shows: str) -> None:
        """Take the first screen of the app at that query, once it has such an element."""
        address = _address(self.story, user, query)
        for size in SIZES:
            self.screens[size].append(await _app_screen(self.browser, size, address, shows))


async def _take_all(story: Story, address: str, browser: Browser) -> None:
    """Take the screens in the order in which the three people see them, and save them."""
    camera = _Camera(story, address, browser)
    await _see_as_newcomer(story, camera)
    home = game_id(await story.gather(), Leg.HOME)
    game = await story.game(home)
    red = story.on_turn(game)
    await camera.chat(red)
    await camera.app(red, f"?game={quote(home, safe='')}", "[role=grid]")
    wrong = story.strong.wrong_word(game)
    if wrong is None:
        raise RuntimeError("every word of the rack is in the list; run it again")
    (refusal,) = await story.say(red, wrong)
    await story.press_first(red, refusal)
    await story.say(story.arbiter, "/mesa")
    await camera.chat(story.arbiter)
    await camera.app(story.arbiter, "", "main")
    for size, screens in camera.screens.items():
        write(f"ecrane-{size[0]}", _beside(screens))
    # The newcomer's four come first; of the player chat and board, of the arbiter the task list.
    board, app, tasks, _ = camera.screens[PHONE][4:]
    write("telefon", _beside([board, app, tasks]))


async def _see_as_newcomer(story: Story, camera: _Camera) -> None:
    """Take the four screens of a person who does not know the game."""
    newcomer = story.sandbox.add_user("Eva Man", "ro")
    await story.say(newcomer, "/start")
    await camera.chat(newcomer)
    await camera.app(newcomer, "", ".nothing")
    await _press(story, newcomer, "how:")
    await camera.chat(newcomer)
    await _press(story, newcomer, "lesson:1")
    await story.say(newcomer, LESSONS[0].example)
    await camera.chat(newcomer)


async def _press(story: Story, user: SandboxUser, data: str) -> None:
    """Have a person press that button of their newest message."""
    user.press(user.last, data)
    await story.settle()


@asynccontextmanager
async def _browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_path(), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        yield browser
        await browser.close()


async def _main() -> None:
    FOLDER.mkdir(exist_ok=True)
    with TemporaryDirectory(prefix="tur-retur-") as folder:
        async with open_story(Path(folder)) as (story, address), _browser() as browser:
            await _take_all(story, address, browser)


if __name__ == "__main__":
    asyncio.run(_main())
