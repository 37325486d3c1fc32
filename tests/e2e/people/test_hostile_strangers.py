"""What a hostile stranger or a careless person tries, beside the attacks that each part tests."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import func, select

from bot.program.answering import front
from bot.runtime.limits import MAILED
from bot.web.people.entrance import WRONG
from storage.people import mail_addresses
from storage.schema import devices, inbox, persons
from tests.e2e.browser_user import API, NO_TLS, BrowserUser, seat_of
from tests.e2e.harness import Table
from tests.e2e.mini_app import MiniApp
from tests.e2e.people.browsers_shared import BrowserPair, ana_in
from tests.e2e.people.lost_access_shared import forget
from tests.e2e.people.mail_shared import ANA, MailWorld, address_confirmed, mail_world

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")
VICTIM = "somebody@example.org"


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path) as world:
        yield world


@pytest_asyncio.fixture(name="confirmed")
async def _confirmed(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=address_confirmed) as world:
        yield world


async def rows(table: Table) -> tuple[int, ...]:
    """Return how many people, devices and stored requests there are."""
    async with table.app.runtime.database.reading() as tx:
        tables = (persons, devices, inbox)
        counts = [await tx.execute(select(func.count()).select_from(each)) for each in tables]
    return tuple(each.scalar_one() for each in counts)


async def test_an_invitation_in_two_tabs_at_once_makes_one_device(
    table: Table, web: MiniApp
) -> None:
    """Both tabs share the cookie; one takes the seat, the other is told, and the page opens."""
    _, one, _ = await table.invite()
    jar: dict[str, str] = {}
    tabs = [BrowserUser(web, cookies=jar) for _ in range(2)]
    answers = await asyncio.gather(*(each.take(seat_of(one)) for each in tabs))

    assert sorted(each.status_code for each in answers) == [200, 409]
    for each in tabs:
        assert (await each.session()).status_code == 200
    assert len((await tabs[0].ask("GET", "/devices")).json()["devices"]) == 1


async def test_a_code_in_two_browsers_at_once_adds_one(
    web: MiniApp, browser_pair: BrowserPair
) -> None:
    """Eight digits that two people type at the same moment let one of them in."""
    _, ana, _ = browser_pair
    code = (await ana.post("/devices/offer")).json()["code"]
    both = [BrowserUser(web) for _ in range(2)]
    answers = await asyncio.gather(
        *(each.ask("POST", "/devices/add", code=code, nonce=each.nonce) for each in both)
    )
    assert sorted(each.status_code for each in answers) == [200, 404]
    assert len((await ana.ask("GET", "/devices")).json()["devices"]) == 2


ANONYMOUS = (
    ("/seat", {"code": "x"}),
    ("/seat/take", {"code": "x", "nonce": "n" * 43}),
    ("/sign-up", {"code": "CN25"}),
    ("/sign-up/send", {"code": "CN25", "text": "Ana Pop", "email": "", "nonce": "n" * 43}),
    ("/friendly", {"code": "x"}),
    ("/friendly/accept", {"code": "x", "text": "Ana Pop", "nonce": "n" * 43}),
    ("/devices/add", {"code": "12345678", "nonce": "n" * 43}),
    ("/recover", {"email": ANA}),
)


async def test_no_other_site_asks_for_anything(table: Table, web: MiniApp) -> None:
    """A form or script elsewhere, a sandboxed frame, or a program without an origin is refused."""
    before = await rows(table)
    async with httpx.AsyncClient(base_url=web.base_url, verify=NO_TLS) as client:
        for path, sent in ANONYMOUS:
            body = {**sent, "id": "8c5b1ab7-0b0a-4c4f-9d2c-2b0e6f3a7f10"}
            for headers in ({"Origin": "https://evil.example"}, {"Origin": "null"}, {}):
                answer = await client.post(f"{API}{path}", json=body, headers=headers)
                assert answer.status_code == 403, (path, headers)
                assert "set-cookie" not in answer.headers, (path, headers)
                assert await rows(table) == before, (path, headers)


async def test_no_site_may_read_an_answer(web: MiniApp, browser_pair: BrowserPair) -> None:
    """No answer of the API allows another origin, and a preflight allows nothing."""
    _, ana, _ = browser_pair
    asked = {"Origin": "https://evil.example", "Access-Control-Request-Method": "POST"}
    authorised = {"Authorization": f"Bearer {ana.token}", "Origin": "https://evil.example"}
    async with httpx.AsyncClient(base_url=web.base_url, verify=NO_TLS) as client:
        answers = [
            await client.options(f"{API}/chat", headers=asked),
            await client.get(f"{API}/feed", headers=authorised),
        ]
    assert not any(name.startswith("access-control-") for each in answers for name in each.headers)


async def test_a_forged_header_buys_no_guesses(table: Table) -> None:
    """Only the proxy that the configuration names is believed; others count as one client."""
    server = replace(
        table.config.server, public_url="http://127.0.0.1", port=0, trusted_proxy="192.0.2.200"
    )
    async with front(replace(table.config, server=server), table.app) as base_url:
        page = httpx.URL(base_url)
        answers = []
        for n in range(WRONG.burst + 2):
            guesser = BrowserUser(_Page(str(page)), client=f"203.0.113.{n}")
            sent = {"code": f"x{n}", "nonce": guesser.nonce}
            answers.append((await guesser.ask("POST", "/devices/add", **sent)).status_code)
    assert answers == [404] * WRONG.burst + [429] * 2


class _Page:
    """The page at an address."""

    def __init__(self, base_url: str) -> None:
        self.base_url = base_url


async def test_one_address_gets_few_codes_from_all_people_together(world: MailWorld) -> None:
    """Several people who name a stranger's address, also with tags, cost it four mails."""
    people: list[BrowserUser] = []
    for _ in range(2):
        _, one, _ = await world.table.invite(f"Ana {len(people)} Pop", f"Ion {len(people)} Rus")
        person = BrowserUser(world.web)
        assert (await person.take(seat_of(one))).status_code == 200
        people.append(person)
    names = [VICTIM, VICTIM.title(), VICTIM.replace("@", "+one@"), VICTIM.replace("@", "+two@")]
    answers = [await each.say(world.table, f"/email {name}") for each in people for name in names]
    sent = [each for each in world.box.mails if "code" in str(each) or "cod" in str(each)]

    assert len(sent) == MAILED.burst
    assert all("prea multe coduri" in each[-1].text for each in answers[MAILED.burst :])
    await world.table.sandbox.travel(MAILED.one_more + timedelta(seconds=1))
    await people[1].say(world.table, f"/email {VICTIM}")
    assert len(world.box.mails) == len(sent) + 1


