"""`turretur run` before the bot starts: its refusals and warnings."""

import asyncio
import json
import os
import signal
import socket
import sqlite3
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from pkgutil import walk_packages

import pytest

import bot.chat
from bot.cli.output import BAD_INPUT
from sandbox import Sandbox, faults
from sandbox.server import serve
from sandbox.waiting import PATIENCE
from storage.db import Database
from storage.file_lock import database_lock as alone_at
from tests.bot.cli.forked import Forks, forks
from tests.databases import empty_database

FOREIGN = "700100200:abc-DEF_ghi_jkl_mno_pqr_stu"


Run = Callable[[Path, str], Awaitable[tuple[int, list[str], str]]]


@pytest.fixture(scope="module")
def forking() -> Iterator[Forks]:
    """Give a process that has loaded the command, for all tests."""
    with forks() as found:
        yield found


@pytest.fixture
def run(forking: Forks) -> Run:
    """Give a function that runs the bot with a configuration in a folder until it refuses.

    It returns the status, the program's lines of stderr, and the log.
    """

    async def run(folder: Path, config: str) -> tuple[int, list[str], str]:
        (folder / "config.toml").write_text(config, encoding="utf-8")
        status, out, err = await forking.run(folder, ["run"], environment())
        lines = [line for line in err.splitlines() if line.startswith("turretur: ")]
        return status, lines, out + err

    return run


def environment() -> dict[str, str]:
    """Return the environment without settings of a bot."""
    return {name: value for name, value in os.environ.items() if not name.startswith("TURRETUR_")}


def held(folder: Path) -> list[str]:
    """Return the contents of the folder."""
    return sorted(file.name for file in folder.iterdir())


def test_nothing_of_the_running_bot_reaches_an_analysis(forking: Forks) -> None:
    """With every handler loaded and no practice game, the bot has no generator and no analysis."""
    handlers = {one.name for one in walk_packages(bot.chat.__path__, "bot.chat.")}
    assert handlers <= forking.loaded
    analysing = ("engine.analysis", "engine.generator", "engine.plain")
    assert [name for name in forking.loaded if name.startswith(analysing)] == []


async def test_without_a_token_nothing_is_touched(tmp_path: Path, run: Run) -> None:
    """A start without a token is refused in one line, and no database is created or changed."""
    status, (line,), _ = await run(tmp_path, "")

    assert status == BAD_INPUT
    assert line.startswith("turretur: telegram.token_file: no token; ")
    assert held(tmp_path) == ["config.toml"]


async def test_a_program_that_another_package_has_written_over_does_not_begin(
    tmp_path: Path, run: Run
) -> None:
    """The first changed file is named with the next step; no file is created."""
    noted = tmp_path / "tur_retur-9.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text("Metadata-Version: 2.1\nName: tur-retur\nVersion: 9\n")
    (noted / "RECORD").write_text("storage/ours.py,sha256=x,5\n")

    status, (line,), _ = await run(tmp_path, "")

    assert status == BAD_INPUT
    assert line.startswith(f"turretur: {tmp_path}/storage/ours.py is not what was installed: ")
    assert "in an environment of its own" in line
    assert held(tmp_path) == ["config.toml", noted.name]


@pytest.mark.parametrize(("mode", "warned"), [(0o600, False), (0o640, True), (0o604, True)])
async def test_a_foreign_token_touches_nothing_and_an_open_one_is_warned_of(
    tmp_path: Path, run: Run, mode: int, *, warned: bool
) -> None:
    """A refused token creates no database; a readable token file brings a warning."""
    file = tmp_path / "token.txt"
    file.write_text(FOREIGN, encoding="utf-8")
    file.chmod(mode)
    async with serve(Sandbox()) as url:
        status, (line,), log = await run(
            tmp_path, f'[telegram]\ntoken_file = "token.txt"\nbase_url = "{url}"\n'
        )

    refusal = f"turretur: telegram: {url} does not accept the token in {file}; "
    assert (status, line.startswith(refusal)) == (BAD_INPUT, True)
    assert held(tmp_path) == ["config.toml", "token.txt"]
    assert ("others may read the token; chmod 600" in log) is warned
    assert FOREIGN not in log


