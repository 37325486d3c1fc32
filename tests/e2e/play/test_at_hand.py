"""What a player has at hand on the board's page: the last word, the rack in order."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, FloatRect, Route, expect

from tests.chromium import FAULTS
from tests.e2e.harness import Pair, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import Phone, phone
from tests.e2e.play.board_shared import drag, faults

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIZES = ((360, 640), (390, 844), (1280, 800), (640, 360))
TWO_FRAMES = """() => new Promise((drawn) =>
  requestAnimationFrame(() => requestAnimationFrame(drawn)))"""
"""Wait until the page has been drawn again."""
PEEKING = """() => {
  const view = document.querySelector(".view").getBoundingClientRect();
  const found = [];
  for (let at = 2; at < view.width - 2; at += 3) {
    for (const [x, y] of [[view.left + at, view.top + 5], [view.left + 5, view.top + at]]) {
      const top = document.elementFromPoint(x, y);
      const labels = [...document.querySelectorAll(".top, .side")].some((each) => {
        const box = each.getBoundingClientRect();
        return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
      });
      const corner = x < view.left + 13 && y < view.top + 13;
      if (top?.closest(".square") && !labels && !corner) found.push([x - view.left, y - view.top]);
    }
  }
  const shown = (at) => document.elementFromPoint(view.left + at, view.top + at).className;
  return shown(6) === "view zoomed" && shown(18).includes("square") ? found : [...found, "corner"];
}"""
"""Finds points of the gutter at which a square shows: neither label nor corner covers it."""


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match."""
    async with table(tmp_path, after=match_begun) as laid, mini_app(laid) as web:
        yield web


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done)


async def test_the_partners_last_word_is_named_with_its_points(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Before the first move nothing is named; a pass is named, too; nobody's own word is."""
    async with phone(browser, web, pair.blue, pair.id) as other:
        last = other.page.locator(".table .last")
        await expect(last).to_be_hidden()
        await pair.place(pair.red, "H8 CASA")
        await expect(last).to_have_text("Ultima depunere, Ana Pop: H8 CASA, 8 puncte")
        for width, height in SIZES:
            await other.resize(width, height)
            await expect(last).to_be_in_viewport()
            assert await other.cut_off() == []
        await pair.place(pair.blue, "PAS")
        await expect(last).to_have_text("Ultima depunere, Ana Pop: H8 CASA, 8 puncte")
    async with phone(browser, web, pair.red, pair.id) as own:
        await expect(own.page.locator(".table .last")).to_have_text("Ultima depunere, Ion Rus: PAS")
        assert await faults(own, FAULTS) == []


async def test_board_and_rack_are_whole_on_every_screen(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A player sees all squares and their rack at once, on a telephone and on a desktop.

    Wherever the zoomed board is scrolled, its labels cover the whole gutter. 360 by 355, as with a
    keyboard open, is too narrow for a board beside the rack.
    """
    await pair.place(pair.red, "H8 CASA")
    async with phone(browser, web, pair.blue, pair.id) as own:
        await own.page.get_by_role("button", name="Mărește").tap()
        view = own.page.locator(".view.zoomed")
        for left, top in ((0, 0), (40, 55), (133, 101)):
            await view.evaluate("(view, to) => view.scrollTo(...to)", [left, top])
            await own.page.evaluate(TWO_FRAMES)
            assert await own.page.evaluate(PEEKING) == []
        await own.page.get_by_role("button", name="Toată tabla").tap()
        await expect(view).to_have_count(0)

        for width, height in (*SIZES, (1280, 640), (1920, 1080)):
            await own.resize(width, height)
            board, foot = await box_of(own, ".board"), await box_of(own, ".foot")
            is_beside = foot["x"] >= board["x"] + board["width"]
            end = height if is_beside else foot["y"]
            assert board["y"] >= 0, (width, height)
            assert board["y"] + board["height"] <= end + 1, (width, height)

        await own.resize(360, 355)
        for key in await own.page.locator(".rack .key").all():
            box = await key.bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= 360
        assert await own.cut_off() == []
        await own.resize(640, 360)
        board, rack = await box_of(own, ".board"), await box_of(own, ".rack")
        assert board["x"] + board["width"] <= rack["x"]
        assert await own.cut_off() == []


async def box_of(own: Phone, name: str) -> FloatRect:
    """Return the place of a part of the page."""
    box = await own.page.locator(name).bounding_box()
    assert box is not None
    return box


async def test_the_rack_is_put_in_order_by_the_finger(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A tile dragged along the rack stays where it is dropped, also when the page opens again."""
    async with phone(browser, web, pair.red, pair.id) as own:
        assert await own.rack() == "SLOPAAC"
        await drag(own, own.key("C"), own.key("S"))
        assert await own.rack() in {"CSLOPAA", "SCLOPAA"}
        keys = own.page.locator(".rack .key")
        await drag(own, keys.first, own.page.locator(".rack .key").last)
        order = await own.rack()
        assert sorted(order) == sorted("SLOPAAC")
        assert await own.page.locator('[data-laid="typed"]').count() == 0
        await own.page.reload()
        await own.page.locator("[role=grid]").wait_for()
        assert await own.rack() == order


async def test_messages_show_no_error_where_none_happened(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The messages are read although the server does not learn it: the reader did nothing."""
    await pair.table.say(pair.red, f"/mesaj {pair.id} Salut!")

    async def refuse(route: Route) -> None:
        await route.fulfill(status=429, json={"error": "too_many", "text": "Prea multe."})

    async with phone(browser, web, pair.blue, pair.id) as own:
        await own.page.route("**/lines/read", refuse)
        async with own.page.expect_response("**/lines/read"):
            await own.page.get_by_role("tab", name="Mesaje").tap()
        await expect(own.page.get_by_text("Salut!")).to_be_visible()
        await expect(own.page.locator(".news")).to_be_empty()
