"""The mail address beside the devices, in Chromium: confirm, change, end and delete it."""

from asyncio import Event
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, Route, expect

from tests.chromium import AXE, FAULTS
from tests.e2e.browser_user import seat_of
from tests.e2e.harness import label
from tests.e2e.laptop import laptop
from tests.e2e.people.mail_shared import ANA, mail_world

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

OTHER = "ana.alta@example.org"


async def test_an_address_is_confirmed_changed_and_ended_beside_the_devices(
    browser: Browser, tmp_path: Path
) -> None:
    """Each step shows the bot's answer there; a code that is sent meanwhile is not lost."""
    async with mail_world(tmp_path) as world, AsyncExitStack() as stack:
        _, one, _ = await world.table.invite()
        fragment = f"#seat={seat_of(one)}"
        own = await stack.enter_async_context(laptop(browser, world.web.base_url, fragment))
        page = own.page
        await page.locator(".entrance .go").tap()
        await page.locator(".feed .line").first.wait_for()
        await page.get_by_role("button", name=label("page.menu")).tap()
        await page.get_by_role("button", name=label("page.devices")).tap()
        form = page.locator(".mail")

        await form.get_by_role("button", name=label("button.mail_new")).tap()
        await page.fill("#mail-address", ANA)
        await form.get_by_role("button", name=label("page.mail_send")).tap()
        await expect(form).to_contain_text("nu e confirmată încă")
        await page.evaluate(AXE.read_text(encoding="utf-8"))
        assert (await page.evaluate(FAULTS))["violations"] == []
        await world.table.settle()
        release = Event()

        async def held(route: Route) -> None:
            await release.wait()
            await route.continue_()

        await page.route("**/api/chat", held)
        await form.get_by_role("button", name=label("button.mail_again")).tap()
        await expect(form.locator(".mail-answer")).to_be_empty()
        await page.fill("#mail-code", "123 456")
        await form.get_by_role("button", name=label("page.mail_confirm")).tap()
        release.set()
        await expect(form.locator(".mail-answer")).to_contain_text("Codul nu e bun")
        assert await page.locator("#mail-code").input_value() == "123 456"
        await page.unroute("**/api/chat")
        await world.table.settle()
        assert len(world.box.to(ANA)) == 2
        await page.fill("#mail-code", world.box.code(ANA))
        await form.get_by_role("button", name=label("page.mail_confirm")).tap()
        await expect(form.locator(".mail-answer")).to_contain_text("De acum primești")
        await expect(form).to_contain_text(f"Îți trimit la {ANA}")

        await form.get_by_role("button", name=label("button.mail_other")).tap()
        await page.fill("#mail-address", OTHER)
        await form.get_by_role("button", name=label("page.mail_send")).tap()
        await expect(form).to_contain_text(f"{OTHER} nu e confirmată")
        await world.table.settle()
        await page.fill("#mail-code", world.box.code(OTHER))
        await form.get_by_role("button", name=label("page.mail_confirm")).tap()
        await expect(form).to_contain_text(f"Îți trimit la {OTHER}")
        await form.get_by_role("button", name=label("button.mail_off")).tap()
        await expect(form).to_contain_text("rămâne numai ca să poți intra din nou")
        await form.get_by_role("button", name=label("button.mail_delete")).tap()
        await expect(form).to_contain_text("Adresa o confirmi cu un cod")
