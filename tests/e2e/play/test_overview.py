"""All games of a person in the Mini App: overview, archive, and a game's replay."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from engine.notation import parse_placement
from sandbox import SandboxUser
from tests.chromium import FAULTS_OF_LOOKS
from tests.e2e.harness import Opening, Pair, Table, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app, of
from tests.e2e.phone import Phone, phone
from tests.e2e.play.board_shared import faults, swipe
from tests.e2e.play.conditional_shared import answer_to
from tests.e2e.play.overview_shared import (
    approved,
    both_resigned,
    button,
    card,
    clean_in_both_themes,
    fits,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PORTRAIT, WIDE = (390, 844), (1440, 900)
CASA = parse_placement("H8 CASA")


async def three_running(laid: Table) -> tuple[str, SandboxUser, SandboxUser, str, str]:
    """Begin three matches of Red, the first with a move and a message; return their codes."""
    pair = Pair(laid, *await match_begun(laid))
    await pair.place(pair.red, "H8 CASA")
    other = await laid.match(red=pair.red, names=("Ana Pop", "Dan Ene"))
    await laid.say(pair.blue, f"/mesaj {pair.id} Frumos!")
    third = await laid.match(red=pair.red, names=("Ana Pop", "Eva Man"))
    return pair.code, pair.red, pair.blue, other.code, third.code


async def one_over_two_running(laid: Table) -> tuple[str, SandboxUser, SandboxUser, str]:
    """Have Red, after that match, begin two others; return it and one with a message."""
    code, red, blue, _ = await both_resigned(laid)
    running = await laid.match(red=red, names=("Ana Pop", "Dan Ene"))
    await laid.match(red=red, names=("Ana Pop", "Eva Man"))
    await laid.say(running.blue, f"/mesaj {running.id} Noroc!")
    return code, red, blue, running.code


def after(opening: Opening) -> pytest.MarkDecorator:
    """Have a test begin after that opening, whose match is its pair."""
    return pytest.mark.parametrize("web", [opening], indirect=True)


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path, request: pytest.FixtureRequest) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot after the test's opening, which by default begins one match."""
    opening = getattr(request, "param", match_begun)
    async with table(tmp_path, after=opening) as laid, mini_app(laid) as web:
        yield web


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done[:3])


