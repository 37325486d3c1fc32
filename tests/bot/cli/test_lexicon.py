"""`turretur lexicon`."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from engine.words.lexicon import DEFAULT_EDITION, content_hash, open_lexicon

AFF = "# word list version 9.9\nSET UTF-8\nSFX A Y 1\nSFX A ă a ă\n"
DIC = "2\ncasă/A\nAna\n"

pytestmark = pytest.mark.usefixtures("own_folder")


def run(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["lexicon", *arguments])


def imported(data: bytes, *options: str, name: str = "LOC 2025") -> Result:
    """Import a list of these bytes."""
    Path("loc.txt").write_bytes(data)
    return run("import", "loc.txt", "--edition", name, *options)


def listed() -> list[dict[str, Any]]:
    """Return what `turretur lexicon list` knows."""
    answer: list[dict[str, Any]] = json.loads(run("list", "--json").stdout)
    return answer


@pytest.mark.article("3.1")
def test_the_federations_list_is_imported_with_its_hash() -> None:
    """Windows text with diacritics becomes an edition of folded words, official unless said."""
    result = imported("CASĂ\r\nŞTIRE\r\nCASA\r\n".encode("cp1250"), "--json")
    answer = json.loads(result.stdout)

    assert result.exit_code == 0
    assert answer["edition"]["sha256"] == content_hash(["CASA", "STIRE"])
    assert answer["edition"]["words"] == answer["words"] == 2
    assert answer["edition"]["official"] is True
    assert answer["repeated"] == 1
    assert answer["encoding"] == "iso8859-2"
    assert answer["bad_lines"] == []
    assert list(open_lexicon("LOC 2025", Path("lexicons"))) == ["CASA", "STIRE"]


def test_a_bad_line_stops_the_import_and_is_named() -> None:
    """A list with a bad line is not imported unless an option allows it."""
    result = imported(b"CASA\nA\nAI-ULUI\n")

    assert result.exit_code == 2
    assert result.stdout.splitlines() == [
        "line 2: 'A': shorter than 2 letters",
        "line 3: 'AI-ULUI': not letters only",
    ]
    assert result.stderr == (
        "turretur: loc.txt: line 2 and 1 more: not a word of 2 to 15 letters; nothing imported"
        " (--skip-bad-lines imports the rest)\n"
    )
    assert [row["name"] for row in listed()] == ["rospell-3.3.8-2", "rospell-3.3.8"]


def test_bad_lines_are_skipped_on_request_and_still_reported() -> None:
    """The rest is imported, and JSON lists every skipped line with its error."""
    result = imported(b"CASA\nA\nABCDEFGHIJKLMNOP\n", "--skip-bad-lines", "--json", "--unofficial")
    answer = json.loads(result.stdout)

    assert result.exit_code == 0
    assert answer["bad_lines"] == [
        {"line": 2, "text": "A", "flaw": "too_short"},
        {"line": 3, "text": "ABCDEFGHIJKLMNOP", "flaw": "too_long"},
    ]
    assert answer["edition"]["official"] is False


def test_a_long_report_is_cut_for_people() -> None:
    """A wrong file does not fill the screen."""
    result = imported(b"1\n" * 50 + b"CASA\n", "--skip-bad-lines")

    assert "… and 30 more lines" in result.stdout
    assert "imported LOC 2025, the official list, 1 word (read as utf-8)" in result.stdout


@pytest.mark.parametrize(
    ("data", "name", "said"),
    [
        (b"", "LOC 2025", "loc.txt: no words in it"),
        (b"CASA\n", "../LOC", "'../LOC' cannot name an edition"),
        (b"CASA\n", "rospell-3.3.8", "an edition 'rospell-3.3.8' with other words"),
    ],
)
def test_an_import_that_cannot_be_is_refused_in_one_line(data: bytes, name: str, said: str) -> None:
    """An impossible import gives status 2 and one line, and writes nothing."""
    result = imported(data, name=name)

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert not Path("lexicons").exists()


def test_a_name_is_never_given_to_other_words() -> None:
    """The same list may be imported again; a different list needs another name."""
    assert imported(b"CASA\n").exit_code == 0
    assert imported(b"CASA\r\n").exit_code == 0
    assert imported(b"MARE\n").exit_code == 2


def test_a_build_never_gives_the_name_of_a_shipped_list_to_other_words() -> None:
    """Otherwise the program's own list would mean these words from then on."""
    Path("x.aff").write_text(AFF, encoding="utf-8")
    Path("x.dic").write_text(DIC, encoding="utf-8")

    result = run("build", "--aff", "x.aff", "--dic", "x.dic", "--edition", DEFAULT_EDITION)

    assert result.exit_code == 2
    assert "with other words" in result.stderr


def test_a_folder_that_cannot_be_written_to_is_one_line() -> None:
    """The line names the folder, without a traceback."""
    Path("lexicons").write_bytes(b"")

    result = imported(b"CASA\n")

    assert (result.exit_code, result.stderr) == (
        2,
        f"turretur: {Path('lexicons').resolve()}: File exists\n",
    )


