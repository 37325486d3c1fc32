"""The bot as a separate process against the test's sandbox, so that it can be killed."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import httpx

from bot.runtime.http_client import HttpClient
from sandbox import Message, Sandbox, SandboxUser, serve
from storage.db import Database
from tests.databases import empty_database
from tests.e2e.browser_user import NO_TLS
from tests.e2e.forking import Forked, start
from tests.e2e.harness import (
    DATABASE,
    HOME_SEED,
    PATIENCE,
    button,
    config_for,
    in_telegram,
    reserved_port,
)
from tests.e2e.killable import ORDER, SEED
from tests.e2e.mini_app import API, Tab
from tests.e2e.stored import Stored
from tests.e2e.texts import facts_of, told

MOMENT = 0.01
PAUSE = 0.03
"""Seconds between two queries of the database, each of which costs milliseconds."""


@dataclass(slots=True)
class Process:
    """The sandbox and the bot's process; the test plays all people."""

    sandbox: Sandbox
    environment: dict[str, str]
    order: Path
    stored: Stored
    web: httpx.AsyncClient | None = None
    """Anyone who opens the Mini App, where it is served."""
    _child: Forked | None = None

    async def start(self) -> None:
        """Start the bot and wait until it asks for updates."""
        self._child = await start(os.environ | self.environment)
        updates = self.sandbox.updates
        await self.sandbox.wait_for(lambda: updates.is_polling, seconds=PATIENCE)

    @property
    def parent(self) -> int:
        """Return the process that restarts the bot after each kill."""
        assert self._child is not None
        return self._child.pid

    async def dies(self) -> None:
        """Wait until the bot has killed itself as ordered; it then restarts."""
        assert self._child is not None
        async with asyncio.timeout(PATIENCE):
            assert await self._child.stdout.readline() == b"killed\n"
        assert not self.order.exists()

    async def stop(self) -> None:
        """End the process and its parent, and with them the lock on the database."""
        if self._child is not None and self._child.runs:
            await self._child.kill()

    async def tab(self, user: SandboxUser) -> Tab:
        """Have a person open the Mini App."""
        assert self.web is not None
        headers = {"Authorization": f"tma {user.signed()}"}
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(httpx.ConnectError):
                    answer = await self.web.post(f"{API}/session", headers=headers)
                    self.web.headers["Authorization"] = f"Bearer {answer.json()['token']}"
                    return Tab(self.web)
                await asyncio.sleep(MOMENT)

    async def settle(self) -> None:
        """Wait until every message has been answered and every queued message sent."""
        await self.sandbox.drained(seconds=PATIENCE)
        async with asyncio.timeout(PATIENCE):
            while any((await self.stored.waiting()).values()):  # noqa: ASYNC110  (another process)
                await asyncio.sleep(PAUSE)

    async def say(self, user: SandboxUser, text: str) -> list[Message]:
        """Have a person write; return the bot's answers."""
        seen = len(user.messages)
        user.send(text)
        await self.settle()
        return [message for message in user.messages[seen:] if message.from_bot]

    async def killed_at(self, step: str, user: SandboxUser, text: str = "") -> None:
        """Kill the bot at that step of a person's text, or of their last „Trimite”.

        Afterwards it has restarted and processed everything.
        """
        self.order.write_text(step)
        if text:
            user.send(text)
        else:
            shown = next(m for m in reversed(user.messages) if m.buttons)
            user.press_button(shown, button(shown, "button.send"))
        await self.dies()
        await self.settle()

    async def match(self) -> tuple[str, SandboxUser, SandboxUser, SandboxUser]:
        """Arrange a match and have both join; return its code, Red, Blue and the arbiter."""
        code, links, arbiter = await self.arranged()
        red, blue = (self.sandbox.add_user(name, "ro") for name in ("Ana", "Ion"))
        for user, link in zip((red, blue), links, strict=True):
            await self.join(user, link)
        return code, red, blue, arbiter

    async def join(self, user: SandboxUser, link: str) -> None:
        """Have a person take a seat in Telegram."""
        user.follow(in_telegram(link))
        await self.settle()
        user.press_button(user.last, button(user.last, "button.join.yes"))
        await self.settle()

    async def arranged(self) -> tuple[str, list[str], SandboxUser]:
        """Arrange a match; return its code, Red's and Blue's links, and the arbiter."""
        operator = next(iter(self.sandbox.users.values()))
        arbiter = self.sandbox.add_user("Radu", "ro")
        await self.say(operator, "/start")
        link = facts_of((await self.say(operator, "/arbitru"))[-1], "arbiter.link")["link"]
        arbiter.follow(link)
        await self.settle()
        arbiter.press_button(arbiter.last, button(arbiter.last, "button.office.arbiter"))
        await self.settle()
        (card,) = await self.say(arbiter, "/meci Ana Pop - Ion Rus")
        arbiter.press_button(card, button(card, "button.arrange.yes"))
        await self.settle()
        answers = told(arbiter.messages, "arrange.invitation")
        links = [facts_of(answer, "arrange.invitation")["link"] for answer in answers]
        return facts_of(card, "arrange.done")["match"], links, arbiter


@asynccontextmanager
async def process(folder: Path, **settings: str) -> AsyncIterator[Process]:
    """Give a sandbox and the running bot's process, both on the computer's clock.

    The bot has these settings beside the usual ones of the tests.
    """
    sandbox = Sandbox()
    operator = sandbox.add_user("Olga Operator", language_code="ro")
    async with serve(sandbox) as base_url, AsyncExitStack() as stack:
        port = stack.enter_context(reserved_port())
        public = {"server_port": str(port), "server_public_url": f"http://127.0.0.1:{port}"}
        more = public | settings
        config, environment = config_for(folder, base_url, sandbox.token, operator.id, **more)
        empty_database(folder / DATABASE)
        order = folder / "order"
        database = Database(config.storage.url)
        environment |= {ORDER: str(order), SEED: HOME_SEED}
        web = HttpClient(base_url=public["server_public_url"], timeout=PATIENCE, verify=NO_TLS)
        running = Process(sandbox, environment, order, Stored(database), web)
        try:
            await running.start()
            yield running
        finally:
            await running.stop()
            await web.aclose()
            await database.close()
