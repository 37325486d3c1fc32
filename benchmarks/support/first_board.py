"""How long a slow phone waits for its first board: the page in Chromium, slowed down.

The limits are those of Lighthouse's "mobile": a processor four times slower, a round trip of 150
ms, 1.6 Mbit/s. The page comes through a proxy, with empty caches, and the wait ends when the
board's squares are drawn. Times are wall-clock, so other work on this machine counts; the fastest
of several is shown too.
"""

from statistics import median
from typing import Final
from urllib.parse import quote

from playwright.async_api import Browser, async_playwright
from starlette.applications import Starlette

from benchmarks.support.proxy import proxy
from benchmarks.support.rows import Row
from benchmarks.support.web import BOT_TOKEN, Bench
from bot.program.serving import serve_app
from bot.web.page import page
from engine.ids import GameId
from sandbox.chats import Account
from sandbox.web_app import init_data

CHROMIUM: Final = "/usr/bin/chromium"
FLAGS: Final = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
SLOWER: Final = 4
LATENCY: Final = 150
"""Milliseconds of a round trip to the server."""
DOWN, UP = 1.6e6 / 8, 0.75e6 / 8
"""Bytes a second."""
TIMES: Final = 9
_SEEN: Final = """
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[role="gridcell"]')) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { window.boardAt = performance.now(); }));
  }).observe(document, { childList: true, subtree: true });
"""
"""Records when the first board is drawn, measured from the navigation."""


async def first_board(bench: Bench, game: GameId) -> list[Row]:
    """Open a game's board on a slow phone several times; return how long it took."""
    account = await bench.account(await bench.match.game(game))
    app = Starlette(routes=bench.site.routes)
    async with (
        serve_app(app, 0) as bot_url,
        proxy(bot_url) as base_url,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        waits = []
        for _ in range(TIMES + 1):
            now = bench.clock.now().timestamp()
            signed = init_data(
                BOT_TOKEN, Account(id=account, name=f"Player {account}", language_code="ro"), now
            )
            told = f"game={quote(game, safe='')}#tgWebAppData={quote(signed, safe='')}"
            waits.append(await _opened(browser, f"{base_url}/app/?{told}"))
        await browser.close()
    waits = waits[1:]  # the first one makes Chromium load itself
    note = f"{SLOWER} × slower, {LATENCY} ms, 1.6 Mbit/s, nothing kept; median of {TIMES}"
    files = [page().index, *page().assets.values()]
    held = sum(len(each.compressed) for each in files) / 1000
    return [
        Row("the first board on a slow phone", median(waits) / 1000, "s", 1, note),
        Row("— the quickest", min(waits) / 1000, "s"),
        Row("the page, compressed", held, "kB", 60, f"{len(files)} files in all"),
    ]


async def _opened(browser: Browser, address: str) -> float:
    """Open the page in a new browser context; return the milliseconds until its board is drawn."""
    context = await browser.new_context(
        viewport={"width": 360, "height": 740},
        has_touch=True,
        is_mobile=True,
        ignore_https_errors=True,
    )
    tab = await context.new_page()
    await tab.add_init_script(_SEEN)
    held = await context.new_cdp_session(tab)
    await held.send("Network.enable")
    slow = {"latency": LATENCY, "downloadThroughput": DOWN, "uploadThroughput": UP}
    await held.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    await held.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    await tab.goto(address)
    await tab.wait_for_function("() => window.boardAt")
    wait: float = await tab.evaluate("window.boardAt")
    await context.close()
    return wait
