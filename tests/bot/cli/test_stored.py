"""Messages of commands about a database of another program, or of another version."""

import asyncio
import os
import sqlite3
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.cli.output import BAD_INPUT, NO
from storage.db import Database
from storage.file_lock import database_lock
from storage.migrations import HEAD
from tests.databases import empty_database
from tests.spoilt import played_database, without_page

READING = (["verify"], ["export", "K7QF/1"], ["dossier", "K7QF"])


def turretur(*args: str) -> Result:
    """Run a command."""
    return CliRunner().invoke(main, list(args))


def at_revision(file: Path, revision: str) -> str:
    """Create a database at that revision; return its address."""
    empty_database(file)
    with sqlite3.connect(file) as db:
        db.execute("UPDATE alembic_version SET version_num = ?", (revision,))
    db.close()
    return f"sqlite:///{file}"


@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize("args", READING, ids=lambda args: args[0])
def test_a_database_of_another_version_is_named_with_what_to_do(
    args: list[str], tmp_path: Path
) -> None:
    """For an earlier version the upgrade command is named; a later one is called later."""
    earlier = turretur(*args, "--database", at_revision(tmp_path / "earlier.db", "0029"))
    later = turretur(*args, "--database", at_revision(tmp_path / "later.db", "4711"))

    assert (earlier.exit_code, later.exit_code) == (BAD_INPUT, BAD_INPUT)
    assert "is at schema 0029" in earlier.stderr
    assert "run `turretur migrate` first" in earlier.stderr
    assert "made by a later version" in later.stderr
    assert earlier.stderr.count("\n") == later.stderr.count("\n") == 1


@pytest.mark.usefixtures("own_folder")
def test_a_database_from_before_the_first_step_is_sent_through_0_3_0(tmp_path: Path) -> None:
    """Who upgrades from an early release reads which one to install between."""
    url = at_revision(tmp_path / "early.db", "0028")
    before = (tmp_path / "early.db").read_bytes()
    for args in (["migrate"], ["migrate", "--dry-run"], ["verify"]):
        refused = turretur(*args, "--database", url)
        assert refused.exit_code == BAD_INPUT
        assert "made by a release before 0.3.0; install 0.3.0" in refused.stderr
        assert refused.stderr.count("\n") == 1
    assert (tmp_path / "early.db").read_bytes() == before


def test_what_cannot_be_copied_is_refused_as_elsewhere_and_leaves_no_file(tmp_path: Path) -> None:
    """`copy` gives the same messages, and creates no target."""
    target, ours = tmp_path / "target.db", empty_database(tmp_path / "ours.db")
    to = ("--to", f"sqlite:///{target}")
    earlier = turretur("copy", "--from", at_revision(tmp_path / "earlier.db", "0029"), *to)
    later_one = at_revision(tmp_path / "later.db", "4711")
    later = turretur("copy", "--from", later_one, *to)
    into = turretur("copy", "--from", f"sqlite:///{ours}", "--to", later_one)

    assert (earlier.exit_code, later.exit_code) == (BAD_INPUT, BAD_INPUT)
    assert "run `turretur migrate` first" in earlier.stderr
    assert "made by a later version" in later.stderr
    assert "made by a later version" in into.stderr
    assert not target.exists()


OTHERS = {
    "its table": ["CREATE TABLE members (name TEXT)"],
    "its view": ["CREATE VIEW members AS SELECT 1 AS name"],
    "its own alembic": [
        "CREATE TABLE members (name TEXT)",
        "CREATE TABLE alembic_version (version_num TEXT)",
        "INSERT INTO alembic_version VALUES ('0003')",
    ],
    "a table and a revision as ours": [
        "CREATE TABLE events (name TEXT)",
        "CREATE TABLE alembic_version (version_num TEXT)",
        f"INSERT INTO alembic_version VALUES ('{HEAD}')",  # noqa: S608  (our own constant)
    ],
}


@pytest.mark.parametrize("statements", OTHERS.values(), ids=OTHERS)
def test_nothing_is_written_into_another_programs_database(
    tmp_path: Path, statements: list[str]
) -> None:
    """Every command names a table of the other program; no byte of the file is changed."""
    foreign, ours = tmp_path / "foreign.db", empty_database(tmp_path / "ours.db")
    with sqlite3.connect(foreign) as db:
        for statement in statements:
            db.execute(statement)
    db.close()
    before, address = foreign.read_bytes(), f"sqlite:///{foreign}"
    refused = [
        turretur("migrate", "--database", address),
        turretur("migrate", "--database", address, "--dry-run"),
        turretur("copy", "--from", f"sqlite:///{ours}", "--to", address),
        turretur("copy", "--from", address, "--to", f"sqlite:///{tmp_path}/new.db"),
        turretur("verify", "--database", address),
    ]

    for done in refused:
        assert done.exit_code == BAD_INPUT
        assert done.stderr.count("\n") == 1
        assert "has tables of another program" in done.stderr
        assert "members" in done.stderr or "events" in done.stderr
    assert foreign.read_bytes() == before
    assert {file.name for file in tmp_path.iterdir()} == {"foreign.db", "ours.db"}


