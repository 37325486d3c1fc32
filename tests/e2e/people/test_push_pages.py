"""Announcements in Chromium: switched on by a press, shown by the worker, opened by a tap.

Chromium's own push service cannot be reached here, so the page gets a subscription at ours. The
browser delivers to the worker what the bot really sent. The headless shell has no screen for
notifications, so its worker keeps what it would show; the whole Chromium, if installed, shows it.
"""

import json
import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.async_api import Browser, CDPSession, Page, Worker
from sqlalchemy import delete

from storage.people.push_subscriptions import count
from storage.schema import push_subscriptions
from tests.chromium import AXE, FAULTS, FLAGS, PATIENCE
from tests.e2e.browser_user import NO_TLS, seat_of
from tests.e2e.harness import label
from tests.e2e.laptop import Laptop, laptop
from tests.e2e.people.push_shared import PushWorld, push_world
from tests.push import Receiver

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PERMITTING = """
Notification.requestPermission = async () => {
  Object.defineProperty(Notification, "permission", { value: "granted" });
  localStorage.permitted = "yes";
  return "granted";
};
Object.defineProperty(Notification, "permission", {
  value: localStorage.permitted ? "granted" : "default", configurable: true,
});
"""
"""Asks for the permission that the headless shell cannot give."""
SUBSCRIBING = """
let current = null;
PushManager.prototype.subscribe = async (options) => {
  if (!options.userVisibleOnly) throw new DOMException("refused", "NotAllowedError");
  const { endpoint, ...keys } = given;
  return (current = {
    endpoint,
    options: { applicationServerKey: options.applicationServerKey.buffer },
    toJSON: () => ({ endpoint, keys }),
    unsubscribe: async () => { current = null; return true; },
  });
};
PushManager.prototype.getSubscription = async () => current;
if (localStorage.earlierKey) {
  current = {
    endpoint: given.endpoint,
    options: { applicationServerKey: new Uint8Array(65).buffer },
    unsubscribe: async () => { current = null; localStorage.removeItem("earlierKey"); },
  };
}
"""
"""Makes the browser subscribe at the test's service."""
DENYING = 'Object.defineProperty(Notification, "permission", { value: "denied" });'
PHONE = """
delete window.PushManager;
Object.defineProperty(navigator, "standalone", { value: false });
"""
"""Makes it an iPhone whose page is not on the home screen."""


def subscribing(world: PushWorld) -> str:
    """Return the script for a browser that subscribes as Ana."""
    receiver = world.receivers.setdefault("ana", Receiver())
    given = {"endpoint": world.service.endpoint(), "p256dh": receiver.p256dh, "auth": receiver.auth}
    return f"const given = {json.dumps(given)};\n{SUBSCRIBING}{PERMITTING}"


@asynccontextmanager
async def seated(
    browser: Browser, world: PushWorld, script: str
) -> AsyncIterator[tuple[Laptop, str, str]]:
    """Seat Ana in Chromium and show *Dispozitive*; give the match and the opponent's link."""
    code, one, other = await world.table.invite()
    fragment = f"#seat={seat_of(one)}"
    async with laptop(browser, world.web.base_url, fragment, script=script) as own:
        await own.page.context.grant_permissions(["notifications"])
        await own.page.locator(".entrance .go").tap()
        await own.page.locator(".feed .line").first.wait_for()
        await open_devices(own.page)
        yield own, code, other


async def open_devices(page: Page) -> None:
    """Open the list of devices from the messages."""
    await page.get_by_role("button", name=label("page.menu")).tap()
    await page.get_by_role("button", name=label("page.devices")).tap()
    await page.locator(".devices .tasks li").first.wait_for()


async def switched_on(page: Page) -> None:
    """Press the button, and wait until the device announces."""
    await page.get_by_role("button", name=label("page.push_on")).tap()
    await page.get_by_role("button", name=label("page.push_off")).wait_for()


