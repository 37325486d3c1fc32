"""`turretur analyse`: the analysis of finished games, one JSON object for each file."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from bot.__main__ import main
from engine.gcg.reader import read_gcg
from engine.gcg.record import GcgKind

DATA = Path(__file__).parents[2] / "data" / "gcg"
GOLDEN = DATA.parent / "golden"
PLAYED_OUT = DATA / "played_out.gcg"
KEYS = ["file", "lexicon", "turns", "end", "error"]
TURN = [
    *("n", "player", "position", "word", "points", "rank", "of", "best", "lost", "label"),
    "sevens_missed",
]


def run(*arguments: str | Path) -> Result:
    """Run `turretur analyse` with these arguments."""
    return CliRunner().invoke(main, ["analyse", *map(str, arguments)])


def reports(result: Result) -> list[dict[str, Any]]:
    """Return the JSON objects that it printed, one a line."""
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.fixture(name="words")
def _words(tmp_path: Path) -> Path:
    """Give a word list of a few words."""
    file = tmp_path / "WORDS.txt"
    file.write_text("casa\nacasa\nsi\nstire\nas\nst\nai\nsa\n", encoding="utf-8")
    return file


def game(tmp_path: Path, *events: str, head: str = "#player1 ana Ana\n#player2 ion Ion\n") -> Path:
    """Return a file with these events."""
    file = tmp_path / "game.gcg"
    file.write_text(head + "".join(f">{event}\n" for event in events), encoding="utf-8")
    return file


def test_each_placement_is_held_against_all_there_were(tmp_path: Path, words: Path) -> None:
    """The output has rank, best move and its value by the given word list."""
    file = game(tmp_path, "ana: CASAETN 8H SA +4 4", "ion: STIREAI J8 AS +2 2")

    result = run(file, "--tiles", "ro", "--lexicon", words, "--json")

    assert result.exit_code == 0
    (report,) = reports(result)
    assert list(report) == KEYS
    assert (report["file"], report["lexicon"]) == (str(file), str(words))
    assert (report["end"], report["error"]) == (None, None)
    first, second = report["turns"]
    assert list(first) == list(second) == TURN
    assert first == {
        "n": 1,
        "player": "ana",
        "position": "H8",
        "word": "SA",
        "points": 4,
        "rank": 1 + 8,  # CASA, across and down, with each of its letters on the centre
        "of": 8 + 3 * 4,  # and AS, SA, ST likewise
        "best": {"position": "8E", "word": "CASA", "points": 8},
        "lost": 4,
        "label": "static",
        "sevens_missed": 0,
    }


def test_caps_hold_only_with_a_ruleset(words: Path) -> None:
    """The same record is scored freely and by the national rules (art. 1.4)."""
    free, capped = (
        reports(run(DATA / "correspondence.gcg", "--tiles", "ro", "--json", *more))[0]
        for more in ((), ("--ruleset", "cn-2025.2"))
    )

    assert [turn["points"] for turn in free["turns"]] == [8, 13, 71, 11, 86, 6]
    assert [turn["points"] for turn in capped["turns"]] == [8, 13, 30, 11, 86, 6]
    assert free["turns"][0]["best"]["points"] > 10
    assert capped["turns"][0]["best"]["points"] == 10
    assert capped["turns"][2]["rank"] == 1
    assert capped["turns"][2]["lost"] == 0
    assert words.exists()


def test_the_end_is_proven_and_adds_up_to_the_result() -> None:
    """The best possible spread less each player's losses is the game's final spread."""
    result = run(PLAYED_OUT, "--deep", "--json")

    assert result.exit_code == 0
    (report,) = reports(result)
    holds_shape(report)
    entries = read_gcg(PLAYED_OUT.read_bytes()).entries
    assert len(report["turns"]) == sum(entry.kind is GcgKind.PLAY for entry in entries)
    assert report["end"] == {"from": 22, "label": "proven", "spread": -358}
    end = [turn for turn in report["turns"] if turn["label"] == "proven"]
    assert [turn["n"] for turn in end] == [22, 23, 24, 25]
    assert {turn["label"] for turn in report["turns"][:21]} == {"estimated"}
    assert all(turn["lost"] >= 0 for turn in report["turns"])
    mover = end[0]["player"]
    lost = sum(turn["lost"] * (1 if turn["player"] == mover else -1) for turn in end)
    assert -358 - lost == 405 - 750
    assert all(turn["best"]["word"] for turn in end)


def test_without_deep_nothing_is_proven_and_where_letters_are_unknown_that_is_said() -> None:
    """Only the static analysis runs; the remark is on stderr, not in the JSON."""
    (shallow,) = reports(run(PLAYED_OUT, "--json"))
    assert {turn["label"] for turn in shallow["turns"]} == {"static"}
    assert shallow["end"] is None

    cut = run(DATA / "correspondence.gcg", "--tiles", "ro", "--deep", "--json")
    assert reports(cut)[0]["end"] is None
    assert "only the static pass" in cut.stderr
    assert cut.exit_code == 0


def test_an_unknown_rack_leaves_its_turn_without_a_rank(tmp_path: Path, words: Path) -> None:
    """The turn is listed, with null for unknown values."""
    file = game(tmp_path, "ana: CASAETN 8H SA +4 4", "ion: - +0 0", "ana: 9H AI +4 8")

    result = run(file, "--tiles", "ro", "--lexicon", words, "--json")

    turns = reports(result)[0]["turns"]
    for turn in turns[1:]:
        assert [turn[key] for key in ("rank", "of", "best", "lost", "sevens_missed")] == [None] * 5
    assert turns[0]["rank"] is not None


def test_files_are_answered_in_their_order_and_a_refused_one_ends_with_status_2(
    tmp_path: Path, words: Path
) -> None:
    """The error is in the file's own object and in one line on stderr."""
    good = game(tmp_path, "ana: CASAETN 8H SA +4 4")
    bad = tmp_path / "bad.gcg"
    bad.write_text("#player1 ana Ana\n#player2 ion Ion\n>ana: CASA 1A CASA +8 8\n")

    result = run(good, bad, tmp_path / "none.gcg", "--tiles", "ro", "--lexicon", words, "--json")

    assert result.exit_code == 2
    found = reports(result)
    assert [report["file"] for report in found] == [str(good), str(bad), str(tmp_path / "none.gcg")]
    assert found[0]["error"] is None
    assert "line 3" in found[1]["error"]
    assert found[2]["error"]
    assert "2 files refused" in result.stderr


