"""Whole matches in Chromium without Telegram: against a Telegram player, and two browsers."""

import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect
from sqlalchemy import func, select

from engine.games.game import Game, Stage, move_notation
from engine.ids import Seat
from engine.matches.match import MatchStage
from sandbox import SandboxUser
from storage.schema import devices, persons
from tests.chromium import AXE, FAULTS
from tests.e2e.bench import tap
from tests.e2e.browser_user import BrowserUser, seat_of
from tests.e2e.harness import Pair, Table, label, last_with, table
from tests.e2e.laptop import Laptop, laptop
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import NO_STORAGE
from tests.e2e.plays import legal, no_word, written
from tests.e2e.texts import told

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the page of a bot with an arbiter."""
    async with table(tmp_path) as laid, mini_app(laid) as web:
        yield web


async def let_in(stack: AsyncExitStack, browser: Browser, web: MiniApp, link: str) -> Laptop:
    """Open an invitation in a new browser, and say „Da”."""
    fragment = f"#seat={seat_of(link)}"
    own = await stack.enter_async_context(laptop(browser, web.base_url, fragment))
    await own.page.locator(".entrance .go").tap()
    await own.page.locator(".feed .line").first.wait_for()
    return own


async def moved(at: Table, own: Laptop | SandboxUser, game: Game, *, passes: bool) -> Game:
    """Have a player make a play or pass, by taps or by typing; return the game afterwards."""
    if isinstance(own, SandboxUser):
        pair = Pair(at, game.id.split("/")[0], own, own, leg=int(game.id[-1]))
        await pair.place(own, "PAS" if passes else written(legal(game)[0]))
    else:
        if f"game={game.id.replace('/', '%2F')}" not in own.page.url:
            await own.open_board(game.id)
        await expect(own.page.locator(".score")).to_contain_text("e rândul tău")
        if passes:
            await own.page.get_by_role("button", name="PAS", exact=True).tap()
        else:
            await own.lay(game, legal(game)[0].placement)
            await own.shows_result("✓")
        await own.send()
        await at.settle()
    after = await at.stored.game(game.id)
    assert len(after.moves) > len(game.moves)
    return after


async def choose(own: Laptop, command: str) -> None:
    """Choose a command from the menu."""
    await own.page.get_by_role("button", name=label("page.menu")).tap()
    named = own.page.locator("small", has_text=re.compile(f"^{command}$"))
    group = own.page.locator("dialog.menu details").filter(has=named)
    choice = group.locator(".choice").filter(has=named)
    await group.wait_for()
    if not await choice.is_visible():
        await group.locator("summary").tap()
    async with own.page.expect_response("**/api/chat"):
        await choice.tap()


async def press_last(at: Table, player: Laptop | SandboxUser, data: str, key: str) -> None:
    """Have a player press the last button of that label, under a message."""
    if isinstance(player, SandboxUser):
        await at.press(player, last_with(player, data), key)
        return
    await player.open_news()
    await player.press_under(label(key))
    await at.settle()


async def says(own: Laptop, text: str) -> None:
    """Wait until the bot has written that among the messages."""
    await expect(own.page.locator(".feed .line.bot").filter(has_text=text).last).to_be_visible()


async def asks_about_a_word(at: Table, own: Laptop, game: Game) -> None:
    """Have a player ask the arbiter about a refused word, which the arbiter finds in the list."""
    typed = no_word(game)
    await own.type(typed)
    await own.press_under(label("button.query.ask"))
    await at.settle()
    card = told(at.arbiter.messages, "case.card")[-1]
    await tap(at, at.arbiter, card, "word_official")
    await says(own, f"{typed} este pe tablă")
    assert [move_notation(each) for each in (await at.stored.game(game.id)).moves] == [typed]


async def announces_leave(at: Table, own: Laptop) -> None:
    """Have a player announce three days of leave."""
    await choose(own, "/concediu")
    await own.press_under(label("button.leave_announce"))
    await own.type("10.05 12.05")
    await at.settle()
    await says(own, "Concediu anunțat: 10")


async def whole_match(at: Table, code: str, ana: Laptop, ion: Laptop | SandboxUser) -> None:
    """Play a match: Ana, who begins, gives up the first game; the return game ends by passes."""
    game = await at.stored.game(f"{code}/1")
    await ana.open_news()
    await asks_about_a_word(at, ana, game)
    await announces_leave(at, ana)
    await choose(ana, "/conditie")
    await ana.type("/conditie PAS -> PAS")
    await says(ana, "PAS → PAS")
    game = await at.stored.game(game.id)
    game = await moved(at, ion, game, passes=True)
    assert len(game.moves) == 3
    assert game.turn is Seat.BLUE
    await ana.open_news()
    await choose(ana, "/abandon")
    await ana.press_under(label("button.abandon"))
    await at.settle()
    assert (await at.stored.game(game.id)).stage is Stage.ENDED

    for player in (ana, ion):
        await press_last(at, player, f"ret:{code}", "button.return_leg")
    game = await at.stored.game(f"{code}/2")
    while game.stage is Stage.RUNNING:
        player = ion if game.turn is Seat.RED else ana
        game = await moved(at, player, game, passes=len(game.moves) > 1)
    for player in (ana, ion):
        await press_last(at, player, f"res:{code}:yes", "button.results_yes")
    (card, *_) = await at.say(at.arbiter, f"/omologheaza {code}")
    await at.press(at.arbiter, card, "button.homologate")
    await ana.open_news()
    await says(ana, "omologat")
    match = await at.stored.match(code)
    assert match.stage is MatchStage.HOMOLOGATED
    assert [period.days for _, period in match.leave] == [3]


async def test_a_whole_match_of_a_browser_against_telegram(web: MiniApp, browser: Browser) -> None:
    """The player in the browser needs no Telegram from the invitation to the official result."""
    laid = web.table
    code, one, other = await laid.invite()
    ion = laid.sandbox.add_user("Ionel", language_code="ro")
    async with AsyncExitStack() as stack:
        ana = await let_in(stack, browser, web, one)
        await laid.join(ion, other)
        await whole_match(laid, code, ana, ion)


@pytest.mark.campaign
async def test_a_whole_match_of_two_browsers(web: MiniApp, browser: Browser) -> None:
    """Neither player has Telegram: each does all of it by what the page offers."""
    laid = web.table
    code, one, other = await laid.invite()
    async with AsyncExitStack() as stack:
        ana = await let_in(stack, browser, web, one)
        ion = await let_in(stack, browser, web, other)
        await laid.settle()
        await whole_match(laid, code, ana, ion)


async def test_the_feed_shows_what_comes_and_the_board_all_of_it(
    web: MiniApp, browser: Browser
) -> None:
    """A game appears without reloading, on any screen; its every square, rack and button at once.

    Axe finds no fault on the entrance, nor on the messages of any size.
    """
    laid = web.table
    code, one, other = await laid.invite()
    ion = laid.sandbox.add_user("Ionel", language_code="ro")
    async with AsyncExitStack() as stack:
        fragment = f"#seat={seat_of(one)}"
        own = await stack.enter_async_context(laptop(browser, web.base_url, fragment))
        await own.page.locator(".entrance .go").wait_for()
        await without_faults(own)
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line").first.wait_for()
        await laid.join(ion, other)
        await expect(own.page.locator(".feed .lines")).to_contain_text(f"{code}/1")
        for size, zoom in (((390, 844), 100), ((320, 640), 200), ((1280, 800), 100)):
            await own.resize(*size, zoom=zoom)
            await without_faults(own)
            assert await own.cut_off() == []

        await own.open_board(f"{code}/1")
        game = await laid.stored.game(f"{code}/1")
        await own.lay(game, legal(game)[0].placement)
        await own.shows_result("✓")
        for width, height in ((390, 844), (1280, 800), (1920, 1080)):
            await own.resize(width, height)
            board, foot, bar = [
                await own.page.locator(each).first.bounding_box()
                for each in (".board", ".foot", ".bar")
            ]
            assert board is not None
            assert foot is not None
            assert bar is not None
            assert board["y"] >= 0, (width, height)
            assert board["y"] + board["height"] <= foot["y"] + 1, (width, height)
            assert foot["y"] + foot["height"] <= bar["y"] + 1, (width, height)


async def without_faults(own: Laptop) -> None:
    """Check that axe finds nothing on the page."""
    if not await own.page.evaluate("'axe' in window"):
        await own.page.evaluate(AXE.read_text(encoding="utf-8"))
    found = await own.page.evaluate(FAULTS)
    assert not [(each["id"], each["nodes"][0]["html"]) for each in found["violations"]]


async def counted(laid: Table) -> tuple[int, int]:
    """Return the numbers of people and of devices."""
    async with laid.app.runtime.database.reading() as tx:
        counts = [
            (await tx.execute(select(func.count()).select_from(each))).scalar_one()
            for each in (persons, devices)
        ]
    return counts[0], counts[1]


async def test_a_rendered_link_stays_open(web: MiniApp, browser: Browser) -> None:
    """A scanner that runs the page's scripts takes no seat, and the code is in no request."""
    laid = web.table
    _, one, _ = await laid.invite()
    before, code, asked = await counted(laid), seat_of(one), list[str]()
    async with laptop(browser, web.base_url) as own:
        own.page.on("request", lambda request: asked.append(f"{request.url} {request.headers}"))
        for _again in range(2):
            await own.page.goto("about:blank")
            await own.page.goto(f"{web.base_url}/app/#seat={code}")
            await own.page.locator(".entrance .go").wait_for()
    assert await counted(laid) == before
    assert asked
    assert not any(code in each for each in asked)
    assert (await BrowserUser(web).take(code)).status_code == 200


async def test_a_browser_that_stores_nothing_gets_in_and_plays(
    web: MiniApp, browser: Browser
) -> None:
    """Without the page's storage the cookie alone lets the player in again."""
    laid = web.table
    code, one, other = await laid.invite()
    await laid.join(laid.sandbox.add_user("Ionel", language_code="ro"), other)
    fragment = f"#seat={seat_of(one)}"
    async with laptop(browser, web.base_url, fragment, script=NO_STORAGE) as own:
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line").first.wait_for()
        await own.type("H8 CASA")
        await own.open_news()
        await expect(own.page.locator(".feed .lines")).to_contain_text("H8 CASA")
        await own.open_board(f"{code}/1")
