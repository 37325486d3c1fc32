"""`turretur possible`: the best use of a sequence, searched, stored and resumed."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from engine.tiles import load_tile_set

SEQUENCE = "".join(letter * count for letter, count in load_tile_set("ro").counts.items())
KEYS = [
    *("sequence", "lexicon", "ruleset", "width", "done", "total", "red", "blue", "label", "game"),
]


def run(*arguments: str | Path) -> Result:
    """Run `turretur possible` with these arguments."""
    return CliRunner().invoke(main, ["possible", *map(str, arguments)])


@pytest.fixture(name="words")
def _words(tmp_path: Path) -> Path:
    """Give a word list of a few words."""
    file = tmp_path / "WORDS.txt"
    file.write_text("aa\nacasa\nbac\nca\nce\nac\nab\n", encoding="utf-8")
    return file


def test_the_game_found_adds_up_to_the_total(words: Path) -> None:
    """JSON for programs, a line for each turn for people; the text never says proven."""
    result = run(SEQUENCE, "--lexicon", words, "--width", "2", "--json")

    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert list(report) == KEYS
    assert (report["label"], report["done"], report["width"]) == ("estimated", True, 2)
    assert report["total"] == report["red"] + report["blue"]
    assert report["game"][0]["points"] <= 10  # art. 1.4
    assert report["game"][-1] == {"position": "", "word": "PAS", "points": 0}

    lines = run(SEQUENCE, "--lexicon", words, "--width", "2").stdout.splitlines()
    assert lines[0].startswith("  1  red: ")
    assert f"estimated: {report['total']} points were possible" in lines[-1]
    assert lines[-1].endswith(f"({words})")


def test_what_is_kept_is_gone_on_with(tmp_path: Path, words: Path) -> None:
    """A finished search is reused; another sequence or width is refused."""
    state = tmp_path / "search.json"
    first = run(SEQUENCE, "--lexicon", words, "--width", "2", "--state", state, "--json")
    again = run(SEQUENCE, "--lexicon", words, "--state", state, "--json")

    assert json.loads(first.stdout) == json.loads(again.stdout)
    for other in ((SEQUENCE[::-1],), (SEQUENCE, "--width", "3")):
        refused = run(*other, "--lexicon", words, "--state", state)
        assert refused.exit_code == 2
        assert "of width 2" in refused.stderr
    for content in ("{}", "[]", "[" * 100_000):
        state.write_text(content)
        assert "no search" in run(SEQUENCE, "--lexicon", words, "--state", state).stderr


def test_a_search_does_not_go_on_with_other_words(tmp_path: Path, words: Path) -> None:
    """A game of words from two lists would be reported as one of the second list."""
    state, other = tmp_path / "search.json", tmp_path / "OTHER.txt"
    other.write_text("aa\nbac\n", encoding="utf-8")
    run(SEQUENCE, "--lexicon", words, "--width", "2", "--state", state)

    refused = run(SEQUENCE, "--lexicon", other, "--state", state)

    assert refused.exit_code == 2
    assert "a search with other words" in refused.stderr


def test_a_place_for_the_state_that_cannot_be_written_to_is_one_line(words: Path) -> None:
    """The line names the file, without a traceback."""
    state = words / "search.json"

    refused = run(SEQUENCE, "--lexicon", words, "--width", "2", "--state", state)

    assert refused.exit_code == 2
    (line,) = refused.stderr.splitlines()
    assert line.startswith(f"turretur: {state}: ")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "needs the tiles"),
        (["AEI"], "the sequence has ? 0 times; the set ro has 2"),
        ([SEQUENCE, "--ruleset", "cn-1999"], "no ruleset 'cn-1999'"),
    ],
)
def test_what_cannot_be_searched_is_said_in_one_line(arguments: list[str], said: str) -> None:
    """A missing sequence, wrong tiles or unknown rules give status 2 and the reason."""
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in result.stderr
