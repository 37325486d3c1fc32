"""What waits for a player in a browser when they lose their access: no mail, no page, no stream."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
import pytest_asyncio

from tests.e2e.browser_user import API, NO_TLS, BrowserUser
from tests.e2e.people.lost_access_shared import (
    WAYS,
    Lose,
    asked,
    codes,
    device_names,
    end_devices,
    entered,
    free_seat,
)
from tests.e2e.people.mail_shared import (
    ANA,
    MailWorld,
    address_confirmed,
    casa_by_ana,
    mail_world,
    passed,
    played,
)

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")


@pytest_asyncio.fixture(name="ions_turn")
async def _ions_turn(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=casa_by_ana) as world:
        yield world


@pytest.mark.parametrize("lose", WAYS, ids=lambda each: each.__name__)
async def test_what_waits_for_a_lost_access_is_never_shown_or_mailed(
    monkeypatch: pytest.MonkeyPatch, ions_turn: MailWorld, lose: Lose
) -> None:
    """The page that is open shows nothing more from that moment, and a new one says why.

    It does so in the browser's language, with the day. A link that they asked for is void. The
    server was down; after it is back, no mail says what was queued before.
    """
    monkeypatch.setattr("bot.web.play.events.BEAT", 3600.0)
    world = ions_turn
    code, ana, ion = await world.seated()
    await asked(world)
    (link,) = codes(world)
    await world.box.down()
    await passed(world, ion)
    await world.table.say(ion, "- ne vedem la Cluj")
    before = len(world.box.mails)

    async with open_stream(world, ana) as lines:
        await lose(world, ana, code)
        assert [line async for line in lines if code in line] == []
    assert (await ana.ask("GET", "/feed")).status_code == 401
    answer = await ana.session()
    assert (answer.status_code, answer.json()["error"]) == (401, "device_ended")
    assert "1 mai 2025" in answer.json()["text"]
    assert answer.json()["texts"]["page.have_code"]
    for language, reason in zip(("ro", "en"), WAYS[lose], strict=True):
        ana.language = language
        assert reason in (await ana.session()).json()["text"]
    assert (await entered(world, link))[1] == 404
    assert await device_names(world) == []
    await world.server_back()
    await world.table.travel(1)

    later = [str(each) for each in world.box.mails[before:]]
    assert not any("E r=C3=A2ndul" in each or "Cluj" in each for each in later)
    assert len(world.turns()) == 1


@asynccontextmanager
async def open_stream(world: MailWorld, ana: BrowserUser) -> AsyncIterator[AsyncIterator[str]]:
    """Give what Ana's open page hears."""
    headers = {"Authorization": f"Bearer {ana.token}"}
    async with (
        httpx.AsyncClient(
            base_url=world.web.base_url, headers=headers, timeout=60, verify=NO_TLS
        ) as client,
        client.stream("GET", f"{API}/events") as events,
    ):
        lines = events.aiter_lines()
        assert await anext(lines) == ": open"
        yield lines


async def test_a_new_device_after_all_were_ended_gets_later_turns_by_mail(
    ions_turn: MailWorld,
) -> None:
    """The page has what was dropped; a new confirmation, and the next turn is mailed as before."""
    world = ions_turn
    code, ana, ion = await world.seated()
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
