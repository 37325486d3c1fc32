"""The data of a player in a browser: the file with all of it, and what is left after forgetting."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import select

from bot.texts.stand_ins import withdrawn_name
from sandbox import SandboxUser
from storage.people import forgetting
from storage.people.personal_data import KEPT
from storage.schema import metadata, persons
from tests.e2e.browser_user import BrowserUser
from tests.e2e.people.browsers_shared import both_seated
from tests.e2e.people.mail_shared import ANA
from tests.e2e.people.push_shared import PushWorld, push_world

pytestmark = pytest.mark.only_telegram("one player in a browser, the other in Telegram")
NEW = "ana.noua@example.org"
OF_BROWSERS = (
    *("devices", "web_sessions", "push_subscriptions", "device_codes"),
    *("mail_addresses", "mail_codes", "mail_recoveries"),
)


@pytest_asyncio.fixture(name="world")
async def _world(tmp_path: Path) -> AsyncIterator[PushWorld]:
    async with push_world(tmp_path, has_mail=True, after=both_seated) as world:
        yield world


async def everything(world: PushWorld) -> dict[str, list[dict[str, Any]]]:
    """Return every row of every table."""
    async with world.table.app.runtime.database.reading() as tx:
        return {
            table.name: [dict(row._mapping) for row in await tx.execute(select(table))]
            for table in metadata.sorted_tables
        }


async def settled_in(world: PushWorld) -> tuple[str, BrowserUser]:
    """Seat Ana with a mail address, announcements, and everything that she may have asked for."""
    code, ana, _ = await world.seated()
    await ana.say(world.table, f"/email {ANA}")
    await ana.say(world.table, world.box.code(ANA))
    assert (await BrowserUser(world.web).post("/recover", email=ANA)).status_code == 200
    await world.table.settle()
    await ana.say(world.table, f"/email {NEW}")
    assert (await ana.post("/devices/offer")).status_code == 200
    return code, ana


async def file_of(world: PushWorld, ana: BrowserUser) -> dict[str, list[dict[str, Any]]]:
    """Return the file with Ana's data."""
    (shown,) = [each for each in await ana.say(world.table, "/datele_mele") if each.file]
    found: dict[str, list[dict[str, Any]]] = (
        await ana.ask("GET", f"/feed/{shown.file}/file")
    ).json()
    return found


async def moved(world: PushWorld, ana: BrowserUser) -> SandboxUser:
    """Have Ana continue in Telegram."""
    shown = await ana.say(world.table, "/continua")
    link = next(each.url for message in shown for each in message.buttons if each.url)
    phone = world.table.sandbox.add_user("Anișoara", language_code="ro")
    await world.table.join(phone, link)
    return phone


async def forgotten(world: PushWorld) -> int:
    """Have the operator forget Ana as the command line does; return her number."""
    database = world.table.app.runtime.database
    async with database.reading() as tx:
        named = select(persons.c.id).where(
            persons.c.name == "Ana Pop", persons.c.account.is_not(None)
        )
        number = (await tx.execute(named)).scalar_one()
    name = withdrawn_name(number)
    searched = await forgetting.search_ahead(database, number, name)
    async with database.transaction() as tx:
        await forgetting.forget(tx, number, world.table.sandbox.clock.now(), name, searched)
    await world.table.settle()
    return int(number)


async def test_the_file_has_every_row_and_no_secret(world: PushWorld) -> None:
    """Devices, sessions, addresses, codes and announcements are there; hashes and keys are not."""
    _, ana = await settled_in(world)
    data, stored = await file_of(world, ana), await everything(world)

    (person,) = data["persons"]
    for name in OF_BROWSERS:
        own = [row for row in stored[name] if row["person"] == person["id"]]
        assert own, name
        assert len(data[name]) == len(own), name
    text = json.dumps(data, ensure_ascii=False)
    for shown in (ANA, NEW, "Chrome, Android", world.service.endpoint()):
        assert shown in text, shown
    secrets = {
        str(row[column])
        for name, kept in KEPT.items()
        for row in stored[name]
        for column in kept.withheld.split()
    }
    assert secrets
    assert [each for each in sorted(secrets) if f'"{each}"' in text] == []
    assert not {*ana.cookies.values(), ana.token} & set(text.split('"'))


@pytest.mark.parametrize("moves", [False, True], ids=["there", "moved"])
async def test_forgetting_leaves_nothing_of_the_page(world: PushWorld, moves: bool) -> None:
    """No row, address or endpoint stays, also after the person has moved.

    Until then, what was written and read on the page is in their file in Telegram, too.
    """
    _, ana = await settled_in(world)
    (before,) = [row for row in (await everything(world))["persons"] if row["name"] == "Ana Pop"
                 and row["account"]]  # fmt: skip
    former = [str(before["address"])]
    if moves:
        await ana.say(world.table, "/timp")
        phone = await moved(world, ana)
        answers = await world.table.say(phone, "/datele_mele")
        (file,) = [each.document for each in answers if each.document is not None]
        assert '"/timp' in json.dumps(json.loads(file.content)).replace("\\", "")
        former.append(str(phone.id))
    number = await forgotten(world)
    assert number == before["id"]

    stored = await everything(world)
    for name in OF_BROWSERS:
        assert not [row for row in stored[name] if row["person"] == number], name
    text = str(stored)
    gone = [ANA, NEW, world.service.endpoint(), *former]
    assert [each for each in gone if each in text] == []
    assert not await world.table.stored.findings()
