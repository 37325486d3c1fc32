"""`turretur updates`: dead letters are listed, and processed again after a repair."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from storage.db import Database
from storage.queues import inbox
from storage.queues.inbox import RawUpdate
from tests.databases import empty_database

AT = datetime(2025, 5, 3, 8, 0, tzinfo=UTC)


@pytest.fixture(name="url")
def _url(tmp_path: Path) -> str:
    """Return a database with two dead updates of a chat, and one that waits."""
    url = f"sqlite:///{empty_database(tmp_path / 'bot.sqlite')}"

    async def fill() -> None:
        async with Database(url) as database, database.transaction() as tx:
            updates = [RawUpdate(update_id=n, chat=7, raw='{"secret": 1}') for n in (1, 2, 3)]
            await inbox.store(tx, updates, AT)
            for row in (1, 2):
                await inbox.bury(tx, row, "KeyError: 'x'\n  somewhere")

    asyncio.run(fill())
    return url


def run(*arguments: str) -> Result:
    """Run `turretur updates` with these arguments."""
    return CliRunner().invoke(main, ["updates", *arguments])


def taken(url: str) -> int | None:
    """Return the row of the next update."""

    async def take() -> int | None:
        async with Database(url) as database, database.transaction() as tx:
            pending = await inbox.take(tx, AT)
            return pending.id if pending else None

    return asyncio.run(take())


def test_what_was_set_aside_is_listed_without_what_was_written(url: str) -> None:
    """Each line has number, time, chat and reason."""
    listed = run("--database", url)
    assert listed.exit_code == 0
    assert listed.output.splitlines() == [
        f"{number}\t2025-05-03T08:00:00+00:00\t7\t0\tKeyError: 'x' somewhere" for number in (1, 2)
    ]
    assert taken(url) == 3


def test_one_is_handled_again_in_its_old_place(url: str) -> None:
    """A restored update precedes later updates; an unknown number gives status 1."""
    again = run("--again", "2", "--database", url)
    assert again.exit_code == 0
    assert "1 update to be handled again." in again.output
    assert taken(url) == 2
    assert run("--again", "3", "--database", url).exit_code == 1
    both = run("--all-again", "--database", url, "--json")
    assert json.loads(both.output) == {"dead": [], "revived": [1], "unknown": []}
    assert run("--database", url).stderr == "No update is among the dead letters.\n"
    assert taken(url) == 1


def test_a_number_that_no_row_can_have_is_bad_input(url: str) -> None:
    """It is refused in a sentence; each unknown number is named once."""
    refused = run("--again", str(1 << 63), "--database", url)
    assert refused.exit_code == 2
    assert "not in the range" in refused.output
    unknown = run("--again", "9", "--again", "9", "--database", url)
    assert unknown.stderr == "9: no dead letter has this number.\n"


def test_all_again_says_if_there_is_nothing(url: str) -> None:
    """A second --all-again is answered, too."""
    run("--all-again", "--database", url)
    assert run("--all-again", "--database", url).stderr == (
        "No update is among the dead letters.\n"
    )
