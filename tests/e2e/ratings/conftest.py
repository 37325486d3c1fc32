"""Ratings in chat: their jobs run in forked processes."""

from collections.abc import Iterator

import pytest

from bot.runtime import processes
from tests.e2e.ratings import forked


@pytest.fixture(scope="module", autouse=True)
def _forked_jobs(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fork the processes of jobs, except where a test concerns the process."""
    with pytest.MonkeyPatch.context() as patch:
        if not request.module.__name__.endswith(".test_rating_work"):
            patch.setattr(processes, "start", forked.start)
        yield