@after(three_running)
async def test_all_games_are_seen_at_once_and_the_next_one_is_a_tap_away(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Waiting games come first, with score, last day and unread lines; a move opens the next.

    A move made elsewhere while the overview is open moves the game to the waiting ones.
    """
    other, third = (f"{code}/1" for code in web.table.done[3:])
    async with phone(browser, web, pair.red, "", size=PORTRAIT, shows=".card") as own:
        waiting = own.page.locator(".overview section", has_text="Te așteaptă (2)")
        await expect(waiting.locator(".card")).to_have_count(2)
        await expect(own.page.locator(".score")).to_have_text("Te așteaptă 2 din 3")
        await expect(card(own, pair.id)).to_contain_text("8–0")
        await expect(card(own, pair.id)).to_contain_text("Ion Rus")
        await expect(card(own, pair.id)).to_contain_text("până pe 1 iun.")
        await expect(card(own, pair.id)).to_contain_text("Mesaje necitite: 1")
        for size in (PORTRAIT, WIDE):
            await own.resize(*size)
            assert await fits(own)
        await card(own, other).tap()
        await expect(own.page.locator("h1")).to_contain_text("Dan Ene")
        await own.lay(await pair.table.stored.game(other), CASA)
        await own.send()
        await own.shows_result("Trimis ✓")
        await own.resize(*PORTRAIT)
        assert (await own.main_button())["text"] == "Următoarea: Eva Man"
        await own.press_main()
        await expect(own.page.locator("h1")).to_contain_text(third)
        await button(own, "Toate partidele").tap()
        await expect(own.page.locator(".score")).to_have_text("Te așteaptă 1 din 3")
        await pair.place(pair.blue, await answer_to(pair))
        await expect(own.page.locator(".score")).to_have_text("Te așteaptă 2 din 3")


async def test_a_link_to_a_game_of_others_leads_to_ones_own_games(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The page says which game it cannot find, and is no dead end."""
    async with phone(browser, web, pair.red, "ZZZZ/1", shows=".card") as own:
        await expect(own.page.get_by_role("alert")).to_contain_text("ZZZZ/1")
        await card(own, pair.id).tap()
        await expect(own.page.locator("h1")).to_contain_text(pair.id)


@after(both_resigned)
async def test_a_finished_game_is_found_in_the_archive_and_stepped_through(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Buttons, keys and swipes step both ways through board, rack and score of each move.

    Where no game runs, the page offers the archive, a new game, help, and the chat.
    """
    second = web.table.done[3]
    laid = '.replay [data-laid="board"]'
    async with phone(browser, web, pair.red, "", size=WIDE, shows=".nothing") as own:
        nothing = own.page.locator(".nothing")
        await expect(nothing).to_contain_text("Nicio partidă în desfășurare")
        await expect(nothing).to_contain_text("invitația")
        await expect(nothing).to_contain_text("/ajutor")
        await expect(button(own, "Arhiva")).to_be_visible()
        await button(own, "Arhiva").tap()
        await expect(own.page.get_by_role("heading", name="Arhiva (2)")).to_be_visible()
        await expect(card(own, pair.id)).to_contain_text("câștigată · 1 mai 2025")
        await card(own, pair.id).tap()
        await expect(own.page.locator(".over")).to_contain_text("A câștigat Ana Pop")
        await button(own, "Partida pas cu pas").tap()
        step = own.page.locator(".step")
        await expect(step).to_contain_text(f"2 / 2 · Ion Rus · turul 1{second}")
        await button(own, "Depunerea dinainte").tap()
        await expect(step).to_contain_text("H8 CASA · 8 puncte")
        await expect(step).to_contain_text("Avea în mână: SLOPAAC")
        await expect(step).to_contain_text("Ana Pop 8–0 Ion Rus")
        await expect(own.page.locator(laid)).to_have_count(4)
        assert await fits(own)
        await own.resize(*PORTRAIT)
        assert await fits(own)
        await own.page.keyboard.press("Home")
        await expect(step).to_contain_text("Înainte de prima depunere")
        await expect(own.page.locator(laid)).to_have_count(0)
        await swipe(own, own.page.locator(".replay .grid"), -150)
        await expect(own.page.locator(laid)).to_have_count(4)
        await own.page.keyboard.press("End")
        await expect(step).to_contain_text(second)
        await button(own, "Depunerea dinainte").tap()
        await expect(step).to_contain_text("H8 CASA · 8 puncte")
        await button(own, "Înapoi").tap()
        await expect(own.page.locator(".over")).to_contain_text("Ion Rus a abandonat")

        await button(own, "Toate partidele").tap()
        await own.leave()


@after(both_resigned)
async def test_an_analysis_is_offered_once_the_embargo_is_over(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Before the match is official the page says why not; then one tap starts it."""
    async with phone(browser, web, pair.red, pair.id) as own:
        over = own.page.locator(".over")
        await expect(over).to_contain_text("omolog")
        await expect(over.get_by_role("button", name="Ce se putea juca")).to_have_count(0)
        await approved(pair)
        await own.page.reload()
        await over.get_by_role("button", name="Ce se putea juca").tap()
        await expect(own.page.locator(".brief")).to_contain_text("Analizez partida")
    tab = await web.open(pair.blue)
    assert (await tab.game(pair.id))["analysis"] is None
    assert (await tab.post(f"{of(pair.id)}/analysis")).status_code == 200


@after(one_over_two_running)
async def test_somebody_else_s_game_is_not_stepped_through(web: MiniApp, pair: Pair) -> None:
    """Its replay and messages answer 404, and an archive lists only one's own games."""
    stranger = pair.table.sandbox.add_user("Dan Curios", language_code="ro")
    await pair.table.say(stranger, "/start")
    tab = await web.open(stranger)
    running = f"{web.table.done[3]}/1"
    for game in (pair.id, running):
        for path in (f"{of(game)}/replay", f"{of(game)}/lines"):
            assert (await tab.get(path)).status_code == 404, path
    empty = (await tab.get("/archive")).json()
    assert len(empty.pop("premiums")) == 15
    assert empty == {"games": [], "page": 0, "pages": 1, "all": 0}
    own = await (await web.open(pair.red)).get("/archive?page=7")
    results = {each["game"]: each["result"] for each in own.json()["games"]}
    assert results == {f"{pair.code}/1": "won", f"{pair.code}/2": "lost"}


@after(one_over_two_running)
async def test_no_view_stands_in_anybody_s_way(pair: Pair, web: MiniApp, browser: Browser) -> None:
    """Axe finds no error and nothing overflows in overview, archive, replay and messages."""
    running = f"{web.table.done[3]}/1"
    async with phone(browser, web, pair.red, "", size=(390, 844), shows=".card") as own:
        await clean_everywhere(own, "overview")
        await button(own, "Arhiva").tap()
        await expect(card(own, pair.id)).to_be_visible()
        await clean_everywhere(own, "archive")
        await card(own, pair.id).tap()
        await expect(own.page.locator(".over")).to_contain_text("A câștigat")
        await clean_everywhere(own, "finished game")
        await button(own, "Partida pas cu pas").tap()
        await expect(own.page.locator(".step")).to_contain_text("2 / 2")
        await clean_everywhere(own, "replay")
        await button(own, "Toate partidele").tap()
        await card(own, running).tap()
        await own.page.get_by_role("tab", name="Mesaje").tap()
        await expect(own.page.locator(".line")).to_contain_text("Noroc!")
        await clean_everywhere(own, "messages")


async def clean(own: Phone, view: str) -> None:
    """Check that axe finds no error and that the view fits the screen."""
    assert not (found := await faults(own)), f"{view}: {found}"
    assert await fits(own), view


async def clean_everywhere(own: Phone, view: str) -> None:
    """Check the view in both themes and in large type, and that it fits a short screen."""
    await clean_in_both_themes(own, view)
    await own.enlarge(200)
    assert not (found := await faults(own, FAULTS_OF_LOOKS)), f"{view} at 200%: {found}"
    assert await fits(own), f"{view} at 200%"
    await own.resize(375, 560)
    assert await fits(own), f"{view} on a short screen"
    await own.resize(390, 844)


@after(both_resigned)
async def test_all_of_it_reads_in_english_too(pair: Pair, web: MiniApp, browser: Browser) -> None:
    """A player who has chosen English sees overview, archive and replay in English."""
    await pair.table.say(pair.red, "/limba en")
    async with phone(browser, web, pair.red, "", shows=".nothing") as own:
        await expect(own.page.locator(".nothing")).to_contain_text("no game running")
        await button(own, "Archive").tap()
        await expect(card(own, pair.id)).to_contain_text("won")
        await clean(own, "archive")
        await card(own, pair.id).tap()
        await button(own, "Replay the game").tap()
        await expect(own.page.locator(".step")).to_contain_text("round 1")
        await clean(own, "replay")
