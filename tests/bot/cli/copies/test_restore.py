"""`turretur restore`, as an operator runs it after a lost or damaged database."""

import asyncio
import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.cli.diagnosis.check_lines import CheckLine, CheckState
from bot.cli.diagnosis.storage_checks import last_copy
from bot.runtime.config.settings import load_config
from storage.db import Database
from storage.file_lock import database_file_lock
from storage.high_water_mark import is_copy
from storage.migrations import HEAD
from storage.queues import inbox, outbox
from storage.queues.inbox import RawUpdate
from storage.queues.outbox import Outgoing
from tests.bot.cli.migrate_shared import older
from tests.databases import empty_database

AT = datetime(2025, 5, 1, 8, tzinfo=UTC)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """Return an empty database in use, with the configuration that names it."""
    (tmp_path / "tur.toml").write_text('[storage]\nurl = "sqlite:///tur.db"\n', encoding="utf-8")
    return empty_database(tmp_path / "tur.db")


def restore(database: Path, copy: Path, *args: str) -> Result:
    """Run the command with the configuration beside the database."""
    config = str(database.with_name("tur.toml"))
    return CliRunner().invoke(main, ["restore", "--config", config, str(copy), *args])


def copied(database: Path) -> Path:
    """Return a copy that `turretur backup` makes."""
    config, folder = str(database.with_name("tur.toml")), str(database.with_name("copies"))
    arguments = ["backup", "--config", config, "--to", folder, "--json"]
    return Path(json.loads(CliRunner().invoke(main, arguments).stdout)["file"])


async def _receive(database: Path, number: int) -> None:
    async with Database(f"sqlite:///{database}") as opened, opened.transaction() as tx:
        await inbox.store(tx, [RawUpdate(update_id=number, chat=7, raw="{}")], AT)


async def _queue(database: Path) -> None:
    async with Database(f"sqlite:///{database}") as opened, opened.transaction() as tx:
        await outbox.queue(tx, [Outgoing(chat=7, payload="{}")], AT)


def updates(file: Path) -> list[int]:
    """Return the numbers of the stored updates."""
    with closing(sqlite3.connect(file)) as opened:
        return [number for (number,) in opened.execute("SELECT update_id FROM inbox ORDER BY 1")]


def cut_off(database: Path) -> None:
    """Leave the newest update in the -wal file, as after a power cut."""
    asyncio.run(_receive(database, 2))
    with closing(sqlite3.connect(database)) as opened:
        opened.execute("UPDATE inbox SET update_id = 3 WHERE update_id = 2")
        opened.commit()
        left = {each: each.read_bytes() for each in files(database)}
    for file, content in left.items():
        file.write_bytes(content)
    assert database.with_name("tur.db-wal").stat().st_size


def files(database: Path) -> list[Path]:
    """Return the database's own files."""
    return [each for each in database.parent.glob(f"{database.name}*") if each.suffix != ".lock"]


def set_aside(done: Result) -> Path:
    """Return the new name of the replaced database."""
    return Path(json.loads(done.stdout)["set_aside"][0]["after"])


def test_a_copy_replaces_the_database_whose_files_stay_together(database: Path) -> None:
    """After a power cut the old -wal moves away with its file, and both remain readable."""
    asyncio.run(_receive(database, 1))
    copy = copied(database)
    cut_off(database)
    done = restore(database, copy, "--json")

    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert answer["verify"]["findings"] == []
    assert updates(database) == [1]
    assert not database.with_name("tur.db-wal").exists()
    assert updates(set_aside(done)) == [1, 3]
    assert updates(copy) == [1]
    assert not [*database.parent.glob("*restoring*")]


def test_the_same_copy_can_be_restored_again(database: Path) -> None:
    """The copy stays where it is, and each replaced database keeps a name of its own."""
    copy = copied(database)
    kept = []
    for number in (1, 2, 3):
        asyncio.run(_receive(database, number))
        kept.append(set_aside(restore(database, copy, "--json")))

    assert [updates(each) for each in kept] == [[1], [2], [3]]
    assert updates(database) == []


def test_a_running_program_keeps_its_database(database: Path) -> None:
    """While a program runs, the command is refused in one line and changes nothing."""
    copy = copied(database)
    asyncio.run(_receive(database, 1))
    with database_file_lock(database):
        done = restore(database, copy)

    assert done.exit_code == 2
    assert "stop it first" in done.stderr
    assert done.stderr.count("\n") == 1
    assert updates(database) == [1]


def test_a_broken_copy_replaces_nothing(database: Path) -> None:
    """A copy with a changed event is named with its error, and the database stays in use."""
    asyncio.run(_receive(database, 1))
    copy = copied(database)
    with closing(sqlite3.connect(copy)) as opened:
        opened.execute(
            "INSERT INTO events (stream, seq, name, version, payload, at, previous, hash)"
            " VALUES ('m/AAAA', 1, 'x', 1, '{}', '2025-05-01 08:00:00.000000', 'a', 'b')"
        )
        opened.commit()
    done = restore(database, copy)

    assert done.exit_code == 1
    assert "m/AAAA: chain" in done.stdout
    assert "Nothing is changed" in done.stdout
    assert not [*database.parent.glob("tur.db.replaced-*")]
    assert updates(database) == [1]


