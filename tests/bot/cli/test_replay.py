"""`turretur replay`: one JSON object for each file, and an exit status for scripts."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from bot.texts.i18n import load_catalogue
from engine import gcg

DATA = Path(__file__).parents[2] / "data" / "gcg"
HEAD = "#player1 ann Ann Ames\n#player2 bo Bo Bark\n"


def run(*arguments: str | Path) -> Result:
    """Run `turretur replay` with these arguments."""
    return CliRunner().invoke(main, ["replay", *map(str, arguments)])


def objects(result: Result) -> list[dict[str, Any]]:
    """Return the JSON objects it printed, one a line."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def test_a_sound_game_is_reported_event_by_event() -> None:
    """Each event carries its number, player, type, both scores and the words."""
    result = run(DATA / "club.gcg")

    assert result.exit_code == 0
    assert result.stderr == ""
    (report,) = objects(result)
    assert list(report) == ["file", "events", "mismatches", "wrong_totals", "error"]
    assert (report["file"], report["error"]) == (str(DATA / "club.gcg"), None)
    assert (report["mismatches"], report["wrong_totals"]) == (0, [])
    assert report["events"][11] == {
        "n": 12,
        "player": "bo",
        "type": "play",
        "recorded": 13,
        "computed": 13,
        "words": ["FOB", "yF"],
    }
    assert {event["type"] for event in report["events"]} == {
        "play", "pass", "exchange", "withdrawn", "challenge_bonus", "time_penalty", "end_rack",
    }  # fmt: skip


def test_slips_answer_no() -> None:
    """A wrong score or total gives status 1 and names the events."""
    result = run(DATA / "slips.gcg", "--json")

    assert result.exit_code == 1
    (report,) = objects(result)
    assert (report["mismatches"], report["wrong_totals"], report["error"]) == (1, [2], None)


def test_a_wrong_total_alone_answers_no(tmp_path: Path) -> None:
    """A wrong total alone gives status 1, because totals decide the game."""
    file = tmp_path / "total.gcg"
    file.write_text(f"{HEAD}>ann: AELNPT 8D PLANET +22 23\n", encoding="utf-8")
    result = run(file)

    assert result.exit_code == 1
    assert objects(result)[0]["mismatches"] == 0


def test_a_refused_file_does_not_hide_the_others(tmp_path: Path) -> None:
    """Every file has its object, in order; one refusal makes the status 2."""
    bad = tmp_path / "bad.gcg"
    bad.write_text(f"{HEAD}>ann: AB 8P AB +8 8\n", encoding="utf-8")
    result = run(DATA / "slips.gcg", bad, tmp_path / "none.gcg", DATA / "club.gcg")

    assert result.exit_code == 2
    first, second, third, fourth = objects(result)
    assert second["error"] == "line 3: “8P” is not a position on the board, nor any other event"
    assert (second["events"], second["mismatches"]) == ([], 0)
    assert third["error"] == "No such file or directory"
    assert (first["error"], fourth["error"]) == (None, None)
    assert result.stderr == f"turretur: {bad}: {second['error']} (2 files refused)\n"


def test_an_impossible_play_keeps_what_came_before_it(tmp_path: Path) -> None:
    """The events before the error are reported, then its line and the reason."""
    file = tmp_path / "far.gcg"
    lines = ">ann: AELNPT 8D PLANET +22 22\n>bo: AX 1A AX +9 9\n"
    file.write_text(HEAD + lines, encoding="utf-8")
    result = run(file)

    assert result.exit_code == 2
    (report,) = objects(result)
    assert len(report["events"]) == 1
    assert report["error"] == "line 4: AX: The move does not touch the words on the board."


@pytest.mark.parametrize("line", ["#player9 x X", ">ann: AB 8G", ">ann: [LL]A - +0 0", "stray",
                                  ">ann: - +0 x", "#character-encoding UTF-8", ">zoe: - +0 0",
                                  ">ann: Ł? 8G ŁA +1 1", ">ann: AB 8G .A +1 1",
                                  ">ann: CASAETN 8G CASI +12 12", ">ann: AEIOUSTRN - +0 0",
                                  ">ann: QQAELNT - +0 0", ">ann: AEIOUST -Z +0 0"])  # fmt: skip
def test_every_refusal_is_one_plain_sentence(line: str, tmp_path: Path) -> None:
    """An error names its line and reads as English, never as a code."""
    file = tmp_path / "bad.gcg"
    file.write_text(f"#character-encoding UTF-8\n{HEAD}{line}\n", encoding="utf-8")
    result = run(file)

    assert result.exit_code == 2
    error = objects(result)[0]["error"]
    assert error.startswith("line 4: ")
    assert "gcg_" not in error
    assert "{" not in error


