"""The process that reads and rates: its outcome, its limits, and its certain end."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.ratings.calculation.task import TaskAction
from bot.ratings.jobs.calculating import check, rate
from bot.ratings.jobs.process import TaskFailed, ignore_stage, work
from bot.runtime import processes
from tests.bot.ratings.lists.given import task_of
from tests.e2e.ratings import forked
from tests.rating_files import GAMES, STARTS, absp_example, csv_of, free_games


@pytest.fixture
def forked_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fork the process, for what does not depend on its start."""
    monkeypatch.setattr(processes, "start", forked.start)


def children() -> set[str]:
    """Return this process's children that still run."""
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split())


async def test_what_the_process_does_is_what_would_be_done_here() -> None:
    """The process gives the same rating as a call in this process."""
    stages: list[str] = []

    async def report(stage: str) -> None:
        stages.append(stage)

    task, files = task_of("absp", *absp_example(), action=TaskAction.RATE)
    assert await work(task, files, report) == rate(task, files, ignored)
    assert stages == ["reading", "rating", "writing"]


def test_an_error_is_at_its_own_file_even_if_another_has_the_same_name() -> None:
    """A person who sends two files called alike corrects the one that has the error."""
    wrong, results = csv_of(STARTS, ["Ana,x,1"]), csv_of(GAMES, [])
    task, files = task_of("absp", wrong, results)
    alike = tuple(replace(file, name="tabel.csv") for file in task.files)

    checked = check(replace(task, files=alike), files)

    assert list(checked["faults"]) == ["1"]


def ignored(stage: str) -> None:
    """Ignore a stage."""
    del stage


async def test_a_task_that_takes_too_long_is_killed() -> None:
    """Its person reads that time was the reason, not an error."""
    task, files = task_of("absp", free_games(8_000), action=TaskAction.RATE)
    before = children()

    with pytest.raises(TaskFailed) as failure:
        await work(task, files, ignore_stage, patience=0.3)
    assert failure.value.hit_limit
    assert children() == before


async def test_a_task_that_is_wanted_no_more_leaves_no_process() -> None:
    """A task cancelled in the middle leaves no process."""
    began = asyncio.Event()

    async def report(stage: str) -> None:
        del stage
        began.set()

    task, files = task_of("absp", free_games(8_000), action=TaskAction.RATE)
    before = children()
    running = asyncio.create_task(work(task, files, report))
    await began.wait()
    assert len(children() - before) == 1
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert children() == before


@pytest.mark.usefixtures("forked_jobs")
async def test_a_fault_of_ours_is_reported_with_its_reason() -> None:
    """The process writes the reason to its error stream."""
    task, files = task_of("no such system", b"a,b\n")

    with pytest.raises(TaskFailed, match="KeyError: 'no such system'") as failure:
        await work(task, files, ignore_stage)
    assert not failure.value.hit_limit


@pytest.mark.usefixtures("forked_jobs")
async def test_the_end_of_a_long_reason_is_kept() -> None:
    """The person who waits for the list gets the usual answer, and the log names the error."""
    for length in (1 << 10, 100_000, 1 << 17, 300_000):
        task, files = task_of("x" * length + "TAIL", b"a,b\n")
        with pytest.raises(TaskFailed, match="TAIL"):
            await work(task, files, ignore_stage)


async def test_a_task_without_memory_is_told_from_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its person reads to try fewer games, because another attempt would fail, too."""
    code = (
        "from bot.ratings.jobs import __main__ as job\n"
        "job.check = lambda *_: bytearray(1 << 40)\n"
        "job.main()"
    )

    async def start(module: str, *, stderr: int | None) -> asyncio.subprocess.Process:
        del module
        pipe = asyncio.subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, stdin=pipe, stdout=pipe, stderr=stderr
        )

    monkeypatch.setattr(processes, "start", start)
    task, files = task_of("absp", *absp_example())

    with pytest.raises(TaskFailed, match="out of memory") as failure:
        await work(task, files, ignore_stage)
    assert failure.value.hit_limit


async def test_the_process_knows_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its environment has neither the bot's configuration nor the password of its database.

    Only the process that makes the site opens the database.
    """
    monkeypatch.setenv("TURRETUR_TELEGRAM_TOKEN", "1:x")
    monkeypatch.setenv("PGPASSWORD", "x")
    monkeypatch.setenv("HOME", "/root")

    environment = processes.environment()
    assert not [name for name in environment if name.startswith(("TURRETUR_", "PGPASS"))]
    assert environment["HOME"] == "/root"
    assert processes.environment(opens_database=True)["PGPASSWORD"] == "x"


async def test_no_module_is_taken_from_the_folder_that_the_bot_runs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No module in that folder is used to read people's files, which are checked as ever."""
    for name in ("json", "csv", "xlrd"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    task, files = task_of("absp", *absp_example())
    assert await work(task, files, ignore_stage) == check(task, files)
