"""Messages between opponents in the Mini App: log, limits and blocks are those of the chat."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from uuid import uuid4

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Route, expect

from tests.e2e.harness import Pair, match_begun, table
from tests.e2e.mini_app import MiniApp, mini_app, of
from tests.e2e.phone import Phone, phone
from tests.e2e.texts import facts_of, mentions, told

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

SIZES = [(390, 844), (375, 560), (1440, 900)]
LATE_STREAM = """
  const fetchNow = window.fetch;
  const opened = new Promise((done) => { window.openStream = done; });
  window.fetch = async (...request) => {
    if (String(request[0]).endsWith("/events")) await opened;
    return fetchNow(...request);
  };
"""
"""Delays the event stream until the test opens it."""


@pytest_asyncio.fixture(name="web", loop_scope="session")
async def _web(tmp_path: Path) -> AsyncIterator[MiniApp]:
    """Give the Mini App of a bot with one match whose home game has just begun."""
    async with table(tmp_path, after=match_begun) as laid, mini_app(laid) as web:
        yield web


@pytest.fixture(name="pair")
def _pair(web: MiniApp) -> Pair:
    """Give that match."""
    return Pair(web.table, *web.table.done)


def button(own: Phone, name: str) -> Locator:
    """Return a button by its name."""
    return own.page.get_by_role("button", name=name)


async def write(own: Phone, text: str) -> None:
    """Write a message and send it by its button."""
    await own.page.get_by_role("textbox").fill(text)
    await button(own, "Trimite mesajul").tap()
    await expect(own.page.get_by_role("textbox")).to_have_value("")


async def test_opponents_write_to_each_other_in_the_board_and_in_the_chat(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """Both ways share one log: a message sent in one is read, and unread, in the other."""
    async with phone(browser, web, pair.red, pair.id) as own:
        tab = own.page.get_by_role("tab", name="Mesaje")
        lines = own.page.locator(".line p")
        said = list[str]()
        for width, height in SIZES:
            await own.resize(width, height)
            await own.page.get_by_role("tab", name="Tabla").tap()
            await pair.table.say(pair.blue, f"/mesaj {pair.id} Noroc {width}!")
            await expect(tab).to_have_text("Mesaje1")
            await tab.tap()
            said.append(f"Noroc {width}!")
            await expect(lines).to_have_text(said)
            await expect(tab).to_have_text("Mesaje")
            answer = f"La {width}, <b>Ioane</b>!"
            await write(own, answer)
            said.append(answer)
            await expect(lines).to_have_text(said)
            await pair.table.settle()
            assert told(pair.blue.messages, "chat.line", who="Ana Pop", text=answer)
            await pair.table.say(pair.blue, f"/mesaj {pair.id} Succes {width}!")
            said.append(f"Succes {width}!")
            await expect(lines).to_have_text(said)


async def test_a_message_written_while_the_page_connects_is_announced(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """No event tells of it, because the stream opens later than the list of games is read."""
    async with phone(browser, web, pair.red, pair.id, script=LATE_STREAM) as own:
        await pair.table.say(pair.blue, f"/mesaj {pair.id} Noroc!")
        await own.page.evaluate("window.openStream()")
        await expect(own.page.get_by_role("tab", name="Mesaje")).to_have_text("Mesaje1")


async def test_what_is_typed_while_a_message_is_being_sent_stays(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The slow answer empties only a field that still holds what was sent."""
    is_released = asyncio.Event()

    async def hold(route: Route) -> None:
        if route.request.method == "POST":
            await is_released.wait()
        await route.fallback()

    async with phone(browser, web, pair.red, pair.id) as own:
        await own.page.get_by_role("tab", name="Mesaje").tap()
        await own.page.route("**/lines", hold)
        async with own.page.expect_request("**/lines"):
            await own.page.get_by_role("textbox").fill("Noroc!")
            await button(own, "Trimite mesajul").tap()
        await own.page.get_by_role("textbox").fill("Succes!")
        is_released.set()
        await expect(own.page.locator(".line p")).to_have_text(["Noroc!"])
        await expect(own.page.get_by_role("textbox")).to_have_value("Succes!")


