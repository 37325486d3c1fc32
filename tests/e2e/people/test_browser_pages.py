"""The page outside Telegram in Chromium: its entrances, and the way to Telegram."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.chromium import AXE, FAULTS
from tests.e2e.browser_user import seat_of
from tests.e2e.competitions.sign_up_shared import opened
from tests.e2e.harness import label, table
from tests.e2e.laptop import laptop
from tests.e2e.mini_app import mini_app
from tests.e2e.people.friendly_shared import web_link
from tests.e2e.people.mail_shared import mail_world

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_name_is_enough_to_sign_up(browser: Browser, tmp_path: Path) -> None:
    """The public link shows the competition and a form; the answer comes to the person's news."""
    async with table(tmp_path) as laid, mini_app(laid) as web, AsyncExitStack() as stack:
        sign = await opened(laid)
        fragment = f"#inscriere={sign.championship.code}"
        own = await stack.enter_async_context(laptop(browser, web.base_url, fragment))
        await own.page.set_viewport_size({"width": 320, "height": 640})
        await own.page.fill("#sign-up-name", "Ana Pop")
        await own.page.fill("#sign-up-club", "Argus")
        await own.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert (await own.page.evaluate(FAULTS))["violations"] == []
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line", has_text="așteaptă acordul arbitrului").wait_for()
        (ana,) = await sign.people()
        assert (ana.name, ana.club) == ("Ana Pop", "Argus")


async def test_a_link_opened_in_the_tab_of_the_page_is_followed(
    browser: Browser, tmp_path: Path
) -> None:
    """An invitation pasted above the open page asks its question, before and after signing in."""
    async with table(tmp_path) as laid, mini_app(laid) as web, AsyncExitStack() as stack:
        _, first, _ = await laid.invite()
        code, second, _ = await laid.invite()
        own = await stack.enter_async_context(laptop(browser, web.base_url))
        await own.page.locator("#device-code").wait_for()
        await own.page.goto(f"{web.base_url}/app/#seat={seat_of(first)}")
        await own.page.locator(".entrance > .go").tap()
        await own.page.locator(".feed .line").first.wait_for()
        await own.page.goto(f"{web.base_url}/app/#seat={seat_of(second)}")
        await expect(own.page.locator(".feed .lines")).to_contain_text(code)


async def test_the_browsers_back_opens_the_view_before(browser: Browser, tmp_path: Path) -> None:
    """Back leads from the devices to the games and the news; Forward leads on again.

    The news open at their end, also from another view. A reload makes no new step. Beside the
    devices *Continuă în Telegram* gives a link to the bot, in the news.
    """
    async with table(tmp_path) as laid, mini_app(laid) as web, AsyncExitStack() as stack:
        _, one, _ = await laid.invite()
        fragment = f"#seat={seat_of(one)}"
        own = await stack.enter_async_context(laptop(browser, web.base_url, fragment))
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line").first.wait_for()
        for _ in range(3):
            await own.type("/ajutor")
        title = own.page.locator("h1")
        await own.page.get_by_role("button", name=label("page.all_games")).tap()
        await expect(title).to_have_text(label("page.my_games"))
        await own.leave()
        await expect(own.page.locator(".feed .line").last).to_be_in_viewport()
        await own.page.get_by_role("button", name=label("page.menu")).tap()
        await own.page.get_by_role("button", name=label("page.devices")).tap()
        await expect(title).to_have_text(label("page.devices"))

        for view in ("news", "my_games", "news"):
            await own.page.go_back()
            await expect(title).to_have_text(label(f"page.{view}"))
        await own.page.go_forward()
        await expect(title).to_have_text(label("page.my_games"))
        await own.page.reload()
        await expect(title).to_have_text(label("page.news"))
        await own.page.go_forward()
        await own.page.go_forward()
        await expect(title).to_have_text(label("page.devices"))

        await own.page.get_by_role("button", name=label("page.to_telegram")).tap()
        await own.page.locator(".feed .line", has_text="Apasă butonul").wait_for()
        button = own.page.get_by_role("link", name="Deschide Telegram")
        assert str(await button.get_attribute("href")).startswith("https://t.me/")


async def test_a_friendly_asks_for_the_name_at_once(browser: Browser, tmp_path: Path) -> None:
    """Name and button are on the first screen of a phone; the rules are folded below them."""
    async with mail_world(tmp_path) as world, AsyncExitStack() as stack:
        _, token = await web_link(world)
        fragment = f"#joc={token}"
        own = await stack.enter_async_context(laptop(browser, world.web.base_url, fragment))
        page = own.page
        rules = page.locator(".entrance summary", has_text="Regulile meciului amical")
        for width, height in ((390, 664), (320, 568)):
            await own.resize(width, height)
            await expect(page.locator("#sign-up-name")).to_be_in_viewport(ratio=1)
            await expect(page.locator(".entrance .go")).to_be_in_viewport(ratio=1)
        first, last = page.locator("#sign-up-name"), page.get_by_text("Nu este arbitru")
        await expect(last).to_be_hidden()
        await rules.tap()
        await expect(last).to_be_visible()
        below = [await each.bounding_box() for each in (first, rules)]
        assert below[0] is not None
        assert below[1] is not None
        assert below[0]["y"] < below[1]["y"]
