"""The check of the nightly copy, in a process of its own."""

from pathlib import Path

import pytest

from bot.program.nightly import errors_in_copy


@pytest.mark.parametrize(
    ("program", "found"),
    [
        ("kill -9 $$", None),
        (
            "echo a warning >&2; echo 'turretur: COPY is empty' >&2; exit 2",
            ["turretur: COPY is empty"],
        ),
    ],
    ids=["killed", "refused"],
)
async def test_a_check_that_was_killed_says_nothing_about_the_copy(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str, found: list[str] | None
) -> None:
    """The system may end it for lack of memory; only a refusal makes a copy a broken one."""
    python = tmp_path / "python"
    python.write_text(f"#!/bin/sh\n{program}\n", encoding="utf-8")
    python.chmod(0o755)
    monkeypatch.setattr("sys.executable", str(python))

    assert await errors_in_copy(tmp_path / "copy.sqlite") == found
