"""A bot that announces on devices, through a push service on this machine."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from ssl import SSLContext
from typing import Any

import httpx
import pytest

from bot.runtime.http_client import HttpClient
from bot.transport.push import sender
from sandbox import SandboxUser
from tests.e2e.browser_user import BrowserUser
from tests.e2e.harness import Opening, Table
from tests.e2e.harness import table as opened_table
from tests.e2e.mini_app import MiniApp, mini_app
from tests.e2e.people.browsers_shared import ana_in, ion_joined, seat_taken
from tests.push import PushService, Receiver, push_service
from tests.smtp import PostBox, post_box

CONTACT = "mailto:bot@scrabble.ro"


@cache
def _certificates() -> SSLContext:
    """Read the certificates of the world once, because that takes as long as a short game."""
    return httpx.create_ssl_context()


@dataclass(slots=True)
class PushWorld:
    """A table, its page and its push service."""

    table: Table
    web: MiniApp
    service: PushService
    box: PostBox
    receivers: dict[str, Receiver] = field(default_factory=dict)

    async def subscribe(self, who: BrowserUser, name: str = "ana", **changed: str) -> Any:
        """Have a browser subscribe; return the answer."""
        browser = self.receivers.setdefault(name, Receiver())
        sent = {"endpoint": self.service.endpoint(name), "p256dh": browser.p256dh}
        return await who.post("/push", **{**sent, "auth": browser.auth, **changed})

    def told(self, name: str = "ana") -> list[dict[str, Any]]:
        """Return what a browser was told, in order."""
        return [each.said(self.receivers[name]) for each in self.service.to(name)]

    async def seated(self, *, subscribed: bool = True) -> tuple[str, BrowserUser, SandboxUser]:
        """Seat Ana in a browser, who moves first, and Ion in Telegram, unless they are seated."""
        ana = ana_in(self.web)
        if subscribed:
            assert (await self.subscribe(ana)).status_code == 200
        if len(self.table.done) > 4:
            code, *_, ion = self.table.done
            return code, ana, ion
        code, ion = await ion_joined(self.table)
        return code, ana, ion

    async def played(self, ana: BrowserUser, move: str) -> None:
        """Have Ana type a move and send it."""
        for message in await ana.say(self.table, move):
            for each in message.buttons:
                if each.data.startswith("send:"):
                    await ana.press(message, each.data)
        await self.table.settle()

    async def passed(self, ion: SandboxUser) -> None:
        """Have Ion pass, so that it is Ana's turn."""
        preview = (await self.table.say(ion, "PAS"))[-1]
        await self.table.press(ion, preview, "button.send")

    async def turn(self, ana: BrowserUser, ion: SandboxUser) -> None:
        """Have Ana move and Ion pass."""
        await self.played(ana, "H8 CASA")
        await self.passed(ion)


@asynccontextmanager
async def push_world(
    folder: Path, *, has_mail: bool = False, after: Opening = seat_taken, **changed: str
) -> AsyncIterator[PushWorld]:
    """Run the bot with announcements."""
    async with AsyncExitStack() as stack:
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setattr(sender, "HttpClient", partial(HttpClient, verify=_certificates()))
        service = await stack.enter_async_context(push_service())
        box = await stack.enter_async_context(post_box()) if has_mail else PostBox()
        settings = {
            "server_public_url": "http://127.0.0.1",
            "push_contact": CONTACT,
            "push_services": service.origin,
        }
        if has_mail:
            settings |= box.settings
        table = await stack.enter_async_context(
            opened_table(folder, changed={**settings, **changed}, after=after)
        )
        web = await stack.enter_async_context(mini_app(table))
        yield PushWorld(table, web, service, box)
