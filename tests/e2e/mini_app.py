"""The Mini App in tests: people open it over real HTTP, beside the sandbox's chats."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import httpx

from bot.program.answering import front
from sandbox import SandboxUser
from tests.e2e.browser_user import API, NO_TLS
from tests.e2e.harness import PATIENCE, Table
from tests.e2e.players import Player

__all__ = ["API", "NO_TLS", "MiniApp", "Tab", "mini_app", "of"]


@dataclass(slots=True)
class Tab:
    """One person's open Mini App."""

    client: httpx.AsyncClient

    async def get(self, path: str, **headers: str) -> httpx.Response:
        """Send a GET request."""
        return await self.client.get(f"{API}{path}", headers=headers)

    async def post(self, path: str, **sent: Any) -> httpx.Response:
        """Send a POST request."""
        return await self.client.post(f"{API}{path}", json=sent)

    async def game(self, game: str) -> dict[str, Any]:
        """Return a game as the app shows it."""
        found = await self.get(of(game))
        assert found.status_code == 200, found.text
        body: dict[str, Any] = found.json()
        return body

    async def move(self, game: str, placement: str = "", **more: Any) -> httpx.Response:
        """Make a move in the game's present state; without a placement, a pass."""
        sent: dict[str, Any] = {"placement": placement} if placement else {"pass": True}
        if "version" not in more:
            sent["version"] = (await self.game(game))["version"]
        return await self.post(f"{of(game)}/moves", **{"id": str(uuid4()), **sent, **more})


def of(game: str) -> str:
    """Return a game's path: its code percent-encoded."""
    return f"/games/{quote(game, safe='')}"


@dataclass(slots=True)
class MiniApp:
    """The Mini App of the bot at a table."""

    table: Table
    base_url: str
    stack: AsyncExitStack

    def signed(self, who: SandboxUser, /, **more: str) -> str:
        """Return Telegram's signed data for a person at this moment."""
        return who.signed(**more)

    async def session(self, authorization: str, query: str = "") -> httpx.Response:
        """Ask for a token, and with a query also for the first view."""
        async with httpx.AsyncClient(base_url=self.base_url, verify=NO_TLS) as client:
            headers = {"Authorization": authorization}
            return await client.post(f"{API}/session{query}", headers=headers)

    async def sign_in(self, user: SandboxUser, query: str = "") -> httpx.Response:
        """Have a person ask for a token, and with a query also for the first view."""
        if isinstance(user, Player) and user.device is not None:
            return await self.table.browsers.browser(user).session(query)
        return await self.session(f"tma {self.signed(user)}", query)

    async def open(self, user: SandboxUser) -> Tab:
        """Have a person open it."""
        answer = await self.sign_in(user)
        assert answer.status_code == 200, answer.text
        return await self.with_token(answer.json()["token"])

    async def with_token(self, token: str) -> Tab:
        """Return a tab that uses this token."""
        headers = {"Authorization": f"Bearer {token}"}
        client = httpx.AsyncClient(
            base_url=self.base_url, headers=headers, timeout=PATIENCE, verify=NO_TLS
        )
        return Tab(await self.stack.enter_async_context(client))


@asynccontextmanager
async def mini_app(table: Table) -> AsyncIterator[MiniApp]:
    """Serve the Mini App of the bot at that table."""
    server = replace(table.config.server, public_url="http://127.0.0.1", port=0)
    config = replace(table.config, server=server)
    async with front(config, table.app) as base_url, AsyncExitStack() as stack:
        yield MiniApp(table, base_url, stack)