NO_RECIPIENT = (
    f"{ANA}, {VICTIM}",
    f"{ANA};{VICTIM}",
    f"{ANA}\nBcc: {VICTIM}",
    f"Ana <{ANA}>",
    f"<{ANA}>",
    '"a b"@example.org',
    "ana@localhost",
    "ana@[127.0.0.1]",
    f"{'a' * 250}@example.org",
)


async def test_one_address_is_one_recipient(world: MailWorld) -> None:
    """Lists, headers, names and addresses of this machine are refused, and nothing is sent."""
    ana = ana_in(world.web)
    for typed in NO_RECIPIENT:
        answers = await ana.say(world.table, f"/email {typed}")
        assert "Adresa nu e bună" in answers[-1].text, typed
        assert not world.box.mails, typed


async def test_anothers_address_gives_nothing_without_its_mail(confirmed: MailWorld) -> None:
    """A stranger who names a player's address gets no mail of theirs and no link to their seat."""
    _, ana, _ = await confirmed.seated()
    _, one, _ = await confirmed.table.invite("Vlad Rău", "Dan Bun")
    vlad = BrowserUser(confirmed.web)
    assert (await vlad.take(seat_of(one))).status_code == 200
    await vlad.say(confirmed.table, f"/email {ANA}")
    before = len(confirmed.box.to(ANA))
    await BrowserUser(confirmed.web).post("/recover", email=ANA)
    await confirmed.table.settle()

    (link,) = confirmed.box.to(ANA)[before:]
    plain = link.get_body(("plain",))
    assert plain is not None
    code = plain.get_content().partition("#device=")[2].split()[0]
    other = BrowserUser(confirmed.web)
    await other.ask("POST", "/devices/add", code=code, nonce=other.nonce)
    await other.session()
    shown = "".join(each.text for each in await other.messages())
    assert "Vlad" not in shown
    assert "Ana" in shown
    assert [each.text for each in await ana.messages()][-1].startswith("📱 Ai intrat și")


async def test_a_deleted_persons_cookie_makes_nobody(confirmed: MailWorld) -> None:
    """The cookie of a forgotten person neither signs in nor acts under a new invitation."""
    code, ana, _ = await confirmed.seated()
    await forget(confirmed, ana, code)
    before = await rows(confirmed.table)
    for _ in range(2):
        assert (await ana.session()).status_code == 401
        assert (await ana.ask("GET", "/feed")).status_code == 401
        assert (await ana.post("/chat", text="/start")).status_code == 401
    assert await rows(confirmed.table) == before

    _, one, _ = await confirmed.table.invite("Eva Nou", "Dan Bun")
    eva = BrowserUser(confirmed.web, cookies=dict(ana.cookies))
    assert (await eva.take(seat_of(one))).status_code == 200
    shown = "".join(each.text for each in await eva.messages())
    assert "Ana Pop" not in shown


async def test_an_unsubscription_ends_only_the_mails_of_its_own_mail(confirmed: MailWorld) -> None:
    """HEAD, GET and another's token end nothing; a prefetcher follows no form."""
    await confirmed.seated()
    stop = str(confirmed.box.to(ANA)[-1]["List-Unsubscribe"]).strip("<>")
    path = httpx.URL(stop).path
    number, _, proof = path.rpartition("/")[2].partition(".")
    wrong = path.replace(f"{number}.{proof}", f"{int(number) + 1}.{proof}")
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(
            httpx.AsyncClient(base_url=confirmed.web.base_url, verify=NO_TLS)
        )
        shown = [await client.request(method, path) for method in ("HEAD", "GET", "GET")]
        assert [each.status_code for each in shown] == [200, 200, 200]
        await client.post(wrong, data={"List-Unsubscribe": "One-Click"})
        assert (await client.put(path)).status_code == 405
    async with confirmed.table.app.runtime.database.reading() as tx:
        counts = await mail_addresses.counts(tx)
    assert counts == {"confirmed": 1, "refused": 0, "stopped": 0}
