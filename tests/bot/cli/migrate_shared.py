"""What `test_migrate` and other tests share."""

import asyncio
from pathlib import Path

from alembic import command
from click.testing import CliRunner, Result
from sqlalchemy import Connection

from bot.__main__ import main
from storage.db import Database
from storage.migrations import config


def migrate(*args: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["migrate", *args])


def older(tmp_path: Path) -> str:
    """Return the address of a database that lacks the last step."""
    url = f"sqlite:///{tmp_path}/tur.db"
    migrate("--url", url)

    def down(connection: Connection) -> None:
        made = config()
        made.attributes["connection"] = connection
        command.downgrade(made, "-1")

    async def take_back() -> None:
        async with Database(url) as db, db.migration() as tx:
            await tx.run_sync(down)

    asyncio.run(take_back())
    return url
