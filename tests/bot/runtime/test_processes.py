"""Child processes that have ended."""

from contextlib import suppress

import pytest

from bot.program.publishing import LONGEST_REPORT
from bot.runtime import processes


async def test_writing_to_a_process_that_has_ended_is_a_broken_pipe() -> None:
    """Whatever the event loop raises for a closed pipe, the caller reads that it ended."""
    process = await processes.start("bot.documents.image_sanitiser", stderr=None)
    try:
        process.kill()
        await process.wait()
        assert process.stdin is not None
        with suppress(OSError):
            await process.stdin.wait_closed()
        with pytest.raises(BrokenPipeError):
            processes.write_to(process.stdin, b"picture")
    finally:
        await processes.end(process)


async def test_a_long_report_is_read_as_a_whole() -> None:
    """The site names hundreds of pages with their tracebacks in one line."""
    length = 4 * processes.LONGEST_LINE
    process = await processes.start("json.tool", stderr=None, longest_line=LONGEST_REPORT)
    try:
        processes.write_to(process.stdin, f'"{"x" * length}"'.encode())
        processes.pipe_of(process.stdin).close()
        line = await processes.pipe_of(process.stdout).readline()
    finally:
        await processes.end(process)

    assert len(line) > length
