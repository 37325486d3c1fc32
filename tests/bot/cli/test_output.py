"""Files that commands write and read: their owner's alone, and one line where it goes wrong."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.cli.output import BAD_INPUT, counted, write_private


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


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1000, "1,000 games")]
)
def test_one_is_counted_as_one(count: int, said: str) -> None:
    """Whatever is counted on the command line."""
    assert counted(count, "game") == said


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


@pytest.mark.parametrize("content", ["no database at all", ""])
def test_what_is_no_database_of_ours_is_refused_in_one_line(tmp_path: Path, content: str) -> None:
    """A file that holds something else, or nothing: no traceback, and what the database says."""
    path = tmp_path / "letters.txt"
    path.write_text(content)

    done = CliRunner().invoke(main, ["verify", "--url", f"sqlite:///{path}"])

    assert done.exit_code == BAD_INPUT
    (line,) = done.output.splitlines()
    assert line.startswith(f"turretur: sqlite+aiosqlite:///{path} ")
    assert "not a database" in line


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["plays", "EALEITR"], "turretur: Got unexpected extra argument (EALEITR). See "),
        (
            ["draw", "--cout", "3"],
            "turretur: No such option '--cout'. Did you mean '--count'? See ",
        ),
    ],
)
def test_what_is_mistyped_is_told_in_whole_sentences(typed: list[str], said: str) -> None:
    """In one line: what was not understood, and which help to read."""
    done = CliRunner().invoke(main, typed)

    assert done.exit_code == BAD_INPUT
    (line,) = done.output.splitlines()
    assert line.startswith(said)
    assert line.endswith(f" {typed[0]} --help.")
