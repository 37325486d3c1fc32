"""`turretur words`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from engine.words.lexicon import SHIPPED

pytestmark = pytest.mark.usefixtures("own_folder")


def run(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["words", *arguments])


def test_words_in_json() -> None:
    """Each word has its typed and folded form and its validity; an invalid word gives status 1."""
    result = run("casă", "Știre", "xyzzy", "--json")

    assert result.exit_code == 1
    assert json.loads(result.stdout) == [
        {"word": "casă", "folded": "CASA", "valid": True},
        {"word": "Știre", "folded": "STIRE", "valid": True},
        {"word": "xyzzy", "folded": "XYZZY", "valid": False},
    ]


def test_status_0_when_all_are_there() -> None:
    """A script need not read the output."""
    assert run("casa", "mare").exit_code == 0


@pytest.mark.article("3.1")
def test_people_read_which_list_it_was() -> None:
    """The answer names the list, and says that it is not official."""
    result = run("casa", "km")

    assert result.stdout.splitlines() == [
        "CASA  valid",
        "KM    not in the list",
        "(rospell-3.3.8-2, not the official list, 845,652 words)",
    ]


def test_an_imported_list_is_asked_by_name_or_by_hash(tmp_path: Path) -> None:
    """`--edition` takes both; the configuration's list is asked without it."""
    (tmp_path / "loc.txt").write_text("XYZZY\n")
    args = ["lexicon", "import", "loc.txt", "--edition", "LOC", "--json"]
    sha256 = json.loads(CliRunner().invoke(main, args).stdout)["edition"]["sha256"]

    assert run("xyzzy", "--edition", "LOC").exit_code == 0
    assert run("casa", "--edition", sha256).exit_code == 1
    (tmp_path / "config.toml").write_text('[federation]\nword_list = "LOC"\n')
    assert "(LOC, the official list, 1 word)" in run("xyzzy").stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "words needs at least one word"),
        (["casa", "--edition", "LOC 1999"], "no word list is called 'LOC 1999'"),
        (["casa", "--nonsense"], "--nonsense"),
    ],
)
def test_bad_input_is_refused_in_one_line(arguments: list[str], said: str) -> None:
    """Bad input gives status 2 and one line on stderr."""
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not result.stdout


def test_a_list_that_was_tampered_with_is_refused(tmp_path: Path) -> None:
    """A changed list is refused and validates no word."""
    folder = tmp_path / "lexicons"
    folder.mkdir()
    about = (SHIPPED / "rospell-3.3.8.toml").read_text(encoding="utf-8")
    (folder / "copy.toml").write_text(about.replace('"rospell-3.3.8"', '"copy"'), encoding="utf-8")
    (folder / "copy.marisa").write_bytes(b"We love Marisa.\0")
    result = run("casa", "--edition", "copy")

    assert result.exit_code == 2
    assert "copy.marisa is not the file that copy describes" in result.stderr