async def test_a_folder_that_takes_no_copies_is_refused_at_the_start(
    tmp_path: Path, run: Run
) -> None:
    """This includes a file, a folder inside a file, and a folder without permission.

    The line names the key, and no database is created. A folder not yet created is accepted, and
    stays empty.
    """
    sandbox = Sandbox()
    (tmp_path / "token.txt").write_text(sandbox.token, encoding="utf-8")
    (tmp_path / "token.txt").chmod(0o600)
    async with serve(sandbox) as url:
        config = f'[telegram]\ntoken_file = "token.txt"\nbase_url = "{url}"\n'
        for wrong in ("token.txt", "token.txt/copies", "/proc/copies"):
            status, (line,), log = await run(tmp_path, f'{config}[backup]\ndirectory = "{wrong}"\n')
            assert (status, "Traceback" in log) == (BAD_INPUT, False)
            assert line.startswith(f"turretur: backup.directory: {tmp_path / wrong}: ")
        assert held(tmp_path) == ["config.toml", "token.txt"]
        no_server = '[storage]\nurl = "postgresql+asyncpg://nobody@127.0.0.1:1/nothing"\n'
        _, (line,), _ = await run(tmp_path, f'{config}{no_server}[backup]\ndirectory = "copies"\n')
        assert line.startswith("turretur: storage: ")
    assert held(tmp_path / "copies") == []


async def test_a_database_of_a_later_version_is_refused_before_telegram_is_asked(
    tmp_path: Path, run: Run
) -> None:
    """The line names the database's schema, even if Telegram does not answer."""
    (tmp_path / "token.txt").write_text(FOREIGN, encoding="utf-8")
    (tmp_path / "token.txt").chmod(0o600)
    with sqlite3.connect(empty_database(tmp_path / "tur.sqlite")) as db:
        db.execute("UPDATE alembic_version SET version_num = '4711'")
    db.close()
    telegram = '[telegram]\ntoken_file = "token.txt"\nbase_url = "http://127.0.0.1:9"\n'
    stored = '[storage]\nurl = "sqlite:///tur.sqlite"\n'

    status, (line,), _ = await run(tmp_path, telegram + stored)

    assert status == BAD_INPUT
    assert "made by a later version" in line


async def test_a_database_of_another_program_is_refused_before_telegram_is_asked(
    tmp_path: Path, run: Run
) -> None:
    """The line names its tables; Telegram is not asked, and no byte is changed."""
    (tmp_path / "token.txt").write_text(FOREIGN, encoding="utf-8")
    (tmp_path / "token.txt").chmod(0o600)
    with sqlite3.connect(tmp_path / "tur.sqlite") as db:
        db.execute("CREATE TABLE members (id INTEGER)")
    db.close()
    before = (tmp_path / "tur.sqlite").read_bytes()
    telegram = '[telegram]\ntoken_file = "token.txt"\nbase_url = "http://127.0.0.1:9"\n'

    status, (line,), _ = await run(tmp_path, f'{telegram}[storage]\nurl = "sqlite:///tur.sqlite"\n')

    assert status == BAD_INPUT
    assert "has tables of another program (members)" in line
    assert (tmp_path / "tur.sqlite").read_bytes() == before


async def test_a_word_list_that_is_not_there_is_named_and_nothing_is_touched(
    tmp_path: Path, run: Run
) -> None:
    """A mistyped or missing list gives one line and creates no database."""
    sandbox = Sandbox()
    (tmp_path / "token.txt").write_text(sandbox.token, encoding="utf-8")
    (tmp_path / "token.txt").chmod(0o600)
    async with serve(sandbox) as url:
        config = f'[telegram]\ntoken_file = "token.txt"\nbase_url = "{url}"\n'
        status, (line,), log = await run(
            tmp_path, f'{config}[federation]\nword_list = "LOC-2026"\n'
        )
        assert (status, "Traceback" in log) == (BAD_INPUT, False)
        assert "no word list is called 'LOC-2026'" in line
        assert str(tmp_path / "lexicons") in line

        (tmp_path / "lexicons").mkdir()
        (tmp_path / "lexicons" / "LOC-2026.toml").write_text("words = ", encoding="utf-8")
        status, (line,), log = await run(tmp_path, config)
        assert (status, "Traceback" in log) == (BAD_INPUT, False)
        assert "LOC-2026.toml" in line
    assert held(tmp_path) == ["config.toml", "lexicons", "token.txt"]


