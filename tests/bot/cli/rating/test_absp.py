"""`turretur rating absp`: the British association's system, compared with its notes."""

from pathlib import Path

import pytest

from engine.rounding import half_up
from tests import plain_ratings
from tests.bot.cli.rating.command import HEAD_TO_HEAD, answer, held_to_its_lines, refusal, run
from tests.bot.cli.rating.tables import read_season, season, write
from tests.rating_files import GAMES, STARTS


def test_the_notes_example(tmp_path: Path) -> None:
    """The result is 2001 / 12, shown as 167."""
    opponents = [161, 157, 154, 167, 155, 167, 160, 159, 154, 156, 155, 156]
    starts = [f"Q{n:02},{own},100" for n, own in enumerate(opponents)]
    write(tmp_path / "p.csv", STARTS, ["X,160,100", *starts])
    games = [f"2025-03-01,T,{n + 1},X,Q{n:02},{500 if n < 7 else 300},400" for n in range(12)]
    write(tmp_path / "r.csv", GAMES, games)
    found = answer(tmp_path, "absp", *HEAD_TO_HEAD)["X"]
    _, out, _ = run(tmp_path, "absp", *HEAD_TO_HEAD)

    assert list(found) == ["tournament", "overall", "games", "terms"]
    assert found["tournament"] == pytest.approx(2001 / 12)
    assert found["games"] == 112
    assert [one["points"] for one in found["terms"]["tournament"]] == [
        own + (50 if n < 7 else -50) for n, own in enumerate(opponents)
    ]
    weights = sum(range(225 - 111, 226))
    assert sum(one["weights"] for one in found["terms"]["overall"]) == weights
    (row,) = [line.split() for line in out.splitlines() if " X " in line]
    assert row[4] == "167"


@pytest.mark.parametrize("window", ["150", "100"])
def test_a_plain_reading_agrees(tmp_path: Path, window: str) -> None:
    """Every overall and tournament rating of a season agrees, with newcomers and restarts."""
    season(tmp_path)
    found = answer(tmp_path, "absp", *HEAD_TO_HEAD, "--window", window)
    exact, latest = plain_ratings.absp(*read_season(tmp_path), int(window))

    assert {p: r["overall"] for p, r in found.items()} == {p: half_up(e) for p, e in exact.items()}
    assert {p: r["tournament"] for p, r in found.items() if r["tournament"]} == pytest.approx(
        {p: float(value) for p, value in latest.items()}
    )
    assert list(found) == sorted(found, key=lambda p: -found[p]["terms"]["exact"])
    for player, one in found.items():
        terms = one["terms"]["overall"]
        mean = sum(t["weights"] * t["points"] for t in terms) / sum(t["weights"] for t in terms)
        assert one["terms"]["exact"] == pytest.approx(max(mean, 50))
        assert one["terms"]["exact"] == pytest.approx(float(exact[player]))


def test_the_sheet_can_be_checked_by_hand(tmp_path: Path) -> None:
    """Each line's arithmetic on every player's sheet gives the line's figure."""
    season(tmp_path)
    for player in ("PLAYER 01", "Player 10"):
        sheet = answer(tmp_path, "explain", "absp", player, *HEAD_TO_HEAD)
        assert held_to_its_lines(sheet) > 14


def test_how_somebody_came_to_their_tournament(tmp_path: Path) -> None:
    """The sheet says whether a player was new, had a rating, or was restarted."""
    write(tmp_path / "p.csv", STARTS, ["Ana,100,29", "Bob,100,100"])
    games = [f"2025-03-01,T,{n},Ana,Bob,400,300" for n in range(1, 9)]
    write(tmp_path / "r.csv", GAMES, [*games, "2025-03-01,T,9,Bob,Cip,300,400"])
    shown = {
        name: run(tmp_path, "explain", "absp", name, *HEAD_TO_HEAD)[1].splitlines()[1]
        for name in ("Ana", "Bob", "Cip")
    }

    assert "came with 100, restarted at 11" in shown["Ana"]
    assert shown["Ana"].endswith("by the ten-point rule")
    assert shown["Bob"].endswith("; came with 100")
    assert shown["Cip"].endswith("; a new player")


def test_one_line_for_each_thing(tmp_path: Path) -> None:
    """A player without games keeps their rating, and the sheet explains it."""
    season(tmp_path, tournaments=1)
    starts, games = read_season(tmp_path)
    idle = min(starts.keys() - {p for game in games for p in (game.first, game.second)})
    _, out, _ = run(tmp_path, "explain", "absp", idle, *HEAD_TO_HEAD)

    assert out.splitlines()[2].startswith("  did not play: ")


def test_games_of_before_the_system_are_refused(tmp_path: Path) -> None:
    """File and line are named; rows out of date order only bring a remark."""
    write(tmp_path / "p.csv", STARTS, [])
    write(tmp_path / "r.csv", GAMES, ["2025-03-02,T,2,A,B,1,2", "2025-03-01,T,1,A,B,1,2"])
    assert "1 March 2025 comes after 2 March 2025" in run(tmp_path, "absp", *HEAD_TO_HEAD)[2]

    write(tmp_path / "r.csv", GAMES, ["2025-03-02,T,2,A,B,1,2", "1998-12-31,U,1,A,B,1,2"])
    said = refusal(tmp_path, "absp", *HEAD_TO_HEAD)
    assert (
        "r.csv: line 3, column date: a game of 1998-12-31; the system begins on 1 January 1999"
        in said
    )