def test_several_games_end_with_each_players_totals(tmp_path: Path, words: Path) -> None:
    """Points and losses, by label and by kind of play, are added up over the analysed files."""
    opening = game(tmp_path, "ana: CASAETN 8H SA +4 4", "ion: STIREAI J8 AS +2 2")
    again = tmp_path / "again.gcg"
    again.write_text(
        "#player1 i Ion\n#player2 a Ana\n>i: STIREAI 8H AS +4 4\n>a: - +0 0\n", encoding="utf-8"
    )
    options = ("--tiles", "ro", "--lexicon", words)

    *single, totals = reports(run(opening, again, tmp_path / "no", *options, "--json", "--totals"))

    lost: dict[str, int] = {}
    for turn in (one for report in single for one in report["turns"]):
        name = {"ana": "Ana", "ion": "Ion", "i": "Ion"}[turn["player"]]
        lost[name] = lost.get(name, 0) + turn["lost"]
    assert totals["files"] == 2
    assert [one["player"] for one in totals["players"]] == ["Ana", "Ion"]
    for one in totals["players"]:
        assert one["games"] == 2
        assert one["lost"] == {"static": lost[one["player"]], "estimated": 0, "proven": 0}
        assert one["possible"] - one["taken"] == lost[one["player"]]
        assert sum(kind["points"] for kind in one["kinds"].values()) == lost[one["player"]]
    assert totals["players"][0]["kinds"] == {"opening": {"turns": 1, "points": 4}}

    lines = run(opening, again, *options).stdout.splitlines()
    at = lines.index("in all, over 2 files:")
    assert lines[at + 1].startswith("Ana: 2 games, 4 of the 8 points that each rack allowed (50%")
    assert lines[at + 2] == "     lost: 4 static"
    assert lines[at + 3] == "     by kind of play: opening 4 points in 1 turn"
    assert "in all" not in run(opening, *options).stdout
    refused = run(opening, tmp_path / "no", *options)
    assert "in all, over 1 file, without 1 file refused:" in refused.stdout


