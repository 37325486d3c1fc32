"""The public pages in a browser: on a phone, by keyboard, by touch, on paper, without scripts."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import date
from pathlib import Path
from typing import Any, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, ViewportSize, expect

from bot.site.options import ShownRulings, SiteOptions
from engine.ids import Leg, PersonId, game_id
from storage.people import people
from storage.ratings import published_lists, rating_runs
from storage.ratings.published_lists import ListId
from tests.chromium import AXE, FAULTS_BY_SCHEME
from tests.e2e.bench import own_case, rule
from tests.e2e.harness import Table
from tests.e2e.harness import table as laid_table
from tests.e2e.public_site import Written, written
from tests.e2e.season import Season, cup_begun
from tests.storage.ratings.ratings_shared import AT, RUN, row

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PLAIN = """document.querySelectorAll(".scroll").forEach(one => one.style.background = "none")"""
"""Takes away the shadow at a table's edge: axe judges no contrast before more than one colour."""
WIDTH = """size => {
  document.documentElement.style.fontSize = size ?? "";
  return document.documentElement.scrollWidth;
}"""
"""Gives the text its size, by default the reader's own, and returns how wide the page is then."""
TOO_WIDE = """() => [...document.querySelectorAll("table")]
    .filter(one => one.offsetWidth > one.parentElement.clientWidth)
    .map(one => one.outerHTML.slice(0, 90))"""
SMALL = """() => {
  const shown = [...document.querySelectorAll("body *")].filter(one => one.checkVisibility());
  const alone = "a, button, summary, input[type=range]";
  const within = "li:not([class]) > a, p > a[href*=regulament], i > a, .lead > a, .skip";
  const words = one => [...one.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  return [
    ...shown.filter(one => one.matches(alone) && !one.matches(within))
      .filter(one => one.getBoundingClientRect().height < 43.5),
    ...shown.filter(one => words(one) && !one.closest("svg, .aloud, .tile"))
      .filter(one => parseFloat(getComputedStyle(one).fontSize) < 16),
  ].map(one => one.outerHTML.slice(0, 90));
}"""
"""What is too small for a finger, unless it stands in a sentence, or for eyes."""
PHONE: Final[ViewportSize] = {"width": 360, "height": 740}
ON_PAPER = (480, 718, 740, 794, 1040)
"""Pixels between the margins: A5 and A4 upright, as browsers scale them, and A4 lying."""


@asynccontextmanager
async def reading(browser: Browser, site: Written, path: str, **how: Any) -> AsyncIterator[Page]:
    """Open a page from its folder, if it has a path, 360 pixels wide; a browser error fails."""
    options = {"viewport": PHONE, **how}
    wrong: list[str] = []
    async with await browser.new_context(**options) as context:
        page = await context.new_page()
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
        page.on("requestfailed", lambda request: wrong.append(request.url))
        if path:
            file, _, mark = path.partition("#")
            await page.goto((site.folder / file).as_uri() + (f"#{mark}" if mark else ""))
        yield page
    assert wrong == []


async def _two_lists(laid: Table) -> None:
    """Publish two rating lists, the second with the changes since the first."""
    for day, ana in ((date(2025, 3, 1), 187), (date(2025, 4, 1), 191)):
        which = ListId(system="frs", kind="classic", day=day)
        rows = [row(1, "Ana Pop", ana), row(2, "Ecaterina Mihăilescu", 150)]
        async with laid.app.runtime.database.transaction() as tx:
            run = await rating_runs.add(tx, RUN, AT)
            await published_lists.publish(tx, run, {which: rows}, PersonId(1), AT)


@pytest_asyncio.fixture(name="played", scope="module", loop_scope="session")
async def _played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Written, str]:
    """Return the site of a cup whose only match is over, and the path of its home game.

    The tests share one site, because they only read it.
    """
    folder = tmp_path_factory.mktemp("cup")
    async with laid_table(folder, after=cup_begun("Ana Pop", "Ștefan Țiriac")) as laid:
        season = Season.at(laid, *laid.done)
        (pair,) = await season.pairs()
        for _ in range(2):
            await season.place(await pair.game())
        await rule(laid, await own_case(laid, pair.id), "warning.red")
        await season.play(pair, 4)
        (match,) = await season.matches()
        await season.return_now(match)
        await season.abandoned(game_id(match.code, Leg.RETURN), match.red)
        await season.agree(pair)
        await season.homologate(pair)
        await _two_lists(laid)
        site = await written(laid, folder / "site", SiteOptions(rulings=ShownRulings.SUMMARY))
    return site, f"m/{pair.code.lower()}-1.html"


