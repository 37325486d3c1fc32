"""The browser for tests of pages.

The tests of a worker share one (the fixture `browser` of `tests.conftest`), because its start takes
longer than most tests. Each test opens its own context and runs in the browser's event loop, which
its module sets in `pytestmark`.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, Literal

from playwright.async_api import Browser

from tools.chromium import chromium_path

FLAGS: Final = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-software-rasterizer",  # no emulated GPU either: without one, a page costs less
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

PATIENCE: Final = 120_000.0
"""The longest start on a busy machine, in milliseconds."""

AXE: Final = Path(__file__).parents[1] / "node_modules" / "axe-core" / "axe.min.js"
FAULTS: Final = (
    'axe.run({resultTypes: ["violations"], preload: false})'
    ".then(({ violations }) => ({ violations }))"
)
"""The call of axe that returns every violation on a page.

The rest of its answer costs more to send than some rules to run.
"""
_OF_LOOKS: Final = ("color-contrast", "link-in-text-block", "region", "scrollable-region-focusable")
FAULTS_OF_LOOKS: Final = FAULTS.replace("{", f"{{runOnly: {list(_OF_LOOKS)}, ", 1)
"""The same for the rules that depend on colours, sizes and positions.

A view that has passed every rule needs only these in another theme, size or zoom: there its
elements, names and roles are the same.
"""
FAULTS_BY_SCHEME: Final[Sequence[tuple[Literal["light", "dark"], str]]] = (
    ("light", FAULTS),
    ("dark", FAULTS_OF_LOOKS),
)
"""The call of axe for each colour scheme of a page, in this order."""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Start the browser; without one the tests fail and are never skipped."""
    from playwright.async_api import async_playwright  # most tests do not need it

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=chromium_path(), args=FLAGS, timeout=PATIENCE
        )
        yield browser
        await browser.close()
