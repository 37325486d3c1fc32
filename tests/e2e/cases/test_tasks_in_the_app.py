"""An arbiter's tasks and cases in the Mini App, the same as in the chat, ruled on in two steps."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx
import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from engine.games.game import Stage
from storage.people import people
from tests.e2e.bench import REASON, card_of, case_now, claim, file, own_case, person_of
from tests.e2e.days.silent_games import eleven_days_unopened
from tests.e2e.harness import Pair, match_begun, table
from tests.e2e.mini_app import MiniApp, Tab, mini_app
from tests.e2e.phone import Phone, phone
from tests.e2e.play.overview_shared import button, clean_at, clean_in_both_themes
from tests.e2e.texts import mentions, told

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIZES = [(320, 480), (375, 560), (1440, 900), (844, 390)]
MINE = "De rezolvat ca arbitru"


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match whose home game has just begun."""
    async with table(tmp_path, after=match_begun) as laid, mini_app(laid) as web:
        yield web


@pytest_asyncio.fixture(name="silent_web", loop_scope="session")
async def _silent_web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match that Red has not opened by 12 May."""
    async with table(tmp_path, after=eleven_days_unopened) as laid, mini_app(laid) as web:
        yield web


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done)


async def seen(tab: Tab, data: str) -> httpx.Response:
    """Press a button that only displays something."""
    return await tab.get(f"/tasks/view?button={quote(data, safe='')}")


async def sent(tab: Tab, what: str, **more: Any) -> httpx.Response:
    """Press a button that requests a change."""
    return await tab.post(f"/tasks/{what}", id=str(uuid4()), **more)


async def listed(own: Phone) -> None:
    """Open the task list."""
    await button(own, MINE).tap()
    await expect(own.page.get_by_role("heading", name=MINE)).to_be_visible()


@pytest.mark.article("7.2", "10.1")
async def test_a_case_is_ruled_on_by_taps_with_a_reason_and_a_confirmation(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The view shows evidence and the chat card's rulings; only the second tap rules.

    At every size axe finds no error and nothing overflows, from list to confirmation.
    """
    laid = pair.table
    case = await claim(pair, pair.red, "conduct", why="A vorbit urât.")
    ruling = next(each for each in card_of(laid.arbiter, case).buttons if "rule:" in each.data)
    async with phone(browser, web, laid.arbiter, "", size=(390, 844), shows=".nothing") as own:
        await expect(own.page.locator(".score")).to_be_empty()
        await listed(own)
        task = own.page.locator(".tasks button")
        await expect(own.page.locator(".tasks .kind")).to_contain_text("Cazuri de decis")
        await expect(task).to_contain_text("Ana Pop – Ion Rus")
        await expect(task).to_contain_text(case)
        await everywhere(own, "tasks")
        await task.tap()
        said = own.page.locator(".said")
        await expect(said).to_contain_text(f"Cazul {case}")
        await expect(said).to_contain_text("A vorbit urât.")
        await everywhere(own, "case")
        await button(own, ruling.label).tap()
        await expect(own.page.get_by_text("Motivul rămâne în decizie")).to_be_visible()
        await own.page.get_by_label("Motivul").fill(REASON)
        await everywhere(own, "reason")
        await button(own, "Continuă").tap()
        await expect(said).to_contain_text(f"„{REASON}”")
        await expect(said).to_contain_text("Confirmi?")
        await everywhere(own, "confirmation")
        assert not (await case_now(laid, case)).rulings
        await button(own, "✅ Confirm").tap()
        await expect(said).not_to_contain_text("Confirmi?")
        await own.page.locator(".acts").get_by_role("button", name=MINE).tap()
        await expect(own.page.locator(".desk")).to_contain_text("Nu ai nimic de rezolvat")
    (made,) = (await case_now(laid, case)).rulings
    assert made.reason == REASON
    assert made.arbiter == await person_of(laid, laid.arbiter)
    assert told(laid.arbiter.messages, "ruling.done", case=case)
    assert mentions(card_of(laid.arbiter, case), "case.ruled", reason=REASON)