def _kinds(site: Written) -> list[str]:
    """Return one page of each kind, leaving out those that differ only in words or game."""
    pages = [path for path in site.everything() if path.endswith(".html")]
    return [path for path in pages if not path.startswith("en/") and not path.endswith("-2.html")]


def _form(path: str) -> str:
    """Return what the pages of all guides, and those of all players, have in common."""
    return re.sub(r"^(ghid-|j/).*", r"\1", path)


async def test_nobody_is_kept_out_and_no_page_is_heavy(
    played: tuple[Written, str], browser: Browser
) -> None:
    """Axe finds no error, light or dark; no page exceeds a phone, paper, large type or 100 kB.

    On a phone buttons are 44 pixels high and text 16.
    """
    site, _ = played
    files = site.everything()
    static = sum(len(content) for path, content in files.items() if path.startswith("static/"))
    pages = [path for path in files if path.endswith(".html")]
    assert [path for path in pages if len(files[path]) + static > 100_000] == []
    judged = set[str]()
    async with reading(browser, site, "", has_touch=True, is_mobile=True) as page:
        await page.add_init_script(path=AXE)
        for path in _kinds(site):
            await page.goto((site.folder / path).as_uri())
            await page.evaluate(PLAIN)
            for scheme, call in FAULTS_BY_SCHEME:
                await page.emulate_media(media="screen", color_scheme=scheme)
                wide = await page.evaluate(WIDTH)
                assert wide <= 360, path
                if _form(path) in judged:
                    continue
                found = await page.evaluate(call)
                assert [
                    f"{path} {scheme}: {each['id']}: {node['html'][:90]}"
                    for each in found["violations"]
                    for node in each["nodes"][:3]
                ] == []
            judged.add(_form(path))
            assert await page.evaluate(SMALL) == [], path
            assert await page.evaluate(WIDTH, "200%") <= 360, f"{path} 200%"
            await page.set_viewport_size({"width": 320, "height": 640})
            assert await page.evaluate(WIDTH) <= 320, f"{path} on 320 pixels"
            await page.emulate_media(media="print", color_scheme="null")
            for width in ON_PAPER if "<table" in site.text(path) else ():
                await page.set_viewport_size({"width": width, "height": 1000})
                assert await page.evaluate(TOO_WIDE) == [], (path, width)
            await page.set_viewport_size(PHONE)


async def test_a_game_is_replayed_by_keys_buttons_and_fingers(
    played: tuple[Written, str], browser: Browser
) -> None:
    """One board shows at a time, and the address names the move, so people can share it."""
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


async def test_a_replay_shows_the_whole_board_on_a_phones_first_screen(
    played: tuple[Written, str], browser: Browser
) -> None:
    """The moves are visible without scrolling, at the game's end and after its first move."""
    site, game = played
    async with reading(browser, site, "", has_touch=True, is_mobile=True) as page:
        for width, height in ((360, 740), (390, 844)):
            await page.set_viewport_size({"width": width, "height": height})
            await page.goto((site.folder / game).as_uri())
            for _ in range(2):
                box = await page.locator(".step:visible > .board").bounding_box()
                assert box is not None
                assert await page.evaluate("scrollY") == 0
                assert box["y"] >= 0
                assert box["y"] + box["height"] <= height
                await page.keyboard.press("Home")


async def test_without_a_program_and_on_paper_every_board_is_there(
    played: tuple[Written, str], browser: Browser
) -> None:
    """Without JavaScript each move has points, days and letters; print leaves out the buttons."""
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


@pytest.mark.cup("Ana Pop", "Ștefan Țiriac")
@pytest.mark.asyncio(loop_scope="function")
async def test_a_hidden_name_and_everybodys_accounts_are_in_no_file(
    table: Table, season: Season, tmp_path: Path
) -> None:
    """A hidden name becomes a number; no page has an account, a chat or a Telegram name."""
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
