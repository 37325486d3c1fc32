"""What a browser says to a person whose device was ended: why, since when and what to do."""

from contextlib import AsyncExitStack
from datetime import timedelta
from pathlib import Path

import pytest
from playwright.async_api import Browser
from sqlalchemy import select

from bot.web.people.device_list import MOST_DEVICES
from storage.hashes import hashed
from storage.schema import ended_devices
from tests.e2e.browser_user import BrowserUser, seat_of
from tests.e2e.harness import Table, label, table
from tests.e2e.laptop import laptop
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.people.browsers_shared import BrowserPair

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")


async def added(web: MiniApp, person: BrowserUser) -> BrowserUser:
    """Return one more browser, added by a code of the person's."""
    code = (await person.post("/devices/offer")).json()["code"]
    other = BrowserUser(web)
    await other.ask("POST", "/devices/add", code=code, nonce=other.nonce)
    assert (await other.session()).status_code == 200
    return other


async def test_a_device_for_which_there_is_no_room_says_so(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """The one that was opened least recently makes room, and reads that."""
    _, ana, _ = browser_pair
    for _ in range(MOST_DEVICES):
        await table.sandbox.travel(timedelta(minutes=10))
        await added(web, ana)
    answer = await ana.session()
    assert answer.status_code == 401
    assert "ai adăugat încă un dispozitiv" in answer.json()["text"]


async def test_nothing_but_a_hash_and_a_reason_stays(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """Neither a token nor a person is stored; a browser that is added again has no reason."""
    _, ana, _ = browser_pair
    other = await added(web, ana)
    for each in (await ana.ask("GET", "/devices")).json()["devices"]:
        if not each["current"]:
            await ana.post("/devices/end", device=each["id"])
    assert (await other.session()).json()["error"] == "device_ended"
    async with table.app.runtime.database.reading() as tx:
        (row,) = (await tx.execute(select(ended_devices))).all()
    (token,) = other.cookies.values()
    assert row._asdict().keys() == {"token_hash", "why", "ended_at", "expires_at"}
    assert row.token_hash == hashed(token)

    code = (await ana.post("/devices/offer")).json()["code"]
    await other.ask("POST", "/devices/add", code=code, nonce=other.nonce)
    assert (await other.session()).status_code == 200
    async with table.app.runtime.database.reading() as tx:
        assert (await tx.execute(select(ended_devices))).all() == []


async def test_a_cookie_that_nobody_gave_says_nothing_of_anybody(
    web: MiniApp, browser_pair: BrowserPair
) -> None:
    """An invented token gets the same answer as none."""
    _, ana, _ = browser_pair
    (name,) = ana.cookies
    stranger = BrowserUser(web, cookies={name: "A" * 43})
    assert (await stranger.session()).json()["error"] == "no_device"
    assert (await BrowserUser(web).session()).json()["error"] == "no_device"


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_an_open_page_says_it_by_itself(browser: Browser, tmp_path: Path) -> None:
    """The arbiter ends the devices; the page shows why, and the field for a code."""
    async with table(tmp_path) as laid, mini_app(laid) as web, AsyncExitStack() as stack:
        code, one, _ = await laid.invite()
        fragment = f"#seat={seat_of(one)}"
        own = await stack.enter_async_context(laptop(browser, web.base_url, fragment))
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line").first.wait_for()

        (card,) = await laid.say(laid.arbiter, f"/invitatie {code}")
        await laid.press(laid.arbiter, card, "button.place.sign_out")

        await own.page.locator(".entrance", has_text="Arbitrul a închis pe 1 mai 2025").wait_for()
        await own.page.get_by_label(label("page.device_code")).wait_for()
