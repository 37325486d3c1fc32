"""What is typed in the Carnet tab outlasts leaving the tab, the game, the network and the page."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Route, expect

from tests.e2e.harness import Pair, label, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import Phone, phone
from tests.e2e.play.board_shared import swipe

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match whose home game has just begun."""
    async with table(tmp_path, after=match_begun) as laid, mini_app(laid) as web:
        yield web


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done)


async def open_notebook(own: Phone) -> None:
    """Open the Carnet tab."""
    await own.page.get_by_role("tab", name="Carnet").tap()


async def open_position(own: Phone, pair: Pair) -> Locator:
    """Plan one move in the chat and open its position; return the field of the note."""
    await pair.table.say(pair.red, f"/carnet {pair.id} H8 CASA")
    await open_notebook(own)
    await own.page.locator(".position").tap()
    return own.page.get_by_label("Notiță")


async def saved(pair: Pair) -> str:
    """Return the notebook as the chat shows it."""
    (shown,) = await pair.table.say(pair.red, f"/carnet {pair.id} 1")
    return shown.text


async def test_a_note_is_saved_when_another_game_is_opened_while_it_is_typed(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A swipe takes no focus from the field; the note is still saved, and in its own game."""
    other = await pair.table.match(red=pair.red)
    async with phone(browser, web, pair.red, pair.id) as own:
        await (await open_position(own, pair)).fill("lasă EAU")
        async with own.page.expect_response(lambda each: each.request.method == "PUT"):
            await swipe(own, own.page.locator(".about .acts"), -150)
        await expect(own.page.get_by_role("heading")).to_contain_text(other.id)
    assert "lasă EAU" in await saved(pair)


async def test_a_note_that_the_network_lost_is_saved_when_the_page_opens_again(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Until then the device keeps it."""
    is_lost = True

    async def lose(route: Route) -> None:
        if route.request.method == "PUT" and is_lost:
            await route.abort()
        else:
            await route.fallback()

    async with phone(browser, web, pair.red, pair.id) as own:
        note = await open_position(own, pair)
        await own.page.route("**/notebook", lose)
        await note.fill("lasă EAU")
        await note.blur()
        await expect(own.page.get_by_role("alert")).to_contain_text("rețea")
        await own.page.reload()
        is_lost = False
        async with own.page.expect_response(lambda each: each.request.method == "PUT"):
            await open_notebook(own)
        await expect(note).to_have_value("lasă EAU")
    assert "lasă EAU" in await saved(pair)


async def test_notes_of_two_positions_that_the_network_lost_are_both_saved(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """What is typed at the second position takes nothing from the first."""
    is_lost = True

    async def lose(route: Route) -> None:
        if route.request.method == "PUT" and is_lost:
            await route.abort()
        else:
            await route.fallback()

    await pair.table.say(pair.red, f"/carnet {pair.id} H8 SAC")
    async with phone(browser, web, pair.red, pair.id) as own:
        await pair.table.say(pair.red, f"/carnet {pair.id} H8 CASA")
        await open_notebook(own)
        await own.page.route("**/notebook", lose)
        for number, text in enumerate(("lasă EAU", "păstrează S")):
            await own.page.locator(".position").nth(number).tap()
            await own.page.get_by_label("Notiță").fill(text)
            await own.page.get_by_role("button", name="Carnetul").tap()
            await expect(own.page.get_by_role("alert")).to_contain_text("rețea")
        is_lost = False
        await own.page.reload()
        await open_notebook(own)
        for number, text in enumerate(("lasă EAU", "păstrează S")):
            await expect(own.page.locator(".position").nth(number)).to_contain_text(text)


async def test_a_notebook_that_was_opened_without_the_network_comes_with_it(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The open tab fills itself."""
    await pair.table.say(pair.red, f"/carnet {pair.id} H8 CASA")
    async with phone(browser, web, pair.red, pair.id) as own:
        await own.page.context.set_offline(True)
        await open_notebook(own)
        await expect(own.page.get_by_role("alert")).to_contain_text("rețea")
        await own.page.context.set_offline(False)
        await expect(own.page.locator(".position")).to_have_count(1)


@dataclass(eq=False)  # Playwright marks the bound method, which slots would forbid
class Held:
    """The first request of a method to the notebook, which waits until it is released."""

    method: str
    is_held: asyncio.Event = field(default_factory=asyncio.Event)
    is_released: asyncio.Event = field(default_factory=asyncio.Event)

    async def route(self, route: Route) -> None:
        """Hold the first request of the method; let all others pass."""
        if route.request.method == self.method and not self.is_held.is_set():
            self.is_held.set()
            await self.is_released.wait()
        await route.fallback()


@pytest.mark.parametrize("method", ["PUT", "GET"])
async def test_a_note_that_is_typed_while_the_name_is_being_saved_stays(
    pair: Pair, web: MiniApp, browser: Browser, method: str
) -> None:
    """The slow answer brings a new field, which keeps the text and the focus; both are saved."""
    held = Held(method)
    async with phone(browser, web, pair.red, pair.id) as own:
        note = await open_position(own, pair)
        await own.page.route("**/notebook", held.route)
        await own.page.get_by_label("Nume").fill("Atacul")
        await note.press_sequentially("lasă EAU")
        await note.evaluate("field => { field.dataset.earlier = true }")
        await held.is_held.wait()
        held.is_released.set()
        await expect(note).not_to_have_attribute("data-earlier", "true")
        await expect(note).to_be_focused()
        await own.page.get_by_role("button", name="Carnetul").tap()
        await expect(own.page.locator(".position")).to_contain_text("Atacul · lasă EAU")


@pytest.mark.parametrize("method", ["PUT", "GET"])
async def test_a_note_is_saved_when_it_is_left_while_the_name_is_being_saved(
    pair: Pair, web: MiniApp, browser: Browser, method: str
) -> None:
    """The page is not taken for another device that has written meanwhile."""
    held = Held(method)
    async with phone(browser, web, pair.red, pair.id) as own:
        note = await open_position(own, pair)
        await own.page.route("**/notebook", held.route)
        await own.page.get_by_label("Nume").fill("Atacul")
        await note.press_sequentially("lasă EAU")
        await held.is_held.wait()
        await own.page.get_by_role("button", name="Carnetul").tap()
        await expect(own.page.locator(".position")).to_be_visible()
        held.is_released.set()
        await expect(own.page.locator(".position")).to_contain_text("Atacul · lasă EAU")
        await expect(own.page.get_by_role("alert")).to_be_hidden()


async def test_keys_on_the_list_of_games_change_no_plan(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The notebook that was left hears no key, so its laid tile is still there afterwards."""
    laid = '.notebook [data-laid="typed"]'
    async with phone(browser, web, pair.red, pair.id) as own:
        await open_notebook(own)
        await own.page.get_by_role("button", name="Variantă nouă").tap()
        await own.square(7, 7).tap()
        await own.press("S")
        await expect(own.page.locator(laid)).to_have_count(1)
        await own.page.get_by_role("button", name=label("page.all_games"), exact=True).tap()
        await own.page.locator(".card").tap()
        await own.page.get_by_role("button", name=label("page.all_games"), exact=True).tap()
        await expect(own.page.locator(".card")).to_be_visible()
        await own.page.keyboard.press("Escape")
        await own.page.locator(".card").tap()
        await expect(own.page.locator(laid)).to_have_count(1)
