"""`turretur rating fngo`: Privitera's system, compared with its table and a plain reading."""

import re
from pathlib import Path

import pytest

from tests import plain_fngo
from tests.bot.cli.rating.command import HEAD_TO_HEAD, answer, held_to_its_lines, refusal, run
from tests.bot.cli.rating.tables import fngo_files, read_season, season, write
from tests.rating_files import GAMES, STARTS


def test_table_2_whole(tmp_path: Path) -> None:
    """Every figure equals that of the text's worked tournament."""
    fngo_files(tmp_path)
    found = answer(tmp_path, "fngo", *HEAD_TO_HEAD)
    keys = ("group", "FA", "FB", "VR", "feedback", "final", "games")

    assert {p: tuple(row[key] for key in keys) for p, row in found.items()} == {
        "A": ("UP", None, None, None, 6, 712, 5),
        "B": ("UP", None, None, None, 6, 817, 5),
        "C": ("PP", None, None, None, 6, 734, 13),
        "D": ("EP", 53, 9, 62, 0, 902, 35),
        "E": ("EP", 10, 10, 20, 6, 976, 35),
        "F": ("EP", 1, -13, -12, 6, 1425, 35),
    }
    assert list(found["A"]) == [*keys, "terms"]
    (terms,) = found["D"]["terms"]
    assert (terms["expected"], terms["given"], terms["bands"]) == (2.165, 6, "inferred")
    (terms,) = found["C"]["terms"]
    assert (terms["RFa"], terms["RFb"], terms["RFx"], terms["RF"]) == (834.4, 646.4, 740.4, 728)


def test_a_plain_reading_agrees(tmp_path: Path) -> None:
    """Every rating of a tournament agrees, for newcomers, provisional and stable players."""
    season(tmp_path, discs=True)
    found = answer(tmp_path, "fngo", *HEAD_TO_HEAD)

    for player, (_, fa, fb, back, final) in plain_fngo.fngo(*read_season(tmp_path)).items():
        row = found[player]
        assert (row["FA"], row["FB"], row["feedback"], row["final"]) == (fa, fb, back, final)


def test_the_sheet_can_be_checked_by_hand(tmp_path: Path) -> None:
    """Each line's arithmetic on every player's sheet gives the line's figure."""
    fngo_files(tmp_path)
    checked = 0
    for player in "ABCDEF":
        sheet = answer(tmp_path, "explain", "fngo", player, *HEAD_TO_HEAD)
        checked += held_to_its_lines(sheet)

    assert checked > 30


def test_a_draw_is_half_a_point(tmp_path: Path) -> None:
    """The JSON of a player's games gives 1 point for a win, 0.5 for a draw and 0 for a loss."""
    write(tmp_path / "p.csv", STARTS, ["Ana,1000,40", "Bob,1000,40"])
    scores = ("33,31", "32,32", "31,33")
    games = [f"2025-03-01,T,{n},Ana,Bob,{score}" for n, score in enumerate(scores, 1)]
    write(tmp_path / "r.csv", GAMES, games)
    (terms,) = answer(tmp_path, "fngo", *HEAD_TO_HEAD)["Ana"]["terms"]

    assert [game["points"] for game in terms["games"]] == [1, 0.5, 0]


def test_a_loss_is_limited(tmp_path: Path) -> None:
    """A player who loses every game loses 50, and the sheet explains the limit."""
    write(tmp_path / "p.csv", STARTS, ["Ana,1000,40", "Bob,1000,40"])
    games = [f"2025-03-01,T,{n},Ana,Bob,0,64" for n in range(1, 6)]
    write(tmp_path / "r.csv", GAMES, games)
    _, out, _ = run(tmp_path, "explain", "fngo", "Ana", *HEAD_TO_HEAD)

    assert "  new rating, losing at most 50: 1000 − 50 = 950" in out.splitlines()


def test_a_game_has_its_expected_result(tmp_path: Path) -> None:
    """The sheet gives 1/2 and a thousandth for each point of the lead, which is at most 500."""
    write(tmp_path / "p.csv", STARTS, ["Ana,1000,40", "Bob,1200,40", "Cec,1900,40"])
    games = ["2025-03-01,T,1,Ana,Bob,40,24", "2025-03-01,T,2,Ana,Cec,24,40"]
    write(tmp_path / "r.csv", GAMES, games)
    for player, *expected in (("Ana", "0.3", "0"), ("Bob", "0.7"), ("Cec", "1")):
        _, out, _ = run(tmp_path, "explain", "fngo", player, *HEAD_TO_HEAD)
        assert re.findall(r"expected ([\d.]+)", out) == expected


def test_inferred_bands_are_said(tmp_path: Path) -> None:
    """List and sheet mark inferred bands until the federation's own bands are given."""
    fngo_files(tmp_path)
    own = ("--bands", "4:0,12:5,24:10,40:15,64:20")
    for arguments in (("fngo",), ("explain", "fngo", "D")):
        assert "inferred" in run(tmp_path, *arguments, *HEAD_TO_HEAD)[1]
        assert "inferred" not in run(tmp_path, *arguments, *HEAD_TO_HEAD, *own)[1]
    wide = answer(tmp_path, "fngo", *HEAD_TO_HEAD, "--bands", "64:20")

    assert wide["D"]["FB"] != 9


@pytest.mark.parametrize("bands", ["", "4", "64:x", "12:0,4:5,64:20", "4:0,12:5"])
def test_bad_bands(tmp_path: Path, bands: str) -> None:
    """The error about invalid bands shows the expected form."""
    fngo_files(tmp_path)

    assert "4:0,12:5,24:10" in refusal(tmp_path, "fngo", *HEAD_TO_HEAD, "--bands", bands)