@dataclass(frozen=True, slots=True)
class Driven:
    """The service worker, as the browser drives it."""

    origin: str
    session: CDPSession
    registration: str
    worker: Worker

    async def deliver(self, data: str) -> None:
        """Have the browser deliver a decrypted message."""
        what = {"origin": self.origin, "registrationId": self.registration, "data": data}
        await self.session.send("ServiceWorker.deliverPushMessage", what)

    async def shown(self, tag: str) -> dict[str, Any]:
        """Wait for the notification with that tag; return what it shows."""
        script = """async (tag) => {
            for (;;) {
                const [found] = await self.registration.getNotifications({ tag });
                if (found) return { title: found.title, body: found.body, game: found.data };
                await new Promise((done) => setTimeout(done, 10));
            }
        }"""
        found: dict[str, Any] = await self.worker.evaluate(script, tag)
        return found

    async def press(self, tag: str) -> list[str]:
        """Press the notification; return the addresses that the worker has opened."""
        script = """async (tag) => {
            const opened = [];
            self.clients.openWindow = async (url) => { opened.push(url); };
            const [notification] = await self.registration.getNotifications({ tag });
            const event = new ExtendableEvent("notificationclick");
            let done = Promise.resolve();
            self.dispatchEvent(Object.assign(event, {
                notification, waitUntil: (work) => { done = work; },
            }));
            await done.catch(() => {}); // only a finger may bring a page to the front
            return opened;
        }"""
        opened: list[str] = await self.worker.evaluate(script, tag)
        return opened


KEEPING = """() => {
    const kept = [];
    self.registration.showNotification = async (title, options) => {
        const at = kept.findIndex((each) => each.tag === options.tag);
        if (at >= 0) kept.splice(at, 1);
        const shown = { title, ...options, close: () => kept.splice(kept.indexOf(shown), 1) };
        kept.push(shown);
    };
    self.registration.getNotifications = async ({ tag }) => kept.filter((each) => each.tag === tag);
}"""
"""Keeps the notifications of a worker without a screen."""


async def driven(page: Page, *, has_screen: bool = False) -> Driven:
    """Return the page's worker once it is there."""
    session = await page.context.new_cdp_session(page)
    found: list[dict[str, Any]] = []

    def updated(event: dict[str, Any]) -> None:
        found.extend(event["registrations"])

    session.on("ServiceWorker.workerRegistrationUpdated", updated)
    await session.send("ServiceWorker.enable")
    await page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    while not found:
        await page.evaluate("new Promise((done) => setTimeout(done, 10))")
    (worker,) = page.context.service_workers
    if not has_screen:
        await worker.evaluate(KEEPING)
    origin = page.url.split("/app/")[0]
    return Driven(origin, session, found[-1]["registrationId"], worker)


@asynccontextmanager
async def chosen(browser: Browser, *, is_whole: bool) -> AsyncIterator[Browser]:
    """Give the tests' browser, or the whole Chromium."""
    if not is_whole:
        yield browser
        return
    found = shutil.which("chromium")
    if found is None:
        pytest.skip("the whole Chromium is not installed")
    args = ["--headless=new", *FLAGS[1:]]
    whole = await browser.browser_type.launch(executable_path=found, args=args, timeout=PATIENCE)
    yield whole
    await whole.close()


@pytest.mark.parametrize(
    "is_whole",
    [pytest.param(False, id="shell"), pytest.param(True, id="whole", marks=pytest.mark.campaign)],
)
async def test_a_turn_is_shown_and_a_tap_opens_it(
    browser: Browser, tmp_path: Path, is_whole: bool
) -> None:
    """What the bot sent appears with the partner's name; the open page goes to the game.

    Without an open page a tap opens one, at the address of the game.
    """
    async with push_world(tmp_path) as world, AsyncExitStack() as stack:
        used = await stack.enter_async_context(chosen(browser, is_whole=is_whole))
        own, code, other = await stack.enter_async_context(seated(used, world, subscribing(world)))
        await switched_on(own.page)
        ion = world.table.sandbox.add_user("Ionel", language_code="ro")
        await world.table.join(ion, other)
        worker = await driven(own.page, has_screen=is_whole)
        game = f"{code}/1"

        await worker.deliver(json.dumps(world.told()[-1]))

        shown = {"title": "E rândul tău", "body": f"Ion Rus, {game}", "game": game}
        assert await worker.shown(game) == shown
        assert await worker.press(game) == []
        await own.page.locator("[role=grid]").wait_for()
        assert game in (await own.page.locator("header").text_content() or "")

        await worker.deliver("no JSON")
        assert (await worker.shown("news"))["title"] == "Tur-Retur"
        await worker.press("news")
        await own.page.locator(".feed .line").first.wait_for()

        await worker.deliver(json.dumps({"title": "E rândul tău", "game": game}))
        await worker.shown(game)
        await own.page.goto(f"{world.web.base_url}/robots.txt")
        assert await worker.press(game) == [f"{world.web.base_url}/app/?game={code}%2F1"]