def test_what_is_no_copy_is_refused_in_one_line(database: Path) -> None:
    """A missing file, the database itself, a text and a torn copy leave everything in place."""
    asyncio.run(_receive(database, 1))
    whole = copied(database).read_bytes()
    database.with_name("text").write_text("my notes " * 200, encoding="utf-8")
    database.with_name("empty").touch()
    database.with_name("torn").write_bytes(whole[: len(whole) // 2])
    for name in ("missing.sqlite", "tur.db", "text", "torn", "empty"):
        done = restore(database, database.with_name(name))
        assert done.exit_code in {1, 2}, name
        assert "Traceback" not in done.output, name
        assert not [*database.parent.glob("tur.db.replaced-*")], name
        assert updates(database) == [1], name


def test_a_copy_of_an_earlier_version_is_checked_and_stays_as_it_was(tmp_path: Path) -> None:
    """To go back a version, the copy made before the upgrade is restored without migrating it."""
    older(tmp_path)
    before = tmp_path / "tur.db.before-migration"
    shutil.move(tmp_path / "tur.db", before)
    (tmp_path / "tur.toml").write_text('[storage]\nurl = "sqlite:///tur.db"\n', encoding="utf-8")
    empty_database(tmp_path / "tur.db")
    with closing(sqlite3.connect(before)) as opened:
        (earlier,) = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    done = restore(tmp_path / "tur.db", before)

    assert done.exit_code == 0, done.output
    with closing(sqlite3.connect(tmp_path / "tur.db")) as opened:
        (revision,) = opened.execute("SELECT version_num FROM alembic_version").fetchone()
    assert revision == earlier != HEAD


def test_a_restored_copy_is_one_until_the_bot_starts(tmp_path: Path) -> None:
    """Commands that write to it before do not make its lost events a lost -wal file."""
    older(tmp_path)
    before, database = tmp_path / "tur.db.before-migration", tmp_path / "tur.db"
    shutil.move(database, before)
    (tmp_path / "tur.toml").write_text('[storage]\nurl = "sqlite:///tur.db"\n', encoding="utf-8")
    assert restore(database, before).exit_code == 0
    for command in (["migrate"], ["updates", "--all-again"]):
        done = CliRunner().invoke(main, [*command, "--url", f"sqlite:///{database}"])
        assert done.exit_code == 0, done.output

    assert is_copy(database)


def test_an_empty_file_is_no_restored_copy(tmp_path: Path) -> None:
    """In the place of a lost database it makes the bot stop, even after `migrate`."""
    database = tmp_path / "tur.db"
    database.touch()
    done = CliRunner().invoke(main, ["migrate", "--url", f"sqlite:///{database}"])

    assert done.exit_code == 0, done.output
    assert not is_copy(database)


def test_a_lost_database_is_restored(database: Path) -> None:
    """A database whose file is gone is restored, too, and nothing is set aside."""
    asyncio.run(_receive(database, 1))
    copy = copied(database)
    for left in database.parent.glob("tur.db*"):
        left.unlink()
    done = restore(database, copy, "--json")

    assert json.loads(done.stdout)["set_aside"] == []
    assert updates(database) == [1]
    assert database.stat().st_mode & 0o777 == 0o600


def test_a_database_is_restored_on_a_new_machine(database: Path, tmp_path: Path) -> None:
    """The folder of the configuration is made; a folder in place of a copy is refused."""
    asyncio.run(_receive(database, 1))
    copy = copied(database)
    (tmp_path / "tur.toml").write_text('[storage]\nurl = "sqlite:///new/tur.db"\n', "utf-8")
    refused, done = restore(database, copy.parent), restore(database, copy)

    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    assert "a folder, not a copy" in refused.stderr
    assert done.exit_code == 0, done.output
    assert updates(tmp_path / "new" / "tur.db") == [1]


def test_a_database_at_a_server_is_restored_there(database: Path, tmp_path: Path) -> None:
    """For a server the command changes nothing and names the commands that do it."""
    copy = copied(database)
    text = '[storage]\nurl = "postgresql://turretur@db.example.org/turretur"\n'
    (tmp_path / "tur.toml").write_text(text, encoding="utf-8")
    done = restore(database, copy)

    assert done.exit_code == 2
    assert "pg_restore --no-owner -d NAME FILE" in done.stderr


def test_a_copy_of_an_earlier_version_is_found_fit_by_doctor(tmp_path: Path) -> None:
    """Right after an update the last copy is older, and `turretur restore` would take it."""
    older(tmp_path)
    copies = tmp_path / "copies"
    copies.mkdir()
    shutil.copy(tmp_path / "tur.db", copies / "tur-retur-20250501T070000.sqlite")
    (copies / "tur-retur-mine.sqlite").write_text("a file of the operator")
    config = load_config(None, {"TURRETUR_BACKUP_DIRECTORY": str(copies)})

    async def lines() -> list[CheckLine]:
        return [line async for line in last_copy(config, AT)]

    backup, restorable = asyncio.run(lines())

    assert "20250501T070000.sqlite, 0 days and 1 hour old" in backup.found
    assert (restorable.name, restorable.state) == ("restore", CheckState.OK)


def test_a_damaged_database_is_replaced_without_its_deliveries(database: Path) -> None:
    """Nobody knows what it sent since, so the operator reads that messages may be sent again."""
    asyncio.run(_queue(database))
    copy = copied(database)
    database.write_bytes(b"not a database" * 400)
    done = restore(database, copy)

    assert done.exit_code == 0, done.output
    assert "Messages may be sent again: " in done.stdout
    assert "restored: " in done.stdout
