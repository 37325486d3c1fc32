"""Shared fixtures for tests of commands."""

from pathlib import Path

import pytest


@pytest.fixture
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder without configuration and imported lists."""
    monkeypatch.chdir(tmp_path)