async def test_a_token_file_that_holds_no_token_is_distinguished(tmp_path: Path, run: Run) -> None:
    """For an empty file, or BotFather's whole message, the line says what to do."""
    for held_in_it, reason in (("\n", "is empty; put the token"), ("a b", "and nothing else")):
        (tmp_path / "token.txt").write_text(held_in_it, encoding="utf-8")
        status, (line,), _ = await run(tmp_path, '[telegram]\ntoken_file = "token.txt"\n')
        assert (status, reason in line) == (BAD_INPUT, True)


async def test_what_keeps_a_second_program_out_and_what_cannot_be_written(
    tmp_path: Path, run: Run
) -> None:
    """Both would send, so the second reads which to stop. An unusable lock file is refused."""
    sandbox = Sandbox()
    (tmp_path / "token.txt").write_text(sandbox.token, encoding="utf-8")
    (tmp_path / "token.txt").chmod(0o600)
    file = empty_database(tmp_path / "tur-retur.sqlite")
    async with serve(sandbox) as url:
        config = f'[telegram]\ntoken_file = "token.txt"\nbase_url = "{url}"\n'
        async with Database(f"sqlite:///{file}") as database:
            with alone_at(database):
                status, (line,), _ = await run(tmp_path, config)
            assert status == BAD_INPUT
            assert f"another program (process {os.getpid()}) is at work at " in line
            async with database.transaction() as tx:
                await tx.exec_driver_sql(
                    "CREATE TRIGGER full BEFORE UPDATE ON alembic_version"
                    " BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END"
                )
        status, (line,), log = await run(tmp_path, config)
    assert (status, "Traceback" in log) == (BAD_INPUT, False)
    assert line.endswith("cannot be written to: database or disk is full")


async def test_a_start_says_what_is_at_work_and_what_is_missing(
    tmp_path: Path, forking: Forks
) -> None:
    """The log names version, bot and database, a missing operator, and missing copies."""
    sandbox = Sandbox()
    empty_database(tmp_path / "tur-retur.sqlite")
    async with serve(sandbox) as url:
        telegram = {"TURRETUR_TELEGRAM_TOKEN": sandbox.token, "TURRETUR_TELEGRAM_BASE_URL": url}
        run = forking.run(tmp_path, ["run", "--json"], environment() | telegram)
        ending = asyncio.create_task(run)
        await sandbox.wait_for(lambda: sandbox.updates.is_polling, seconds=PATIENCE)
        os.kill(forking.running, signal.SIGTERM)
        status, _, written = await ending
    lines = [json.loads(line) for line in written.splitlines()]
    at_work = next(line for line in lines if line["event"] == "at work")

    assert status == 0
    assert (at_work["bot"], at_work["mode"]) == (sandbox.username, "polling")
    assert at_work["database"].endswith("tur-retur.sqlite")
    events = [line["event"].partition(" is empty")[0] for line in lines]
    assert {"operators.ids", "backup.directory", "stopped"} <= set(events)
    assert lines[-1]["event"] == "stopped"


@pytest.mark.parametrize(("mode", "asked"), [("polling", "getUpdates"), ("webhook", "setWebhook")])
async def test_a_token_revoked_under_a_running_bot_ends_it_in_one_line(
    tmp_path: Path, run: Run, mode: str, asked: str
) -> None:
    """The error names the file for the new token, without a traceback."""
    sandbox = Sandbox()
    file = tmp_path / "token.txt"
    file.write_text(sandbox.token, encoding="utf-8")
    file.chmod(0o600)
    empty_database(tmp_path / "tur-retur.sqlite")
    sandbox.faults.add(faults.Refuse(401, "Unauthorized"), method=asked, times=1000)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    async with serve(sandbox) as url:
        status, (line,), log = await run(
            tmp_path,
            f'[telegram]\ntoken_file = "token.txt"\nbase_url = "{url}"\nmode = "{mode}"\n'
            f'webhook_url = "http://127.0.0.1:{port}/telegram"\n[server]\nport = {port}\n',
        )

    assert (status, "Traceback" in log) == (BAD_INPUT, False)
    assert line.startswith(f"turretur: telegram: {url} does not accept the token in {file}; ")
