"""Make the pictures of the Romanian guides again: `python -m tools.pictures`.

A match begins in the sandbox, and each picture is a message as the sandbox's page shows it. Run it
after a change to what the messages look like, and look at the pictures before you commit them.
Chromium needs a font with emoji (Debian: `fonts-noto-color-emoji`).
"""

import asyncio
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.async_api import Page, async_playwright

from bot.cli.demo import BEGINNING, SHEETS
from bot.cli.demonstration.players import DemoPlayer
from bot.cli.demonstration.story import Story, links_in
from bot.cli.demonstration.transcript import Transcript
from bot.cli.sandboxed import sandbox_config
from bot.program.answering import answering
from bot.program.app import opened
from bot.runtime.clock import FixedClock
from bot.runtime.limits import open_gate
from bot.transport.sending.pacing import UNLIMITED
from engine.games.game import Game
from engine.ids import Leg, game_id
from engine.words.lexicon import open_lexicon
from sandbox import Message, Sandbox, SandboxUser, serve
from tools.chromium import chromium_path

FOLDER: Final = Path(__file__).resolve().parents[1] / "docs" / "images"
GUIDE_PICTURES: Final = (
    "refuz",
    "caz",
    "mesa",
    "verificare",
    "rand",
    "timp",
    "rating",
    "sandbox",
)
"""The names of the files, in the order in which they are made."""
SCALE: Final = 2
"""Pixels of the pictures for each pixel of the page."""
COLOURS: Final = 256
"""The colours of a picture, chosen for it; its file is much smaller than with all."""
LOADED: Final = """() => Promise.all([...document.images].map((each) => each.complete
  || new Promise((resolve) => { each.onload = each.onerror = resolve; })))"""
"""Waits for the pictures; the page's content policy forbids Playwright's own waiting."""


def _show_nothing(game: Game) -> None:
    """Show no progress."""
    del game


@asynccontextmanager
async def open_story(folder: Path) -> AsyncIterator[tuple[Story, str]]:
    """Yield the demonstration with its running bot, and the address of the sandbox."""
    sandbox = Sandbox(clock=FixedClock(BEGINNING))
    operator = sandbox.add_user("Operator", "ro")
    lexicon = open_lexicon()
    (folder / SHEETS).mkdir()
    async with serve(sandbox) as base_url:
        config = sandbox_config(sandbox, base_url, folder)
        bot = opened(config, clock=sandbox.clock, rates=UNLIMITED, gate=open_gate())
        async with bot as app, answering(config, app):
            running = asyncio.create_task(app.run())
            story = Story(
                sandbox=sandbox,
                app=app,
                transcript=Transcript(sandbox, folder),
                strong=DemoPlayer(lexicon),
                fair=DemoPlayer(lexicon, below_best=3),
                operator=operator,
                progress=_show_nothing,
                public_url=config.server.public_url,
            )
            yield story, base_url
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


@asynccontextmanager
async def _chats(address: str) -> AsyncIterator[Page]:
    """Open the sandbox's page, wide enough for the chats of all people."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_path(), args=["--headless", "--no-sandbox", "--disable-gpu"]
        )
        page = await browser.new_page(
            viewport={"width": 1800, "height": 2400}, device_scale_factor=SCALE, locale="ro"
        )
        await page.goto(f"{address}/sandbox/")
        yield page
        await browser.close()


async def _save(page: Page, name: str, message: Message) -> None:
    """Save a message with its buttons as the picture of that name."""
    bubble = page.locator(f'article[data-message="{message.id}"]')
    await bubble.scroll_into_view_if_needed()
    await page.evaluate(LOADED)
    write(name, await bubble.screenshot())


def write(name: str, screenshot: bytes) -> None:
    """Save a screenshot under that name, with few colours."""
    with Image.open(io.BytesIO(screenshot)) as picture:
        reduced = picture.convert("RGB").quantize(COLOURS, kmeans=1)
    reduced.save(FOLDER / f"{name}.png", optimize=True)


def _newest(user: SandboxUser, label: str) -> Message:
    """Return the newest message with a button that has this text in its label."""
    newest_first = reversed(user.messages)
    return next(
        message for message in newest_first if any(label in shown for shown in message.labels)
    )


async def _take_all(story: Story, page: Page) -> None:
    """Play the beginning of a match, and save each picture when its message appears."""
    home = game_id(await story.gather(), Leg.HOME)
    game = await story.game(home)
    red, choice = story.on_turn(game), story.strong.choose(game)
    wrong = story.strong.wrong_word(game)
    if wrong is None:
        raise RuntimeError("every word of the rack is in the list; run it again")
    (refusal,) = await story.say(red, wrong)
    await _save(page, "refuz", refusal)
    await story.press_first(red, refusal)
    await _save(page, "caz", _newest(story.arbiter, "Nevalabil"))
    (tasks, *_) = await story.say(story.arbiter, "/mesa")
    await _save(page, "mesa", tasks)
    (preview,) = await story.say(red, choice)
    await _save(page, "verificare", preview)
    await story.press_first(red, preview)
    blue = story.on_turn(await story.game(home))
    await _save(page, "rand", _newest(blue, "PAS"))
    await story.sandbox.travel(timedelta(days=4))
    await story.settle()
    (clock, *_) = await story.say(blue, "/timp")
    await _save(page, "timp", clock)
    await page.set_viewport_size({"width": 1480, "height": 800})
    write("sandbox", await page.screenshot(scale="css"))
    officer = story.sandbox.add_user("Vera Pop", "ro")
    (offer,) = await story.say(story.operator, "/responsabil_rating")
    officer.follow(links_in(offer)[0])
    await story.settle()
    await story.press_first(officer, officer.last)
    (systems,) = await story.say(officer, "/rating")
    await story.press_first(officer, systems)
    await _save(page, "rating", officer.last)


async def _main() -> None:
    with TemporaryDirectory(prefix="tur-retur-") as folder:
        async with open_story(Path(folder)) as (story, address), _chats(address) as page:
            await _take_all(story, page)


if __name__ == "__main__":
    asyncio.run(_main())
