"""The requested ratings, as jobs for the queue: one at a time for each person."""

from collections.abc import Container
from functools import partial
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.ratings.jobs.runner import RatingRunner
from bot.runtime.job_queue import RequestedJob
from bot.runtime.unit import Runtime
from bot.texts.delivery import Fetch
from storage.ratings import rating_work
from storage.ratings.rating_work import RatingWork

AT_ONCE: Final = 2
"""The number of processes that run in parallel."""


class RatingJobSource:
    """The queue's source of checks and lists."""

    at_once = AT_ONCE

    def __init__(self, runtime: Runtime, fetch: Fetch, operators: Container[int]) -> None:
        """Remember how to fetch a file, and who may publish besides the ratings officers."""
        self._runtime = runtime
        self._fetch = fetch
        self._operators = operators

    async def requested(self, tx: AsyncConnection) -> list[RequestedJob]:
        """Return the jobs to check or calculate, the oldest request first."""
        return [
            RequestedJob(
                ("rating", work.person),
                (work.token, work.seq),
                partial(self._run, work),
                by=work.person,
            )
            for work in await rating_work.wanted(tx)
        ]

    async def _run(self, work: RatingWork) -> None:
        """Run one job."""
        await RatingRunner(self._runtime, self._fetch, self._operators).run(work)
