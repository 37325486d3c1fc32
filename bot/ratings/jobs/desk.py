"""What people want rated, as the queue of jobs sees it: one thing at a time for each person."""

from collections.abc import Container
from functools import partial
from typing import TYPE_CHECKING, Final

from bot.runtime.job_queue import Job
from storage.ratings import rating_work
from storage.ratings.rating_work import Work

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.runtime.unit import Runtime
    from bot.texts.delivery import Fetch

AT_ONCE: Final = 2
"""Processes at work side by side."""


class RatingDesk:
    """Where checks and lists are asked for."""

    at_once = AT_ONCE

    def __init__(self, runtime: "Runtime", fetch: "Fetch", operators: Container[int]) -> None:
        """Take how to fetch a file, and who, besides rating keepers, may publish."""
        self._runtime = runtime
        self._fetch = fetch
        self._operators = operators

    async def wanted(self, tx: "AsyncConnection") -> list[Job]:
        """Return what is to be checked or worked out, the oldest wish first."""
        return [
            Job(("rating", work.person), (work.token, work.seq), partial(self._do, work))
            for work in await rating_work.wanted(tx)
        ]

    async def _do(self, work: Work) -> None:
        """Do one thing; what does it is loaded with the first."""
        from bot.ratings.jobs.runner import Runner  # noqa: PLC0415  (it brings the whole rating side along)

        await Runner(self._runtime, self._fetch, self._operators).do(work)
