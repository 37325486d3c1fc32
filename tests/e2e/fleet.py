"""Several programs that share an address, a PostgreSQL server and the test's sandbox."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from bot.runtime.http_client import HttpClient
from sandbox import Sandbox, serve
from storage.db import Database
from tests.e2e.forking import Forked, start
from tests.e2e.harness import PATIENCE, config_for, reserved_port
from tests.e2e.process import Process
from tests.e2e.stored import Stored
from tools.postgres import free_port

PAUSE = 0.1
"""Seconds between two requests for a program's health, each of which costs milliseconds."""


@dataclass(slots=True)
class Program:
    """One of the programs, and the address of its health page."""

    child: Forked
    status: str

    @classmethod
    async def started(cls, environment: Mapping[str, str]) -> "Program":
        """Start a program and wait until it answers."""
        port = str(free_port())
        variables = os.environ | environment | {"TURRETUR_SERVER_STATUS_PORT": port}
        program = cls(await start(variables, "run"), f"http://127.0.0.1:{port}")
        async with asyncio.timeout(PATIENCE):
            while not await program.health():  # noqa: ASYNC110  (another process)
                await asyncio.sleep(PAUSE)
        return program

    async def health(self) -> dict[str, Any]:
        """Return the answer of `/health`; empty if there is none."""
        async with self._client() as client:
            try:
                answer = await client.get("/health")
            except httpx.TransportError:
                return {}
        facts: dict[str, Any] = answer.json()
        return facts | {"well": answer.status_code == 200}

    async def metrics(self) -> str:
        """Return the answer of `/metrics`."""
        async with self._client() as client:
            return (await client.get("/metrics")).text

    def _client(self) -> httpx.AsyncClient:
        # Without TLS: reading the certificates takes longer than asking.
        return HttpClient(base_url=self.status, verify=False)

    async def kill(self) -> None:
        """Kill the program without warning, as a power failure does."""
        if self.child.runs:
            await self.child.kill()


@dataclass(slots=True)
class Fleet(Process):
    """The programs; the test plays all people."""

    programs: list[Program] = field(default_factory=list)

    async def add(self) -> Program:
        """Start one more program and wait until it answers."""
        program = await Program.started(self.environment)
        self.programs.append(program)
        return program

    async def leader(self) -> Program:
        """Wait until one program is the leader, and return it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                for program in self.programs:
                    if (await program.health()).get("leads"):
                        return program
                await asyncio.sleep(PAUSE)

    async def stop(self) -> None:
        """End every program."""
        for program in self.programs:
            await program.kill()


@asynccontextmanager
async def fleet(folder: Path, database_url: str, size: int) -> AsyncIterator[Fleet]:
    """Yield that many running programs with a sandbox, all on the machine's clock."""
    sandbox = Sandbox()
    operator = sandbox.add_user("Olga Operator", language_code="ro")
    async with (
        serve(sandbox) as base_url,
        Database(database_url) as database,
        AsyncExitStack() as stack,
    ):
        port = stack.enter_context(reserved_port())
        _, environment = config_for(
            folder,
            base_url,
            sandbox.token,
            operator.id,
            telegram_mode="webhook",
            telegram_webhook_url=f"http://127.0.0.1:{port}/updates",  # not the default path
            server_port=str(port),
            storage_url=database_url,
        )
        running = Fleet(sandbox, environment, folder / "order", Stored(database))
        try:
            for _ in range(size):
                await running.add()
            yield running
        finally:
            await running.stop()
