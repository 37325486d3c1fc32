"""The Mini App before a first game, and in practice: what a newcomer can tap."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.e2e.harness import table
from tests.e2e.matches.practice_shared import Trainee, practice_moved
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import phone

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    async with table(tmp_path, after=practice_moved) as laid, mini_app(laid) as web:
        yield web


async def test_the_empty_app_has_three_doors_and_commands_to_tap(
    web: MiniApp, browser: Browser
) -> None:
    """Practise, play with somebody and how to play open the chat; so does a command in a text."""
    newcomer = web.table.sandbox.add_user("Eva Man", language_code="ro")
    await web.table.say(newcomer, "/start")
    async with phone(browser, web, newcomer, "", shows=".nothing") as own:
        for label, code in (
            ("🎯 Exersează", "c-exerseaza"),
            ("🤝 Joacă cu cineva", "c-joaca"),
            ("❓ Cum se joacă", "how"),
            ("/joaca", "c-joaca"),
        ):
            await own.page.get_by_role("button", name=label, exact=True).tap()
            told = await own.page.evaluate("window.told.map(([type, data]) => data?.path_full)")
            assert f"/{web.table.sandbox.username}?start={code}" in told
    (answer,) = await web.table.say(newcomer, "/start c-ajutor")
    assert answer.buttons[0].data == "how:"


async def test_practice_has_no_tab_of_messages(web: MiniApp, browser: Browser) -> None:
    """The other tabs are there, and the arrow keys pass over the missing one."""
    (user,) = web.table.done
    pair = Trainee(web.table, user).playing()
    async with phone(browser, web, user, pair.id) as own:
        await expect(own.page.get_by_role("tab")).to_have_count(5)
        await expect(own.page.locator("#tab-talk")).to_be_hidden()
