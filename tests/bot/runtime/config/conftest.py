"""What tests of the configuration share."""

from pathlib import Path

import pytest


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return where a test writes its configuration."""
    return tmp_path / "config.toml"
