"""Entrance by a mailed link, for a player who has lost their devices."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import select

from storage.people.mail_recoveries import LIFE, MOST, WITHIN
from storage.schema import inbox, mail_recoveries, outbox
from tests.e2e.browser_user import API, NO_TLS, BrowserUser
from tests.e2e.people.lost_access_shared import (
    asked,
    codes,
    device_names,
    end_devices,
    end_last_device,
    entered,
)
from tests.e2e.people.mail_shared import (
    ANA,
    MailWorld,
    address_confirmed,
    mail_world,
    passed,
    played,
)
from tests.smtp import RCPT_REFUSED

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")

OTHER = "ana.alta@example.org"


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=address_confirmed) as world:
        yield world


async def test_a_mailed_link_lets_a_player_in_who_has_lost_their_device(world: MailWorld) -> None:
    """The press signs the new browser in as the same person; feed, mail and arbiter say so.

    Of two browsers at once one gets in, which may repeat its request. A scanner's GET and HEAD
    leave the code as it was; neither the table nor a message has it. An address is found in any
    letters, and another site cannot ask.
    """
    _, ana, _ = await world.seated()
    before = len(world.box.to(ANA))
    assert (await asked(world, origin="https://evil.example")).status_code == 403
    assert codes(world) == []
    assert (await asked(world, " Ana.Pop@EXAMPLE.org ")).status_code == 200
    (code,) = codes(world)
    proof = code.partition(".")[2]
    async with world.table.app.runtime.database.reading() as tx:
        rows = (await tx.execute(select(mail_recoveries))).all()
        sent = "".join((await tx.execute(select(outbox.c.payload))).scalars())
    assert len(proof) == 64
    assert proof not in repr(rows)
    assert proof not in sent
    async with httpx.AsyncClient(base_url=world.web.base_url, verify=NO_TLS) as client:
        for method in ("GET", "HEAD"):
            await client.request(method, f"/app/#device={code}")
            await client.request(method, f"{API}/devices/add?code={code}")
    assert await device_names(world) == ["Chrome, Android"]

    both = await asyncio.gather(entered(world, code), entered(world, code))
    assert sorted(status for _, status in both) == [200, 404]
    new = next(browser for browser, status in both if status == 200)
    assert (await new.session()).status_code == 200
    again = await new.ask("POST", "/devices/add", code=code, nonce=new.nonce)
    assert again.status_code == 200
    assert (await entered(world, code))[1] == 404
    assert len(await device_names(world)) == 2
    feed = [each.text for each in await new.messages()]
    assert feed == [each.text for each in await ana.messages()]
    assert any("Ai intrat și de pe Safari, iPhone" in each for each in feed)
    mails = world.box.to(ANA)[before:]
    assert str(mails[0]["Subject"]) == "Linkul cu care intri din nou"
    assert "Safari, iPhone" in "".join(
        body.get_content() for each in mails if (body := each.get_body(("plain",))) is not None
    )
    told = [each for each in world.table.arbiter.messages if "joacă acum și de pe" in each.text]
    assert [each.silent for each in told] == [True]


async def test_the_answer_does_not_tell_who_plays_here(world: MailWorld) -> None:
    """A known, an unconfirmed and an unknown address get the same words, and one a mail.

    What is no address is refused with the form of one. Too many requests from one client are
    refused, whatever they name; another may ask. The entrance says whether links are mailed.
    """
    answer = await BrowserUser(world.web).session()
    assert answer.status_code == 401
    assert answer.json()["mails"] is True
    assert answer.json()["texts"]["page.recover_send"]
    _, ana, _ = await world.seated()
    await ana.say(world.table, f"/email {OTHER}")
    mails = len(world.box.mails)
    answers = [await asked(world, each) for each in (ANA, OTHER, "nimeni@example.org")]
    assert {each.status_code for each in answers} == {200}
    assert len({each.text for each in answers}) == 1
    assert len(world.box.mails) == mails + 1
    assert len(codes(world)) == 1
    async with world.table.app.runtime.database.reading() as tx:
        raw = "".join((await tx.execute(select(inbox.c.raw))).scalars())
    assert "nimeni@example.org" not in raw
    answer = await asked(world, "ana.pop")
    assert answer.status_code == 422
    assert "nume@exemplu.ro" in answer.text

    statuses = [
        (await asked(world, f"a{n}@example.org", client="203.0.113.7")).status_code
        for n in range(12)
    ]
    assert statuses.count(200) == 10
    assert set(statuses[10:]) == {429}
    assert (await asked(world, client="203.0.113.8")).status_code == 200


async def test_a_later_request_voids_the_link_before_it(world: MailWorld) -> None:
    """Only the newest mail lets in, for half an hour; no more than three are sent in an hour."""
    await world.seated()
    for _again in range(MOST + 2):
        assert (await asked(world)).status_code == 200
    found = codes(world)
    assert len(found) == MOST
    assert [(await entered(world, each))[1] for each in found] == [404] * (MOST - 1) + [200]
    await world.table.sandbox.travel(WITHIN)
    await asked(world)
    *_, code = found = codes(world)
    assert len(found) == MOST + 1

    await world.table.sandbox.travel(LIFE - timedelta(seconds=60))
    forged = code[:-1] + ("0" if code[-1] != "0" else "1")
    assert (await entered(world, forged))[1] == 404
    await world.table.sandbox.travel(timedelta(seconds=61))
    assert (await entered(world, code))[1] == 404
    assert await device_names(world) == ["Chrome, Android", "Safari, iPhone"]


async def test_a_link_ends_with_its_address(world: MailWorld) -> None:
    """Another confirmed address, or none, makes the link void; the old address gets no other."""
    _, ana, _ = await world.seated()
    await asked(world)
    (code,) = codes(world)
    await world.confirm(ana, OTHER)
    assert (await entered(world, code))[1] == 404
    await asked(world)
    assert codes(world) == [code]

    await asked(world, OTHER)
    (code,) = codes(world, OTHER)
    await stop_mails(world, ana)
    card = (await ana.say(world.table, "/email"))[-1]
    await ana.press(card, "mail:delete")
    await world.table.settle()
    assert (await entered(world, code))[1] == 404
    await asked(world, OTHER)
    assert codes(world, OTHER) == [code]


async def stop_mails(world: MailWorld, ana: BrowserUser) -> None:
    """Have the person end their mails by the button."""
    card = (await ana.say(world.table, "/email"))[-1]
    await ana.press(card, "mail:off")
    await world.table.settle()


async def test_a_player_without_mails_and_devices_still_gets_the_link(world: MailWorld) -> None:
    """Nothing else reaches them; after the press the page has what they missed.

    The unsubscription ends notices, also from then on.
    """
    code, ana, ion = await world.seated()
    await stop_mails(world, ana)
    assert ANA in (await ana.say(world.table, "/email"))[-1].text
    turns = len(world.turns())
    await end_last_device(world, ana, code)
    await asked(world)
    assert str(world.box.to(ANA)[-1]["Subject"]) == "Linkul cu care intri din nou"
    (link,) = codes(world)
    new, status = await entered(world, link)
    assert status == 200
    assert (await new.session()).status_code == 200
    assert any(f"{code}/1" in each.text for each in await new.messages())
    await played(world, new, "H8 CASA")
    await passed(world, ion)
    assert len((await world.table.stored.game(f"{code}/1")).moves) == 2
    assert len(world.turns()) == turns


@pytest.mark.article("9.6")
async def test_no_mail_lets_in_whom_an_arbiter_shut_out(world: MailWorld) -> None:
    """The person who sat there asks in vain for a link to their own address."""
    code, ana, _ = await world.seated()
    await end_devices(world, ana, code)
    assert (await asked(world)).status_code == 200
    assert codes(world) == []


async def test_a_link_waits_for_the_mail_server_as_every_mail(world: MailWorld) -> None:
    """It is sent once the server is back; a refused address is reported as for any mail."""
    await world.seated()
    await world.box.down()
    await asked(world)
    assert codes(world) == []
    await world.server_back()
    (code,) = codes(world)
    world.box.fault = RCPT_REFUSED
    world.table.dead_messages = 1
    await asked(world)
    assert len(codes(world)) == 1
    assert (await entered(world, code))[1] == 404
    assert not any(ANA in each.text for each in world.table.arbiter.messages)
