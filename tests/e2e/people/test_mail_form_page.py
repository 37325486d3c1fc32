"""The mail address beside the devices, in Chromium: confirm, change, end and delete it."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

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
    """Each step shows the bot's answer there, and the news have it, too."""
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
        await form.get_by_role("button", name=label("button.mail_again")).tap()
        await expect(form.locator(".mail-answer")).to_contain_text("Ți-am trimis un cod")
        await world.table.settle()
        assert len(world.box.to(ANA)) == 2
        wrong = f"{(int(world.box.code(ANA)) + 1) % 10**6:06d}"
        for code, said in ((wrong, "Codul nu e bun"), (world.box.code(ANA), "De acum primești")):
            await page.fill("#mail-code", code)
            await form.get_by_role("button", name=label("page.mail_confirm")).tap()
            await expect(form.locator(".mail-answer")).to_contain_text(said)
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