async def test_the_device_subscribes_again_when_it_is_opened(
    browser: Browser, tmp_path: Path
) -> None:
    """After it was lost, or the bot has another key; not after the user ended it.

    On the narrowest screen the offer has no fault that a screen reader meets.
    """
    async with push_world(tmp_path) as world, AsyncExitStack() as stack:
        own, _, _ = await stack.enter_async_context(seated(browser, world, subscribing(world)))
        assert await subscribed(world) == 0
        await own.page.set_viewport_size({"width": 320, "height": 640})
        await own.page.evaluate(AXE.read_text(encoding="utf-8"))
        assert (await own.page.evaluate(FAULTS))["violations"] == []
        await switched_on(own.page)
        assert (await own.page.evaluate(FAULTS))["violations"] == []
        assert await subscribed(world) == 1

        async with world.table.app.runtime.database.transaction() as tx:
            await tx.execute(delete(push_subscriptions))
        async with own.page.expect_response("**/api/push"):
            await own.page.reload()
        assert await subscribed(world) == 1

        await own.page.evaluate("localStorage.earlierKey = 'yes'")
        async with own.page.expect_response("**/api/push"):
            await own.page.reload()
        assert await own.page.evaluate("localStorage.earlierKey") is None

        await own.page.locator(".feed .line").first.wait_for()
        await open_devices(own.page)
        await own.page.get_by_role("button", name=label("page.push_off")).tap()
        await own.page.get_by_role("button", name=label("page.push_on")).wait_for()
        assert await subscribed(world) == 0
        asked: list[str] = []
        own.page.on("request", lambda request: asked.append(request.url))
        await own.page.reload()
        await own.page.locator(".feed .line").first.wait_for()
        await open_devices(own.page)
        await own.page.get_by_role("button", name=label("page.push_on")).wait_for()
        assert not any(each.endswith("/api/push") for each in asked)
        assert await subscribed(world) == 0


async def test_a_device_that_cannot_announce_says_why(browser: Browser, tmp_path: Path) -> None:
    """An iPhone works from the home screen; a browser without permission says so."""
    async with push_world(tmp_path) as world, AsyncExitStack() as stack:
        phone, *_ = await stack.enter_async_context(seated(browser, world, PHONE))
        await phone.page.get_by_text(label("page.push_home")).wait_for()
        own, *_ = await stack.enter_async_context(seated(browser, world, DENYING))
        await own.page.get_by_text(label("page.push_denied")).wait_for()
        assert await subscribed(world) == 0


async def test_nothing_is_offered_without_a_contact(browser: Browser, tmp_path: Path) -> None:
    """The list of devices is as before, and no worker is installed."""
    async with push_world(tmp_path, push_contact="") as world, AsyncExitStack() as stack:
        own, *_ = await stack.enter_async_context(seated(browser, world, subscribing(world)))
        assert await own.page.locator(".push").is_hidden()
        assert own.page.context.service_workers == []


async def test_the_worker_is_fetched_again_and_loads_nothing(tmp_path: Path) -> None:
    """Its scope is the page, and its policy forbids everything but an icon."""
    async with push_world(tmp_path) as world:
        async with httpx.AsyncClient(base_url=world.web.base_url, verify=NO_TLS) as client:
            index, worker = await client.get("/app/"), await client.get("/app/worker.js")
            icon = worker.text.partition('"static/')[2].partition('"')[0]
            assert (await client.get(f"/app/static/{icon}")).status_code == 200
        assert "worker-src 'self'" in index.headers["content-security-policy"]
        assert worker.headers["content-type"].startswith("text/javascript")
        assert worker.headers["cache-control"] == "no-cache"
        assert "default-src 'none'" in worker.headers["content-security-policy"]
        assert "fetch" not in worker.text


async def subscribed(world: PushWorld) -> int:
    """Return how many devices the server knows."""
    async with world.table.app.runtime.database.reading() as tx:
        return await count(tx)
