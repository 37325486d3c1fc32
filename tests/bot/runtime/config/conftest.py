"""Shared fixtures for tests of the configuration."""

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return the path of a test's configuration."""
    return tmp_path / "config.toml"
