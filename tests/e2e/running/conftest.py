"""Fixtures of tests that run programs, with the connections that the program has."""

import pytest

from tests.e2e import lean_http
from tests.e2e.conftest import SHARED

INLINE = {
    *("clock_steps", "crowd", "damaged_log", "failing_rows", "hostile", "late", "limits"),
    *("nightly", "rival", "updates", "upgrade", "web_limits", "wrong_clock"),
}
"""The modules whose tests concern what one program does, and not its connections."""


@pytest.fixture(autouse=True)
def _lean_connections(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the program its connections, except in modules that do not concern these."""
    if request.module.__name__.rpartition(".test_")[2] in INLINE:
        SHARED.use(monkeypatch)
        lean_http.use(monkeypatch)
