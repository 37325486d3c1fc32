"""Drafts a new step: the difference between `storage.schema` and the steps so far.

The new step becomes `HEAD`. With `HEAD` at 0000 the draft is the complete first step.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from alembic import command
from sqlalchemy import Connection

from storage.db import Database
from storage.migrations import HEAD, config, migrate


async def draft(message: str) -> None:
    """Write a draft of the step that follows `HEAD` into `versions/`, and make it `HEAD`."""
    number = f"{int(HEAD) + 1:04}"

    def write(connection: Connection) -> None:
        alembic_config = config()
        alembic_config.attributes["connection"] = connection
        command.revision(alembic_config, message, autogenerate=True, rev_id=number)

    with TemporaryDirectory() as folder:
        db = Database(f"sqlite:///{folder}/draft.db")
        try:
            if int(HEAD):
                await migrate(db)
            async with db.migration() as tx:
                await tx.run_sync(write)
        finally:
            await db.close()
    package = Path(__file__).with_name("__init__.py")
    source = package.read_text("utf-8")
    package.write_text(source.replace(f'HEAD = "{HEAD}"', f'HEAD = "{number}"'), "utf-8")


if __name__ == "__main__":
    asyncio.run(draft(" ".join(sys.argv[1:]) or "next step"))