@pytest.mark.parametrize(
    "event",
    ["ion: STIREAI J8 AZ +2 2", "ion: STIREAINO J8 AS +2 2", "ion: STIRJJJ J8 TS +2 2"],
    ids=["a foreign tile", "nine tiles", "more than the set has"],
)
def test_nothing_is_said_about_an_impossible_turn(tmp_path: Path, words: Path, event: str) -> None:
    """The turn is refused with its line, and no share of points is printed for the game."""
    file = game(tmp_path, "ana: CASAETN 8H SA +4 4", event)

    result = run(file, "--tiles", "ro", "--lexicon", words)

    assert result.exit_code == 2
    assert "refused: line 4: " in result.stdout
    assert "%" not in result.stdout
    (report,) = reports(run(file, "--tiles", "ro", "--lexicon", words, "--json"))
    assert [turn["n"] for turn in report["turns"]] == [1]


ENGLISH = ("--tiles", "en", "--lexicon", GOLDEN / "english.txt")
HEAD = "#player1 ana Ana\n#player2 ion Ion\n"
OPENING = ">ana: CASAETN 8H SA +4 4\n"
BROKEN = {
    "nothing.gcg": "",
    "prose.gcg": "Dragă Ana, uite partida.\n",
    "players.gcg": HEAD,
    "unreadable.gcg": f"{HEAD}{OPENING}>ion: STIREAI foo AS +2 2\n",
    "unconnected.gcg": f"{HEAD}{OPENING}>ion: STIREAI 1A AS +2 2\n",
    "stranger.gcg": f"{HEAD}{OPENING}>geo: STIREAI J8 AS +2 2\n",
    "other_tiles.gcg": f"{HEAD}{OPENING}>ion: STIREWI J8 AS +2 2\n",
    "untold.gcg": f"{HEAD}{OPENING}>ion: - +0 0\n>ana: 9H AI +4 8\n",
}


def holds_shape(report: dict[str, Any]) -> None:
    """Check that the object has the documented keys, types and labels, and no other."""
    assert list(report) == KEYS
    assert isinstance(report["file"], str)
    assert isinstance(report["lexicon"], str)
    assert report["error"] is None or (isinstance(report["error"], str) and report["error"])
    for turn in report["turns"]:
        assert list(turn) == TURN
        assert {type(turn[key]) for key in ("n", "points")} == {int}
        assert all(turn[key] for key in ("player", "position", "word"))
        assert turn["label"] in {"static", "estimated", "proven"}
        types = {type(turn[key]) for key in ("rank", "of", "lost", "sevens_missed")}
        assert types in ({int}, {type(None)})
        assert turn["rank"] is None or 1 <= turn["rank"] <= turn["of"] + 1
        assert turn["lost"] is None or turn["lost"] >= 0
        best = turn["best"]
        assert best is None or list(best) == ["position", "word", "points"]
        assert best is None or [type(value) for value in best.values()] == [str, str, int]
    assert [turn["n"] for turn in report["turns"]] == sorted(turn["n"] for turn in report["turns"])
    end = report["end"]
    if end is not None:
        assert list(end) == ["from", "label", "spread"]
        assert type(end["from"]) is int
        assert (end["label"], type(end["spread"])) in {("proven", int), ("not proven", type(None))}


