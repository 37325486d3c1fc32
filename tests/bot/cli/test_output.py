"""Files that commands write and read: private to their owner, with one line for an error."""

import json
import os
import subprocess
import sys
from errno import ENOSPC
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.__main__ import main
from bot.cli.output import BAD_INPUT, counted
from bot.cli.written_files import write_private
from bot.runtime.config.sections import ServerSection


def test_what_is_written_out_is_its_owners_alone(tmp_path: Path) -> None:
    """Only its owner can read a written file, even over a file that was open to all."""
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


def test_a_write_that_fails_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An export to a full disk does not destroy the export of the day before."""
    known = tmp_path / "ana.json"
    write_private(known, b"yesterday")

    def full(_: int) -> None:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(SystemExit):
        write_private(known, b"today")

    assert known.read_bytes() == b"yesterday"
    assert list(tmp_path.iterdir()) == [known]


@pytest.mark.parametrize(
    ("count", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games"), (1000, "1,000 games")]
)
def test_one_is_counted_as_one(count: int, said: str) -> None:
    """A count of one has its singular form."""
    assert counted(count, "game") == said


def test_a_place_that_cannot_be_written_to_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line names file and error, without a traceback."""
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(SystemExit) as ended:
        write_private(tmp_path / "file" / "x.json", b"")
    assert ended.value.code == BAD_INPUT
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"turretur: {tmp_path}/file/x.json: ")


@pytest.mark.parametrize("content", ["no database at all", ""])
def test_what_is_no_database_of_ours_is_refused_in_one_line(tmp_path: Path, content: str) -> None:
    """For a foreign or empty file the line gives the database's message, without a traceback."""
    path = tmp_path / "letters.txt"
    path.write_text(content)

    done = CliRunner().invoke(main, ["verify", "--url", f"sqlite:///{path}"])

    assert done.exit_code == BAD_INPUT
    (line,) = done.output.splitlines()
    assert line.startswith(f"turretur: sqlite+aiosqlite:///{path} ")
    assert "not a database" in line


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no full device")
def test_an_answer_for_a_full_disk_is_refused_in_one_line() -> None:
    """The system names no file then; the line gives its reason, without a traceback."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            (sys.executable, "-m", "bot", "config"),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )

    assert done.stderr == "turretur: No space left on device: the output is incomplete\n"
    assert done.returncode == BAD_INPUT


def test_every_locale_prints_every_character() -> None:
    """On a server with an old locale a file or pipe gets UTF-8, without a traceback."""
    environment = {**os.environ, "PYTHONIOENCODING": "iso-8859-1"}
    command = (sys.executable, "-m", "bot", "words", "--help")
    done = subprocess.run(command, env=environment, capture_output=True, check=False)

    assert (done.returncode, done.stderr) == (0, b"")
    assert "WORD…" in done.stdout.decode("utf-8")


def test_a_question_that_nobody_can_answer_names_the_options(tmp_path: Path) -> None:
    """A script without a terminal reads where to put its answers."""
    done = CliRunner().invoke(main, ["setup", "--into", str(tmp_path)])

    assert done.exit_code == BAD_INPUT
    assert done.stderr.endswith("--help lists options in place of questions\n")
    assert list(tmp_path.iterdir()) == []


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
def test_what_is_mistyped_is_reported_in_whole_sentences(typed: list[str], said: str) -> None:
    """One line says what was not understood, and which help to read."""
    done = CliRunner().invoke(main, typed)

    assert done.exit_code == BAD_INPUT
    (line,) = done.output.splitlines()
    assert line.startswith(said)
    assert line.endswith(f" {typed[0]} --help.")


def test_no_control_character_of_a_files_name_reaches_the_terminal(tmp_path: Path) -> None:
    """Neither refusals nor answers contain one; JSON reads back the original name."""
    name = "a\x1b[2J\x9b\u202eb"
    games = tmp_path / f"{name}.csv"
    games.write_text("no table\n")
    record = tmp_path / f"{name}.gcg"
    record.write_text("#player1 ann Ann\n#player2 bo Bo\n")

    analysed = CliRunner().invoke(main, ["analyse", str(record), "--tiles", "ro"])
    refused = CliRunner().invoke(main, ["rating", "frs", "--events", str(games)])
    replayed = CliRunner().invoke(main, ["replay", str(record), "--json"])

    assert refused.exit_code == BAD_INPUT
    assert "a\\x1b[2J\\x9b\\u202eb.csv" in refused.output
    for sign in "\x1b\x9b\u202e":
        assert sign not in analysed.output + refused.output + replayed.output
    assert json.loads(replayed.stdout.splitlines()[0])["file"] == str(record)


def test_a_name_that_is_a_formula_is_a_text_in_every_table(tmp_path: Path) -> None:
    """`--out` writes an apostrophe before it; reading removes it again."""
    events, out = tmp_path / "events.csv", tmp_path / "out.csv"
    rows = "".join(f"2025-03-01,completive,1,{name},1\n" for name in ("=1+1", "Ana Pop"))
    events.write_text(f"date,type,event,player,place\n{rows}")

    done = CliRunner().invoke(main, ["rating", "frs", "--events", str(events), "--out", str(out)])

    assert done.exit_code == 0, done.output
    assert "'=1+1" in out.read_text()
    assert not any(cell.startswith("=") for cell in out.read_text().replace("\n", ",").split(","))


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
def test_no_proxy_is_configured_for_a_path(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The printed file forwards a whole domain, so an address with a path is refused."""
    monkeypatch.setenv("TURRETUR_SERVER_PUBLIC_URL", "https://club.example.org/scrabble")
    done = CliRunner().invoke(main, ["proxy", proxy])

    assert done.exit_code == BAD_INPUT
    assert done.stderr.endswith("the bot needs a whole domain, without the path /scrabble\n")


@pytest.mark.parametrize("proxy", ["caddy", "nginx"])
@pytest.mark.parametrize("machine", ["fd00::7", "[fd00::7]"])
def test_a_machine_may_have_an_ipv6_address(
    proxy: str, machine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its address gets brackets, without which its last part would be read as the port."""
    monkeypatch.setenv("TURRETUR_SERVER_PUBLIC_URL", "https://club.example.org")
    done = CliRunner().invoke(main, ["proxy", proxy, "--machine", machine])

    assert done.exit_code == 0
    assert f" [fd00::7]:{ServerSection().port}" in done.stdout


@pytest.mark.parametrize(
    ("proxy", "line"), [("caddy", "/calendar/* /"), ("nginx", "location = / {")]
)
def test_a_proxy_forwards_updates_that_have_no_path(
    proxy: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Telegram sends to / what has only a domain, and so does the proxy."""
    monkeypatch.setenv("TURRETUR_SERVER_PUBLIC_URL", "https://club.example.org")
    monkeypatch.setenv("TURRETUR_TELEGRAM_MODE", "webhook")
    monkeypatch.setenv("TURRETUR_TELEGRAM_WEBHOOK_URL", "https://club.example.org")
    done = CliRunner().invoke(main, ["proxy", proxy])

    assert line in done.stdout
