"""The Carnet tab on a phone: lines for both players, laid by taps, read as a tree, never sent."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import APIResponse, Browser, Locator, Route, expect

from bot.texts.signs import gained
from engine.games.game import Game
from engine.notation import parse_placement
from tests.builders import play
from tests.chromium import FAULTS_OF_LOOKS
from tests.e2e.harness import MORNING, Pair, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.phone import Phone, phone
from tests.e2e.play.board_shared import faults, has_no_faults_in_both_themes
from tests.e2e.play.conditional_shared import waiting
from tests.e2e.play.notebook_shared import line_of
from tests.e2e.plays import legal, written

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


def tab(own: Phone, name: str) -> Locator:
    """Return a tab."""
    return own.page.get_by_role("tab", name=name)


def press(own: Phone, name: str) -> Locator:
    """Return a button."""
    return own.page.get_by_role("button", name=name)


def rows(own: Phone) -> Locator:
    """Return the rows of the tree."""
    return own.page.locator(".position")


async def keep(own: Phone, game: Game, text: str) -> Game:
    """Lay a move of the plan and save it by Telegram's button; return the resulting game."""
    await own.lay(game, parse_placement(text))
    await own.shows_result("✓")
    await own.send()
    await expect(own.page.locator('[data-laid="typed"]')).to_have_count(0)
    return play(game, text, at=MORNING)


