"""Files that commands write: their owner's alone, and one line where they cannot be written."""

import os
from pathlib import Path

import pytest

from bot.cli.output import BAD_INPUT, write_private


def test_what_is_written_out_is_its_owners_alone(tmp_path: Path) -> None:
    """Also where a file of that name lay open to all before, or everything new would."""
    known = tmp_path / "deep" / "dosar.zip"
    before = os.umask(0)
    try:
        write_private(known, b"one")
        assert known.stat().st_mode & 0o777 == 0o600
        known.chmod(0o666)
        write_private(known, b"two")
    finally:
        os.umask(before)
    assert known.stat().st_mode & 0o777 == 0o600
    assert known.read_bytes() == b"two"


def test_a_place_that_cannot_be_written_to_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The file is named, and what is wrong; no traceback."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SystemExit) as ended:
        write_private(tmp_path / "file" / "x.json", b"")
    assert ended.value.code == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"turretur: {tmp_path}/file/x.json: ")
