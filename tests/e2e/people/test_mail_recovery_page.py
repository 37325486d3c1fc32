"""The way back by mail on the page, in Chromium: the form, its answer, and the link."""

import re
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.chromium import AXE, FAULTS
from tests.e2e.harness import label
from tests.e2e.laptop import laptop
from tests.e2e.people.mail_shared import ANA, address_confirmed, mail_world

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_a_player_comes_back_by_mail(browser: Browser, tmp_path: Path) -> None:
    """A strange browser asks, its reader presses the link's button, and the news are there."""
    async with mail_world(tmp_path, after=address_confirmed) as world, AsyncExitStack() as stack:
        await world.seated()
        strange = await stack.enter_async_context(laptop(browser, world.web.base_url))
        page = strange.page
        await page.set_viewport_size({"width": 390, "height": 844})
        await page.fill("#recover-address", ANA)
        await page.evaluate(AXE.read_text(encoding="utf-8"))
        assert (await page.evaluate(FAULTS))["violations"] == []
        is_wide = "document.documentElement.scrollWidth > innerWidth"
        assert not await page.evaluate(is_wide)
        await page.get_by_role("button", name=label("page.recover_send")).tap()
        await expect(page.locator(".recovery")).to_contain_text("Dacă adresa e confirmată")
        await world.table.settle()
        plain = world.box.to(ANA)[-1].get_body(("plain",))
        assert plain is not None
        found = re.search(r"/app/(#device=\S+)", plain.get_content())
        assert found is not None

        new = await stack.enter_async_context(laptop(browser, world.web.base_url, found[1]))
        await new.page.set_viewport_size({"width": 390, "height": 844})
        await expect(new.page.locator(".entrance")).to_contain_text(label("page.enter_ask"))
        assert not await new.page.evaluate(is_wide)
        await new.page.get_by_role("button", name=label("page.enter_here")).tap()
        await new.page.locator(".feed .line", has_text="Ai intrat și de pe").wait_for()

        late = await stack.enter_async_context(laptop(browser, world.web.base_url, found[1]))
        await late.page.get_by_role("button", name=label("page.enter_here")).tap()
        await expect(late.page.locator(".fault")).to_contain_text("nu e bun ori a expirat")
        await late.page.get_by_role("button", name=label("page.have_code")).tap()
        await late.page.locator("#recover-address").wait_for()
