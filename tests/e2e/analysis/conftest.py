"""Analyses run only while the processor is idle; beside other tests it never is."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest_asyncio

from tests.e2e.analysed import BEHIND_ALL, analysing

_PAUSE = 0.1


@pytest_asyncio.fixture(autouse=True)
async def _given_the_processor() -> AsyncIterator[None]:
    """Give analyses the processor as any other process has it, once they have stood back."""
    task = asyncio.create_task(_hurry())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def _hurry() -> None:
    seen: int | None = None
    while True:
        with suppress(OSError):  # it has ended meanwhile, or only root may do this
            process = analysing(os.getpid())
            if process is not None and os.getpriority(os.PRIO_PROCESS, process) == BEHIND_ALL:
                if process == seen:
                    os.sched_setscheduler(process, os.SCHED_OTHER, os.sched_param(0))
                    os.setpriority(os.PRIO_PROCESS, process, 0)
                seen = process  # `begun` looks for this in between
        await asyncio.sleep(_PAUSE)
