"""The page in a browser as people use it: words on signs, fingers, keyboard, screen reader."""

from asyncio import Event
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.async_api import Browser, Locator, Page, Route, expect

from tests.chromium import AXE, FAULTS, FAULTS_OF_LOOKS
from tests.e2e.browser_user import seat_of
from tests.e2e.harness import Table, label, table
from tests.e2e.laptop import Laptop, laptop
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.people.browsers_shared import both_seated, pair_in
from tests.e2e.people.mail_shared import mail_world
from tests.e2e.phone import DARK, LIGHT
from tests.e2e.plays import legal

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

WORDLESS: Final = """() => [...document.querySelectorAll("button, a, summary, [role=button]")]
  .filter((each) => each.checkVisibility() && !each.matches(".key") && !each.querySelector("img"))
  .filter((each) => !/\\p{L}{2}|\\d/u.test(each.innerText) && each.title === "")
  .map((each) => each.outerHTML)"""
"""Finds buttons with a sign alone, which do not even name it in a tooltip."""
SMALL: Final = """() => [...document.querySelectorAll("button, select, summary, textarea, input")]
  .filter((each) => each.checkVisibility() && !each.matches(".said *"))
  .map((each) => [each.outerHTML.slice(0, 120), each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width > 0 && (width < 43.5 || height < 43.5))
  .map(([each, { width, height }]) => `${each} ${width}x${height}`)"""
"""Finds controls that are too small for a finger; commands within a sentence may be."""
OUTLINED: Final = """() => {
  const has = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(has);
  return has !== document.body && outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
}"""
"""Whether something has the focus, and shows it."""
ANNOUNCED: Final = """() => {
  window.announced = [];
  const log = document.querySelector("[role=log]");
  new MutationObserver((changes) => {
    if (log.getAttribute("aria-live") === "off") return;
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes]);
    window.announced.push(...added.map((each) => each.textContent));
  }).observe(log.querySelector("ol"), { childList: true });
}"""
"""Collects what a screen reader says of the messages from now on."""


SQUEEZED: Final = """() => {
  const [notice, text] = [".news", ".news p"].map((each) => document.querySelector(each));
  return notice.scrollWidth > notice.clientWidth || text.clientWidth < 0.6 * notice.clientWidth;
}"""
"""Whether the text of the notice has too little of its width, or something in it is cut off."""


@asynccontextmanager
async def playing(
    browser: Browser, folder: Path
) -> AsyncIterator[tuple[Table, MiniApp, Laptop, str]]:
    """Give the page of Ana, who moves first, and the game; Ion plays in Telegram."""
    async with table(folder, after=both_seated) as laid, mini_app(laid) as web:
        code, ana, _ = pair_in(web)
        async with laptop(browser, web.base_url, cookies=ana.cookies) as own:
            await expect(own.page.locator(".feed .lines")).to_contain_text(f"{code}/1")
            yield laid, web, own, f"{code}/1"


@asynccontextmanager
async def entered(browser: Browser, web: MiniApp, link: str, agent: str) -> AsyncIterator[Laptop]:
    """Have a player take their seat in a browser that says it is that one; give the page."""
    fragment, script = f"#seat={seat_of(link)}", INNER.format(agent=agent)
    async with laptop(browser, web.base_url, fragment, script=script) as own:
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line").first.wait_for()
        yield own


async def open_devices(page: Page) -> None:
    """Open the list of devices from the messages."""
    await page.get_by_role("button", name=label("page.menu")).tap()
    await page.get_by_role("button", name=label("page.devices")).tap()
    await page.locator(".devices .tasks li").first.wait_for()


async def views(own: Laptop, game: str) -> AsyncIterator[str]:
    """Show each view of the page."""
    page = own.page
    yield "messages"
    await page.locator(".reply").last.tap()
    yield "reply"
    await page.locator(".quote button").tap()
    await page.locator(".picture img[src]").last.tap()
    yield "picture"
    await page.locator("dialog").get_by_role("button", name=label("page.close")).tap()
    await page.get_by_role("button", name=label("page.menu")).tap()
    await page.locator("dialog.menu").wait_for()
    yield "menu"
    await page.locator("dialog.menu .top button").tap()
    await open_devices(page)
    await page.get_by_role("button", name=label("page.device_add")).tap()
    await page.locator(".qr").wait_for()
    yield "devices"
    await page.get_by_role("button", name=label("page.device_end"), exact=True).tap()
    yield "question"
    await own.open_board(game)
    yield "board"
    await page.get_by_role("button", name=label("page.all_games")).tap()
    await page.locator(".overview").wait_for()
    yield "games"


