"""What waits for a player in a browser when they lose their access: no mail, no page, no stream."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from tests.e2e.browser_user import API, NO_TLS, BrowserUser
from tests.e2e.people.lost_access_shared import WAYS, Lose, end_devices, free_seat
from tests.e2e.people.mail_shared import (
    ANA,
    MailWorld,
    address_confirmed,
    mail_world,
    passed,
    played,
)

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=address_confirmed) as world:
        yield world


@pytest.mark.parametrize("lose", WAYS, ids=lambda each: each.__name__)
async def test_what_waits_for_a_lost_access_is_never_mailed(world: MailWorld, lose: Lose) -> None:
    """The server was down; after it is back, no mail says what was queued before."""
    code, ana, ion = await world.seated()
    await played(world, ana, "H8 CASA")
    await world.box.down()
    await passed(world, ion)
    await world.table.say(ion, "- ne vedem la Cluj")
    before = len(world.box.mails)

    await lose(world, ana, code)
    assert (await ana.ask("GET", "/feed")).status_code == 401
    assert (await ana.session()).status_code == 401
    await world.server_back()
    await world.table.travel(1)

    later = [str(each) for each in world.box.mails[before:]]
    assert not any("E r=C3=A2ndul" in each or "Cluj" in each for each in later)
    assert len(world.turns()) == 1
    assert not await world.table.stored.findings()


async def test_a_new_device_after_all_were_ended_gets_later_turns_by_mail(
    world: MailWorld,
) -> None:
    """The page has what was dropped; a new confirmation, and the next turn is mailed as before."""
    code, ana, ion = await world.seated()
    await played(world, ana, "H8 CASA")
    await world.box.down()
    await passed(world, ion)
    await end_devices(world, ana, code)
    (card,) = await world.table.say(world.table.arbiter, f"/invitatie {code}")
    (given,) = await world.table.press(world.table.arbiter, card, "button.place.device")
    new = BrowserUser(world.web)
    link = given.text.rpartition("#device=")[2]
    await new.ask("POST", "/devices/add", code=link, nonce=new.nonce)
    await new.session()
    await world.server_back()
    assert len(world.turns()) == 1
    assert len([each for each in await new.messages() if len(each.pictures) == 2]) == 2

    await world.confirm(new)
    await played(world, new, "PAS")
    await passed(world, ion)
    assert len(world.turns()) == 2


@pytest.mark.parametrize("lose", WAYS, ids=lambda each: each.__name__)
async def test_the_open_stream_closes_with_the_access(
    monkeypatch: pytest.MonkeyPatch, world: MailWorld, lose: Lose
) -> None:
    """The page that is open shows nothing more from that moment, in each way to lose access."""
    monkeypatch.setattr("bot.web.play.events.BEAT", 3600.0)
    code, ana, _ = await world.seated()
    headers = {"Authorization": f"Bearer {ana.token}"}
    async with (
        httpx.AsyncClient(
            base_url=world.web.base_url, headers=headers, timeout=60, verify=NO_TLS
        ) as client,
        client.stream("GET", f"{API}/events") as events,
    ):
        lines = events.aiter_lines()
        assert await anext(lines) == ": open"
        await lose(world, ana, code)
        assert [line async for line in lines if code in line] == []


async def test_a_freed_player_is_told_by_mail(tmp_path: Path) -> None:
    """The page is closed to them, so the mail about the seat is all that tells them.

    The bot was restarted before, so it does not remember that they played.
    """
    async with mail_world(tmp_path, after=address_confirmed) as world:
        code, ana, _ = await world.seated()
        before = len(world.box.to(ANA))
        await free_seat(world, ana, code)
        (mail,) = world.box.to(ANA)[before:]
    plain = mail.get_body(("plain",))
    assert plain is not None
    assert f"locul tău din meciul {code}" in plain.get_content()
