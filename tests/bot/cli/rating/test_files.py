"""`turretur rating`: formats, errors and options."""

import csv
import json
from pathlib import Path

import pytest

from tests.bot.cli.rating.command import HEAD_TO_HEAD, answer, refusal, run
from tests.bot.cli.rating.tables import fngo_files, write
from tests.bot.documents.tables.files import xlsx
from tests.rating_files import EVENTS, GAMES, STARTS


def test_spreadsheets_do_as_well(tmp_path: Path) -> None:
    """XLSX gives the same list as CSV."""
    fngo_files(tmp_path)
    for name in "pr":
        with (tmp_path / f"{name}.csv").open(encoding="utf-8") as source:
            rows = [[int(c) if c.isdigit() else c for c in row] for row in csv.reader(source)]
        (tmp_path / f"{name}.xlsx").write_bytes(xlsx(*rows))
    books = ("--players", "@p.xlsx", "--results", "@r.xlsx")

    assert run(tmp_path, "fngo", *books) == run(tmp_path, "fngo", *HEAD_TO_HEAD)


def test_a_misspelt_name_is_asked_about(tmp_path: Path) -> None:
    """A misspelt name becomes a newcomer only if the ratings officer says so."""
    write(tmp_path / "p.csv", STARTS, ["Ion Popescu,120,40"])
    write(tmp_path / "r.csv", GAMES, ["2025-03-01,T,1,Ion Popesc,Ana,1,2"])

    assert "if new: --new 'Ion Popesc'" in refusal(tmp_path, "absp", *HEAD_TO_HEAD)
    found = answer(tmp_path, "absp", *HEAD_TO_HEAD, "--new", "ion popesc")
    assert set(found) == {"Ion Popescu", "Ion Popesc", "Ana"}


def test_old_encodings_are_said(tmp_path: Path) -> None:
    """The list is made, and stderr names the encoding."""
    write(tmp_path / "p.csv", STARTS, [])
    text = f"{GAMES}\n2025-03-01,T,1,Ştefan,Łukasz,1,2\n"
    (tmp_path / "r.csv").write_bytes(text.encode("cp1250"))
    status, out, err = run(tmp_path, "absp", *HEAD_TO_HEAD, "--json")

    assert (status, set(json.loads(out))) == (0, {"Ştefan", "Łukasz"})
    assert (
        "r.csv: line 2: read as windows-1250, because it is not UTF-8; check the letters of names"
        in err
    )


def test_players_on_no_list_are_named(tmp_path: Path) -> None:
    """The reason is given: no rating or game, only byes, or a bye among the players."""
    starts = ["A,120,40", "B,110,40", "Z,,", "BYE,100,40"]
    write(tmp_path / "p.csv", STARTS, starts)
    games = ["2025-03-01,T,1,A,B,1,2", "2025-03-01,T,1,C,bye,,", "2025-03-01,T,2,A,Pauză,,"]
    write(tmp_path / "r.csv", GAMES, games)
    for system in ("absp", "pfs"):
        day = ("--date", "2025-04-01") if system == "pfs" else ()
        status, out, err = run(tmp_path, system, *HEAD_TO_HEAD, *day)

        assert status == 0
        assert "not ranked, because they have neither a rating nor a game: Z" in err
        assert "not ranked, because they have only byes: C" in err
        assert "line 5: “BYE” is a bye, not a player; left out" in err
        assert not {"C", "BYE"} & set(out.split())


