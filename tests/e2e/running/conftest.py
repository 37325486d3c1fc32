"""Fixtures of tests that run programs, with the connections that the program has."""

import pytest

from tests.e2e.conftest import SHARED

INLINE = ("crowd", "hostile", "late", "limits", "nightly", "upgrade", "web_limits", "wrong_clock")
"""The modules whose tests concern what one program does, and not its connections."""


@pytest.fixture(autouse=True)
def _inline_sqlite(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the connections to their threads, except in modules that do not concern these."""
    if request.module.__name__.rpartition(".test_")[2] in INLINE:
        SHARED.use(monkeypatch)
