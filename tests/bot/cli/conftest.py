"""What tests of commands share."""

from pathlib import Path

import pytest


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run where there is no configuration and no imported list."""
    monkeypatch.chdir(tmp_path)
