"""The public site in tests: made of what a bot has stored, and read as its readers do."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx

from bot.program.answering import front
from bot.site.build import NOTE, Made, make_site
from bot.site.options import Options
from bot.site.source import Kept
from tests.e2e.harness import PATIENCE, Table


@dataclass(frozen=True, slots=True)
class Written:
    """A site in a folder."""

    folder: Path
    made: Made

    def text(self, path: str) -> str:
        """Return a page."""
        return (self.folder / path).read_text(encoding="utf-8")

    def everything(self) -> dict[str, bytes]:
        """Return every file of the site by its path."""
        return {
            file.relative_to(self.folder).as_posix(): file.read_bytes()
            for file in sorted(self.folder.rglob("*"))
            if file.is_file() and file.name != NOTE
        }


async def written(table: Table, folder: Path, options: Options | None = None) -> Written:
    """Make the site of what the bot at that table has stored, or bring it up to date."""
    made = await make_site(table.stored.database, Kept(), options or Options(), folder)
    return Written(folder, made)


@asynccontextmanager
async def served(
    table: Table, folder: Path, *, robots: bool = False
) -> AsyncIterator[httpx.AsyncClient]:
    """Serve the site of the bot at that table, and give a reader."""
    server = replace(table.config.server, public_url="http://127.0.0.1", port=0)
    public = replace(table.config.public, enabled=True, directory=folder, robots=robots)
    config = replace(table.config, server=server, public=public)
    async with front(config, table.app) as address, httpx.AsyncClient(base_url=address) as client:
        yield client


async def shown(client: httpx.AsyncClient, path: str, text: str) -> httpx.Response:
    """Return a page once it says that: the first making takes a moment."""
    async with asyncio.timeout(PATIENCE):
        while text not in (answer := await client.get(path)).text:  # noqa: ASYNC110  (a reader)
            await asyncio.sleep(0.05)
    return answer