async def test_an_answer_that_comes_after_a_later_one_hides_no_message(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """The list stays as the later answer gave it."""
    noted = """
      const parse = Response.prototype.json;
      let noteLate;
      window.lateAnswer = new Promise((done) => { noteLate = done; });
      Response.prototype.json = async function () {
        const body = await parse.call(this);
        if (this.headers.has("X-Late")) setTimeout(noteLate);
        return body;
      };
    """
    is_held, is_released = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        if route.request.method != "GET" or is_held.is_set():
            await route.fallback()
            return
        answer = await route.fetch()
        is_held.set()
        await is_released.wait()
        await route.fulfill(response=answer, headers={**answer.headers, "X-Late": "1"})

    async with phone(browser, web, pair.red, pair.id, script=noted) as own:
        lines = own.page.locator(".line p")
        await own.page.route("**/lines", hold)
        await own.page.get_by_role("tab", name="Mesaje").tap()
        await is_held.wait()
        await write(own, "Noroc!")
        await expect(lines).to_have_text(["Noroc!"])
        is_released.set()
        await own.page.evaluate("window.lateAnswer")
        await expect(lines).to_have_text(["Noroc!"])


async def test_the_opponent_is_muted_and_unmuted(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """One tap each; meanwhile neither player can write, and the page says why."""
    async with phone(browser, web, pair.red, pair.id) as own:
        await own.page.get_by_role("tab", name="Mesaje").tap()
        await button(own, "Oprește mesajele").tap()
        await expect(own.page.get_by_role("alert")).to_contain_text("Nu mai primești mesaje")
        await expect(own.page.get_by_role("textbox")).to_have_count(0)
        (refused,) = await pair.table.say(pair.blue, f"/mesaj {pair.id} Alo?")
        assert mentions(refused, "chat.muted", partner="Ana Pop")
        await button(own, "Vreau iar mesaje").tap()
        await expect(own.page.get_by_role("textbox")).to_be_visible()


async def test_messages_are_reported_to_the_arbiter_by_two_taps(
    pair: Pair, web: MiniApp, browser: Browser
) -> None:
    """After a second tap the arbiter gets the last messages; a repeat that day is refused.

    A message that arrives meanwhile does not close the question.
    """
    await pair.table.say(pair.blue, f"/mesaj {pair.id} Ceva urât")
    arbiter = pair.table.arbiter
    async with phone(browser, web, pair.red, pair.id) as own:
        await own.page.get_by_role("tab", name="Mesaje").tap()
        for said in ("Arbitrul a primit", "deja"):
            await button(own, "Arată arbitrului").tap()
            await pair.table.say(pair.blue, f"/mesaj {pair.id} Înainte de: {said}")
            await expect(own.page.get_by_text(f"Înainte de: {said}")).to_be_visible()
            await button(own, "Da, arată-i").tap()
            await expect(own.page.get_by_role("alert")).to_contain_text(said)
    await pair.table.settle()
    assert len([each for each in arbiter.messages if "Ceva urât" in each.text]) == 1


async def test_a_friendly_game_names_no_arbiter_to_report_to(
    web: MiniApp, browser: Browser
) -> None:
    """The button says that the messages are reported, and the question names the operators."""
    laid = web.table
    ana = laid.sandbox.add_user("Ada Pop", language_code="ro")
    ion = laid.sandbox.add_user("Ilie Rus", language_code="ro")
    (offer,) = await laid.say(ana, "/joaca")
    await laid.press(ana, offer, "button.requests.public")
    (listed,) = await laid.say(ion, "/cereri")
    await laid.press(ion, listed, "button.requests.accept")
    game = f"{facts_of(listed, 'requests.begun')['match']}/1"
    await laid.say(ion, f"/mesaj {game} Ceva urât")

    async with phone(browser, web, ana, game) as own:
        await own.page.get_by_role("tab", name="Mesaje").tap()
        await expect(button(own, "Arată arbitrului")).to_have_count(0)
        await button(own, "Semnalează").tap()
        await expect(own.page.get_by_text("operatorilor")).to_be_visible()


async def test_a_message_sent_twice_is_one_and_too_many_are_refused(
    web: MiniApp, pair: Pair
) -> None:
    """A repeated id adds no message; after twelve in an hour the answer is 422."""
    tab, path = await web.open(pair.red), f"{of(pair.id)}/lines"
    first = str(uuid4())
    for _ in range(2):
        assert (await tab.post(path, text="Unu", id=first)).status_code == 200
    assert [each["text"] for each in (await tab.get(path)).json()["lines"]] == ["Unu"]
    for _ in range(11):
        assert (await tab.post(path, text="Iar", id=str(uuid4()))).status_code == 200
    refused = await tab.post(path, text="Prea mult", id=str(uuid4()))
    assert (refused.status_code, refused.json()["error"]) == (422, "not_written")
    assert (await tab.post(path, text="Fără id")).status_code == 400
    assert (await tab.post(path, text=7, id=str(uuid4()))).status_code == 400


async def test_a_message_has_the_hour_of_its_reader(
    web: MiniApp, pair: Pair, browser: Browser
) -> None:
    """The page shows the zone of their settings, as for the bot's messages, not the device's."""
    (settings,) = await web.table.say(pair.red, "/setari")
    await web.table.forge(pair.red, settings, "set:zone:Europe/London")
    await web.table.say(pair.blue, "- Bună!")

    async with phone(browser, web, pair.red, pair.id) as own:
        await own.page.get_by_role("tab", name="Mesaje").tap()
        await expect(own.page.locator(".line small")).to_contain_text("1 mai, 08:00")