async def test_a_line_for_both_is_laid_by_taps_and_read_as_a_tree(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Three moves, one with the opponent's tiles, are saved without being sent."""
    before = await pair.game()
    line = await line_of(pair, "H8 CASA", plies=3)
    async with phone(browser, web, pair.red, pair.id, size=(360, 640)) as own:
        await tab(own, "Carnet").tap()
        await press(own, "Variantă nouă").tap()
        await expect(own.page.get_by_text("Plan, nu se trimite").first).to_be_visible()
        assert (await own.main_button())["text"] == "Păstrează în carnet"
        game = before
        for text in line:
            assert sorted(await own.rack()) == sorted(game.side(game.turn).rack.replace("?", "★"))
            game = await keep(own, game, text)
        await press(own, "Gata").tap()
        await expect(own.page.locator(".path")).to_have_text(" → ".join(line))
        await expect(own.page.locator(".about")).to_contain_text(game.red.rack.replace("?", "★"))
        await own.page.reload()
        await tab(own, "Carnet").tap()
        await expect(own.page.locator(".path")).to_have_text(" → ".join(line))
        await press(own, "Carnetul").tap()
        await expect(rows(own)).to_have_count(3)
        for row, text in zip(await rows(own).all(), line, strict=True):
            await expect(row).to_contain_text(text)
        ahead = f"diferența ta {gained(game.red.score - game.blue.score)}"
        await expect(rows(own).last).to_contain_text(ahead)
        (notebook,) = await pair.table.say(pair.red, f"/carnet {len(line)}")
        assert ahead in notebook.text
    assert await pair.game() == before


async def test_a_blank_is_planned_as_it_is_laid(pair: Pair, web: MiniApp, browser: Browser) -> None:
    """It asks for the blank's letter, worth nothing; the plan continues from it.

    The question may appear below the finger, so the tap that opened it chooses nothing: on an
    upright phone and on one that is turned.
    """
    before = await line_of(pair, "H8 CASA", plies=4)
    await pair.table.say(pair.red, f"/carnet {'; '.join(before)}")
    game = play(await pair.game(), *before, at=MORNING)
    jokers = [each for each in legal(game) if any(letter.islower() for letter in each.word)]
    sizes = ((360, 740), (740, 360))
    async with phone(browser, web, pair.red, pair.id) as own:
        await tab(own, "Carnet").tap()
        for size, joker in zip(sizes, jokers[: len(sizes)], strict=True):
            await own.resize(*size)
            await rows(own).nth(3).tap()
            await press(own, "Adaugă aici").tap()
            await keep(own, game, written(joker))
            await expect(own.page.get_by_text("La rând: Ion Rus")).to_be_visible()
            await press(own, "Gata").tap()
            await expect(own.page.locator(".about")).to_contain_text(f"{joker.score} de puncte")
            await press(own, "Carnetul").tap()


async def test_letters_of_a_plan_outlast_the_page_and_stay_off_the_board(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """After closing they are still in the plan only; an impossible move is named, not saved."""
    async with phone(browser, web, pair.red, pair.id) as own:
        await tab(own, "Carnet").tap()
        await press(own, "Variantă nouă").tap()
        await own.square(0, 0).tap()
        await own.press("S")
        await own.shows_result("art. 5.1")
        assert not (await own.main_button())["is_active"]
        await own.page.reload()
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(0)
        await tab(own, "Carnet").tap()
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(1)
        await press(own, "Gata").tap()
        await tab(own, "Tabla").tap()
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(0)


async def test_letters_go_from_the_board_into_a_plan_and_back(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A move laid for sending is saved in the notebook, later put on the board and sent."""
    async with phone(browser, web, pair.red, pair.id) as own:
        await own.lay(await pair.game(), parse_placement("H8 CASA"))
        await own.shows_result("✓ CASA")
        await tab(own, "Carnet").tap()
        await press(own, "Variantă nouă").tap()
        await own.shows_result("✓ CASA")
        await own.send()
        await press(own, "Gata").tap()
        await tab(own, "Tabla").tap()
        await press(own, "Ia literele").tap()
        await tab(own, "Carnet").tap()
        await press(own, "Pune pe tablă").tap()
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(4)
        await own.shows_result("8 puncte")
        assert (await own.main_button())["text"].startswith("Trimite")
        await own.send()
    assert [move.by.value for move in (await pair.game()).moves] == ["red"]


async def test_the_opponent_s_move_is_kept_while_it_is_their_turn(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A player can plan the opponent's move on the present board, and their own answer."""
    await pair.place(pair.red, "H8 CASA")
    game = await pair.game()
    theirs = written(legal(game)[0])
    async with phone(browser, web, pair.red, pair.id) as own:
        await tab(own, "Carnet").tap()
        await press(own, "Variantă nouă").tap()
        await expect(own.page.get_by_text("La rând: Ion Rus", exact=True)).to_be_visible()
        after = await keep(own, game, theirs)
        await keep(own, after, written(legal(after)[0]))
        await press(own, "Gata").tap()
        await expect(own.page.locator(".path")).to_contain_text(theirs)
    assert await pair.game() == game


async def test_without_network_a_plan_stays_laid_until_it_is_kept_once(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """A press while offline says so and loses nothing; pressed again, it is saved once.

    If the network loses the answer to the save, no other device is blamed for the change.
    """
    answers, is_online = list[APIResponse](), False

    async def lost(route: Route) -> None:
        if route.request.method == "PUT" and is_online and not answers:
            answers.append(await route.fetch())
            await route.abort()
        else:
            await route.fallback()

    async with phone(browser, web, pair.red, pair.id) as own:
        await tab(own, "Carnet").tap()
        await press(own, "Variantă nouă").tap()
        await own.page.route("**/notebook", lost)
        await own.lay(await pair.game(), parse_placement("H8 CASA"))
        await own.shows_result("✓ CASA")
        await own.page.context.set_offline(True)
        await own.send()
        await expect(own.page.get_by_role("alert")).to_contain_text("rețea")
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(4)
        await press(own, "Închide mesajul").tap()
        await expect(own.page.get_by_role("alert")).to_have_count(0)
        # Back in the network the page asks for the game, and the answer would close a later alert.
        async with own.page.expect_response("**/app/api/games/*"):
            await own.page.context.set_offline(False)
        is_online = True
        await own.send()
        await expect(own.page.get_by_role("alert")).to_contain_text("rețea")
        await own.send()
        await expect(own.page.locator('[data-laid="typed"]')).to_have_count(0)
        await expect(own.page.get_by_role("alert")).to_have_count(0)
    assert [each.status for each in answers] == [200]
    (listed,) = await pair.table.say(pair.red, "/carnet")
    assert listed.text.count("H8 CASA") == 1


async def test_without_network_from_the_start_the_notebook_comes_when_it_is_back(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """If that part of the page has not loaded, it says so; the board works, the tab opens later."""
    await pair.table.say(pair.red, "/carnet H8 CASA")
    async with phone(browser, web, pair.red, pair.id, without="notebook.js") as own:
        await tab(own, "Carnet").tap()
        await expect(own.page.get_by_role("alert")).to_contain_text("rețea")
        await tab(own, "Tabla").tap()
        await own.lay(await pair.game(), parse_placement("H8 CASA"))
        await own.shows_result("✓ CASA")
        await own.page.unroute_all()
        await tab(own, "Carnet").tap()
        await expect(rows(own)).to_have_count(1)


async def test_a_position_is_named_noted_compared_and_deleted(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The chat shows the same texts; two lines are compared by points of each round."""
    line = await line_of(pair, plies=3)
    for text in ("; ".join(line), "PAS; PAS"):
        await pair.table.say(pair.red, f"/carnet {text}")
    game = play(await pair.game(), *line, at=MORNING)
    async with phone(browser, web, pair.red, pair.id) as own:
        await tab(own, "Carnet").tap()
        await rows(own).nth(2).tap()
        name = own.page.get_by_label("Nume")
        await name.fill("Atacul")
        async with own.page.expect_response(lambda answer: answer.request.method == "PUT"):
            await name.blur()
        await press(own, "Compară cu…").tap()
        await rows(own).nth(4).tap()
        table = own.page.get_by_role("table")
        await expect(table).to_contain_text("3. Atacul")
        await expect(table).to_contain_text(f"{game.red.score}–{game.blue.score}")
        await expect(table).to_contain_text(game.red.rack.replace("?", "★"))
        assert not await faults(own)
        await press(own, "Carnetul").tap()
        await rows(own).nth(3).tap()
        await press(own, "Șterge varianta").tap()
        await expect(rows(own)).to_have_count(3)
    (listed,) = await pair.table.say(pair.red, "/carnet")
    assert "Atacul" in listed.text
    assert "PAS, " not in listed.text
    assert not listed.text.split("Mai departe")[0].rstrip().endswith("PAS")


async def test_the_foreseen_branch_opens_when_the_opponent_moves(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """On the open page that plan stays, and the others are folded with a reason.

    A note that is being written for it, and corrected, remains.
    """
    after = play(await pair.game(), "H8 CASA", at=MORNING)
    reply = written(legal(after)[0])
    for text in (f"H8 CASA; {reply}", "PAS; PAS"):
        await pair.table.say(pair.blue, f"/carnet {text}")
    async with phone(browser, web, pair.blue, pair.id) as own:
        await tab(own, "Carnet").tap()
        await expect(rows(own)).to_have_count(4)
        await rows(own).nth(1).tap()
        await own.page.get_by_label("Notiță").press_sequentially("lasă EAU")
        await own.page.get_by_label("Notiță").press("Backspace")
        await pair.place(pair.red, "H8 CASA")
        await expect(own.page.locator(".path")).to_have_text(reply)
        await expect(own.page.get_by_label("Notiță")).to_have_value("lasă EA")
        await press(own, "Carnetul").tap()
        await expect(rows(own)).to_have_count(1)
        await expect(rows(own)).to_contain_text(reply)
        await expect(rows(own)).to_contain_text("lasă EA")
        folded = own.page.get_by_text("Nu mai sunt posibile (1)")
        await folded.tap()
        await expect(own.page.locator(".gone")).to_contain_text("a jucat H8 CASA, nu PAS")
        await press(own, "Șterge variantele depășite").tap()
        await expect(folded).to_have_count(0)


async def test_a_branch_becomes_a_conditional_reply_by_one_press(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The page shows what waits and that it is secret; without an own answer it says why not."""
    line = await line_of(pair, "H8 CASA", plies=2)
    await pair.table.say(pair.blue, f"/carnet {'; '.join(line)}")
    async with phone(browser, web, pair.blue, pair.id) as own:
        await tab(own, "Carnet").tap()
        await rows(own).nth(0).tap()
        await press(own, "Fă-o răspuns pregătit").tap()
        await expect(own.page.get_by_role("alert")).to_contain_text("nu răspunzi")
        await press(own, "Carnetul").tap()
        await rows(own).nth(1).tap()
        await press(own, "Fă-o răspuns pregătit").tap()
        await expect(own.page.get_by_role("alert")).to_contain_text(f"H8 CASA -> {line[1]}")
    assert await waiting(pair) == [("H8 CASA", line[1])]


async def test_nothing_of_a_plan_stands_in_anybodys_way(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """In tree, position and plan axe finds no error, nothing overflows, and keys cover no text."""
    line = await line_of(pair, "H8 CASA", plies=3)
    await pair.table.say(pair.red, f"/carnet {'; '.join(line)}")
    sizes = ((390, 844, 100), (360, 640, 100), (740, 360, 100), (360, 740, 150))
    async with phone(browser, web, pair.red, pair.id, size=(390, 844)) as own:

        async def in_order(view: str) -> None:
            await has_no_faults_in_both_themes(own, view)
            for width, height, zoom in sizes:
                await own.resize(width, height, zoom)
                wide = await own.page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, (view, width, zoom)
                if width > height:
                    assert not (found := await faults(own, FAULTS_OF_LOOKS)), (view, found)

        await tab(own, "Carnet").tap()
        await rows(own).nth(1).tap()
        await in_order("position")
        await own.resize(390, 844)
        await press(own, "Adaugă aici").tap()
        game = play(await pair.game(), *line[:2], at=MORNING)
        await own.lay(game, parse_placement(line[2]))
        await own.shows_result("✓")
        await in_order("plan")
        covered = await own.page.evaluate("""() => {
          const [keys, told] = [".notebook .keys", ".notebook .judged"].map((each) =>
            document.querySelector(each).getBoundingClientRect());
          return told.top < keys.bottom && keys.top < told.bottom;
        }""")
        assert not covered
        await own.send()


async def test_it_reads_in_english_too(pair: Pair, web: MiniApp, browser: Browser) -> None:
    """A player who has chosen English sees tabs, board, result and notebook without Romanian."""
    await pair.table.say(pair.red, "/limba en")
    async with phone(browser, web, pair.red, pair.id) as own:
        assert await own.page.evaluate("document.documentElement.lang") == "en"
        await own.lay(await pair.game(), parse_placement("H8 CASA"))
        await own.shows_result("8 points")
        assert (await own.main_button())["text"].startswith("Send")
        await tab(own, "Notes").tap()
        await press(own, "Add a line from this board").tap()
        await expect(own.page.get_by_text("A plan, not sent").first).to_be_visible()
        shown = await own.page.locator("body").inner_text()
        assert not set("ășțîâ") & set(shown.lower())
        assert not await faults(own)
