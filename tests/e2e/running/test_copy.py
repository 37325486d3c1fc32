"""A season that outgrows its SQLite file moves to a PostgreSQL server and continues there."""

import asyncio
import json
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.cli.copies.copying import with_password
from tests.e2e.harness import Table
from tests.e2e.plays import best


async def copied(source: str, target: str, *options: str) -> Result:
    """Run `turretur copy`."""
    args = ["copy", "--from", source, "--to", target, *options]
    return await asyncio.to_thread(CliRunner().invoke, main, args)


async def test_a_running_season_moves_to_postgresql_and_goes_on(
    postgres_url: str, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every row, hash and game is copied in portions, and people notice nothing."""
    monkeypatch.setattr("storage.copying.PORTION", 2)
    pair = await table.match()
    await pair.place(pair.red, best(await pair.game()) or "PAS")
    await table.stop_bot()
    source = table.config.storage.url

    done = await copied(source, postgres_url, "--json")
    again = await copied(source, postgres_url)
    table.config = replace(table.config, storage=replace(table.config.storage, url=postgres_url))
    await table.start_bot()
    await pair.place(pair.blue, best(await pair.game()) or "PAS")
    another = await table.match()

    report = json.loads(done.stdout)
    assert (done.exit_code, report["same"], report["verify"]["findings"]) == (0, True, [])
    assert {"events", "persons", "outbox"} <= {
        each["table"] for each in report["tables"] if each["source"] == each["target"] > 0
    }
    assert again.exit_code == 2
    assert "is not empty" in again.stderr
    assert len((await pair.game()).moves) == 2
    assert another.code != pair.code


async def test_only_a_database_of_ours_is_copied(postgres_url: str) -> None:
    """For a missing file, or the target itself, one clear line is printed; nothing is written."""
    missing = await copied("sqlite:////nowhere/tur.db", postgres_url)
    itself = await copied(postgres_url, postgres_url)

    assert (missing.exit_code, missing.stdout) == (2, "")
    assert "no such database" in missing.stderr
    assert itself.exit_code == 2
    assert "into itself" in itself.stderr


async def test_no_password_is_seen_among_the_processes(
    postgres_url: str, tmp_path: Path, table: Table
) -> None:
    """A password in an address is refused; one in a file reaches the server."""
    secret = tmp_path / "password.txt"
    secret.write_text("a secret: with @ signs\n", encoding="utf-8")
    given = postgres_url.replace("postgres@", "postgres:secret@")
    source = table.config.storage.url
    refused = await copied(source, given)
    other = await asyncio.to_thread(CliRunner().invoke, main, ["verify", "--database", given])
    await table.stop_bot()
    done = await copied(source, postgres_url, "--password-file", str(secret))

    for each in (refused, other):
        assert each.exit_code == 2
        assert "among the processes" in each.stderr
        assert "secret" not in each.output
    assert done.exit_code == 0, done.output
    assert "postgres:a secret%3A with %40 signs@" in with_password(postgres_url, secret)
    await table.start_bot()
