"""Child processes that have ended."""

from contextlib import suppress

import pytest

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
