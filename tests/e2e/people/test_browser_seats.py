"""A seat in a browser: a link that any messenger carries, and what an attacker gains from it."""

import asyncio
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4
from zipfile import ZipFile

import httpx
import pytest
from sqlalchemy import func, select

from bot.web.people.asking_device import DEVICE_LIFE
from bot.web.people.entrance import WRONG
from bot.web.people.sessions import LIFE
from storage.people.addresses import BROWSERS
from storage.people.device_codes import MOST_MISSES
from storage.schema import devices, events, inbox, outbox, persons
from tests.e2e.browser_user import NO_TLS, BrowserUser, seat_of
from tests.e2e.harness import Table
from tests.e2e.harness import table as opened_table
from tests.e2e.matches.places_shared import freed
from tests.e2e.mini_app import API, MiniApp, mini_app
from tests.e2e.people.browsers_shared import BrowserPair

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")

IPAD = "Mozilla/5.0 (iPad; CPU OS 18_0) Version/18.0 Safari/605.1.15"


async def people(table: Table) -> int:
    """Return how many people the bot knows."""
    async with table.app.runtime.database.reading() as tx:
        return int((await tx.execute(select(func.count()).select_from(persons))).scalar_one())


async def test_a_player_takes_a_seat_and_moves_in_a_browser(table: Table, web: MiniApp) -> None:
    """A link gives the seat after „Da”; the sheets arrive, and a typed move reaches the other."""
    code, one, other = await table.invite()
    ion = table.sandbox.add_user("Ionel", language_code="ro")
    ana = BrowserUser(web)
    asked = (await ana.look_at(seat_of(one))).json()
    assert asked["open"]
    assert "Ești Ana Pop?" in asked["html"]

    taken = await ana.take(seat_of(one))
    assert taken.status_code == 200, taken.text
    await table.join(ion, other)

    game = await table.stored.game(f"{code}/1")
    assert game.arrivals == ()  # only a late one is recorded (art. 7.1)
    sheets = [each for each in await ana.messages() if len(each.pictures) == 2]
    drawn = await ana.ask("GET", f"/feed/{sheets[0].pictures[0]}")
    assert drawn.content.startswith(b"\x89PNG")
    assert (await ana.ask("GET", "/feed", before="abc")).status_code == 404
    (preview,) = await ana.say(table, "H8 CASA")
    send = next(each for each in preview.buttons if each.data.startswith("send:"))
    await ana.press(preview, send.data)
    await table.settle()
    assert any("CASA" in each.text for each in ion.messages if each.from_bot)
    shown = await ana.messages()
    assert [each.text for each in shown if not each.from_bot] == ["H8 CASA"]
    assert "Încă nu s-a trimis" not in next(each.text for each in shown if each.id == preview.id)


@pytest.mark.article("9.6")
async def test_a_seat_goes_once_to_who_presses_yes_on_the_page(table: Table, web: MiniApp) -> None:
    """Preview bots, mail scanners and other sites take none; of two devices the first gets it.

    Looking stores nothing at all, and a device that comes too late leaves no trace; the one that
    has the seat may press again.
    """
    _, one, _ = await table.invite()
    known = await people(table)
    async with httpx.AsyncClient(base_url=web.base_url, verify=NO_TLS) as client:
        for path in ("/app/", f"{API}/seat", f"{API}/seat/take", f"/app/?seat={seat_of(one)}"):
            for method in ("GET", "HEAD"):
                await client.request(method, path)
    ana, other = BrowserUser(web), BrowserUser(web)
    for _again in range(3):
        assert (await ana.look_at(seat_of(one))).json()["open"]
    evil = BrowserUser(web, origin="https://example.org")
    assert (await evil.take(seat_of(one))).status_code == 403
    assert await people(table) == known
    assert not ana.cookies

    answers = await asyncio.gather(ana.take(seat_of(one)), other.take(seat_of(one)))

    assert sorted(each.status_code for each in answers) == [200, 409]
    assert await people(table) == known + 1
    has, lost = (ana, other) if ana.token else (other, ana)
    assert (await lost.session()).status_code == 401
    shown = (await lost.look_at(seat_of(one))).json()
    assert not shown["open"]
    assert "este deja ocupat" in shown["html"]
    assert (await lost.take(seat_of(one))).status_code == 409
    assert (await has.take(seat_of(one))).status_code == 200
    assert (await has.session()).status_code == 200
    has.origin = "https://example.org"
    assert (await has.session()).status_code == 403