async def test_every_view_is_fit_for_fingers_and_for_all_eyes(
    browser: Browser, tmp_path: Path
) -> None:
    """On a narrow phone and in large type no sign is alone, no target small, no text cut off.

    Axe finds no fault of names, headings, language or contrast, light and dark, also where a sign
    is a word. Large type leaves room to write.
    """
    async with playing(browser, tmp_path) as (_, _, own, game):
        async for view in views(own, game):
            for width, height, zoom in ((320, 640, 200), (320, 640, 100), (390, 844, 100)):
                await own.resize(width, height, zoom)
                assert await own.page.evaluate(WORDLESS) == [], view
                assert await own.cut_off() == [], view
                if zoom == 100:
                    assert await own.page.evaluate(SMALL) == [], view
                elif view == "messages":
                    field = await own.page.locator(".write textarea").bounding_box()
                    assert field is not None
                    assert field["width"] > 250
            await is_readable(own, view)
        for key in ("page.news", "page.games_short"):
            word = own.page.locator("header .name", has_text=label(key))
            await expect(word).to_be_visible()
        await own.open_news()
        for key in ("page.menu", "button.board.send"):
            await expect(own.page.locator(".write .name", has_text=label(key))).to_be_visible()
        tree = await own.page.locator("#app").aria_snapshot()
        assert 'img "Imaginea 2 din 2: ♟' in tree
        for key in ("page.news", "page.all_games", "page.menu", "button.board.send_line"):
            assert f'button "{label(key)}"' in tree


async def is_readable(own: Laptop, view: str) -> None:
    """Check that axe finds no fault in either theme."""
    if not await own.page.evaluate("'axe' in window"):
        await own.page.evaluate(AXE.read_text(encoding="utf-8"))
    for theme, call in ((LIGHT, FAULTS), (DARK, FAULTS_OF_LOOKS)):
        await own.change_theme(theme)
        found = (await own.page.evaluate(call))["violations"]
        faults = [(each["id"], each["nodes"][0]["html"]) for each in found]
        assert faults == [], (view, theme)
    await own.change_theme(LIGHT)
    assert await own.page.evaluate("document.documentElement.lang") == "ro"


async def has_focus(own: Laptop, place: Locator) -> None:
    """Check that something within the place has the focus, and shows it."""
    await expect(place.and_(own.page.locator(":focus, :has(:focus)"))).to_have_count(1)
    assert await own.page.evaluate(OUTLINED)


async def press(own: Laptop, button: Locator, key: str = "Enter") -> None:
    """Reach a button with Tab alone, and press a key there."""
    for _ in range(200):
        if await button.evaluate("(each) => each === document.activeElement"):
            break
        await own.page.keyboard.press("Tab")
    assert await own.page.evaluate(OUTLINED)
    await own.page.keyboard.press(key)


async def test_the_keyboard_alone_is_enough(browser: Browser, tmp_path: Path) -> None:
    """Tab reaches everything and shows it; Enter lets in, writes, opens the board and sends."""
    async with table(tmp_path) as laid, mini_app(laid) as web, AsyncExitStack() as stack:
        code, one, other = await laid.invite()
        fragment = f"#seat={seat_of(one)}"
        own = await stack.enter_async_context(laptop(browser, web.base_url, fragment))
        page = own.page
        await page.locator(".entrance .go").wait_for()
        await press(own, page.locator(".entrance .go"))
        await laid.join(laid.sandbox.add_user("Ionel", language_code="ro"), other)
        await expect(page.locator(".feed .lines")).to_contain_text(f"{code}/1")
        await press(own, page.get_by_role("button", name=label("page.dismiss")))
        await has_focus(own, page.locator(".pane"))

        await press(own, page.locator(".write textarea"), "/")
        await page.keyboard.type("timp")
        await page.keyboard.press("Enter")
        await expect(page.locator(".feed .line.own")).to_contain_text("/timp")
        await has_focus(own, page.locator(".write textarea"))
        await press(own, page.get_by_role("button", name=label("page.all_games")))
        await press(own, page.locator(".cards .card").first)
        await has_focus(own, page.locator(".pane"))
        await press(own, page.locator("[role=gridcell][tabindex='0']"))
        await page.keyboard.type("PASCALO")
        await own.may_send()
        await press(own, page.locator(".bar .main"))
        await own.shows_result("Trimis ✓")
        await has_focus(own, page.locator(".pane"))
        await laid.settle()
        assert len((await laid.stored.game(f"{code}/1")).moves) == 1


