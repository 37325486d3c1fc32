"""A bot that sends mails to a real server, and a player in a browser who confirms an address."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser
from tests.e2e.harness import Opening, Table, config_for, continues
from tests.e2e.harness import table as opened_table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.people.browsers_shared import ana_in, ion_joined, seat_taken
from tests.smtp import PostBox, post_box

ANA = "ana.pop@example.org"


@dataclass(slots=True)
class MailWorld:
    """A table, its page and its mail server."""

    table: Table
    web: MiniApp
    box: PostBox

    async def confirm(self, who: BrowserUser, address: str = ANA) -> None:
        """Have a person give an address and type the code of its mail."""
        await who.say(self.table, f"/email {address}")
        await who.say(self.table, self.box.code(address))

    async def seated(self, *, confirmed: bool = True) -> tuple[str, BrowserUser, SandboxUser]:
        """Seat Ana in a browser, who moves first, and Ion in Telegram, unless they are seated."""
        ana, done = ana_in(self.web), self.table.done
        if confirmed and not has_mails(self.table):
            await self.confirm(ana)
        code, ion = (done[0], done[4]) if len(done) > 4 else await ion_joined(self.table)
        return code, ana, ion

    async def server_back(self) -> None:
        """Let the mail server answer again, until what waited for it has been tried once more."""
        await self.box.up()
        await self.table.sandbox.travel(timedelta(minutes=6))
        await self.table.settle()

    def turns(self, address: str = ANA) -> list[str]:
        """Return the subjects of the mails that announce a turn."""
        found = [str(each["Subject"]) for each in self.box.to(address)]
        return [each for each in found if each.startswith("E rândul tău")]


def settings_of(box: PostBox) -> dict[str, str]:
    """Return the configuration of a bot with a page and this mail server."""
    return {"server_public_url": "http://127.0.0.1", **box.settings}


@continues(seat_taken)
async def address_confirmed(laid: Table) -> tuple[Any, ...]:
    """Have Ana confirm an address and Ion join; return the same, Ion, the mails and the senders."""
    async with post_box() as box:
        await laid.stop_bot()
        folder = Path(laid.config.storage.receipts).parent
        api, token = laid.config.telegram.base_url, laid.sandbox.token
        laid.config, _ = config_for(folder, api, token, laid.operator.id, **settings_of(box))
        laid.has_menus = True
        await laid.start_bot()
        async with mini_app(laid) as web:
            _, _, ion = await MailWorld(laid, web, box).seated()
    return *laid.done, ion, box.mails, box.senders


@continues(address_confirmed)
async def casa_by_ana(laid: Table) -> tuple[Any, ...]:
    """Have Ana open the game with CASA as well; return the same."""
    async with mini_app(laid) as web:
        await played_at(laid, ana_in(web), "H8 CASA")
    return laid.done


def has_mails(laid: Table) -> bool:
    """Return whether the table continues that opening, and not only a part of it."""
    return len(laid.done) > 5


@asynccontextmanager
async def mail_world(
    folder: Path, storage_url: str = "", *, after: Opening = seat_taken, **more: str
) -> AsyncIterator[MailWorld]:
    """Run the bot with a mail server; `storage_url`: at that database from its opening.

    After `address_confirmed` the server has the mails of that opening.
    """
    async with post_box() as box:
        settings = {**settings_of(box), **more}
        own = {"storage_url": storage_url, **settings} if storage_url else None
        opening = opened_table(folder, settings=own, changed=None if own else settings, after=after)
        async with opening as table, mini_app(table) as web:
            if has_mails(table):
                *_, box.mails, box.senders = table.done
            yield MailWorld(table, web, box)


async def played(world: MailWorld, ana: BrowserUser, move: str) -> None:
    """Have Ana type a move and send it."""
    await played_at(world.table, ana, move)


async def played_at(table: Table, ana: BrowserUser, move: str) -> None:
    """Have Ana type a move at that table and send it."""
    for message in await ana.say(table, move):
        for each in message.buttons:
            if each.data.startswith("send:"):
                await ana.press(message, each.data)
    await table.settle()


async def passed(world: MailWorld, ion: SandboxUser) -> None:
    """Have Ion pass, so that it is Ana's turn."""
    preview = (await world.table.say(ion, "PAS"))[-1]
    await world.table.press(ion, preview, "button.send")
