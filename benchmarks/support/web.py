"""The Mini App beside a running match: called without a socket, with its worker running.

The application is called as its server would call it, from the token to the last byte.
"""

import asyncio
import json
from datetime import timedelta
from time import process_time
from typing import Any, Final
from uuid import UUID

from starlette.applications import Starlette

from benchmarks.bench_move import BETWEEN_MOVES, START, BenchMatch
from benchmarks.support.clock import SteppedClock
from bot.chat.dispatch import Dispatcher
from bot.runtime.limits import open_gate
from bot.runtime.unit import Runtime
from bot.transport.receiving.worker import Worker
from bot.web.play.acts import Acts
from bot.web.site import Site, site_of
from engine.games.game import Game
from storage.db import Database
from storage.people import people, web_sessions

BOT_TOKEN: Final = "1:x"  # noqa: S105  (made up)
_TOKEN: Final = "token-of-{}"  # noqa: S105  (made up)


class Web:
    """The application, called with a person's token."""

    def __init__(self, site: Site) -> None:
        self.app = Starlette(routes=site.routes)

    async def call(
        self, account: int, method: str, path: str, content: object = None, tag: str = ""
    ) -> tuple[int, bytes]:
        """Send a person's request, with that content as JSON; return the answer's status and body.

        `tag`: as of `_scope`.
        """
        status, body = 0, bytearray()

        async def send(message: Any) -> None:
            nonlocal status
            status = message.get("status", status)
            body.extend(message.get("body", b""))

        sent_body = b"" if content is None else json.dumps(content).encode()
        request = iter([{"type": "http.request", "body": sent_body, "more_body": False}])

        async def receive() -> Any:
            return next(request, {"type": "http.disconnect"})

        await self.app(_scope(account, method, path, tag), receive, send)
        return status, bytes(body)

    async def listen(self, account: int, is_open: asyncio.Event) -> None:
        """Keep a stream open until cancelled; set the event when it is open."""

        async def receive() -> Any:
            await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                is_open.set()

        await self.app(_scope(account, "GET", "/app/api/events"), receive, send)


def _scope(account: int, method: str, path: str, tag: str = "") -> dict[str, Any]:
    """Return the ASGI scope of a person's request; `tag` is the ETag that they have."""
    headers = [(b"authorization", f"Bearer {_TOKEN.format(account)}".encode())]
    if tag:
        headers.append((b"if-none-match", tag.encode()))
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": headers,
    }


class AppBench:
    """A match in the middle of a game, and the Mini App beside it."""

    def __init__(self, database: Database) -> None:
        """Prepare a match in that database, which must be migrated; `match.start` begins it."""
        self.clock = SteppedClock(START)
        self.runtime = Runtime(database, self.clock)
        self.match = BenchMatch(self.runtime, self.clock)
        # The settings are frozen and the match has made its own; here nobody may be limited.
        object.__setattr__(self.match.shared, "gate", open_gate())
        self.site = site_of(
            self.runtime, self.match.shared, BOT_TOKEN, public_url="http://bench.example"
        )
        self.web = Web(self.site)
        self.worker = Worker(
            self.runtime, Dispatcher(self.match.shared), carry_out=Acts(self.match.shared)
        )
        self.moves = 0
        """The number of moves made, which gives each its key."""

    async def token_of(self, account: int) -> None:
        """Give a person a token; a new person is stored first."""
        async with self.runtime.database.transaction() as tx:
            person = await people.by_account(tx, account)
            if person is None:
                habits = self.match.shared.habits
                person = await people.create(
                    tx, f"P{account}", habits, account=account, address=account, language="ro"
                )
            until = self.clock.now() + timedelta(days=4000)
            await web_sessions.keep(tx, _TOKEN.format(account), person.id, account, until, most=1)

    async def tapped(self, game: Game, account: int, version: int) -> float:
        """Make the best play in the Mini App; return the processor seconds."""
        text = self.match.player.choose(game)
        self.moves += 1
        move = {"version": version, "id": str(UUID(int=self.moves, version=4))}
        move |= {"pass": True} if text == "PAS" else {"placement": text}
        path = f"/app/api/games/{game.id}/moves"
        begun = process_time()
        status, body = await self.web.call(account, "POST", path, move)
        seconds = process_time() - begun
        assert status == 200, body
        self.clock.travel(BETWEEN_MOVES)
        return seconds

    @staticmethod
    def version(body: bytes) -> int:
        """Return the version of a game that was shown."""
        version: int = json.loads(body)["version"]
        return version

    async def account(self, game: Game) -> int:
        """Return the account of the player on turn."""
        async with self.runtime.database.reading() as tx:
            person = await people.get(tx, game.side(game.turn).person)
        return person.account or 0
