"""The whole bot at work against the sandbox, over real HTTP, with people to play."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.app import App, opened
from bot.clock import FixedClock
from bot.config import Config, load_config
from bot.pacing import UNLIMITED
from bot.sandbox import Message, Sandbox, SandboxUser, serve

MORNING = datetime(2025, 5, 1, 7, 0, tzinfo=UTC)
"""1 May 2025, 10:00 in Bucharest."""


@dataclass(frozen=True, slots=True)
class Table:
    """The sandbox, the bot in it, and the people: an operator, an arbiter, two players."""

    sandbox: Sandbox
    app: App
    operator: SandboxUser
    arbiter: SandboxUser
    ana: SandboxUser
    ion: SandboxUser

    async def settle(self) -> None:
        """Wait until everything said has been answered."""
        await self.sandbox.drained()
        await self.app.settle()

    async def say(self, user: SandboxUser, text: str) -> list[Message]:
        """Have a person write, and return what the bot answers him."""
        seen = len(user.messages)
        user.send(text)
        await self.settle()
        return [message for message in user.messages[seen:] if message.from_bot]

    async def press(self, user: SandboxUser, message: Message, label: str) -> None:
        """Have a person press a button, and wait for what follows."""
        user.press(message, label)
        await self.settle()

    async def travel(self, days: float) -> None:
        """Let that many days pass, a day at a time, as they do."""
        whole, rest = divmod(days, 1)
        for step in [1.0] * int(whole) + ([rest] if rest else []):
            await self.sandbox.travel(timedelta(days=step))
            await self.settle()


def config_for(folder: Path, base_url: str, token: str, operator: int) -> Config:
    """Return the configuration of a bot at that server, its database in the folder."""
    return replace(
        load_config(
            None,
            {
                "TURRETUR_TELEGRAM_TOKEN": token,
                "TURRETUR_TELEGRAM_BASE_URL": base_url,
                "TURRETUR_TELEGRAM_POLL_TIMEOUT": "1",
                "TURRETUR_STORAGE_URL": f"sqlite+aiosqlite:///{folder}/bot.sqlite",
                "TURRETUR_OPERATORS_IDS": str(operator),
                "TURRETUR_REMINDERS_QUIET_FROM": "0",
                "TURRETUR_REMINDERS_QUIET_TO": "0",
            },
        )
    )


@asynccontextmanager
async def table(folder: Path) -> AsyncIterator[Table]:
    """Give the sandbox with the bot running in it."""
    sandbox = Sandbox(clock=FixedClock(MORNING))
    operator = sandbox.add_user("Olga Operator", language_code="ro")
    people = [
        sandbox.add_user(name, language_code="ro")
        for name in ("Radu Arbitru", "Ana de pe telefon", "Ion")
    ]
    async with serve(sandbox) as base_url:
        config = config_for(folder, base_url, sandbox.token, operator.id)
        async with opened(config, clock=sandbox.clock, rates=UNLIMITED) as app:
            running = asyncio.create_task(app.run())
            try:
                yield Table(sandbox, app, operator, *people)
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
