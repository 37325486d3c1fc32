"""An address that is no longer the player's is told once, without anything that lets anybody in."""

import re
from collections.abc import AsyncIterator, Awaitable, Callable
from email.message import EmailMessage
from pathlib import Path

import pytest
import pytest_asyncio

from tests.e2e.browser_user import BrowserUser
from tests.e2e.people.lost_access_shared import end_devices, move_to_telegram
from tests.e2e.people.mail_shared import ANA, MailWorld, address_confirmed, mail_world
from tests.smtp import RCPT_REFUSED

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")
NEW = "ana.noua@example.org"


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[MailWorld]:
    async with mail_world(tmp_path, after=address_confirmed) as world:
        yield world


async def change(world: MailWorld, ana: BrowserUser, code: str) -> None:
    """Have Ana confirm another address."""
    del code
    await world.confirm(ana, NEW)


async def delete(world: MailWorld, ana: BrowserUser, code: str) -> None:
    """Have Ana end the mails, then delete the address."""
    del code
    (card,) = await ana.say(world.table, "/email")
    await ana.press(card, "mail:off")
    await world.table.settle()
    await ana.press(card, "mail:delete")
    await world.table.settle()


WAYS: dict[Callable[[MailWorld, BrowserUser, str], Awaitable[None]], str] = {
    change: "vin la altă adresă",
    delete: "a fost ștearsă",
    end_devices: "arbitrul a închis toate dispozitivele",
    move_to_telegram: "continuă în Telegram",
}


def last_words(world: MailWorld) -> list[EmailMessage]:
    """Return the mails to the former address that say that it is one."""
    return [each for each in world.box.to(ANA) if "Adresa ta" in str(each["Subject"])]


def text_of(mail: EmailMessage) -> str:
    """Return the plain text of a mail."""
    plain = mail.get_body(("plain",))
    assert plain is not None
    return str(plain.get_content())


@pytest.mark.parametrize("way", WAYS, ids=lambda each: each.__name__)
async def test_the_former_address_is_told_once(
    world: MailWorld, way: Callable[[MailWorld, BrowserUser, str], Awaitable[None]]
) -> None:
    """What changed, when and what to do; no code, no link that signs in, nothing to unsubscribe."""
    code, ana, _ = await world.seated()
    await way(world, ana, code)
    await world.table.travel(3)

    (mail,) = last_words(world)
    text = text_of(mail)
    assert WAYS[way] in text
    assert "Ana Pop" in text
    assert "1 mai 2025, 1" in text
    assert "arbitrul" in text
    assert NEW not in text
    assert not re.search(r"#(seat|device)=|token|t\.me/|\b\d{6}\b", text)
    assert mail["List-Unsubscribe"] is None
    assert not await world.table.stored.findings()


async def test_a_first_address_and_the_same_one_tell_nobody(world: MailWorld) -> None:
    """A confirmation without a change sends no such mail, in capitals or not."""
    _, ana, _ = await world.seated()
    await ana.say(world.table, f"/email {ANA.title()}")
    await ana.say(world.table, world.box.code(ANA.title()))
    assert not last_words(world)


async def test_it_is_told_at_the_confirmation_and_not_before(world: MailWorld) -> None:
    """A code that is asked for changes nothing; the page says who was told."""
    _, ana, _ = await world.seated()
    await ana.say(world.table, f"/email {NEW}")
    assert not last_words(world)
    answers = await ana.say(world.table, world.box.code(NEW))
    assert len(last_words(world)) == 1
    assert any(f"adresa de dinainte, {ANA}" in each.text for each in answers)


async def test_a_former_address_that_is_gone_costs_nobody_anything(world: MailWorld) -> None:
    """A refusal of the last mail leaves the new address confirmed, and the player reachable."""
    _, ana, _ = await world.seated()
    await ana.say(world.table, f"/email {NEW}")
    code = world.box.code(NEW)
    world.box.faults = [RCPT_REFUSED]
    world.table.dead_messages = 1
    await ana.say(world.table, code)
    assert not last_words(world)

    (card,) = await ana.say(world.table, "/email")
    assert f"Îți trimit la {NEW}" in card.text
    assert not [each for each in world.table.arbiter.messages if "nu mai primește" in each.text]