async def test_the_focus_returns_to_where_it_was(browser: Browser, tmp_path: Path) -> None:
    """Escape closes what is open; neither it nor a changed message loses the reader's place."""
    async with playing(browser, tmp_path) as (_, _, own, _):
        page = own.page
        field, menu = page.locator(".write textarea"), page.locator(".write .tool").first
        await press(own, page.locator(".reply").last)
        await has_focus(own, field)
        await page.keyboard.press("Escape")
        await expect(page.locator(".quote")).to_be_hidden()
        for button in (menu, page.locator(".picture").last):
            await press(own, button)
            await has_focus(own, page.locator("dialog[open]"))
            await page.keyboard.press("Escape")
            await has_focus(own, button)

        await own.type("PAS")
        await press(own, page.locator(".feed .tool", has_text="Renunț").last)
        await expect(page.locator(".feed .tool", has_text="Renunț")).to_have_count(0)
        await has_focus(own, page.locator(".feed .line").last)

        await press(own, menu)
        await press(own, page.locator("dialog.menu > .tool"))
        card = page.locator(".devices .card").first
        await press(own, card.get_by_role("button", name=label("page.device_end"), exact=True))
        await has_focus(own, card)
        await press(own, card.get_by_role("button", name=label("button.undecide")))
        await has_focus(own, card)
        await press(own, page.locator(".devices .top button"))
        await has_focus(own, menu)


async def test_a_new_message_is_announced_once(browser: Browser, tmp_path: Path) -> None:
    """A screen reader says each message as it comes, and none of those that were there."""
    async with playing(browser, tmp_path) as (laid, _, own, game):
        page = own.page
        await page.reload()
        await page.locator("[role=log]").wait_for(state="attached")
        await page.evaluate(ANNOUNCED)
        await page.locator(".feed .line").first.wait_for()
        await expect(page.locator("[role=log][aria-live=polite]")).to_have_count(1)
        assert await page.evaluate("window.announced") == []
        await laid.say(laid.arbiter, f"/scrie {game} Bună ziua!")
        await own.type("/timp")
        await expect(page.locator(".feed .line.own").last).to_contain_text("/timp")
        await laid.settle()
        await page.evaluate("dispatchEvent(new Event('online'))")
        told: list[str] = await page.evaluate("window.announced")
        assert len([each for each in told if "Tu: /timp" in each]) == 1
        assert len(told) == len(set(told))


async def test_what_is_sent_on_a_bad_connection_is_sent_once_and_in_order(
    browser: Browser, tmp_path: Path
) -> None:
    """A line and two presses during a slow answer are done in their order, a double tap once.

    A text whose answer was lost is the same text when it is pressed again; typed again later, it is
    another one. Without a network the error is in view wherever the reader is.
    """
    async with playing(browser, tmp_path) as (_, _, own, _):
        page, sent = own.page, own.page.locator(".feed .line.own", has_text="/timp")
        await own.type("PAS")
        release, lost = Event(), list[Route]()

        async def held(route: Route) -> None:
            await release.wait()
            await route.continue_()

        async def lose(route: Route) -> None:
            if not lost:
                lost.append(route)
                await route.fetch()
                await route.abort()
            else:
                await route.continue_()

        await page.route("**/api/chat", held)
        await page.locator(".write textarea").fill("/timp")
        await page.locator(".write .go").tap()
        cancel = page.locator(".feed .tool", has_text="Renunț").last
        await cancel.tap()
        await cancel.tap()
        await page.locator(".write textarea").fill("/fisa")
        release.set()
        await expect(page.locator(".feed .tool", has_text="Renunț")).to_have_count(0)
        await own.is_idle()
        await expect(page.locator(".feed .line.own").last).to_contain_text("/timp")
        assert await page.locator(".write textarea").input_value() == "/fisa"
        await page.unroute("**/api/chat", held)

        await page.route("**/api/chat", lose)
        await page.locator(".write textarea").fill("/timp")
        await page.locator(".write .go").tap()
        await expect(page.locator(".news")).to_contain_text("Fără rețea")
        await page.locator(".write .go").tap()
        await expect(page.locator(".write textarea")).to_have_value("")
        await expect(sent).to_have_count(2)
        await own.type("/timp")
        await expect(sent).to_have_count(3)

        await own.type("/ajutor")
        await page.context.set_offline(True)
        await page.locator(".write textarea").fill("PAS")
        await page.locator(".write .go").tap()
        await expect(page.locator(".news")).to_contain_text("Fără rețea")
        await expect(page.locator(".news")).to_be_in_viewport(ratio=1)
        await page.context.set_offline(False)


