"""A bot that sends mails to a real server, and a player in a browser who confirms an address."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser
from tests.e2e.harness import Table
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
        """Seat Ana in a browser, who moves first, and Ion in Telegram."""
        ana = ana_in(self.web)
        if confirmed:
            await self.confirm(ana)
        code, ion = await ion_joined(self.table)
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


@asynccontextmanager
async def mail_world(folder: Path, storage_url: str = "", **more: str) -> AsyncIterator[MailWorld]:
    """Run the bot with a mail server; `storage_url`: at that database from its opening."""
    async with post_box() as box:
        settings = {
            "server_public_url": "http://127.0.0.1",
            **box.settings,
            **more,
        }
        own = {"storage_url": storage_url, **settings} if storage_url else None
        opening = opened_table(
            folder, settings=own, changed=None if own else settings, after=seat_taken
        )
        async with opening as table, mini_app(table) as web:
            yield MailWorld(table, web, box)


async def played(world: MailWorld, ana: BrowserUser, move: str) -> None:
    """Have Ana type a move and send it."""
    for message in await ana.say(world.table, move):
        for each in message.buttons:
            if each.data.startswith("send:"):
                await ana.press(message, each.data)
    await world.table.settle()


async def passed(world: MailWorld, ion: SandboxUser) -> None:
    """Have Ion pass, so that it is Ana's turn."""
    preview = (await world.table.say(ion, "PAS"))[-1]
    await world.table.press(ion, preview, "button.send")
