"""What `test_migrate` and other tests share."""

import asyncio
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from click.testing import CliRunner, Result
from sqlalchemy import Connection

from bot.__main__ import main
from storage.db import Database
from storage.migrations import config
from tests.databases import empty_database


def migrate(*args: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["migrate", *args])


def older(tmp_path: Path) -> str:
    """Return the address of a database that lacks the last step."""
    (tmp_path / "tur.db").write_bytes(_older())
    return f"sqlite:///{tmp_path}/tur.db"


@cache
def _older() -> bytes:
    """Return the content of such a database, whose last step is taken back once."""

    def down(connection: Connection) -> None:
        made = config()
        made.attributes["connection"] = connection
        command.downgrade(made, "-1")

    async def take_back(file: Path) -> None:
        async with Database(f"sqlite:///{file}") as db, db.migration() as tx:
            await tx.run_sync(down)

    with TemporaryDirectory() as folder:
        file = empty_database(Path(folder) / "tur.db")
        asyncio.run(take_back(file))
        return file.read_bytes()
