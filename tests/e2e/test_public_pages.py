"""The public pages in a browser: on a phone, by keys and fingers, on paper, without a program."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from bot.site.options import SUMMARY, Options
from storage import people
from tests.chromium import AXE, FAULTS, chromium
from tests.e2e.harness import Table, arbiter_made
from tests.e2e.harness import table as laid_table
from tests.e2e.phone import PATIENCE
from tests.e2e.public_site import Written, written
from tests.e2e.season import cup

pytestmark = pytest.mark.browser

ON_PAPER = (480, 718, 740, 794, 1040)
"""Pixels between the margins: A5 and A4 upright, as browsers scale them, and A4 lying."""


@pytest_asyncio.fixture(name="browser")
async def _browser() -> AsyncIterator[Browser]:
    """Give a browser of one's own."""
    async with chromium(PATIENCE) as browser:
        yield browser


@asynccontextmanager
async def reading(browser: Browser, site: Written, path: str, **how: Any) -> AsyncIterator[Page]:
    """Open a page of the site from its folder, 360 points wide; whatever it complains of fails."""
    options = {"viewport": {"width": 360, "height": 740}, **how}
    context = await browser.new_context(**options)
    page = await context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("requestfailed", lambda request: wrong.append(request.url))
    file, _, mark = path.partition("#")
    await page.goto((site.folder / file).as_uri() + (f"#{mark}" if mark else ""))
    yield page
    await context.close()
    assert wrong == []


@pytest_asyncio.fixture(name="played", scope="module", loop_scope="module")
async def _played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Written, str]:
    """Return the site of a cup whose only match is over, and the path of its home game.

    It is made once: whoever reads it changes nothing.
    """
    folder = tmp_path_factory.mktemp("cup")
    async with laid_table(folder, after=arbiter_made) as laid:
        season = await cup(laid, "Ana Pop", "Ștefan Țiriac")
        (pair,) = await season.pairs()
        await season.play_both(pair, 6)
        await season.agree(pair)
        await season.homologate(pair)
        site = await written(laid, folder / "site", Options(rulings=SUMMARY))
    return site, f"m/{pair.code.lower()}-1.html"


async def test_nobody_is_kept_out_and_no_page_is_heavy(
    played: tuple[Written, str], browser: Browser
) -> None:
    """Axe finds nothing on any page, light or dark; none is wider than a phone, or above 100 kB."""
    site, _ = played
    files = site.everything()
    static = sum(len(content) for path, content in files.items() if path.startswith("static/"))
    pages = [path for path in files if path.endswith(".html") and not path.endswith("-2.html")]
    for path in pages:
        assert len(files[path]) + static <= 100_000, path
        if path.startswith("en/"):  # the same but for its words
            continue
        async with reading(browser, site, path) as page:
            await page.evaluate(AXE.read_text())
            for scheme in ("light", "dark"):
                await page.emulate_media(color_scheme=scheme)
                wide = await page.evaluate("document.documentElement.scrollWidth")
                assert wide <= 360, path
                found = await page.evaluate(FAULTS)
                assert [
                    f"{path} {scheme}: {each['id']}: {node['html'][:90]}"
                    for each in found["violations"]
                    for node in each["nodes"][:3]
                ] == []


async def test_a_game_is_replayed_by_keys_buttons_and_fingers(
    played: tuple[Written, str], browser: Browser
) -> None:
    """One board at a time; the address names it, so that it can be sent to somebody."""
    site, game = played
    async with reading(browser, site, game, has_touch=True) as page:
        steps = await page.locator(".step").count()
        shown, count = page.locator(".step:visible"), page.locator(".bar output")
        await expect(shown).to_have_count(1)
        await expect(count).to_have_text(f"{steps} / {steps}")
        await page.keyboard.press("Home")
        await expect(count).to_have_text(f"1 / {steps}")
        await page.keyboard.press("ArrowRight")
        assert page.url.endswith("#d2")
        await page.get_by_role("button", name="Depunerea dinainte").tap()
        await expect(count).to_have_text(f"1 / {steps}")
        await page.locator(".replay").evaluate(
            """place => {
                const at = x => [new Touch({identifier: 1, target: place, clientX: x})];
                place.dispatchEvent(new TouchEvent("touchstart", {touches: at(300)}));
                place.dispatchEvent(new TouchEvent("touchend", {changedTouches: at(100)}));
            }"""
        )
        await expect(count).to_have_text(f"2 / {steps}")
    async with reading(browser, site, f"{game}#d3") as page:
        await expect(page.locator(".bar output")).to_have_text(f"3 / {steps}")


async def test_without_a_program_and_on_paper_every_board_is_there(
    played: tuple[Written, str], browser: Browser
) -> None:
    """Each step with its move, points, days and letters; printed, no button, and no table cut."""
    site, game = played
    async with reading(browser, site, game, java_script_enabled=False) as page:
        steps = await page.locator(".step").count()
        assert steps > 8
        await expect(page.locator(".step:visible svg")).to_have_count(steps)
        await expect(page.locator(".step").first).to_contain_text("0 zile de gândire")
    async with reading(browser, site, game) as page:
        await page.emulate_media(media="print")
        await expect(page.locator(".step:visible")).to_have_count(steps)
        await expect(page.locator(".bar")).to_be_hidden()
        for width in ON_PAPER:
            await page.set_viewport_size({"width": width, "height": 1000})
            too_wide = await page.locator("table").evaluate_all(
                "all => all.filter(one => one.offsetWidth > one.parentElement.clientWidth).length"
            )
            assert too_wide == 0, width


async def test_a_hidden_name_and_everybodys_accounts_are_in_no_file(
    table: Table, tmp_path: Path
) -> None:
    """Who hides his name is a number; no account, chat or Telegram name is on any page."""
    season = await cup(table, "Ana Pop", "Ștefan Țiriac")
    user = season.players["Ana Pop"]
    ana = await season.person("Ana Pop")
    async with table.stored.database.transaction() as tx:
        await people.change(tx, ana, public_name="hidden")
    site = await written(table, tmp_path / "site")
    accounts = "|".join(str(each.id) for each in (user, table.arbiter, table.operator))
    secret = re.compile(rf"Ana Pop|ana-pop|de pe telefon|\b(?:{accounts})\b")
    for path, content in site.everything().items():
        assert secret.findall(path + content.decode(errors="replace")) == [], path
    assert "Jucător 1" in site.text("jucatori.html")
    assert "Player 1" in site.text("en/jucatori.html")
