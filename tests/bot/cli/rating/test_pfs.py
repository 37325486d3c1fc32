"""`turretur rating pfs`: the Polish federation's list, compared with its text."""

from datetime import date
from pathlib import Path

import pytest

from engine.ratings.pfs_values import Selection
from tests import plain_ratings
from tests.bot.cli.rating.command import HEAD_TO_HEAD, answer, held_to_its_lines, run
from tests.bot.cli.rating.tables import read_season, season, write
from tests.rating_files import GAMES, STARTS


def test_the_texts_example(tmp_path: Path) -> None:
    """24 games at 120 give a temporary rating of 116."""
    write(tmp_path / "p.csv", f"{STARTS},career_games", ["X,120,24,24", "Y,150,30,30"])
    write(tmp_path / "r.csv", GAMES, [])
    found = answer(tmp_path, "pfs", *HEAD_TO_HEAD, "--date", "2025-04-01")

    assert found == {
        "listed": [{"place": 1, "player": "Y", "rating": 150, "exact": 150.0, "games": 30}],
        "waiting": [{"place": None, "player": "X", "rating": 120, "exact": 120.0, "games": 24}],
        "temporary": {"X": 116},
    }


def test_why_is_mine_116(tmp_path: Path) -> None:
    """The sheet equals the one in docs/command-line.md."""
    write(tmp_path / "p.csv", f"{STARTS},career_games", ["X,120,24,24"])
    write(tmp_path / "r.csv", GAMES, [])
    _, out, _ = run(tmp_path, "explain", "pfs", "X", *HEAD_TO_HEAD, "--date", "2025-04-01")
    page = Path(__file__).parents[4] / "docs" / "command-line.md"

    assert f"```\n{out}```" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize("selection", ["latest", "best"])
def test_a_plain_reading_agrees(tmp_path: Path, selection: str) -> None:
    """Every listed, waiting and temporary rating of a season agrees."""
    season(tmp_path, tournaments=14)
    day = date(2016, 2, 1)
    options = ("--date", f"{day}", "--selection", selection)
    found = answer(tmp_path, "pfs", *HEAD_TO_HEAD, *options)
    starts, games = read_season(tmp_path)
    plain = plain_ratings.PlainPfs(starts, games, Selection(selection))
    plain.run(day)

    assert found["listed"]
    for name in ("listed", "waiting"):
        for row in found[name]:
            rating = plain.list_rating(row["player"], day)
            assert rating is not None
            assert row["exact"] == pytest.approx(float(rating[0]))
            assert (row["games"], name == "listed") == rating[1:]
            assert row["rating"] == plain_ratings.half_up(rating[0])
    for player, rating in found["temporary"].items():
        assert rating == plain.tournament_rating(player, day)


def test_lists(tmp_path: Path) -> None:
    """Ranked players are first, then waiting ones, temporary ratings, and the files read."""
    write(tmp_path / "p.csv", STARTS, ["Ana,150,40", "Bob,150,40", "Cip,90,50", "Dan,120,24"])
    write(tmp_path / "r.csv", GAMES, ["2025-03-01,T,1,Eva,Ana,1,1"])
    _, out, _ = run(tmp_path, "pfs", *HEAD_TO_HEAD, "--date", "2025-04-01")

    *lines, note = out.splitlines()
    assert note.startswith("* continued from a list: ")
    assert [line.split() for line in lines] == [
        ["5", "players", "(of", "whom", "new:", "1),", "1", "game,", "1", "March", "2025"],
        ["List", "of", "1", "April", "2025"],
        ["player", "rating", "games"],
        ["1", "Bob", "150", "40"],
        ["2", "Ana", "149", "41"],
        ["3", "Cip", "90", "50"],
        ["Waiting"],
        ["player", "rating", "games"],
        ["Eva", "150", "1"],
        ["Dan", "120", "24"],
        ["Temporary", "ratings"],
        ["player", "rating"],
        ["Cip", "100"],
        ["Dan", "116"],
        ["Eva", "102"],
    ]


def test_the_exception_for_favourites_is_an_option_that_the_sheet_names(tmp_path: Path) -> None:
    """Ana, 60 ahead, wins: 100 + 50 without the option, her own 160 with it."""
    write(tmp_path / "p.csv", STARTS, ["Ana,160,40", "Bob,100,40"])
    write(tmp_path / "r.csv", GAMES, ["2025-03-01,T,1,Ana,Bob,400,300"])
    order = ("explain", "pfs", "Ana", *HEAD_TO_HEAD, "--date", "2025-04-01")
    _, usual, _ = run(tmp_path, *order)
    _, own, _ = run(tmp_path, *order, "--favourites", "own")

    assert "100 + 50" in usual
    assert "--favourites" not in usual
    assert "option --favourites own" in own
    assert "Bob: own rating" in own
    assert (" 150" in usual, " 160" in own) == (True, True)


def test_the_sheet_can_be_checked_by_hand(tmp_path: Path) -> None:
    """Each line's arithmetic on every player's sheet gives the line's figure."""
    season(tmp_path, tournaments=14)
    for number in range(12):
        arguments = ("explain", "pfs", f"Player {number:02}", "--date", "2016-02-01")
        assert held_to_its_lines(answer(tmp_path, *arguments, *HEAD_TO_HEAD))


@pytest.mark.parametrize("day", ["2025-03-01", "2025-03-02"])
def test_a_list_before_the_games_says_that_none_counts(tmp_path: Path, day: str) -> None:
    """A list of the tournament's last day or before it names the first day that has the games."""
    write(tmp_path / "p.csv", STARTS, ["Ana,120,40", "Bob,110,40"])
    games = [f"2025-03-0{n},Open,{n},Ana,Bob,400,350" for n in (1, 2)]
    write(tmp_path / "r.csv", GAMES, games)
    _, _, err = run(tmp_path, "pfs", *HEAD_TO_HEAD, "--date", day)
    assert "none of the games counts" in err
    assert "the first possible date is 3 March 2025" in err
    _, _, err = run(tmp_path, "pfs", *HEAD_TO_HEAD, "--date", "2025-03-03")
    assert "none of the games" not in err
