"""Configurations that tests write and load."""

from pathlib import Path

import pytest

from bot.runtime.config.settings import Config, ConfigError, load_config

TOKEN = "700100200:abc-DEF_ghi_jkl_mno_pqr_stu_vwx_yz0"


def loaded(file: Path, text: str, environ: dict[str, str] | None = None) -> Config:
    """Return the configuration of this text."""
    file.write_text(text, encoding="utf-8")
    return load_config(file, environ or {})


def problems(file: Path, text: str, environ: dict[str, str] | None = None) -> tuple[str, ...]:
    """Return the lines of the refusal of this text."""
    with pytest.raises(ConfigError) as refusal:
        loaded(file, text, environ)
    return refusal.value.problems