async def test_a_device_that_is_not_used_for_400_days_is_signed_out(
    table: Table, web: MiniApp
) -> None:
    """The session lasts twelve hours; the cookie 400 days from its last use."""
    _, one, _ = await table.invite()
    ana = BrowserUser(web)
    await ana.take(seat_of(one))
    now = table.sandbox.clock.now()

    await table.travel_to(now + LIFE + timedelta(minutes=1))
    assert (await ana.ask("GET", "/feed")).status_code == 401
    assert (await ana.session()).status_code == 200
    await table.travel_to(now + DEVICE_LIFE)
    assert (await ana.session()).status_code == 200
    await table.travel_to(now + 2 * DEVICE_LIFE + timedelta(minutes=1))
    assert (await ana.session()).status_code == 401


async def test_a_cookie_opens_nothing_but_a_session_and_a_number_goes_nowhere(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """Every other endpoint refuses the cookie; the table holds no token, only hashes.

    The bot calls Telegram for no browser's number, which is exact in JavaScript. The log has
    people's numbers alone, and an arbiter's archive names no address.
    """
    code, ana, _ = browser_pair
    (cookie,) = ana.cookies.items()
    headers = {"Cookie": "=".join(cookie), "Origin": web.base_url}
    async with httpx.AsyncClient(base_url=web.base_url, headers=headers, verify=NO_TLS) as client:
        for path in ("/feed", "/games", "/devices", "/menu", "/events"):
            assert (await client.get(API + path)).status_code == 401, path
        for path in ("/chat", "/devices/offer", "/devices/end"):
            assert (await client.post(API + path, json={"text": "x"})).status_code == 401, path
    async with table.app.runtime.database.reading() as tx:
        stored = (await tx.execute(select(devices.c.token_hash))).scalars().all()
        raw = (await tx.execute(select(inbox.c.raw))).scalars().all()
    assert cookie[1] not in stored
    assert not any(cookie[1] in each or ana.nonce in each for each in raw)

    await table.settle()
    async with table.app.runtime.database.reading() as tx:
        query = select(persons.c.address).where(persons.c.address >= BROWSERS)
        (address,) = (await tx.execute(query)).scalars()
        sent = await tx.execute(select(outbox.c.state).where(outbox.c.chat == address))
        assert set(sent.scalars()) == {"sent"}
        logged = (await tx.execute(select(events.c.payload))).scalars().all()
    assert address < 2 * BROWSERS == 2**53
    assert logged
    assert not any(str(address) in each for each in logged)
    (file,) = await table.say(table.arbiter, f"/dosar {code}/1")
    assert file.document is not None
    with ZipFile(BytesIO(file.document.content)) as archive:
        for name in archive.namelist():
            assert str(address).encode() not in archive.read(name), name


async def test_another_device_is_added_by_eight_digits(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """A code is good once; the person and silently their arbiter are notified of the new device.

    After five wrong codes that begin alike, or ten minutes, the right one is void.
    """
    _, ana, _ = browser_pair
    code = (await ana.post("/devices/offer")).json()["code"]
    assert len(code) == 8
    for number in range(MOST_MISSES):
        guesser = BrowserUser(web)
        guess = code[:3] + f"{(int(code[3:]) + number + 1) % 100_000:05}"
        assert (await add(guesser, guess)) == 404
    late = BrowserUser(web)
    assert (await add(late, code)) == 404
    code = (await ana.post("/devices/offer")).json()["code"]
    await table.travel_to(table.sandbox.clock.now() + timedelta(minutes=11))
    assert (await add(late, code)) == 404

    code = (await ana.post("/devices/offer")).json()["code"]
    tablet = BrowserUser(web, agent=IPAD)
    assert (await add(tablet, code)) == 200
    assert (await tablet.session()).status_code == 200
    await table.settle()

    assert any("Safari, iPad" in each.text for each in await ana.messages())
    told = table.arbiter.messages[-1]
    assert "Ana Pop joacă acum și de pe Safari, iPad" in told.text
    assert told.silent
    assert (await add(BrowserUser(web), code)) == 404
    names = [each["name"] for each in (await ana.ask("GET", "/devices")).json()["devices"]]
    assert sorted(names) == ["Chrome, Android", "Safari, iPad"]


async def add(browser: BrowserUser, code: str) -> int:
    """Have a browser sign in as a further device by that code; return the answer's status."""
    answer = await browser.ask("POST", "/devices/add", code=code, nonce=browser.nonce)
    return answer.status_code


async def test_nobody_reads_or_presses_anothers_messages(table: Table, web: MiniApp) -> None:
    """Numbers of another person's messages, pictures and devices are unknown."""
    _, one, other = await table.invite()
    ana, ion = BrowserUser(web), BrowserUser(web)
    await ana.take(seat_of(one))
    await ion.take(seat_of(other))
    await table.settle()
    own = await ion.messages()
    picture = next(each.pictures[0] for each in own if each.pictures)

    assert (await ana.ask("GET", f"/feed/{picture}")).status_code == 404
    answer = await ana.post("/chat", button="games:0", message=own[0].id)
    assert answer.status_code == 404
    device = (await ion.ask("GET", "/devices")).json()["devices"][0]["id"]
    assert (await ana.post("/devices/end", device=device)).status_code == 404
    assert (await ion.session()).status_code == 200


async def test_an_invitation_has_both_links_and_a_text_for_whatsapp(tmp_path: Path) -> None:
    """A bot with a page gives a link for Telegram, one for browsers, and both in one message."""
    page = {"server_public_url": "https://scrabble.example.org"}
    async with opened_table(tmp_path, settings=page) as laid:
        code, one, _ = await laid.invite()
        telegram, web = one.splitlines()
        assert telegram.startswith("Telegram: https://t.me/")
        assert web.startswith("Orice browser, fără cont: https://scrabble.example.org/app/#seat=")
        invitation = next(each for each in laid.arbiter.messages if web in each.text)
        assert "Dacă se deschide Telegram, apasă Start:" in invitation.text
        whatsapp = next(each for each in invitation.buttons if "WhatsApp" in each.label)
        said = parse_qs(urlsplit(whatsapp.url).query)["text"][0]
        assert whatsapp.url.startswith("https://wa.me/?text=")
        assert said.startswith("Ana Pop, aceasta este invitația ta personală pentru meciul")
        assert telegram.partition(": ")[2] in said
        assert web.partition(": ")[2] in said

        async with mini_app(laid) as page_of_it:
            ana = BrowserUser(page_of_it)
            assert (await ana.take(seat_of(one))).status_code == 200
        await laid.settle()
        assert any("prin browser (Chrome, Android)" in m.text for m in laid.arbiter.messages)
        (card,) = await laid.say(laid.arbiter, f"/invitatie {code}")
        assert "Ana Pop: a intrat (prin browser: Chrome, Android; deschis ultima dată" in card.text


async def test_earlier_sheets_are_drawn_after_a_seat_has_changed_hands(
    table: Table, browser_pair: BrowserPair
) -> None:
    """The page draws a sheet whenever it is looked at, also one with a former player."""
    code, ana, _ = browser_pair
    link = await freed(table, code, "Ion Rus")
    await table.join(table.sandbox.add_user("Ion, alt cont", language_code="ro"), link)

    drawn = [each for message in await ana.messages() for each in message.pictures]

    assert drawn
    for each in drawn:
        assert (await ana.ask("GET", f"/feed/{each}")).status_code == 200


async def test_an_arbiter_lets_a_player_in_again_and_ends_their_devices(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """*Link nou* adds one device, once; *Închide dispozitivele* ends all at the next request.

    The stream of an open page tells of new messages, and ends with its device.
    """
    code, ana, _ = browser_pair
    await ended_by_arbiter(table, web, ana, code)
    assert (await ana.ask("GET", "/feed")).status_code == 401
    assert (await ana.session()).status_code == 401
    (card,) = await table.say(table.arbiter, f"/invitatie {code}")
    assert "niciun dispozitiv nu mai e deschis" in card.text

    (given,) = await table.press(table.arbiter, card, "button.place.device")
    new = given.text.rpartition("#device=")[2]
    phone, other = BrowserUser(web), BrowserUser(web)
    answer = await phone.ask("POST", "/devices/add", code=new, nonce=phone.nonce)
    assert answer.status_code == 200
    assert (await phone.session()).status_code == 200
    assert any(f"{code}/1" in each.text for each in await phone.messages())
    (preview, *_) = await phone.say(table, "H8 CASA")
    await phone.press(preview, next(k.data for k in preview.buttons if k.data.startswith("send:")))
    assert len((await table.stored.game(f"{code}/1")).moves) == 1
    assert (await add(other, new)) == 404


async def ended_by_arbiter(table: Table, web: MiniApp, ana: BrowserUser, code: str) -> None:
    """Have the arbiter end the devices of Ana, whose open page shows her messages until then."""
    await table.settle()
    headers = {"Authorization": f"Bearer {ana.token}"}
    heard = list[str]()
    async with (
        httpx.AsyncClient(
            base_url=web.base_url, headers=headers, timeout=60, verify=NO_TLS
        ) as client,
        client.stream("GET", f"{API}/events") as events,
    ):
        lines = events.aiter_lines()
        assert await anext(lines) == ": open"
        await ana.send("/timp")
        while '{"feed": true}' not in (line := await anext(lines)):
            heard.append(line)
        (card,) = await table.say(table.arbiter, f"/invitatie {code}")
        await table.press(table.arbiter, card, "button.place.sign_out")
        heard += [line async for line in lines]
    assert "{" not in "".join(heard).replace('data: {"feed": true}', "")


async def test_an_ended_device_is_out_at_its_next_request(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """After the last one the arbiter learns that nobody reads there."""
    code, ana, _ = browser_pair
    tablet = BrowserUser(web, agent=IPAD)
    assert (await add(tablet, (await ana.post("/devices/offer")).json()["code"])) == 200
    await tablet.session()
    shown = (await tablet.ask("GET", "/devices")).json()["devices"]
    first, last = sorted(shown, key=lambda each: each["current"])

    assert (await tablet.post("/devices/end", device=first["id"])).status_code == 200

    assert (await ana.ask("GET", "/feed")).status_code == 401
    assert (await ana.session()).status_code == 401
    assert (await tablet.ask("GET", "/feed")).status_code == 200
    await tablet.post("/devices/end", device=last["id"])
    await table.settle()
    assert (await tablet.session()).status_code == 401
    assert any(f"{code}/1" in each.text for each in table.arbiter.messages[-1:])


@pytest.mark.article("4.2")
async def test_an_opponent_gets_neither_a_players_link_nor_sheets_alone(
    table: Table, web: MiniApp, browser_pair: BrowserPair
) -> None:
    """Who forges the arbiter's button is refused: they could take the seat.

    An account in Telegram cannot type to the bot by the page's API, or make device codes. With a
    player in a browser nobody agrees on sheets only; such a match takes no browser.
    """
    code, ana, ion = browser_pair
    tab = await web.open(ion)
    answer = await tab.post("/chat", text="/jocuri", id=str(uuid4()))
    assert answer.status_code == 403
    assert (await tab.post("/devices/offer")).status_code == 403
    async with table.app.runtime.database.reading() as tx:
        person = (await tx.execute(select(devices.c.person))).scalar_one()
    seen = len(ion.messages)

    await table.forge(ion, ion.messages[-1], f"places:{code}:dev:{person}")

    assert not any("#device=" in each.text for each in ion.messages[seen:])
    (card,) = await table.say(ion, f"/legatura {code}")
    await table.press(ion, card, "button.means.sheets")
    match = await table.stored.match(code)
    assert match.proposed_channel is None
    assert "din browser nu se pot trimite fotografii" in ion.last.text
    assert (await ana.session()).status_code == 200


async def test_a_browser_makes_no_rated_or_open_request(browser_pair: BrowserPair) -> None:
    """An account costs a telephone number, a browser nothing: these matches need an account."""
    _, ana, _ = browser_pair
    terms = {"days": 10, "single": False, "words": "", "id": str(uuid4())}
    for rated, by_link in ((True, True), (True, False), (False, False)):
        terms["id"] = str(uuid4())
        answer = await ana.ask("POST", "/requests", rated=rated, by_link=by_link, **terms)
        assert answer.status_code == 422, answer.text
        assert answer.json()["error"] == "requests_browser"
    terms["id"] = str(uuid4())
    allowed = await ana.ask("POST", "/requests", rated=False, by_link=True, **terms)
    assert allowed.status_code == 200


async def test_wrong_codes_are_limited_for_each_address(
    web: MiniApp, browser_pair: BrowserPair
) -> None:
    """Behind the proxy each client has its own allowance; one guesser does not stop the others."""
    _, ana, _ = browser_pair
    code = (await ana.post("/devices/offer")).json()["code"]
    guesser, phone = BrowserUser(web, client="203.0.113.7"), BrowserUser(web, client="198.51.100.9")
    answers = [
        (await guesser.ask("POST", "/devices/add", code=f"x{n}", nonce=guesser.nonce)).status_code
        for n in range(WRONG.burst + 2)
    ]
    assert answers == [404] * WRONG.burst + [429] * 2
    forged = BrowserUser(web, client="192.0.2.1, 203.0.113.7")
    answer = await forged.ask("POST", "/devices/add", code=code, nonce=forged.nonce)
    assert answer.status_code == 429

    answer = await phone.ask("POST", "/devices/add", code=code, nonce=phone.nonce)

    assert answer.status_code == 200