async def test_nothing_covers_the_board_of_a_phone_on_its_side(
    browser: Browser, tmp_path: Path
) -> None:
    """Board, rack, tools and button are all in view."""
    async with playing(browser, tmp_path) as (laid, _, own, code):
        await own.open_board(code)
        game = await laid.stored.game(code)
        await own.lay(game, legal(game)[0].placement)
        await own.shows_result("✓")
        await own.resize(740, 360)
        parts = [own.page.locator(each).first for each in (".view", ".tools", ".bar .main")]
        for each in parts:
            await expect(each).to_be_in_viewport(ratio=0.99)
        board, tools, button = [await each.bounding_box() for each in parts]
        assert board is not None
        assert tools is not None
        assert button is not None
        assert board["x"] + board["width"] <= button["x"]
        assert tools["y"] + tools["height"] <= button["y"]


VIBER: Final = "Mozilla/5.0 (Linux; Android 15; wv) AppleWebKit/537.36 Chrome/140.0 Mobile Viber/25"
FACEBOOK: Final = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 [FBAN/FBIOS]"
)
INNER: Final = 'Object.defineProperty(navigator, "userAgent", {{ get: () => "{agent}" }});'


async def test_an_inner_browser_is_told_to_add_the_phones_own(
    browser: Browser, tmp_path: Path
) -> None:
    """After „Da” one press shows the code, and with it the phone's own browser is let in."""
    async with table(tmp_path) as laid, mini_app(laid) as web:
        code, one, other = await laid.invite()
        async with entered(browser, web, one, FACEBOOK) as own:
            await is_warned(own)
        async with entered(browser, web, other, VIBER) as own:
            await is_warned(own)
            await own.page.get_by_role("button", name=label("page.add_browser")).tap()
            digits = await own.page.locator(".digits").text_content()
            async with laptop(browser, web.base_url) as phone:
                await phone.page.fill("#device-code", str(digits))
                await phone.page.locator(".entrance .go").first.tap()
                await expect(phone.page.locator(".feed .lines")).to_contain_text(f"{code}/1")
                await expect(phone.page.locator(".news")).to_contain_text("ecranul de pornire")
                await expect(phone.page.locator(".news .tool")).to_have_count(0)


async def is_warned(own: Laptop) -> None:
    """Check that the page says where it was opened, and that the notice has room on any phone."""
    await expect(own.page.locator(".news")).to_contain_text("s-a deschis în altă aplicație")
    for width, zoom in ((390, 100), (320, 100), (320, 200)):
        await own.resize(width, 640, zoom)
        assert await own.page.evaluate(SQUEEZED) is False


async def test_a_wrong_code_is_told_beside_its_field(browser: Browser, tmp_path: Path) -> None:
    """On a small screen the reason is in view, above the form for a lost device."""
    async with AsyncExitStack() as stack:
        world = await stack.enter_async_context(mail_world(tmp_path))
        page = laptop(browser, world.web.base_url, size=(320, 568))
        own = await stack.enter_async_context(page)
        await own.page.fill("#device-code", "1234 5678")
        await own.page.locator(".entrance .go").first.tap()
        said, other = own.page.get_by_role("alert"), own.page.locator("#recover-address")
        await expect(said).to_contain_text("nu e bun")
        await expect(said).to_be_in_viewport(ratio=1)
        above, below = await said.bounding_box(), await other.bounding_box()
        assert above is not None
        assert below is not None
        assert above["y"] < below["y"]
