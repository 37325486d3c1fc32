"""A small part of the fuzz campaign: `python -m benchmarks fuzz` sends 50,000 inputs."""

from pathlib import Path

import pytest

from benchmarks.bench_fuzz import fuzz


@pytest.mark.campaign
async def test_malformed_updates_and_requests_lead_to_no_traceback(tmp_path: Path) -> None:
    """Malformed requests are answered below 500, and a player's move is still previewed."""
    outcome = await fuzz(250, 1, tmp_path)

    assert outcome.statuses.total() == 250
    assert (outcome.tracebacks, outcome.failures, outcome.unfinished) == (0, 0, 0), outcome.log
    assert not outcome.failed
    assert len(outcome.waits) == 1