def test_players_of_long_ago_are_named(tmp_path: Path) -> None:
    """Under FRS a player without any recent game of any type has no rating."""
    rows = ["2020-01-01,free,0,A,1", "2020-01-01,free,0,B,2"]
    rows += [
        f"2025-01-{n:02},free,{n},{who},{at}"
        for n in range(1, 9)
        for at, who in ((1, "A"), (2, "C"))
    ]
    write(tmp_path / "e.csv", "date,type,event,player,place", rows)
    status, _, err = run(tmp_path, "frs", "--events", "@e.csv")

    assert status == 0
    assert "not ranked, because they played none of the last games that count: B" in err


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "score2\n",
            "score3\n",
            "r.csv: line 1, column score2: this column is missing in the header",
        ),
        (",22,42", ",x,42", "r.csv: line 5, column score1: “x” is not a whole number"),
        ("A,C,22", "A,A,22", "r.csv: line 5, column player2: A is on both sides of the game"),
        (
            "01,Open,1,C",
            "41,Open,1,C",
            "r.csv: line 3, column date: “2025-03-41” is not a date such as",
        ),
        ("1,C,D,31,33", "1,B,A,27,37", "r.csv: line 3: the same game is on line 2 already"),
        (",22,42", ",22,41", "r.csv: line 5, column score2: both scores must make 64: 22 + 41"),
    ],
)
def test_bad_results(tmp_path: Path, old: str, new: str, expected: str) -> None:
    """File, line, column and expected value are named; nothing is calculated."""
    fngo_files(tmp_path)
    text = (tmp_path / "r.csv").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "r.csv").write_text(text.replace(old, new, 1), encoding="utf-8")

    assert expected in refusal(tmp_path, "fngo", *HEAD_TO_HEAD)


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("frs",), "rating frs needs --events"),
        (("frs", "--events", "@none.csv"), "none.csv: No such file or directory"),
        (("frs", "--events", "@"), "Is a directory"),
        (("absp", "--players", "@p.csv"), "rating absp needs --results"),
        (("absp", *HEAD_TO_HEAD, "--window", "99"), "'99' is not one of"),
        (("pfs", *HEAD_TO_HEAD), "Missing option '--date'"),
        (("pfs", *HEAD_TO_HEAD, "--date", "4.2025"), "--date: expected a date such as"),
        (("pfs", *HEAD_TO_HEAD, "--date", "0001-01-01"), "--date: expected a date such as"),
        (("explain", "frs", "A"), "rating explain frs needs --events"),
        (("explain", "pfs", "A", *HEAD_TO_HEAD), "rating explain pfs needs --date"),
        (
            ("explain", "absp", "A", *HEAD_TO_HEAD, "--date", "2025-04-01"),
            "rating explain absp takes no --date",
        ),
        (
            ("explain", "absp", "A", *HEAD_TO_HEAD, "--selection", "best"),
            "rating explain absp takes no --selection",
        ),
        (
            ("explain", "frs", "A", "--events", "@r.csv", "--league", "L"),
            "rating explain frs takes no --league",
        ),
        (("explain", "fngo", "Zoe", *HEAD_TO_HEAD), "nobody is called 'Zoe' in this list"),
        (("explain", "elo", "A"), "'elo' is not one of"),
    ],
)
def test_bad_options(tmp_path: Path, arguments: tuple[str, ...], expected: str) -> None:
    """One line names the missing or wrong option."""
    fngo_files(tmp_path)

    assert expected in refusal(tmp_path, *arguments)


def test_a_near_name_is_suggested(tmp_path: Path) -> None:
    """For a mistyped name `explain` suggests a similar one."""
    write(tmp_path / "p.csv", STARTS, ["Ion Popescu,120,40"])
    write(tmp_path / "r.csv", GAMES, [])
    said = refusal(tmp_path, "explain", "absp", "Ion Popesc", *HEAD_TO_HEAD)

    assert "did you mean 'Ion Popescu'?" in said


def test_empty_files_make_empty_lists(tmp_path: Path) -> None:
    """Without players and games there is no list and no error."""
    write(tmp_path / "p.csv", STARTS, [])
    write(tmp_path / "r.csv", GAMES, [])
    write(tmp_path / "e.csv", EVENTS, [])

    assert answer(tmp_path, "absp", *HEAD_TO_HEAD) == {}
    assert answer(tmp_path, "frs", "--events", "@e.csv") == {"general": {}, "values": {}}
    assert run(tmp_path, "absp", *HEAD_TO_HEAD)[1] == "0 players, 0 games, —\n"


def test_of_many_similar_names_five_pairs_are_listed(tmp_path: Path) -> None:
    """The other pairs are counted."""
    first = ("Popescu", "Marinescu", "Ionescu", "Vasilescu", "Georgescu", "Dumitru", "Stan Olaru")
    rows = [
        f"2025-03-0{day},Open,{7 * day + n},Ion Rus,Ana {name.replace('u', letter, 1)},400,300"
        for day, letter in ((1, "u"), (2, "o"))
        for n, name in enumerate(first)
    ]
    write(tmp_path / "p.csv", STARTS, ["Ion Rus,150,40"])
    write(tmp_path / "r.csv", GAMES, rows)
    status, _, said = run(tmp_path, "absp", *HEAD_TO_HEAD)

    assert status == 0
    assert said.count("is close to") == 5
    assert "other pairs of names that are close to each other: 2" in said


@pytest.mark.parametrize("system", ["absp", "pfs", "fngo"])
def test_a_league_is_one_tournament_if_it_is_said(tmp_path: Path, system: str) -> None:
    """Distant days of one name bring a remark; `--league` joins them, in any spelling."""
    write(tmp_path / "p.csv", STARTS, ["Ana,1000,40", "Bob,900,40"])
    games = [f"2025-0{n}-01,Liga Nord,{n},Ana,Bob,40,24" for n in range(1, 5)]
    write(tmp_path / "r.csv", GAMES, games)
    asked = (system, *HEAD_TO_HEAD, *(("--date", "2025-06-01") if system == "pfs" else ()))

    _, apart, said = run(tmp_path, *asked)
    assert "“Liga Nord” is taken for 4 tournaments" in said
    status, whole, said = run(tmp_path, *asked, "--league", "liga nord")
    assert (status, said) == (0, "")
    assert whole != apart
    assert "no tournament “Liga Sud”, which you named as a league" in refusal(
        tmp_path, *asked, "--league", "Liga Sud"
    )
