"""The darkroom's process: it comes when it is needed, and no picture breaks more than itself."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.documents.darkroom.__main__ import MEMORY
from bot.documents.darkroom.darkroom import Darkroom
from bot.documents.darkroom.wire import LENGTH, TooLarge, Unusable
from sandbox.waiting import PATIENCE
from tests.sandbox.pictures import picture


@asynccontextmanager
async def opened(*, patience: float = PATIENCE, idle: float = PATIENCE) -> AsyncIterator[Darkroom]:
    """Give a darkroom, and leave no process behind."""
    darkroom = Darkroom(patience=patience, idle=idle)
    try:
        yield darkroom
    finally:
        await darkroom.close()


async def pieces(content: bytes) -> AsyncIterator[bytes]:
    """Give a file as it comes from Telegram."""
    for start in range(0, len(content), 100):
        yield content[start : start + 100]


def alive(process: int | None) -> bool:
    """Return whether there is such a process."""
    return process is not None and Path(f"/proc/{process}").exists()


def said_of(process: int | None, name: str) -> str:
    """Return what the system says of a process."""
    return Path(f"/proc/{process}/{name}").read_text(encoding="utf-8")


async def test_one_process_makes_several_pictures_and_goes_when_none_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It begins with the first, knows nothing secret, and its memory is free a little later."""
    monkeypatch.setenv("TURRETUR_TELEGRAM_TOKEN", "1:secret")
    async with opened(idle=0.2) as darkroom:
        assert darkroom.process is None
        both = await asyncio.gather(
            darkroom.made(pieces(picture())), darkroom.made(pieces(picture()))
        )
        process = darkroom.process
        assert both[0] == both[1]
        assert both[0].startswith(b"\xff\xd8")
        assert alive(process)
        assert "secret" not in said_of(process, "environ")
        async with asyncio.timeout(PATIENCE):
            while alive(process):  # noqa: ASYNC110  (it is another process's work)
                await asyncio.sleep(0.02)
        assert darkroom.process is None
        assert await darkroom.made(pieces(picture())) == both[0]


async def test_the_next_picture_is_not_begun_before_the_last_is_made() -> None:
    """However many come at once, one is in memory: the second's file is not even asked for."""
    begun, may_come = [], asyncio.Event()

    async def slow(name: str) -> AsyncIterator[bytes]:
        begun.append(name)
        await may_come.wait()
        yield picture()

    async with opened() as darkroom:
        both = [asyncio.create_task(darkroom.made(slow(name))) for name in ("first", "second")]
        while not begun:  # noqa: ASYNC110  (another process is started first)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert begun == ["first"]
        may_come.set()
        assert all(await asyncio.gather(*both))


async def test_its_process_may_take_little_and_goes_before_the_bot() -> None:
    """A limit of memory, the last turn at the processor, and the first to go where memory is out.

    What its library takes at its worst is measured by `benchmarks pictures`.
    """
    async with opened() as darkroom:
        await darkroom.made(pieces(picture()))
        process = darkroom.process
        (limit,) = (
            line.split()[3:5]
            for line in said_of(process, "limits").splitlines()
            if line.startswith("Max address space")
        )
        assert limit == [str(MEMORY)] * 2
        assert said_of(process, "oom_score_adj") == "1000\n"
        assert os.getpriority(os.PRIO_PROCESS, process or 0) > 0


def test_a_process_that_nobody_ends_ends_itself() -> None:
    """Over a picture that takes for ever, where the bot that has begun it is gone."""
    stuck = (
        "import time, bot.documents.darkroom.__main__ as darkroom\n"
        "darkroom.SECONDS, darkroom.made = 1, lambda file: time.sleep(3600)\n"
        "darkroom.main()\n"
    )
    file = b"x"
    handed_in = LENGTH.pack(len(file)) + file + LENGTH.pack(0)
    ended = subprocess.run(
        [sys.executable, "-c", stuck], input=handed_in, timeout=PATIENCE, check=False
    )
    assert ended.returncode == -signal.SIGALRM


async def test_it_refuses_what_is_no_picture_and_goes_on() -> None:
    """The reason is told; the next picture finds the same process."""
    async with opened() as darkroom:
        with pytest.raises(Unusable):
            await darkroom.made(pieces(b"%PDF-1.7"))
        process = darkroom.process
        with pytest.raises(TooLarge):
            await darkroom.made(pieces(picture(8000, 1600)))
        assert await darkroom.made(pieces(picture()))
        assert darkroom.process == process


async def test_a_picture_that_takes_too_long_is_refused_and_its_process_ended() -> None:
    """Whatever a file does to the library, the next picture finds a new process."""
    async with opened(patience=5.0) as darkroom:
        await darkroom.made(pieces(picture()))
        stuck = darkroom.process
        assert stuck is not None
        os.kill(stuck, signal.SIGSTOP)
        with pytest.raises(Unusable):
            await darkroom.made(pieces(picture()))
        assert not alive(stuck)
        assert await darkroom.made(pieces(picture()))


async def test_a_process_that_dies_costs_one_picture() -> None:
    """As when the system has no memory left for it."""
    async with opened() as darkroom:
        await darkroom.made(pieces(picture()))
        gone = darkroom.process
        assert gone is not None
        os.kill(gone, signal.SIGKILL)
        with pytest.raises(Unusable):
            await darkroom.made(pieces(picture()))
        assert await darkroom.made(pieces(picture()))


async def test_no_module_is_taken_from_the_folder_that_the_bot_runs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever lies there, it is not what people's files are read by."""
    (tmp_path / "PIL.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    (tmp_path / "io.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with opened() as darkroom:
        assert await darkroom.made(pieces(picture()))
