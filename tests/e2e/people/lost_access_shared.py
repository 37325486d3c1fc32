"""How a player in a browser loses their access: by themselves, by an arbiter, or by moving."""

import re
from collections.abc import Awaitable, Callable
from typing import Final

import httpx
from sqlalchemy import select

from storage.people import forgetting
from storage.schema import devices, persons
from tests.e2e.browser_user import BrowserUser
from tests.e2e.matches.places_shared import freed
from tests.e2e.people.mail_shared import ANA, MailWorld


async def end_last_device(world: MailWorld, ana: BrowserUser, code: str) -> None:
    """Have the player end their only device."""
    del code
    (device,) = (await ana.ask("GET", "/devices")).json()["devices"]
    assert (await ana.post("/devices/end", device=device["id"])).status_code == 200
    await world.table.settle()


async def end_devices(world: MailWorld, ana: BrowserUser, code: str) -> None:
    """Have the arbiter end all devices of the player."""
    del ana
    (card,) = await world.table.say(world.table.arbiter, f"/invitatie {code}")
    await world.table.press(world.table.arbiter, card, "button.place.sign_out")


async def free_seat(world: MailWorld, ana: BrowserUser, code: str) -> None:
    """Have the arbiter free the player's only seat."""
    del ana
    await freed(world.table, code, "Ana Pop")


async def forget(world: MailWorld, ana: BrowserUser, code: str) -> None:
    """Have the operator forget the player."""
    del ana, code
    async with world.table.app.runtime.unit() as unit:
        query = select(persons.c.id).where(
            persons.c.name == "Ana Pop", persons.c.account.is_not(None)
        )
        number = (await unit.tx.execute(query)).scalar_one()
        await forgetting.forget(unit.tx, number, unit.now, "Retras 1")
    await world.table.settle()


async def move_to_telegram(world: MailWorld, ana: BrowserUser, code: str) -> None:
    """Have the player continue in Telegram."""
    del code
    table = world.table
    shown = await ana.say(table, "/continua")
    link = next(each.url for message in shown for each in message.buttons if each.url)
    phone = table.sandbox.add_user("Anișoara", language_code="ro")
    asked = await table.follow(phone, link)
    phone.press_button(asked, next(each for each in asked.buttons if each.data.endswith(":yes")))
    await table.settle()


Lose = Callable[[MailWorld, BrowserUser, str], Awaitable[None]]
WAYS: Final[dict[Lose, tuple[str, str]]] = {
    end_last_device: ("din lista „Dispozitive”", "under “Devices”"),
    end_devices: ("cere-i arbitrului un link nou", "ask the arbiter for a new link"),
    free_seat: ("a eliberat", "freed your seat"),
    forget: ("au fost șterse", "was deleted"),
    move_to_telegram: ("joci în Telegram", "played in Telegram"),
}
"""The ways to lose access, and how the browser says so in each language."""


async def asked(
    world: MailWorld, address: str = ANA, *, client: str = "", origin: str = ""
) -> httpx.Response:
    """Ask for a link in a browser that nobody knows."""
    strange = BrowserUser(world.web, client=client, origin=origin)
    answer = await strange.post("/recover", email=address)
    await world.table.settle()
    return answer


def codes(world: MailWorld, address: str = ANA) -> list[str]:
    """Return the codes of the links that were mailed to the address."""
    found = []
    for mail in world.box.to(address):
        plain = mail.get_body(("plain",))
        assert plain is not None
        found += re.findall(r"/app/#device=(\S+)", plain.get_content())
    return found


async def entered(world: MailWorld, code: str) -> tuple[BrowserUser, int]:
    """Press the button of the link's page in a new browser; return it and the status."""
    new = BrowserUser(world.web, agent="Mozilla/5.0 (iPhone) Version/19.0 Safari/605.1")
    answer = await new.ask("POST", "/devices/add", code=code, nonce=new.nonce)
    await world.table.settle()
    return new, answer.status_code


async def device_names(world: MailWorld) -> list[str]:
    """Return the browsers in which people are signed in."""
    async with world.table.app.runtime.database.reading() as tx:
        rows = await tx.execute(select(devices.c.name).order_by(devices.c.id))
        return list(rows.scalars())