async def test_an_arbiter_sees_both_players_and_is_not_asked_to_move(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The arbiter's board of the game names Red first, as the score does."""
    async with phone(browser, web, pair.table.arbiter, pair.id) as own:
        await expect(own.page.locator("h1")).to_contain_text("Ana Pop – Ion Rus")
        await expect(own.page.locator(".score")).to_contain_text("la rând: Ana Pop")
        await expect(own.page.get_by_role("status")).to_be_empty()


@pytest.mark.article("7.2", "9.1")
async def test_a_silence_is_ruled_on_with_the_usual_reason(
    silent_web: MiniApp, browser: Browser
) -> None:
    """The view shows the chat's case file and proposed end; one tap chooses the reason."""
    web, pair = silent_web, Pair(silent_web.table, *silent_web.table.done)
    async with phone(browser, web, pair.table.arbiter, "", shows=".nothing") as own:
        await listed(own)
        await own.page.locator(".tasks button").first.tap()
        await expect(own.page.locator(".said")).to_contain_text(pair.id)
        await own.page.locator(".acts button").first.tap()
        await own.page.locator(".acts button").first.tap()
        await expect(own.page.locator(".said")).to_contain_text("Confirmi?")
        assert (await pair.game()).stage is Stage.RUNNING
        await button(own, "✅ Confirm").tap()
        await expect(own.page.locator(".said")).not_to_contain_text("Confirmi?")
    assert (await pair.game()).stage is Stage.ENDED


@pytest.mark.article("7.2")
async def test_an_arbiter_waits_five_days_in_a_silent_game_by_one_tap(
    silent_web: MiniApp, browser: Browser
) -> None:
    """The silence leaves the list, the opponent is notified, and the task returns afterwards."""
    web, pair = silent_web, Pair(silent_web.table, *silent_web.table.done)
    laid = pair.table
    async with phone(browser, web, laid.arbiter, "", shows=".nothing") as own:
        await listed(own)
        await own.page.locator(".tasks button").first.tap()
        await button(own, "🕰 Aștept 5 zile").tap()
        await expect(own.page.locator(".said")).to_contain_text("Mai aștepți până pe 17 mai")
        await own.page.locator(".top button").tap()
        await expect(own.page.locator(".desk")).to_contain_text("Nu ai nimic de rezolvat")
    await laid.settle()
    assert told(pair.blue.messages, "silence.waits", game=pair.id)
    assert not (await (await web.open(laid.arbiter)).get("/tasks")).json()["tasks"]
    await laid.travel(6)
    assert (await (await web.open(laid.arbiter)).get("/tasks")).json()["tasks"]


async def test_only_the_arbiters_of_a_game_see_its_cases(pair: Pair, web: MiniApp) -> None:
    """Players, strangers and other arbiters get 404; an outdated or forged ruling does nothing."""
    laid = pair.table
    case = await claim(pair, pair.red, "conduct")
    ruling = next(e.data for e in card_of(laid.arbiter, case).buttons if e.data.startswith("rule:"))
    stranger = laid.sandbox.add_user("Dan Curios", language_code="ro")
    await laid.say(stranger, "/start")
    other = laid.sandbox.add_user("Eva Man", language_code="ro")
    await laid.say(other, "/start")
    async with laid.app.runtime.unit() as unit:
        await people.change(unit.tx, await person_of(laid, other), arbiter=True)
    for user in (pair.red, pair.blue, stranger, other):
        tab = await web.open(user)
        for data in (f"mesa:open:case:{case}", f"k:{case}:said", f"k:{case}:all", ruling):
            assert (await seen(tab, data)).status_code == 404, (user.name, data)
        proposed = await sent(tab, "proposals", button=ruling, reason=REASON)
        assert proposed.status_code == 404
        for act in (f"k:{case}:drop", f"mesa:wait:{pair.id}"):
            assert (await sent(tab, "press", button=act)).status_code == 404
        answer = await tab.get("/tasks")
        assert answer.status_code == (200 if user is other else 404)
        assert user is not other or answer.json()["tasks"] == []

    tab = await web.open(laid.arbiter)
    for data in ("", "k:", f"rule:{case}:nonsense", f"k:{case}:more:nonsense", "mesa:case:0"):
        assert (await seen(tab, data)).status_code in {404, 422}, data
    empty = await sent(tab, "proposals", button=ruling, reason=" ")
    assert (empty.status_code, empty.json()["error"]) == (422, "bad_reason")
    token = (await sent(tab, "proposals", button=ruling, reason=REASON)).json()["token"]
    assert (await sent(await web.open(pair.red), "decisions", token=token)).status_code == 404
    assert (await sent(await web.open(other), "decisions", token=token)).status_code == 409
    assert not (await case_now(laid, case)).rulings
    assert (await sent(tab, "decisions", token=token)).status_code == 200
    assert (await sent(tab, "decisions", token=token)).status_code == 409
    assert len((await case_now(laid, case)).rulings) == 1


async def test_a_ruling_whose_effects_have_changed_is_shown_again(pair: Pair, web: MiniApp) -> None:
    """After a move between reason and confirmation another tap confirms the new effects."""
    laid = pair.table
    await pair.place(pair.red, "H8 CASA")
    await own_case(laid, pair.id)
    case, tab = f"{pair.id}#1", await web.open(laid.arbiter)
    shown = await sent(tab, "proposals", button=f"rule:{case}:loss.red", reason=REASON)
    await pair.place(pair.blue, "9G SA")
    again = (await sent(tab, "decisions", token=shown.json()["token"])).json()
    assert again["token"]
    assert not (await case_now(laid, case)).rulings
    assert (await sent(tab, "decisions", token=again["token"])).json()["token"] is None
    assert (await case_now(laid, case)).rulings


async def test_the_buttons_of_a_case_do_what_they_do_in_the_chat(pair: Pair, web: MiniApp) -> None:
    """They complete a claim, show its statements, and close an own case; the app has no sheets."""
    laid = pair.table
    case = await file(pair, pair.red, "conduct", why="A vorbit urât.")
    tab = await web.open(laid.arbiter)
    done = await sent(tab, "press", button=f"k:{case}:told")
    assert done.json()["told"].startswith("Am notat")
    assert (await case_now(laid, case)).complete_at is not None
    assert f"k:{case}:sheets" not in {each["button"] for each in done.json()["buttons"]}
    assert "A vorbit urât." in (await seen(tab, f"k:{case}:said")).json()["text"]
    more = [e["button"] for e in done.json()["buttons"] if ":more:" in e["button"]]
    offered = (await seen(tab, more[0])).json()["buttons"]
    assert all(each["button"].startswith(f"rule:{case}:") for each in offered)

    await own_case(laid, pair.id)
    own = f"{pair.id}#2"
    assert (await sent(tab, "press", button=f"k:{own}:drop")).status_code == 200
    assert not (await case_now(laid, own)).is_open


async def everywhere(own: Phone, view: str) -> None:
    """Check the present view in both themes and at every size."""
    await clean_in_both_themes(own, view)
    await clean_at(own, view, *SIZES)
    await own.resize(390, 844)