def test_a_copy_is_made_of_it_all_the_same(tmp_path: Path) -> None:
    """The copy is made before the set-up is complete, and the output says what was left out."""
    config = tmp_path / "tur.toml"
    config.write_text('[storage]\nurl = "sqlite:///tur.db"\n', encoding="utf-8")
    at_revision(tmp_path / "tur.db", "0029")
    done = turretur("backup", "--config", str(config), "--to", str(tmp_path / "copies"))
    file, unverified = done.stdout.splitlines()

    assert done.exit_code == NO
    with sqlite3.connect(file) as copy:
        assert copy.execute("SELECT version_num FROM alembic_version").fetchone() == ("0029",)
    copy.close()
    assert unverified.startswith("copied, not verified: ")
    assert "is at schema 0029" in unverified


async def test_while_the_bot_is_at_work_its_file_is_neither_copied_away_nor_changed(
    tmp_path: Path,
) -> None:
    """Later updates would be missing in the copy, or written in the old schema."""
    old, other = at_revision(tmp_path / "tur.db", "0029"), f"sqlite:///{tmp_path}/other.db"
    before = (tmp_path / "tur.db").read_bytes()
    async with Database(old) as database:
        with database_lock(database):
            for args in (("migrate", "--database", old), ("copy", "--from", old, "--to", other)):
                done = await asyncio.to_thread(turretur, *args)
                assert done.exit_code == BAD_INPUT
                assert "is at work at " in done.stderr
    assert (tmp_path / "tur.db").read_bytes() == before


@pytest.mark.parametrize(
    "command",
    [
        ["replay"],
        ["analyse"],
        ["rating", "frs", "--events"],
        ["verify", "--published"],
        ["migrate", "--config"],
    ],
)
def test_a_pipe_that_is_named_as_a_file_is_refused_in_one_line(
    tmp_path: Path, command: list[str]
) -> None:
    """No command waits for a writer on the pipe."""
    os.mkfifo(pipe := tmp_path / "pipe")
    result = turretur(*command, str(pipe))

    assert (result.exit_code, result.stdout) == (BAD_INPUT, "")
    [line] = result.stderr.splitlines()
    assert f"{pipe}: a pipe, not a file" in line


def test_a_pipe_is_no_database(tmp_path: Path) -> None:
    """A pipe is refused as a database before it is opened."""
    os.mkfifo(pipe := tmp_path / "pipe.sqlite")
    result = turretur("verify", "--database", f"sqlite:///{pipe}")

    assert result.exit_code == BAD_INPUT
    assert "a pipe, not a file" in result.stderr


@pytest.mark.parametrize("command", ["export", "dossier"])
def test_a_falsified_game_is_refused_in_one_line(command: str, tmp_path: Path) -> None:
    """The line names the game; there is no traceback, and no file."""
    file = played_database(tmp_path / "played.sqlite")
    with sqlite3.connect(file) as db:
        db.execute(
            "UPDATE events SET payload = replace(payload, '2025', '2024') WHERE stream = 'g/M1/1'"
        )
    db.close()
    out = tmp_path / "out"

    refused = turretur(command, "M1/1", "--database", f"sqlite:///{file}", "--out", str(out))

    assert refused.exit_code == BAD_INPUT
    assert "M1/1" in refused.stderr
    assert refused.stderr.count("\n") == 1
    assert not out.exists()


@pytest.mark.usefixtures("own_folder")
@pytest.mark.parametrize("args", [("export", "M0/1"), ("dossier", "M0")], ids=lambda args: args[0])
def test_a_word_list_that_is_missing_is_named(args: tuple[str, ...], tmp_path: Path) -> None:
    """On another machine than the bot's, the line says what to import."""
    file = played_database(tmp_path / "played.sqlite")
    (tmp_path / "config.toml").write_text('[federation]\nword_list = "LOC-2026"\n', "utf-8")
    refused = turretur(
        *args, "--database", f"sqlite:///{file}", "--config", f"{tmp_path}/config.toml"
    )

    assert refused.exit_code == BAD_INPUT
    assert refused.stderr.startswith("turretur: no word list is called 'LOC-2026'; ")
    assert refused.stderr.count("\n") == 1


def test_a_game_that_cannot_be_read_is_not_said_to_be_missing(tmp_path: Path) -> None:
    """With a damaged page the line gives that reason."""
    file = played_database(tmp_path / "played.sqlite")
    without_page(file, "events")
    for command in (["export", "M0/1"], ["dossier", "M0"]):
        refused = turretur(*command, "--database", f"sqlite:///{file}")

        assert refused.exit_code == BAD_INPUT
        assert "malformed" in refused.stderr or "unreadable" in refused.stderr
        assert refused.stderr.count("\n") == 1


@pytest.mark.usefixtures("own_folder")
def test_the_site_of_a_mistyped_competition_is_not_written(tmp_path: Path) -> None:
    """A wrong code is named, and a folder with the right site stays as it is."""
    url = f"sqlite:///{played_database(tmp_path / 'played.sqlite')}"
    refused = turretur("site", "--database", url, "--out", "site", "--competition", "CC99")

    assert refused.exit_code == BAD_INPUT
    assert refused.stderr == "turretur: there is no competition CC99; codes look like CC25\n"
    assert not Path("site").exists()
