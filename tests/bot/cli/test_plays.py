"""`turretur plays`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main

EMPTY = "." * 15
ROWS = [EMPTY] * 7 + ["......CaSA....."] + [EMPTY] * 7
WORDS = "CASA\r\nCASAT\nac\nAT\nlă\nA\nWON\n"


@pytest.fixture(autouse=True)
def _files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run in a folder of its own, with a board and a word list."""
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text("\n".join(ROWS) + "\n")
    Path("words.txt").write_text(WORDS, encoding="utf-8")


def run(*arguments: str) -> Result:
    """Run the command with the small word list."""
    return CliRunner().invoke(main, ["plays", *arguments, "--lexicon", "words.txt"])


def found(*arguments: str) -> Any:
    """Return the answer in JSON."""
    result = run("--board", "board.txt", "--json", *arguments)
    assert result.exit_code == 0
    return json.loads(result.stdout)


def test_plays_in_json() -> None:
    """Each play has its square, main word, points and words, with blanks in lower case."""
    assert found("--rack", "TL") == [
        {"position": "H7", "word": "CaSAT", "score": 4, "words": ["CaSAT"]},
        {"position": "10G", "word": "LA", "score": 2, "words": ["LA"]},
        {"position": "10H", "word": "AT", "score": 2, "words": ["AT"]},
        {"position": "8G", "word": "La", "score": 1, "words": ["La"]},
        {"position": "8H", "word": "aT", "score": 1, "words": ["aT"]},
    ]


def test_the_language_sets_tiles_and_values() -> None:
    """English has tiles for W and K; in Romanian only a blank can be one."""
    Path("board.txt").write_text("\n".join([EMPTY] * 15))

    assert [p["word"] for p in found("--rack", "WON", "--tiles", "en")] == ["WON"] * 6
    assert {p["word"] for p in found("--rack", "?ON")} == {"wON"}


def test_people_get_a_table() -> None:
    """The readable table has points first, then the play and its adjacent words."""
    Path("board.txt").write_text("\n".join([*ROWS[:8], "......A" + "." * 8, *ROWS[9:]]))
    result = run("--board", "board.txt", "--rack", "T")

    assert "   3  I7  AT  (aT)\n" in result.stdout
    assert result.exit_code == 0


def test_many_positions_are_answered_line_by_line() -> None:
    """One JSON line for each position, in the order of the file, with or without --json."""
    position = {"board": ROWS, "rack": "t"}
    lines = [json.dumps(position), "", json.dumps(position | {"rack": ""})]
    Path("positions.jsonl").write_text("\n".join(lines))
    result = run("--positions", "positions.jsonl")
    answers = [json.loads(line) for line in result.stdout.splitlines()]

    assert [len(answer["plays"]) for answer in answers] == [3, 0]
    assert answers[0]["plays"][0]["word"] == "CaSAT"
    assert run("--positions", "positions.jsonl", "--json").stdout == result.stdout


def test_without_a_list_it_is_the_shipped_one_or_an_edition() -> None:
    """The free list finds ordinary words; an imported edition only its own."""
    asked = ["plays", "--board", "board.txt", "--rack", "RETUSIT", "--json"]
    shipped = json.loads(CliRunner().invoke(main, asked).stdout)
    arguments = ["lexicon", "import", "words.txt", "--edition", "mica", "--skip-bad-lines"]
    CliRunner().invoke(main, arguments)
    own = json.loads(CliRunner().invoke(main, [*asked, "--edition", "mica"]).stdout)

    assert len(shipped) > 100
    assert {play["word"] for play in own} == {"CaSAT", "AT", "aT"}


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (ROWS[:14], "board.txt: a board has 15 lines, not 14"),
        ([*ROWS[:2], "." * 16, *ROWS[3:]], "board.txt: line 3 has 16 squares, not 15"),
        ([*ROWS[:4], "?" + "." * 14, *ROWS[5:]], "board.txt: line 5: '?' is no letter and no dot"),
        ([*ROWS[:4], "K" + "." * 14, *ROWS[5:]], "board.txt: line 5: there is no tile 'K'"),
    ],
)
def test_a_board_that_is_none_is_refused_by_line(rows: list[str], said: str) -> None:
    """File and line are named, in one line, with status 2."""
    Path("board.txt").write_text("\n".join(rows))
    refused(run("--board", "board.txt", "--rack", "A"), said)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "give --board FILE and --rack LETTERS, or --positions FILE.jsonl"),
        (["--board", "board.txt"], "give --board FILE and --rack LETTERS"),
        (["--positions", "x", "--rack", "A"], "Use --positions without"),
        (["--board", "none.txt", "--rack", "A"], "none.txt: No such file"),
        (["--board", "board.txt", "--rack", "A1"], "--rack: there is no tile '1'"),
        (["--board", "board.txt", "--rack", "ABCDEFGH"], "a rack has 7 tiles at most, not 8"),
        (["--board", "board.txt", "--rack", "A", "--edition", "x"], "--lexicon goes without"),
        (["--board", "board.txt", "--rack", "A", "--tiles", "xx"], "xx"),
    ],
)
def test_bad_arguments_are_refused_in_one_line(arguments: list[str], said: str) -> None:
    """Bad arguments give status 2 and one line on stderr."""
    refused(run(*arguments), said)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nonsense", "line 2: not JSON"),
        ("[" * 100_000, "line 2: nested too deeply"),
        ("[]", "line 2: not of the form"),
        ('{"board": 7, "rack": "A"}', "line 2: not of the form"),
        ('{"board": ["."], "rack": "A"}', "line 2: a board has 15 lines, not 1"),
        (json.dumps({"board": ROWS, "rack": "Ș"}), "line 2: there is no tile 'Ș'"),
    ],
)
def test_a_bad_position_is_refused_by_line_before_any_answer(line: str, said: str) -> None:
    """One bad position refuses the whole file, with its line and without any answer."""
    Path("positions.jsonl").write_text(json.dumps({"board": ROWS, "rack": "A"}) + "\n" + line)
    result = run("--positions", "positions.jsonl")

    refused(result, f"positions.jsonl: {said}")
    assert not result.stdout


def test_files_that_are_no_text_or_no_word_list_are_refused() -> None:
    """A bad board or word list is refused with the file's name and, if possible, the line."""
    Path("board.txt").write_bytes(b"\xff" * 15)
    refused(run("--board", "board.txt", "--rack", "A"), "board.txt: not text in UTF-8")
    Path("board.txt").write_text("\n".join(ROWS))
    Path("words.txt").write_text("CASA\nDE CE\n")
    refused(run("--board", "board.txt", "--rack", "A"), "words.txt: line 2: 'DE CE' is not a word")
    Path("words.txt").unlink()
    refused(run("--board", "board.txt", "--rack", "A"), "words.txt: No such file")


def refused(result: Result, said: str) -> None:
    """Check for status 2 and one line on stderr that says this."""
    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
