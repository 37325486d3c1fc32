"""Fixtures of tests that run programs, with the connections that the program has."""

import pytest


@pytest.fixture(autouse=True)
def _inline_sqlite() -> None:
    """Leave the connections to their threads."""
