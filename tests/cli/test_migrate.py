"""`turretur migrate`, as an operator runs it."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from storage.migrations import HEAD


def migrate(*args: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["migrate", *args])


def test_an_empty_database_gets_its_tables_once(tmp_path: Path) -> None:
    """The first run makes the tables, the second has nothing to do; both are fine."""
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


@pytest.mark.parametrize("address", ["nonsense", "mysql://x/y", "sqlite:///:memory:", "bad"])
def test_a_bad_address_is_refused_in_one_line(tmp_path: Path, address: str) -> None:
    """Status 2 and one line that says what is wrong, never a traceback."""
    if address == "bad":
        bad = tmp_path / "bad.db"
        bad.write_text("this is no database " * 20, encoding="utf-8")
        address = f"sqlite:///{bad}"
    done = migrate("--url", address)

    assert done.exit_code == 2
    assert done.stdout == ""
    assert done.stderr.startswith("turretur: ")
    assert done.stderr.count("\n") == 1
