"""Requests for a friendly match in the Mini App: listed, made, withdrawn, accepted by one tap."""

from collections.abc import AsyncIterator
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from engine.ids import GameId
from engine.words.lexicon import Edition, write_edition
from sandbox import SandboxUser
from tests.e2e.harness import table
from tests.e2e.mini_app import MiniApp, Tab, mini_app
from tests.e2e.phone import phone
from tests.e2e.play.overview_shared import button, clean_in_both_themes
from tests.e2e.texts import facts_of, says, told

pytestmark = [pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot without games."""
    async with table(tmp_path) as laid, mini_app(laid) as web:
        yield web


async def strangers(web: MiniApp) -> tuple[SandboxUser, SandboxUser]:
    """Return two people who have written to the bot once."""
    found = [
        web.table.sandbox.add_user(name, language_code="ro") for name in ("Ana Pop", "Ion Rus")
    ]
    for user in found:
        await web.table.say(user, "/start")
    return found[0], found[1]


async def request_of(tab: Tab, **more: object) -> dict[str, object]:
    """Have a person make a public request; return their own only request."""
    terms = {"days": 10, "single": False, "rated": False, "id": str(uuid4()), **more}
    made = await tab.post("/requests", **terms)
    assert made.status_code == 200, made.text
    (own,) = made.json()["own"]
    found: dict[str, object] = own
    return found


async def test_a_request_made_in_the_app_is_accepted_in_the_app(web: MiniApp) -> None:
    """Repeated with the same id it is one request; both read in chat that the match begins."""
    ana, ion = await strangers(web)
    author, other = await web.open(ana), await web.open(ion)
    key = str(uuid4())
    for _ in range(2):
        await request_of(author, days=5, single=True, rated=True, id=key)
    assert (await author.get("/requests")).json()["requests"] == []
    (seen,) = (await other.get("/requests")).json()["requests"]
    assert seen["who"] == "Ana Pop"
    assert seen["terms"] == "5 zile de gândire, o singură partidă, cu rating"

    begun = await other.post("/requests/accept", token=seen["token"], id=str(uuid4()))

    await web.table.settle()
    code = begun.json()["game"]
    (accepted,) = told(ana.messages, "requests.accepted", partner="Ion Rus")
    assert facts_of(accepted, "requests.accepted")["match"] == code.partition("/")[0]
    assert told(ion.messages, "requests.begun", partner="Ana Pop")
    assert (await other.game(code))["rated"] is True
    assert (await web.table.stored.game(GameId(code))).budget == 5
    late = await author.post("/requests/accept", token=seen["token"], id=str(uuid4()))
    assert (late.status_code, late.json()["error"]) == (409, "request_gone")


async def test_a_request_by_link_is_for_the_person_who_opens_it(web: MiniApp) -> None:
    """No list has it, and only its author sees link and text; the chat has the same link."""
    ana, ion = await strangers(web)
    author, other = await web.open(ana), await web.open(ion)

    own = await request_of(author, by_link=True, single=True)

    assert "o singură partidă" in str(own["share"])
    assert (await other.get("/requests")).json()["requests"] == []
    card = await web.table.follow(ion, str(own["link"]))
    assert says(card, "requests.asked", who="Ana Pop")
    await web.table.press(ion, card, "button.requests.yes")
    assert told(ana.messages, "requests.accepted", partner="Ion Rus")
    assert (await author.get("/requests")).json()["own"] == []


async def test_a_blocked_person_sees_no_request_in_the_app(web: MiniApp) -> None:
    """A blocked person neither sees nor accepts a request; a withdrawn one is gone for all."""
    ana, ion = await strangers(web)
    author, other = await web.open(ana), await web.open(ion)
    token = (await request_of(author))["token"]
    await request_of(other)
    (listed,) = await web.table.say(ana, "/cereri")
    await web.table.press(ana, listed, "button.requests.blocks")
    await web.table.press(ana, listed, "button.requests.block")

    for tab in (author, other):
        assert (await tab.get("/requests")).json()["requests"] == []
    refused = await other.post("/requests/accept", token=token, id=str(uuid4()))
    assert refused.status_code == 409

    withdrawn = await author.post("/requests/withdraw", token=token, id=str(uuid4()))
    assert withdrawn.json()["own"] == []
    assert len((await other.get("/requests")).json()["own"]) == 1


async def test_a_request_with_other_terms_is_refused(web: MiniApp) -> None:
    """Other days are malformed; only the installed word list is offered and taken.

    A refused request is not stored.
    """
    ana, _ = await strangers(web)
    tab = await web.open(ana)
    (offered,) = (await tab.get("/requests")).json()["lists"]
    assert offered["words"] == ""
    for days in (7, "10", None):
        refused = await tab.post("/requests", days=days, id=str(uuid4()))
        assert refused.status_code == 400, days
    refused = await tab.post("/requests", days=10, words="01234567", id=str(uuid4()))
    assert refused.status_code == 422
    assert (await tab.get("/requests")).json()["own"] == []


@pytest.mark.browser
async def test_the_form_offers_rating_word_list_and_link(tmp_path: Path, browser: Browser) -> None:
    """Telegram shares the link; the person who opens it reads all chosen terms and begins.

    In large type on a narrow phone the whole form is on the screen.
    """
    folder = tmp_path / "lists"
    few = Edition(name="LOC-2025", sha256="", words=0, licence="", official=True, folder=folder)
    written = write_edition(["CASA", "MASA"], few)
    settings = {"lexicon_directory": str(folder)}
    async with table(tmp_path, settings=settings) as laid, mini_app(laid) as web:
        ana, ion = await strangers(web)
        async with phone(browser, web, ana, "", size=(390, 844), shows=".wanted .tool") as own:
            await button(own, "🎲 Cere și tu un meci").tap()
            await own.page.get_by_label("Rating").select_option("yes")
            await own.page.get_by_label("Lista de cuvinte").select_option(label="LOC-2025")
            await clean_in_both_themes(own, "form with all terms")
            await own.resize(320, 568, 200)
            for field in await own.page.locator(".wanted select").all():
                box = await field.bounding_box()
                assert box is not None
                assert box["x"] + box["width"] <= 320
            await own.resize(390, 844)
            await button(own, "🔗 Ia un link pentru cineva").tap()
            request = own.page.locator(".request.own")
            await expect(request).to_contain_text("cu rating, lista LOC-2025")
            await clean_in_both_themes(own, "own request by link")
            link = await request.locator(".link").inner_text()
            await button(own, "Trimite linkul").tap()
            opened = await own.page.evaluate("window.told.at(-1)")
        assert opened[0] == "web_app_open_tg_link"
        assert quote(link, safe="") in opened[1]["path_full"]
        card = await laid.follow(ion, link)
        assert "cu rating, lista LOC-2025" in facts_of(card, "requests.asked")["terms"]
        await laid.press(ion, card, "button.requests.yes")
        code = facts_of(card, "requests.begun")["match"]
        match = await laid.stored.match(code)
        assert (match.edition.sha256, match.rated) == (written.sha256, True)


@pytest.mark.browser
async def test_the_first_page_lists_who_wants_to_play(web: MiniApp, browser: Browser) -> None:
    """A player makes and withdraws their own request there; a tap on another's opens the board."""
    ana, ion = await strangers(web)
    async with phone(browser, web, ana, "", shows=".wanted form, .wanted .tool") as own:
        await expect(own.page.locator(".wanted")).to_contain_text("Acum nu așteaptă nimeni")
        await button(own, "🎲 Cere și tu un meci").tap()
        await own.page.get_by_label("Se joacă").select_option("one")
        await clean_in_both_themes(own, "form of a request")
        await button(own, "📣 Pune cererea în listă").tap()
        await expect(own.page.locator(".request.own")).to_contain_text("o singură partidă")
        await button(own, "Retrage").tap()
        await expect(own.page.locator(".request")).to_have_count(0)
    await request_of(await web.open(ana), rated=True)
    async with phone(browser, web, ion, "", shows=".request") as own:
        request = own.page.locator(".request")
        await expect(request).to_contain_text("Ana Pop")
        await expect(request).to_contain_text("10 zile de gândire, tur și retur, cu rating")
        await clean_in_both_themes(own, "list of requests")
        await button(own, "✅ Accept, începem").tap()
        await expect(own.page.locator("h1")).to_contain_text("Ana Pop")
        await expect(own.page.get_by_role("gridcell").first).to_be_visible()
