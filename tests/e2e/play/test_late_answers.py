"""Answers of the server that reach the page late, after those to later requests."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote

import pytest
import pytest_asyncio
from playwright.async_api import APIResponse, Browser, Page, Route, expect

from engine.notation import parse_placement
from tests.e2e.harness import Pair, label, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import phone
from tests.e2e.play.board_shared import swipe

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

CASA = parse_placement("H8 CASA")


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match."""
    async with table(tmp_path, after=match_begun) as laid, mini_app(laid) as web:
        yield web


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done)


class LateAnswer:
    """What the server answers to the next request for an address, kept from the page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._kept = asyncio.Queue[tuple[Route, APIResponse]]()

    async def keep(self, address: str) -> None:
        """Keep the next answer."""
        await self._page.route(address, self._keep, times=1)

    async def _keep(self, route: Route) -> None:
        await self._kept.put((route, await route.fetch()))

    async def give(self) -> None:
        """Give the page the kept answer, and the time to show it."""
        route, answer = await self._kept.get()
        await route.fulfill(response=answer)
        await self._page.evaluate("new Promise(done => setTimeout(done, 300))")

    async def is_kept(self) -> None:
        """Wait until the server has answered."""
        await self._kept.put(await self._kept.get())


async def ask_again(page: Page) -> None:
    """Have the page ask for its game again, as after a lost connection."""
    await page.evaluate("dispatchEvent(new Event('online'))")


def of_game(code: str) -> str:
    """Return the pattern of a game's address."""
    return f"**/games/{quote(code, safe='')}"


async def test_another_game_is_one_swipe_away_and_late_answers_undo_nothing_newer(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A swipe to the left opens the next, to the right the last; on the board it does not.

    A late answer overwrites neither a newer move nor a newly opened game.
    """
    other = await pair.table.match(red=pair.red)
    async with phone(browser, web, pair.red, pair.id, without="events") as own:
        heading, late = own.page.get_by_role("heading"), LateAnswer(own.page)
        await expect(heading).to_contain_text(pair.id)
        await swipe(own, own.page.get_by_role("grid"), -150)
        await expect(heading).to_contain_text(pair.id)
        await swipe(own, heading, -150)
        await expect(heading).to_contain_text(other.id)
        await swipe(own, heading, 150)
        await expect(heading).to_contain_text(pair.id)

        await late.keep(of_game(pair.id))
        await ask_again(own.page)
        await late.is_kept()
        await pair.place(pair.red, f"{pair.code} H8 CASA")
        await ask_again(own.page)
        await expect(own.square(7, 7)).to_have_attribute("data-laid", "board")
        await late.give()
        await expect(own.square(7, 7)).to_have_attribute("data-laid", "board", timeout=1)

        await late.keep(of_game(pair.id))
        await ask_again(own.page)
        await late.is_kept()
        await swipe(own, heading, -150)
        await expect(heading).to_contain_text(other.id)
        await late.give()
        await expect(heading).to_contain_text(other.id, timeout=1)

        await late.keep(of_game(pair.id))
        await swipe(own, heading, 150)
        await late.is_kept()
        await own.page.get_by_role("button", name="Toate partidele").tap()
        await expect(heading.first).to_contain_text("Partidele mele")
        await late.give()
        await expect(heading.first).to_contain_text("Partidele mele", timeout=1)


async def test_what_a_late_answer_brings_is_on_the_page_before_it(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The server takes nothing for seen: a change without a new move comes with the next answer."""
    async with phone(browser, web, pair.blue, pair.id, without="events") as own:
        late, waiting = LateAnswer(own.page), own.page.locator(".waiting")
        await expect(waiting).to_be_hidden()
        await pair.table.say(pair.blue, f"/conditie {pair.id} H8 CASA -> PAS")
        await late.keep(of_game(pair.id))
        await ask_again(own.page)
        await late.is_kept()
        await ask_again(own.page)
        await expect(waiting).to_contain_text("H8 CASA → PAS")
        await late.give()
        await expect(waiting).to_contain_text("H8 CASA → PAS", timeout=1)


async def test_a_late_list_of_games_hides_no_new_message(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The number of unread messages stays that of the newest answer."""
    async with phone(browser, web, pair.red, pair.id, without="events") as own:
        late, unread = LateAnswer(own.page), own.page.locator(".card .unread")
        await late.keep("**/games")
        await own.page.get_by_role("button", name=label("page.all_games"), exact=True).tap()
        await late.is_kept()
        await pair.table.say(pair.blue, f"/mesaj {pair.id} Salut!")
        await own.page.get_by_role("button", name=label("page.all_games"), exact=True).tap()
        await expect(unread).to_contain_text("1")
        await late.give()
        await expect(unread).to_contain_text("1", timeout=1)


async def test_the_late_answer_to_a_move_leaves_the_next_game_alone(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A tile that was laid there before stays on its square."""
    other = await pair.table.match(red=pair.red)
    async with phone(browser, web, pair.red, other.id, without="events") as own:
        heading, late = own.page.get_by_role("heading"), LateAnswer(own.page)
        await own.square(7, 7).tap()
        await own.press(next(filter(str.isupper, await own.rack())))
        await swipe(own, heading, 150)
        await expect(heading).to_contain_text(pair.id)
        await late.keep("**/moves")
        await own.lay(await pair.game(), CASA)
        await own.may_send()
        await own.press_main()
        await late.is_kept()
        await swipe(own, heading, -150)
        await expect(heading).to_contain_text(other.id)
        async with own.page.expect_response(of_game(other.id)):
            await late.give()

        await own.square(0, 0).tap()
        await expect(own.square(0, 0)).to_have_attribute("data-arrow", "across")
        await expect(own.square(7, 7)).to_have_attribute("data-laid", "typed")
