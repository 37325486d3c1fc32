"""What `test_verify` and other tests share."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Browser, FilePayload, Page

from tests.chromium import AXE, FAULTS
from tests.e2e.public_site import Written

KEPT, BROKEN = "Toate verificările posibile acum sunt în regulă.", "Ceva NU se verifică."


@pytest_asyncio.fixture(name="offline", scope="module", loop_scope="session")
async def _offline(browser: Browser) -> AsyncIterator[tuple[Page, list[str]]]:
    """Give a tab without a network, which the tests share, and the errors of its pages."""
    context = await browser.new_context(viewport={"width": 360, "height": 740}, offline=True)
    page = await context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: errors.append(line.text) if line.type == "error" else None)
    yield page, errors
    await context.close()


@pytest_asyncio.fixture(name="page", loop_scope="session")
async def _page(offline: tuple[Page, list[str]]) -> AsyncIterator[Page]:
    """Give a 360-pixel phone without a network; an error on the page fails the test."""
    page, errors = offline
    errors.clear()
    yield page
    await page.goto("about:blank")
    assert errors == []


async def press_verify(page: Page, file: Path) -> None:
    """Open a page from its file and press its verify button."""
    await page.goto(file.as_uri())
    await page.get_by_role("button", name="Verifică").click()


async def claims(page: Page, verdict: str) -> list[str]:
    """Return the text of each claim with that verdict."""
    return await page.locator(f".claim.{verdict} > p").all_inner_texts()


async def check_soundness(page: Page) -> None:
    """Check that axe finds no error and that nothing is wider than the phone."""
    await page.evaluate(AXE.read_text("utf-8"))
    found = await page.evaluate(f"{FAULTS}.then(({{violations}}) => violations.map(v => v.id))")
    assert found == []
    assert await page.evaluate("document.documentElement.scrollWidth") <= 360


async def give_files(page: Page, site: Written, *texts: str) -> None:
    """Give files to the page that verifies."""
    await page.goto((site.folder / "verifica.html").as_uri())
    await page.locator("input[type=file]").set_input_files(
        [
            FilePayload(name=f"{number}.txt", mimeType="text/plain", buffer=text.encode())
            for number, text in enumerate(texts)
        ]
    )