def test_a_file_that_is_not_there_is_named() -> None:
    """The error names the file, as for every command."""
    result = run("import", "none.txt", "--edition", "LOC")

    assert result.exit_code == 2
    assert result.stderr == "turretur: none.txt: No such file or directory\n"


def test_lists_are_shown_with_what_must_be_said_about_them() -> None:
    """Each list has its name, status, size, hash and licence; imported lists come first."""
    imported(b"CASA\n", "--licence", "numai pentru membri")
    lines = run("list").stdout.splitlines()

    assert lines[0] == "LOC 2025, the official list, 1 word"
    assert lines[1] == f"  sha256   {content_hash(['CASA'])}"
    assert lines[2] == "  licence  numai pentru membri"
    assert lines[4] == "rospell-3.3.8-2, not the official list, 845,652 words"
    assert lines[8] == "rospell-3.3.8, not the official list, 845,266 words"
    assert [row["official"] for row in listed()] == [True, False, False]


def test_hashes_are_recomputed_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`--check` finds damaged lists, and status 1 says that there is one."""
    monkeypatch.setattr("engine.words.lexicon.SHIPPED", tmp_path)  # whose hash takes seconds
    for name in ("LOC 2025", "a copy", "sound"):
        imported(b"CASA\n", name=name)
    about = tmp_path / "lexicons" / "LOC 2025.toml"
    about.write_text(about.read_text().replace(content_hash(["CASA"]), content_hash(["MARE"])))
    (tmp_path / "lexicons" / "a copy.dawg").write_bytes(b"spoilt")
    result = run("list", "--check")
    hashes = [line for line in result.stdout.splitlines() if "sha256" in line]

    assert result.exit_code == 1
    assert hashes[0] == f"  sha256   {content_hash(['MARE'])}, WRONG"
    assert hashes[1] == f"  sha256   {content_hash(['CASA'])}, WRONG"
    assert hashes[2].endswith(", recomputed")


@pytest.mark.parametrize("ending", [".marisa", ".dawg"])
def test_a_search_in_a_spoilt_edition_is_refused(ending: str) -> None:
    """A search in a damaged edition is refused with the name of the file."""
    imported(b"CASA\n")
    Path("lexicons", f"LOC 2025{ending}").write_bytes(b"spoilt")
    Path("board.txt").write_text("\n".join(["." * 15] * 15))
    asked = ["plays", "--board", "board.txt", "--rack", "CASA", "--edition", "LOC 2025"]
    search = CliRunner().invoke(main, asked)

    assert search.exit_code == 2
    assert f"LOC 2025{ending} is not the file" in search.stderr


def test_a_description_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """An unreadable description gives status 2 and the name of its file."""
    (tmp_path / "lexicons").mkdir()
    (tmp_path / "lexicons" / "x.toml").write_text("nonsense")
    Path("words.txt").write_text("CASA")
    Path("x.aff").write_text(AFF, encoding="utf-8")
    Path("x.dic").write_text(DIC, encoding="utf-8")
    words = CliRunner().invoke(main, ["words", "casa"])
    imported_list = run("import", "words.txt", "--edition", "y")
    built = run("build", "--aff", "x.aff", "--dic", "x.dic", "--edition", "x")

    for result in (run("list"), words, imported_list, built):
        assert result.exit_code == 2
        assert "x.toml does not describe a word list" in result.stderr


def test_a_free_list_is_built_from_a_dictionary() -> None:
    """The script beside the shipped list runs on the given files."""
    Path("x.aff").write_text(AFF, encoding="utf-8")
    Path("x.dic").write_text(DIC, encoding="utf-8")
    result = run("build", "--aff", "x.aff", "--dic", "x.dic", "--edition", "mica", "--json")
    answer = json.loads(result.stdout)

    assert result.exit_code == 0
    assert answer["sha256"] == content_hash(["CASA"])
    assert answer["official"] is False
    assert answer["source"] == "Romanian hunspell dictionary (Rospell) 9.9"
    assert run("build", "--aff", "x.aff", "--dic", "x.dic", "--edition", "mica").exit_code == 0


def test_an_ending_without_a_condition_is_not_lost() -> None:
    """The affix file may leave the condition out, as the Romanian dictionary does."""
    Path("x.aff").write_text("SET UTF-8\nSFX q Y 1\nSFX q   0   ă\n", encoding="utf-8")
    Path("x.dic").write_text("1\nmurg/q\n", encoding="utf-8")
    result = run("build", "--aff", "x.aff", "--dic", "x.dic", "--edition", "mica", "--json")

    assert json.loads(result.stdout)["sha256"] == content_hash(["MURG", "MURGA"])


SOUND = "SFX F Y 1\nSFX F ă e .\n"


@pytest.mark.parametrize(
    ("aff", "dic", "where", "why"),
    [
        ("FLAG long\n" + SOUND, "1\ncasă/F\n", "x.aff: line 2: 'FLAG long'", "command"),
        ("FLAG num\n" + SOUND, "1\ncasă/F\n", "x.aff: line 2: 'FLAG num'", "command"),
        ("FLAG UTF-8\n" + SOUND, "1\ncasă/F\n", "x.aff: line 2: 'FLAG UTF-8'", "command"),
        (SOUND + "AF 1\nAF F # 1\n", "1\ncasă/1\n", "x.aff: line 4: 'AF 1'", "command"),
        (SOUND + "NEEDAFFIX X\n", "1\ncasă/FX\n", "x.aff: line 4: 'NEEDAFFIX X'", "command"),
        (SOUND + "FORBIDDENWORD X\n", "1\ncasă/F\n", "line 4: 'FORBIDDENWORD X'", "command"),
        (SOUND + "COMPOUNDMIN 3\n", "1\ncasă/F\n", "line 4: 'COMPOUNDMIN 3'", "command"),
        ("SFX F Y 1\nSFX F ă e/G .\n", "1\ncasă/F\n", "line 3: 'SFX F ă e/G .'", "continuation"),
        ("SFX F Y 1\nSFX F ă e . is:pl\n", "1\ncasă/F\n", "line 3:", "morphological"),
        ("SFX F Y 2\nSFX F ă e .\n", "1\ncasă/F\n", "line 2: 'SFX F Y 2'", "fewer lines"),
        ("SFX F ă e .\n", "1\ncasă/F\n", "line 2: 'SFX F ă e .'", "count is missing"),
        ("SFX F Y 1\nSFX F ă\n", "1\ncasă/F\n", "line 3: 'SFX F ă'", "not an affix"),
        ("SFX F Y 1\nSFX F ă e [a\n", "1\ncasă/F\n", "line 3: 'SFX F ă e [a'", "not an affix"),
        ("SFX FG Y 1\nSFX FG ă e .\n", "1\ncasă/F\n", "line 2: 'SFX FG Y 1'", "ASCII"),
        ("PFX P Y 1\nPFX P 0 stră .\n", "1\ncasă/P\n", "line 3: 'PFX P 0 stră .'", "no prefix"),
        ("SET ISO8859-2\n", "1\ncasă/F\n", "line 2: 'SET ISO8859-2'", "UTF-8"),
        (SOUND, "casă/F\nmare\n", "x.dic: line 1: 'casă/F'", "count is missing"),
        (SOUND, "2\nmare\ncasă/F po:noun\n", "x.dic: line 3: 'casă/F po:noun'", "morphological"),
        (SOUND, "2\nmare\ncasă\tpo:noun\n", "x.dic: line 3: 'casă\\tpo:noun'", "morphological"),
        (SOUND, "1\ncasă/ș\n", "x.dic: line 2: 'casă/ș'", "ASCII"),
    ],
)
def test_a_dictionary_that_needs_more_is_refused_by_line(
    aff: str, dic: str, where: str, why: str
) -> None:
    """What is not implemented is named with its line, and nothing is built; the way out is told."""
    Path("x.aff").write_text(f"SET UTF-8\n{aff}", encoding="utf-8")
    Path("x.dic").write_text(dic, encoding="utf-8")
    result = run("build", "--aff", "x.aff", "--dic", "x.dic", "--edition", "mica")
    line, last = result.stderr.splitlines()

    assert result.exit_code == 2
    assert where in line
    assert (why if why != "command" else "command is not implemented") in line
    assert "1 line refused" in last
    assert "turretur lexicon import" in last
    assert "mica" not in [row["name"] for row in listed()]


def test_a_long_list_of_refused_lines_is_cut() -> None:
    """Twenty lines are named and the others counted; one command of many lines is named once."""
    Path("x.aff").write_text("SET UTF-8\n" + "AM 1\n" * 9, encoding="utf-8")
    Path("x.dic").write_text("30\n" + "casă\tpo:noun\n" * 30, encoding="utf-8")
    lines = run("build", "--aff", "x.aff", "--dic", "x.dic").stderr.splitlines()

    assert lines[0].startswith("turretur: x.aff: line 2: 'AM 1': ")
    assert lines[20] == "turretur: … and 11 more lines"
    assert lines[21].startswith("turretur: 31 lines refused")


def test_an_import_ignores_blanks_that_nobody_sees() -> None:
    """No-break spaces and signs without width at the ends of lines, as in pasted lists, are cut."""
    result = imported("\ufeffCASA\u00a0\n\u200bMARE\u200b\n\u00a0\n".encode(), "--json")

    assert json.loads(result.stdout)["edition"]["sha256"] == content_hash(["CASA", "MARE"])


@pytest.mark.parametrize(
    ("dictionary", "said"),
    [(None, "x.dic: No such file"), (b"1\nMARE\n", "other words"), (b"\xff", "not in UTF-8")],
)
def test_a_build_that_cannot_be_is_refused(dictionary: bytes | None, said: str) -> None:
    """A missing or unreadable dictionary, or a name in use, gives status 2 and one line."""
    Path("x.aff").write_text(AFF, encoding="utf-8")
    imported(b"CASA\n", name="mica")
    if dictionary is not None:
        Path("x.dic").write_bytes(dictionary)
    result = run("build", "--aff", "x.aff", "--dic", "x.dic", "--edition", "mica")

    assert result.exit_code == 2
    assert said in result.stderr
    assert len(result.stderr.splitlines()) == 1
