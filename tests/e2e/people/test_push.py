"""Announcements on devices of players in browsers: hints about what the page has, and no more."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import select

from sandbox import SandboxUser
from storage.people import forgetting, people
from storage.people.addresses import is_browser
from storage.schema import outbox, push_subscriptions
from tests.e2e.browser_user import BrowserUser
from tests.e2e.matches.places_shared import freed
from tests.e2e.people.browsers_shared import both_seated
from tests.e2e.people.mail_shared import ANA
from tests.e2e.people.push_shared import CONTACT, PushWorld, push_world
from tests.push import Receiver, claims_of

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")

End = Callable[[PushWorld, BrowserUser, str], Awaitable[None]]


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[PushWorld]:
    async with push_world(tmp_path, after=both_seated) as world:
        yield world


@pytest_asyncio.fixture(name="before_start")
async def _before_start(tmp_path: Path) -> AsyncIterator[PushWorld]:
    async with push_world(tmp_path) as world:
        yield world


async def stored(world: PushWorld) -> list[str]:
    """Return the addresses of all subscriptions."""
    async with world.table.app.runtime.database.reading() as tx:
        return list((await tx.execute(select(push_subscriptions.c.endpoint))).scalars())


async def test_a_turn_is_announced_without_the_game(before_start: PushWorld) -> None:
    """The partner's name and the game's code, encrypted; the tap opens that game.

    The file with everything that is stored shows the address.
    """
    world = before_start
    code, ana, ion = await world.seated()
    first = world.told()[-1]
    assert first == {
        "title": "E rândul tău",
        "line": f"Ion Rus, {code}/1",
        "lang": "ro",
        "game": f"{code}/1",
        "silent": False,
    }

    await world.turn(ana, ion)

    pushed = world.service.to()[-1]
    assert world.told()[-1] == first
    assert b"Ion" not in pushed.body
    claims, key = claims_of(pushed.headers["authorization"])
    assert (claims["aud"], claims["sub"]) == (world.service.origin, CONTACT)
    assert (await ana.session()).json()["push"] == {"key": key, "on": True}
    assert pushed.headers["content-encoding"] == "aes128gcm"
    assert pushed.headers["urgency"] == "high"
    assert int(pushed.headers["ttl"]) > 0
    assert code not in pushed.headers["topic"]
    assert len(pushed.headers["topic"]) <= 32

    (shown,) = [each for each in await ana.say(world.table, "/datele_mele") if each.file]
    content = (await ana.ask("GET", f"/feed/{shown.file}/file")).text
    assert world.service.endpoint() in content


async def test_what_is_announced_is_what_is_mailed(tmp_path: Path) -> None:
    """Own answers, previews and silent messages are not; a turn and a resignation are.

    A code, and a link for a person who has lost their devices, are mails alone.
    """
    async with push_world(tmp_path, has_mail=True, after=both_seated) as world:
        code, ana, ion = await world.seated()
        told = len(world.told())
        await ana.say(world.table, f"/email {ANA}")
        await ana.say(world.table, world.box.code(ANA))
        mails = len(world.box.mails)
        await BrowserUser(world.web).post("/recover", email=ANA)
        await world.table.settle()
        assert (len(world.box.mails), len(world.told())) == (mails + 1, told)

        mails += 1
        await ana.say(world.table, "/jocuri")
        await world.played(ana, "H8 CASA")
        assert (len(world.box.mails), len(world.told())) == (mails, told)

        await world.passed(ion)
        (question,) = await world.table.say(ion, f"/abandon {code}/1")
        await world.table.press(ion, question, "button.abandon")

        subjects = [str(each["Subject"]).partition(", până")[0] for each in world.box.mails[mails:]]
        news = "Un mesaj nou despre partidele tale"
        partner = f"Ion Rus, {code}/1"
        assert subjects == [f"E rândul tău: {partner}", f"Partida cu {partner}", news]
        assert [(each["title"], each["line"]) for each in world.told()[told:]] == [
            ("E rândul tău", partner),
            (news, partner),
            (news, "Deschide pagina ca să-l citești."),
        ]


@pytest.mark.article("7.1")
async def test_an_announcement_is_no_evidence(world: PushWorld) -> None:
    """A silent or dead service delays no answer and no day: the turn arrives at its commit."""
    code, ana, ion = await world.seated()
    await world.played(ana, "H8 CASA")
    world.service.held = asyncio.Event()
    world.service.reached.clear()
    passing = asyncio.create_task(world.passed(ion))
    await world.service.reached.wait()
    await world.table.app.courier.settle()

    assert await turns_shown(ana) == 2
    async with world.table.app.runtime.database.reading() as tx:
        waiting = select(outbox.c.id).where(outbox.c.state == "queued", outbox.c.about != "")
        assert (await tx.execute(waiting)).all() == []
    assert f"{code}/1" in ion.messages[-1].text
    world.service.held.set()
    await passing
    counts = world.table.app.runtime.counts.pushes
    assert counts == {"sent": len(world.service.pushed)}

    world.service.statuses = [500] * 10
    await world.played(ana, "PAS")
    await world.passed(ion)
    await world.table.travel_to(world.table.sandbox.clock.now() + timedelta(days=3))
    await ana.session()

    assert (await world.table.stored.game(f"{code}/1")).arrivals == ()
    assert await turns_shown(ana) == 3


async def turns_shown(ana: BrowserUser) -> int:
    """Return how many turns the page has: messages with both sheets."""
    return len([each for each in await ana.messages() if len(each.pictures) == 2])


FAILING = ((201, 1), (500, 2), (429, 2), (0, 2), (400, 1), (307, 1))
"""Answers of a service, and how often an announcement is tried that gets them."""


async def test_a_service_that_fails_is_asked_once_more(world: PushWorld) -> None:
    """Later, and only where that may help; a turn that is over is not announced again.

    A redirection is not followed: a service cannot send the bot elsewhere.
    """
    _, ana, ion = await world.seated()
    announcing = world.table.app.announcing
    assert announcing is not None
    world.service.more = f"Location: {world.service.origin}/elsewhere\r\n"
    for status, tries in FAILING:
        before = len(world.service.to())
        world.service.statuses = [status] * 3
        await world.table.say(ion, f"- Salut de {status} ori!")
        for _again in range(3):
            await announcing.again()
            await announcing.settle()

        assert len(world.service.to()) - before == tries, status
        assert await stored(world) == [world.service.endpoint()], status

    await world.played(ana, "H8 CASA")
    world.service.statuses = [503]
    await world.passed(ion)
    before = len(world.service.to())
    await world.played(ana, "PAS")
    await announcing.again()
    await announcing.settle()
    assert len(world.service.to()) == before
    assert not any("elsewhere" in each.path for each in world.service.pushed)


async def test_a_subscription_that_is_over_is_deleted(world: PushWorld) -> None:
    """The page subscribes again when it is opened, because the server says that it has none."""
    _, ana, ion = await world.seated()
    await world.played(ana, "H8 CASA")
    for status in (404, 410):
        world.service.statuses = [status]
        await world.passed(ion)

        assert await stored(world) == [], status
        assert (await ana.session()).json()["push"]["on"] is False
        assert (await world.subscribe(ana)).status_code == 200
        before = len(world.told())
        await world.table.say(ion, "- Noroc!")
        assert len(world.told()) == before + 1, status
        await world.played(ana, "PAS")


FOREIGN = (
    "https://push.example.org/abc",
    "http://127.0.0.1:9/abc",
    "http://169.254.169.254/latest/meta-data",
    "https://fcm.googleapis.com/abc",
    "file:///etc/passwd",
)
BAD_KEYS: tuple[dict[str, str], ...] = (
    {"p256dh": "BCVx"},
    {"auth": ""},
    {"auth": "ș"},
    {"p256dh": "A" * 200},
)


async def test_only_a_signed_in_browser_subscribes_at_a_known_service(world: PushWorld) -> None:
    """No request goes to an address that a client chose; keys of another length are no browser's.

    No token, no subscription; a Mini App in Telegram, none either. Keys that are no point cannot
    be told from others before something is encrypted: that ends the subscription.
    """
    _, ana, ion = await world.seated(subscribed=False)
    assert (await world.subscribe(BrowserUser(world.web))).status_code == 401
    tab = await world.web.open(ion)
    browser = Receiver()
    sent = {"endpoint": world.service.endpoint(), "p256dh": browser.p256dh, "auth": browser.auth}
    assert (await tab.post("/push", **sent)).status_code == 403
    assert (await tab.post("/push/end")).status_code == 403
    assert await stored(world) == []
    assert (await ana.session()).json()["push"]["on"] is False
    for endpoint in FOREIGN:
        answer = await world.subscribe(ana, endpoint=endpoint)
        assert (answer.status_code, answer.json()["error"]) == (422, "push_service"), endpoint
        assert await stored(world) == [], endpoint
    for changed in BAD_KEYS:
        assert (await world.subscribe(ana, **changed)).status_code == 400, changed
        assert await stored(world) == [], changed

    await world.subscribe(ana, p256dh="BA" + "A" * 85)
    assert len(await stored(world)) == 1
    await world.turn(ana, ion)
    assert world.service.pushed == []
    assert await stored(world) == []


async def test_a_device_has_one_subscription_and_an_address_one_device(world: PushWorld) -> None:
    """A new one replaces the old; a browser in which another person signs in is theirs alone."""
    _, ana, ion = await world.seated()
    await world.subscribe(ana, "new")
    assert await stored(world) == [world.service.endpoint("new")]

    second = await another_device(world, ana)
    await world.subscribe(second, "new")
    assert await stored(world) == [world.service.endpoint("new")]
    assert (await ana.session()).json()["push"]["on"] is False
    assert (await second.session()).json()["push"]["on"] is True

    await world.subscribe(ana)
    before = len(world.service.pushed)
    await world.turn(ana, ion)
    assert len(world.service.pushed) == before + 2


async def test_nothing_is_announced_after_the_person_ended_it(world: PushWorld) -> None:
    """They switch it off, end the device from another one, or move to Telegram."""
    _, ana, ion = await world.seated()
    await world.played(ana, "H8 CASA")
    assert (await ana.post("/push/end")).json() == {"on": False}
    await is_over(world, ion, moves=2)

    await world.subscribe(ana)
    second = await another_device(world, ana)
    listed = (await second.ask("GET", "/devices")).json()["devices"]
    (first,) = [each["id"] for each in listed if not each["current"]]
    assert (await second.post("/devices/end", device=first)).status_code == 200
    await world.played(second, "PAS")
    await is_over(world, ion, moves=4)

    await world.subscribe(second)
    shown = await second.say(world.table, "/continua")
    link = next(each.url for message in shown for each in message.buttons if each.url)
    await world.table.join(world.table.sandbox.add_user("Ana", language_code="ro"), link)
    assert await stored(world) == []


async def by_arbiter(world: PushWorld, ana: BrowserUser, code: str) -> None:
    """Have the arbiter free the seat."""
    del ana
    await freed(world.table, code, "Ana Pop")


async def by_forgetting(world: PushWorld, ana: BrowserUser, code: str) -> None:
    """Have the operator erase all data of Ana."""
    del ana, code
    async with world.table.app.runtime.database.transaction() as tx:
        everybody = await people.everybody(tx)
        (number,) = [each.id for each in everybody if is_browser(each.account)]
        await forgetting.forget(tx, number, world.table.sandbox.clock.now(), "Jucător retras")


@pytest.mark.parametrize("end", [by_arbiter, by_forgetting])
async def test_nothing_is_announced_after_the_end(world: PushWorld, end: End) -> None:
    """The subscription goes with its device, and the next turn is announced nowhere."""
    code, ana, ion = await world.seated()
    await world.played(ana, "H8 CASA")
    await end(world, ana, code)
    await is_over(world, ion, moves=2)


async def is_over(world: PushWorld, ion: SandboxUser, moves: int) -> None:
    """Check that no subscription is left, and that Ion's pass is announced nowhere."""
    await world.table.settle()
    assert await stored(world) == []
    before = len(world.service.pushed)
    await world.passed(ion)
    assert len((await world.table.stored.game(f"{world.table.done[0]}/1")).moves) == moves
    assert len(world.service.pushed) == before


async def test_without_a_contact_nobody_subscribes(tmp_path: Path) -> None:
    """The page is told that there is nothing to switch on."""
    async with push_world(tmp_path, push_contact="") as world:
        _, ana, _ = await world.seated(subscribed=False)
        assert (await ana.session()).json()["push"] is None
        assert (await world.subscribe(ana)).status_code == 404


async def another_device(world: PushWorld, ana: BrowserUser) -> BrowserUser:
    """Sign Ana in on another device."""
    second = BrowserUser(world.web)
    code = (await ana.post("/devices/offer")).json()["code"]
    added = await second.ask("POST", "/devices/add", code=code, nonce=second.nonce)
    assert added.status_code == 200
    await second.session()
    return second
