"""An empty database at the present schema: made once, and copied by whoever needs one.

The steps of the schema take longer than most tests. PostgreSQL's lies in `tests.conftest`.
"""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from storage.db import Database
from storage.migrations import migrate


def empty_database(file: Path) -> Path:
    """Write an empty SQLite database at the present schema; return the file."""
    file.write_bytes(_content())
    return file


@cache
def _content() -> bytes:
    # Whoever asks may have a loop that is running: ours runs in another thread.
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as aside:
        file = Path(folder) / "empty.sqlite"
        aside.submit(asyncio.run, _make(f"sqlite:///{file}")).result()
        return file.read_bytes()


async def _make(url: str) -> None:
    async with Database(url) as database:
        await migrate(database)