def test_a_player_twice_running_is_named_with_their_line(tmp_path: Path) -> None:
    """A second turn of one player is refused, and the error says what may be missing."""
    file = tmp_path / "twice.gcg"
    file.write_text(f"{HEAD}>ann: AB 8G AB +8 8\n>ann: CD 7G CD +9 17\n", encoding="utf-8")
    (report,) = objects(run(file))

    assert report["error"] == (
        "line 4: ann moves twice running; a turn between is missing, such as a pass:"
        " >nick: - +0 total"
    )
    assert len(report["events"]) == 1


QUACKLE = """#character-encoding UTF-8
#orientation transposed
#player1 Ana Ana Pop
#player2 Ana Ana Rus
#tile-distribution Romanian
>Ana: CASAETN H8 CASA +8 8
>Ana: STIREAI 9G S. +3 3
>Ana: ETNRSIO -- +0 8
>Ana: TIREAIO H8 ....I +6 9
>Ana: TIREAIO -- \N{MINUS SIGN}6 3
>Ana: ETNRSIO - +0 8
>Ana: (score adjustment) \N{MINUS SIGN}5 3
>Ana: (time) 10 -7
"""


def test_a_file_of_another_program_is_read_as_it_is_meant(tmp_path: Path) -> None:
    """Namesakes, a lost turn, turned positions, minus signs and adjustments are understood."""
    file = tmp_path / "quackle.gcg"
    file.write_text(QUACKLE, encoding="utf-8")
    result = run(file)
    (report,) = objects(result)

    assert result.exit_code == 0
    assert report["error"] is None
    assert [(event["player"], event["type"]) for event in report["events"]] == [
        ("Ana", "play"),
        ("Ana-2", "play"),
        ("Ana", "pass"),
        ("Ana-2", "play"),
        ("Ana-2", "withdrawn"),
        ("Ana", "pass"),
        ("Ana", "adjustment"),
        ("Ana-2", "time_penalty"),
    ]
    assert report["wrong_totals"] == []
    assert [event["recorded"] for event in report["events"][6:]] == [-5, -10]


def test_the_tiles_are_those_asked_for_or_those_the_file_names(tmp_path: Path) -> None:
    """`--tiles` wins; without it `#tile-distribution` is followed, and English is the default."""
    play = f"{HEAD}>ann: HA 8H HA +0 0\n"
    plain, named = tmp_path / "plain.gcg", tmp_path / "named.gcg"
    plain.write_text(play, encoding="utf-8")
    named.write_text(f"#tile-distribution Romanian\n{play}", encoding="utf-8")
    points = {
        (file.stem, tiles): objects(run(file, *(["--tiles", tiles] if tiles else [])))[0]
        ["events"][0]["computed"]
        for file in (plain, named)
        for tiles in ("", "en", "ro")
    }  # fmt: skip

    english, romanian = points["plain", "en"], points["plain", "ro"]
    assert (english, romanian) == (10, 22)
    assert points["plain", ""] == points["named", "en"] == english
    assert points["named", ""] == points["named", "ro"] == romanian


def test_tiles_that_the_set_lacks_may_mean_that_the_set_is_another(tmp_path: Path) -> None:
    """A file that names no tile set and does not fit the English one says so."""
    plain = tmp_path / "plain.gcg"
    plain.write_text(f"{HEAD}>ann: ZZAELNT - +0 0\n", encoding="utf-8")
    hint = "; the file names no tile set and is taken for en: see --tiles"

    assert objects(run(plain))[0]["error"] == (
        f"line 3: board and racks have 2 letters Z; the tile set en has only 1{hint}"
    )
    assert hint not in objects(run(plain, "--tiles", "en"))[0]["error"]


def test_what_is_not_known_here_is_said_aloud(tmp_path: Path) -> None:
    """An unknown tile distribution or board layout brings a remark, not a refusal."""
    file = tmp_path / "odd.gcg"
    lines = "#tile-distribution klingon\n#board-layout Super\n#orientation round\n>ann: - +0 0\n"
    file.write_text(HEAD + lines, encoding="utf-8")
    result = run(file)

    assert result.exit_code == 0
    assert "board layout 'Super' is unknown" in result.stderr
    assert "tile distribution 'klingon' is unknown; counted with en" in result.stderr
    assert "orientation 'round' is unknown; read as standard" in result.stderr


@pytest.mark.parametrize("arguments", [[], [DATA / "club.gcg", "--tiles", "xx"]])
def test_bad_arguments_are_refused_in_one_line(arguments: list[str | Path]) -> None:
    """Nothing to replay, or tiles that do not exist, end with status 2 and one line."""
    result = run(*arguments)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("turretur: ")
    assert result.stderr.count("\n") == 1


def test_every_fault_of_a_record_has_its_sentence() -> None:
    """No refusal of the GCG package reaches a person as a bare code."""
    sources = Path(gcg.__file__).parent.glob("*.py")
    raised = re.compile(r'(?:unreadable|fault|\.next_word)\("(\w+)"')
    codes = {f"gcg_{code}" for file in sources for code in raised.findall(file.read_text())}

    assert len(codes) > 15
    for language in ("ro", "en"):
        assert {f"fault.{code}" for code in codes} <= set(load_catalogue(language).entries)
