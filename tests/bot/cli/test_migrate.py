"""`turretur migrate`, as an operator runs it."""

import errno
import json
import sqlite3
import stat
from pathlib import Path

import pytest

from storage.migrations import HEAD
from tests.bot.cli.migrate_shared import migrate, older


def test_an_empty_database_gets_its_tables_once(tmp_path: Path) -> None:
    """The first run creates the tables, and the second does nothing; both succeed."""
    url = f"sqlite:///{tmp_path}/tur.db"
    first = migrate("--url", url, "--json")
    second = migrate("--url", url, "--json")
    third = migrate("--url", url)

    assert (first.exit_code, second.exit_code, third.exit_code) == (0, 0, 0)
    assert json.loads(first.stdout) == {"before": None, "after": HEAD, "changed": True}
    assert json.loads(second.stdout) == {"before": HEAD, "after": HEAD, "changed": False}
    assert third.stdout == f"The database is up to date: revision {HEAD}.\n"


def test_the_configured_database_is_migrated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without an address the configuration says where the database is."""
    monkeypatch.chdir(tmp_path)
    config = tmp_path / "tur.toml"
    config.write_text('[storage]\nurl = "sqlite+aiosqlite:///inner/tur.db"\n', encoding="utf-8")
    done = migrate("--config", str(config))

    assert (done.exit_code, done.stderr) == (0, "")
    assert (tmp_path / "inner" / "tur.db").exists()


def test_a_given_address_needs_no_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake in `config.toml` does not stop the migration of another database."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "config.toml").write_text("[storage]\nunknown = 1\n", encoding="utf-8")

    assert migrate("--url", older(tmp_path)).exit_code == 0
    assert migrate().exit_code == 2


@pytest.mark.parametrize("address", ["nonsense", "mysql://x/y", "sqlite:///:memory:", "bad"])
def test_a_bad_address_is_refused_in_one_line(tmp_path: Path, address: str) -> None:
    """A bad address gives status 2 and one line, without a traceback."""
    if address == "bad":
        bad = tmp_path / "bad.db"
        bad.write_text("this is no database " * 20, encoding="utf-8")
        address = f"sqlite:///{bad}"
    done = migrate("--url", address)

    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("turretur: ")
    assert done.stderr.count("\n") == 1


def test_a_dry_run_says_what_would_be_done_and_changes_nothing(tmp_path: Path) -> None:
    """The missing step is named, tried and rolled back, so a second run names it again."""
    url = older(tmp_path)
    before = migrate("--url", url, "--dry-run", "--json")
    shown = migrate("--url", url, "--dry-run")

    assert (before.exit_code, shown.exit_code) == (0, 0)
    (step,) = json.loads(before.stdout)["steps"]
    assert step["revision"] == HEAD
    assert shown.stdout.startswith(f"{HEAD}  {step['about']}\n")
    assert [file.name for file in tmp_path.iterdir()] == ["tur.db"]

    migrate("--url", url)
    after = migrate("--url", url, "--dry-run")
    assert after.stdout == f"Nothing would be done: the database is at revision {HEAD}.\n"


def test_a_dry_run_makes_no_database(tmp_path: Path) -> None:
    """A missing file is refused, not created."""
    done = migrate("--url", f"sqlite:///{tmp_path}/none.db", "--dry-run")

    assert done.exit_code == 2
    assert list(tmp_path.iterdir()) == []


def test_before_any_step_a_copy_is_laid_beside_the_file(tmp_path: Path) -> None:
    """The copy is the old database, readable by its owner only, and can itself be migrated."""
    url = older(tmp_path)
    with sqlite3.connect(tmp_path / "tur.db") as db:
        (was,) = db.execute("SELECT version_num FROM alembic_version").fetchone()
    db.close()

    done = migrate("--url", url, "--json")

    copy = Path(json.loads(done.stdout)["copy"])
    assert copy == tmp_path / f"tur.db.before-{was}"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    again = json.loads(migrate("--url", f"sqlite:///{copy}", "--json").stdout)
    assert (again["before"], again["after"]) == (was, HEAD)


def test_without_room_for_a_copy_no_step_is_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A copy that cannot be made is one clear line, and the database stays as it is."""
    url = older(tmp_path)

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr("storage.backup._create_private", full)
        done = migrate("--url", url)

    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert "cannot be copied" in done.stderr
    assert json.loads(migrate("--url", url, "--json").stdout)["changed"]
