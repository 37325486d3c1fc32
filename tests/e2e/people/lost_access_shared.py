"""How a player in a browser loses their access: by themselves, by an arbiter, or by moving."""

from collections.abc import Awaitable, Callable

from sqlalchemy import select

from storage.people import forgetting
from storage.schema import persons
from tests.e2e.browser_user import BrowserUser
from tests.e2e.matches.places_shared import freed
from tests.e2e.people.mail_shared import MailWorld


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
WAYS: tuple[Lose, ...] = (end_last_device, end_devices, free_seat, forget, move_to_telegram)
