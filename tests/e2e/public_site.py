"""The public site in tests: built from a bot's storage, and read as by its readers."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import httpx

from bot.program.answering import front
from bot.site.build import RECORD, BuildResult, make_site
from bot.site.options import SiteOptions, options_of
from bot.site.source import BuildCaches
from tests.e2e.browser_user import NO_TLS
from tests.e2e.harness import PATIENCE, Table


@dataclass(frozen=True, slots=True)
class Written:
    """A site written to a folder."""

    folder: Path
    made: BuildResult

    def text(self, path: str) -> str:
        """Return a page."""
        return (self.folder / path).read_text(encoding="utf-8")

    def everything(self) -> dict[str, bytes]:
        """Return every file of the site by its path."""
        return {
            file.relative_to(self.folder).as_posix(): file.read_bytes()
            for file in sorted(self.folder.rglob("*"))
            if file.is_file() and file.name != RECORD
        }


async def written(table: Table, folder: Path, options: SiteOptions | None = None) -> Written:
    """Build the site from the storage of the bot at that table, or update it."""
    made = await make_site(table.stored.database, BuildCaches(), options or SiteOptions(), folder)
    return Written(folder, made)


@asynccontextmanager
async def served(
    table: Table,
    folder: Path,
    *,
    enabled: bool = True,
    robots: bool = False,
    is_built: bool = False,
) -> AsyncIterator[httpx.AsyncClient]:
    """Serve the site of the bot at that table, unless it is disabled, and give a reader.

    If it `is_built` here first, a reader does not wait until the bot's process has built it.
    """
    server = replace(table.config.server, public_url="http://127.0.0.1", port=0)
    public = replace(table.config.public, enabled=enabled, directory=folder, robots=robots)
    config = replace(table.config, server=server, public=public)
    if is_built:
        await written(table, folder, options_of(config, bot=table.app.shared.bot_name))
    async with (
        front(config, table.app) as address,
        httpx.AsyncClient(base_url=address, verify=NO_TLS) as client,
    ):
        yield client


async def shown(client: httpx.AsyncClient, path: str, text: str) -> httpx.Response:
    """Return a page once it contains that text, because the first build takes a moment."""
    async with asyncio.timeout(PATIENCE):
        while text not in (answer := await client.get(path)).text:  # noqa: ASYNC110  (a reader)
            await asyncio.sleep(0.05)
    return answer
