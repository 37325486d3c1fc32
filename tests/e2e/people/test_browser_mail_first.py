"""A friendly in a browser before its e-mail: what each page refuses, and how it goes on."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from playwright.async_api import Browser, expect

from tests.e2e.harness import Pair, label
from tests.e2e.laptop import Laptop, laptop
from tests.e2e.people.friendly_shared import web_link
from tests.e2e.people.mail_shared import ANA, MailWorld, mail_world
from tests.e2e.plays import legal

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

REFUSED = "Înainte de prima depunere confirmă o adresă"


@asynccontextmanager
async def accepted(browser: Browser, folder: Path) -> AsyncIterator[tuple[MailWorld, Laptop, str]]:
    """Have Ana accept a friendly in Chromium; when it is her turn, give her page and the game."""
    async with mail_world(folder) as world, AsyncExitStack() as stack:
        ion, token = await web_link(world)
        own = await stack.enter_async_context(laptop(browser, world.web.base_url, f"#joc={token}"))
        await own.page.fill("#sign-up-name", "Ana Pop")
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line", has_text="nu are arbitru").wait_for()
        (listed, *_) = await world.table.say(ion, "/jocuri")
        found = re.search(r"\w+/1", listed.text)
        assert found is not None
        game = await world.table.stored.game(found[0])
        if (await world.table.stored.person(ion.id)).id == game.side(game.turn).person:
            await Pair(world.table, game.match, ion, ion).place(ion, "PAS")
        yield world, own, game.id


async def test_the_board_asks_for_an_address_and_keeps_the_tiles(
    browser: Browser, tmp_path: Path
) -> None:
    """One press leads to the address; after its code the same tiles are sent from the board.

    A conditional move is refused with the way on, among the messages and in the notebook.
    """
    async with accepted(browser, tmp_path) as (world, own, code):
        page, table, button = own.page, world.table, label("button.mail_new")
        await own.open_news()
        await own.type("/conditie PAS -> PAS")
        refused = page.locator(".feed .line.bot", has_text=REFUSED).last
        await refused.get_by_role("button", name=button).wait_for()
        await own.type("/carnet PAS; PAS; PAS")
        await own.open_board(code)
        await page.get_by_role("tab", name=label("page.tab_notebook")).tap()
        await page.locator(".position").last.tap()
        await page.get_by_role("button", name=label("button.line_condition")).tap()
        notice = page.locator(".news")
        await expect(notice).to_contain_text(REFUSED)
        await notice.get_by_role("button", name=button).wait_for()
        await own.open_news()
        await expect(notice.filter(has_text=REFUSED)).to_have_count(0)

        await own.open_board(code)
        game = await table.stored.game(code)
        await own.lay(game, legal(game)[0].placement)
        await own.shows_result("✓")
        await own.send()
        await expect(notice).to_contain_text(REFUSED)
        await notice.get_by_role("button", name=button).tap()
        await page.locator(".feed .line.own", has_text="/email").wait_for()
        await own.press_under(button)
        await own.type(ANA)
        await table.settle()
        await own.type(world.box.code(ANA))
        await page.locator(".feed .line", has_text="De acum primești").first.wait_for()
        await own.open_board(code)
        await own.shows_result("✓")
        await own.send()
        await own.shows_result("Trimis ✓")
        await table.settle()
        after = await table.stored.game(code)
        assert len(after.moves) == len(game.moves) + 1
