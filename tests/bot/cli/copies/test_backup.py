"""`turretur backup`, as an operator runs it."""

import json
from pathlib import Path

from click.testing import CliRunner, Result

from bot.__main__ import main
from tests.databases import empty_database


def backup(tmp_path: Path, *args: str) -> Result:
    """Run the command with a configuration that names a database and no folder."""
    config = tmp_path / "tur.toml"
    config.write_text('[storage]\nurl = "sqlite+aiosqlite:///tur.db"\n', encoding="utf-8")
    return CliRunner().invoke(main, ["backup", "--config", str(config), *args])


def test_a_copy_is_made_and_verified(tmp_path: Path) -> None:
    """The answer names the file and what was checked in it."""
    empty_database(tmp_path / "tur.db")
    done = backup(tmp_path, "--to", str(tmp_path / "copies"), "--json")
    answer = json.loads(done.stdout)

    assert done.exit_code == 0
    assert Path(answer["file"]).is_file()
    assert answer["verify"] == {"streams": 0, "events": 0, "findings": [], "steps": []}
    assert "all in order" in backup(tmp_path, "--to", str(tmp_path / "copies")).stdout


def test_what_is_missing_is_one_clear_line(tmp_path: Path) -> None:
    """A missing folder, database or permission gives status 2."""
    no_folder = backup(tmp_path)
    no_database = backup(tmp_path, "--to", str(tmp_path / "copies"))
    (tmp_path / "file").touch()
    empty_database(tmp_path / "tur.db")
    no_right = backup(tmp_path, "--to", str(tmp_path / "file" / "copies"))

    assert [each.exit_code for each in (no_folder, no_database, no_right)] == [2, 2, 2]
    assert "backup.directory" in no_folder.stderr
    assert "no such database" in no_database.stderr
    assert len(no_right.stderr.splitlines()) == 1
