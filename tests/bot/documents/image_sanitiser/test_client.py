"""The image sanitiser's process: started on demand; one bad picture affects no other."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.documents.image_sanitiser.__main__ import MEMORY
from bot.documents.image_sanitiser.client import ImageSanitiser
from bot.documents.image_sanitiser.wire import LENGTH, TooLarge, Unusable
from sandbox.waiting import PATIENCE
from tests.sandbox.pictures import picture


@asynccontextmanager
async def opened(
    *, patience: float = PATIENCE, idle: float = PATIENCE
) -> AsyncIterator[ImageSanitiser]:
    """Give a sanitiser, and end its process afterwards."""
    sanitiser = ImageSanitiser(patience=patience, idle=idle)
    try:
        yield sanitiser
    finally:
        await sanitiser.close()


async def pieces(content: bytes) -> AsyncIterator[bytes]:
    """Give a file in Telegram's pieces."""
    for start in range(0, len(content), 100):
        yield content[start : start + 100]


def alive(process: int | None) -> bool:
    """Return whether that process exists."""
    return process is not None and Path(f"/proc/{process}").exists()


def said_of(process: int | None, name: str) -> str:
    """Return the system's data on a process."""
    return Path(f"/proc/{process}/{name}").read_text(encoding="utf-8")


async def test_one_process_makes_several_pictures_and_goes_when_none_comes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """One process without secrets makes several pictures, and ends soon after the last."""
    monkeypatch.setenv("TURRETUR_TELEGRAM_TOKEN", "1:secret")
    async with opened(idle=0.2) as sanitiser:
        assert sanitiser.process is None
        both = await asyncio.gather(
            sanitiser.sanitise(pieces(picture())), sanitiser.sanitise(pieces(picture()))
        )
        process = sanitiser.process
        assert both[0] == both[1]
        assert both[0].startswith(b"\xff\xd8")
        assert alive(process)
        assert "secret" not in said_of(process, "environ")
        async with asyncio.timeout(PATIENCE):
            while alive(process):  # noqa: ASYNC110  (it is another process's work)
                await asyncio.sleep(0.02)
        assert sanitiser.process is None
        assert await sanitiser.sanitise(pieces(picture())) == both[0]


async def test_the_next_picture_is_not_begun_before_the_last_is_made() -> None:
    """Only one picture is in memory, and the second file is not even requested."""
    begun, may_come = [], asyncio.Event()

    async def slow(name: str) -> AsyncIterator[bytes]:
        begun.append(name)
        await may_come.wait()
        yield picture()

    async with opened() as sanitiser:
        both = [asyncio.create_task(sanitiser.sanitise(slow(name))) for name in ("first", "second")]
        while not begun:  # noqa: ASYNC110  (another process is started first)
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.1)
        assert begun == ["first"]
        may_come.set()
        assert all(await asyncio.gather(*both))


async def test_its_process_may_take_little_and_goes_before_the_bot() -> None:
    """It has a memory limit, the lowest priority, and is killed first if memory runs out.

    `benchmarks pictures` measures its library's worst case.
    """
    async with opened() as sanitiser:
        await sanitiser.sanitise(pieces(picture()))
        process = sanitiser.process
        (limit,) = (
            line.split()[3:5]
            for line in said_of(process, "limits").splitlines()
            if line.startswith("Max address space")
        )
        assert limit == [str(MEMORY)] * 2
        assert said_of(process, "oom_score_adj") == "1000\n"
        assert os.getpriority(os.PRIO_PROCESS, process or 0) > 0


def test_a_process_that_nobody_ends_ends_itself() -> None:
    """A process whose bot has gone ends itself, even during an endless picture."""
    stuck = (
        "import time, bot.documents.image_sanitiser.__main__ as sanitiser\n"
        "sanitiser.SECONDS, sanitiser.reencoded = 1, lambda file: time.sleep(3600)\n"
        "sanitiser.main()\n"
    )
    file = b"x"
    handed_in = LENGTH.pack(len(file)) + file + LENGTH.pack(0)
    ended = subprocess.run(
        [sys.executable, "-c", stuck], input=handed_in, timeout=PATIENCE, check=False
    )
    assert ended.returncode == -signal.SIGALRM


async def test_it_refuses_what_is_no_picture_and_goes_on() -> None:
    """The reason is reported, and the next picture uses the same process."""
    async with opened() as sanitiser:
        with pytest.raises(Unusable):
            await sanitiser.sanitise(pieces(b"%PDF-1.7"))
        process = sanitiser.process
        with pytest.raises(TooLarge):
            await sanitiser.sanitise(pieces(picture(8000, 1600)))
        assert await sanitiser.sanitise(pieces(picture()))
        assert sanitiser.process == process


async def test_a_picture_that_takes_too_long_is_refused_and_its_process_ended() -> None:
    """Whatever the file does to the library, the next picture gets a new process."""
    async with opened() as sanitiser:
        await sanitiser.sanitise(pieces(picture()))
        stuck, usual = sanitiser.process, sanitiser._patience
        assert stuck is not None
        os.kill(stuck, signal.SIGSTOP)
        sanitiser._patience = 0.1  # only now, so that a busy machine may be slow to start it
        with pytest.raises(Unusable):
            await sanitiser.sanitise(pieces(picture()))
        sanitiser._patience = usual
        assert not alive(stuck)
        assert await sanitiser.sanitise(pieces(picture()))


async def test_a_process_that_dies_costs_one_picture() -> None:
    """If the process dies or is killed for lack of memory, only its picture is lost."""
    async with opened() as sanitiser:
        await sanitiser.sanitise(pieces(picture()))
        gone = sanitiser.process
        assert gone is not None
        os.kill(gone, signal.SIGKILL)
        with pytest.raises(Unusable):
            await sanitiser.sanitise(pieces(picture()))
        assert await sanitiser.sanitise(pieces(picture()))


async def test_no_module_is_taken_from_the_folder_that_the_bot_runs_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No module in that folder is used to read people's files."""
    (tmp_path / "PIL.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    (tmp_path / "io.py").write_text("raise SystemExit(3)\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    async with opened() as sanitiser:
        assert await sanitiser.sanitise(pieces(picture()))


@pytest.mark.parametrize("error", [ConnectionResetError, TimeoutError])
async def test_an_error_of_the_source_is_not_blamed_on_the_picture(error: type[OSError]) -> None:
    """A file that does not arrive may be requested again, and the next picture is made."""

    async def broken() -> AsyncIterator[bytes]:
        yield b"half a"
        raise error

    async with opened() as sanitiser:
        with pytest.raises(error):
            await sanitiser.sanitise(broken())
        assert await sanitiser.sanitise(pieces(picture()))
