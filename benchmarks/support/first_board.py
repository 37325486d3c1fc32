"""The time until a slow phone shows its first board: the page in Chromium, slowed down.

The limits are those of Lighthouse's "mobile": a processor four times slower, a round trip of 150
ms, 1.6 Mbit/s. The page comes through a proxy, with empty caches, and the time ends when the
board's squares are drawn. Times are wall-clock, to which other work on this machine only adds, so
the quickest of several counts.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from statistics import median
from typing import Final
from urllib.parse import quote

from playwright.async_api import Browser, Page, async_playwright
from starlette.applications import Starlette

from benchmarks.support.bots.proxy import proxy
from benchmarks.support.rows import FigureRow
from benchmarks.support.web import BOT_TOKEN, AppBench
from bot.program.serving import serve_app
from bot.web.page import page
from engine.ids import GameId
from sandbox.chats import Account
from sandbox.web_app import init_data
from tools.chromium import chromium_path

FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
SLOWER: Final = 4
"""The factor by which the processor is slowed."""
LATENCY: Final = 150
"""Milliseconds of a round trip to the server."""
DOWN, UP = 1.6e6 / 8, 0.75e6 / 8
"""The bytes a second from the server and to the server."""
TIMES: Final = 9
"""The number of openings whose quickest counts."""
BAR: Final = 1.25
"""The most seconds, on a machine of two shared cores; laying out the board takes half of them."""
_RECORD_BOARD: Final = """
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[role="gridcell"]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.boardAt = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
"""
"""Records when the first board is drawn, measured from the navigation."""
_BYTES_BEFORE_BOARD: Final = """() =>
  [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .filter((each) => each.responseEnd < window.boardAt)
    .reduce((sum, each) => sum + each.encodedBodySize, 0)
"""
"""The compressed bytes of everything that was loaded before the first board was drawn."""


async def first_board(bench: AppBench, game: GameId) -> list[FigureRow]:
    """Open a game's board on a slow phone several times; return the times as rows."""
    waits, loaded = list[float](), 0
    async with slow_phones(bench) as (browser, base_url):
        for _ in range(TIMES + 1):
            async with board_opened(bench, game, browser, base_url) as tab:
                waits.append(await tab.evaluate("window.boardAt"))
                loaded = await tab.evaluate(_BYTES_BEFORE_BOARD)
    waits = waits[1:]  # the first one makes Chromium load itself
    note = f"{SLOWER} × slower, {LATENCY} ms, 1.6 Mbit/s, nothing kept; quickest of {TIMES}"
    files = [page().index, *page().assets.values()]
    kilobytes = sum(len(file.compressed) for file in files) / 1000
    return [
        FigureRow("the first board on a slow phone", min(waits) / 1000, "s", BAR, note),
        FigureRow("— the median", median(waits) / 1000, "s"),
        FigureRow("— what it loads before it, compressed", loaded / 1000, "kB", 60),
        FigureRow("the page, compressed", kilobytes, "kB", 80, f"{len(files)} files in all"),
    ]


@asynccontextmanager
async def slow_phones(bench: AppBench) -> AsyncIterator[tuple[Browser, str]]:
    """Serve the bot's app through a proxy; yield the browser and the address."""
    app = Starlette(routes=bench.site.routes)
    async with (
        serve_app(app, 0) as bot_url,
        proxy(bot_url) as base_url,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser, base_url
        await browser.close()


@asynccontextmanager
async def board_opened(
    bench: AppBench, game: GameId, browser: Browser, base_url: str
) -> AsyncIterator[Page]:
    """Open the board of the player to move in a new, slowed browser context; yield the page.

    `window.boardAt` has the milliseconds until the board was drawn.
    """
    account = await bench.account(await bench.match.game(game))
    now = bench.clock.now().timestamp()
    person = Account(id=account, name=f"Player {account}", language_code="ro")
    signed = init_data(BOT_TOKEN, person, now)
    context = await browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        ignore_https_errors=True,
    )
    tab = await context.new_page()
    await tab.add_init_script(_RECORD_BOARD)
    devtools = await context.new_cdp_session(tab)
    await devtools.send("Network.enable")
    slow = {"latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    await devtools.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    await devtools.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    query = f"game={quote(game, safe='')}#tgWebAppData={quote(signed, safe='')}"
    await tab.goto(f"{base_url}/app/?{query}")
    await tab.wait_for_function("() => window.boardAt")
    yield tab
    await context.close()