@pytest.mark.parametrize(
    ("file", "arguments", "labels"),
    [
        (GOLDEN / "ro-04.gcg", ("--tiles", "ro"), {"static"}),
        (GOLDEN / "ro-05.gcg", ("--ruleset", "cn-2025.2", "--deep"), {"estimated", "proven"}),
        (GOLDEN / "en-02.gcg", (*ENGLISH, "--deep"), {"estimated", "proven"}),
        (GOLDEN / "en-04.gcg", (*ENGLISH, "--deep"), {"static", "proven"}),
        (GOLDEN / "en-01.gcg", (*ENGLISH, "--deep"), {"static"}),
        (DATA / "correspondence.gcg", ("--tiles", "ro", "--deep"), {"static"}),
    ],
    ids=["shallow", "capped", "en", "no order of letters", "no end", "bag unknown"],
)
def test_an_object_has_the_shape_that_is_promised(
    file: Path, arguments: tuple[str | Path, ...], labels: set[str]
) -> None:
    """In either language each move has a turn; without known racks the end is null."""
    result = run(file, *arguments, "--json")

    assert result.exit_code == 0
    (report,) = reports(result)
    holds_shape(report)
    assert report["error"] is None
    assert {turn["label"] for turn in report["turns"]} == labels
    assert (report["end"] is not None) == ("proven" in labels)
    made = [entry for entry in read_gcg(file.read_bytes()).entries if entry.kind is GcgKind.PLAY]
    assert len(report["turns"]) == len(made)


def test_whatever_a_file_holds_it_is_answered_by_one_object_on_one_line(tmp_path: Path) -> None:
    """An empty file, prose, bytes, a folder or no file give the readable part and the error."""
    for name, text in BROKEN.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "bytes.gcg").write_bytes(bytes(range(256)))
    (tmp_path / "folder.gcg").mkdir()
    names = [*BROKEN, "bytes.gcg", "folder.gcg", "none.gcg"]

    result = run(*(tmp_path / name for name in names), "--tiles", "ro", "--deep", "--json")

    assert result.exit_code == 2
    found = dict(zip(names, reports(result), strict=True))
    for name, report in found.items():
        holds_shape(report)
        assert report["file"] == str(tmp_path / name)
    sound = {name for name, report in found.items() if report["error"] is None}
    assert sound == {"players.gcg", "untold.gcg"}
    turns = {name: len(report["turns"]) for name, report in found.items() if report["turns"]}
    assert turns == {
        "unreadable.gcg": 1,
        "unconnected.gcg": 1,
        "stranger.gcg": 1,
        "other_tiles.gcg": 1,
        "untold.gcg": 2,
    }
    assert [turn["rank"] is None for turn in found["untold.gcg"]["turns"]] == [False, True]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "at least one file"),
        ([PLAYED_OUT, "--ruleset", "cn-1999"], "no ruleset 'cn-1999'"),
        ([DATA / "club.gcg", "--tiles", "en"], "give --lexicon"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(arguments: list[str | Path], said: str) -> None:
    """A missing file, unknown ruleset or missing word list gives status 2 and one line."""
    result = run(*arguments)

    assert result.exit_code == 2
    assert said in result.stderr.splitlines()[-1]


def test_a_file_that_names_no_tiles_says_how_to_have_it_read_as_romanian(tmp_path: Path) -> None:
    """Without tiles a file is read as English; one option selects the shipped list."""
    file = game(tmp_path, "ana: CASAETN 8H SA +4 4")

    refused = run(file, "--json")
    (report,) = reports(refused)

    assert refused.exit_code == 2
    assert report["turns"] == []
    assert "names no tile set" in report["error"]
    assert "--tiles ro" in report["error"]
    assert reports(run(file, "--tiles", "ro", "--json"))[0]["error"] is None


def test_people_read_a_line_a_turn() -> None:
    """A better move is below each line, then the share of possible points."""
    lines = run(PLAYED_OUT).stdout.splitlines()

    assert lines[0].endswith("(rospell-3.3.8-2, not the official list)")
    assert lines[1].startswith("  1  Ana: 8C DIZLOC 34; rank ")
    assert re.fullmatch(r"     static: \S+ \S+ \d+, \d+ points? more", lines[2])

    deep = run(PLAYED_OUT, "--deep").stdout.splitlines()
    *_, last, end, _, ion = deep
    assert last.startswith("     proven: ")
    assert last.endswith(" more at the end")
    assert end.startswith("from 22 on: proven, final spread -358; coefficients 0.")
    assert ion == "Ion: 405 of the 506 points that each rack allowed (80%; not a rating)"
