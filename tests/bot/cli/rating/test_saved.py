"""`--save`, `--from` and `--out`: month by month, refusals, and lists written to files."""

import csv
import json
from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.bot.cli.rating.command import HEAD_TO_HEAD, answer, refusal, run
from tests.bot.cli.rating.tables import read_season, season, write
from tests.rating_files import EVENTS, GAMES, STARTS

SYSTEMS = {"absp": (), "pfs": ("--date", "2015-12-02"), "fngo": ()}


def months(folder: Path, *, discs: bool) -> int:
    """Write a season, and its tournaments one by one: m0.csv, m1.csv and so on."""
    season(folder, discs=discs)
    starts, games = read_season(folder)
    assert starts
    names = list(dict.fromkeys(game.tournament for game in sorted(games)))
    for number, name in enumerate(names):
        rows = [
            f"{g.day},{name},{g.round},{g.first},{g.second},{g.first_score},{g.second_score}"
            for g in games
            if g.tournament == name
        ]
        write(folder / f"m{number}.csv", GAMES, rows)
    return len(names)


@pytest.mark.parametrize("system", SYSTEMS)
def test_month_by_month(tmp_path: Path, system: str) -> None:
    """The list, its JSON and every explanation equal those of one run over all files."""
    options = SYSTEMS[system]
    count = months(tmp_path, discs=system == "fngo")
    new = [part for n in range(12) for part in ("--new", f"Player {n:02}")]
    once = answer(tmp_path, system, *HEAD_TO_HEAD, *options)
    begin, found = ("--players", "@p.csv"), None
    for number in range(count):
        files = ("--results", f"@m{number}.csv", "--save", "@s.json")
        found = answer(tmp_path, system, *begin, *files, *options, *new)
        begin = ("--from", "@s.json")

    assert found == once
    assert answer(tmp_path, system, "--from", "@s.json", *options) == once
    explained = ("explain", system, "Player 03")
    assert answer(tmp_path, *explained, "--from", "@s.json", *options) == answer(
        tmp_path, *explained, *HEAD_TO_HEAD, *options
    )
    kept = json.loads((tmp_path / "s.json").read_text(encoding="utf-8"))
    assert kept["schema"] == 1
    assert [each["name"] for each in kept["inputs"]][:2] == ["p.csv", "m0.csv"]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_a_calendar_month_by_month(tmp_path: Path) -> None:
    """This holds for FRS, too; dates already included are refused, and the same file again."""
    rows = [f"2025-0{m}-01,free,{m},{p},{at}" for m in (1, 2, 3) for at, p in enumerate("ABC", 1)]
    write(tmp_path / "e.csv", EVENTS, rows)
    for month in (1, 2, 3):
        write(tmp_path / f"{month}.csv", EVENTS, rows[3 * month - 3 : 3 * month])
    found = answer(tmp_path, "frs", "--events", "@1.csv", "--save", "@s.json")
    for month in (2, 3):
        more = ("--from", "@s.json", "--save", "@s.json")
        found = answer(tmp_path, "frs", "--events", f"@{month}.csv", *more)

    assert found == answer(tmp_path, "frs", "--events", "@e.csv")
    before = (tmp_path / "s.json").read_bytes()
    again = ("frs", "--from", "@s.json", "--save", "@s.json", "--events")
    assert "the saved rating has this file, as 2.csv" in refusal(tmp_path, *again, "@2.csv")
    assert "“1” is already in the saved rating" in refusal(tmp_path, *again, "@e.csv")
    assert (tmp_path / "s.json").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("fngo", "--results", "@r.csv"), "expected a rating of fngo, found one of absp"),
        (("absp", "--results", "@r.csv", "--window", "100"), "rated with --window 150, not 100"),
        (("absp", "--results", "@r.csv", "--players", "@p.csv"), "expected none with --from"),
        (("absp", "--results", "@r.csv"), "the saved rating has this file, as r.csv"),
        (("frs", "--events", "@r.csv"), "expected a rating of frs, found one of absp"),
    ],
)
def test_another_rating_is_refused(tmp_path: Path, arguments: tuple[str, ...], why: str) -> None:
    """The error names the file's system and the command to type."""
    season(tmp_path)
    answer(tmp_path, "absp", *HEAD_TO_HEAD, "--save", "@s.json")

    assert why in refusal(tmp_path, *arguments, "--from", "@s.json")


def test_what_is_no_saved_rating_is_refused(tmp_path: Path) -> None:
    """Missing files, files without JSON and edited files are refused."""
    season(tmp_path)
    asked = ("absp", "--results", "@r.csv", "--from", "@s.json")
    assert "No such file" in refusal(tmp_path, *asked)
    (tmp_path / "s.json").write_text("[]", encoding="utf-8")
    assert "expected a file that --save wrote" in refusal(tmp_path, *asked)
    answer(tmp_path, "absp", *HEAD_TO_HEAD, "--save", "@s.json")
    text = (tmp_path / "s.json").read_text(encoding="utf-8")
    (tmp_path / "s.json").write_text(text.replace("Player 01", "Player 99"), encoding="utf-8")
    assert "it was changed after --save wrote it" in refusal(tmp_path, *asked)


def test_a_misspelt_name_of_a_saved_rating_is_asked_about(tmp_path: Path) -> None:
    """A name similar to one of a saved rating brings a question, also for last month's newcomer."""
    write(tmp_path / "p.csv", STARTS, ["Ana Pop,150,40"])
    write(tmp_path / "1.csv", GAMES, ["2025-01-01,T,1,Ana Pop,Ion Marin,1,2"])
    write(tmp_path / "2.csv", GAMES, ["2025-02-01,U,1,Ana Pop,Ion Maran,1,2"])
    answer(tmp_path, "absp", "--players", "@p.csv", "--results", "@1.csv", "--save", "@s.json")

    assert "is close to “Ion Marin” of" in refusal(
        tmp_path, "absp", "--results", "@2.csv", "--from", "@s.json"
    )


def test_a_name_close_to_one_of_a_saved_calendar_is_asked_about(tmp_path: Path) -> None:
    """The question comes once, in the name's first month; a confirmed new name brings no more."""
    for month, second in ((1, "Ion Marin"), (2, "Ion Maran"), (3, "Ion Maran")):
        rows = [
            f"2025-0{month}-01,free,{month},Ana Pop,1",
            f"2025-0{month}-01,free,{month},{second},2",
        ]
        write(tmp_path / f"{month}.csv", EVENTS, rows)
    run(tmp_path, "frs", "--events", "@1.csv", "--save", "@s.json")
    again = ("frs", "--from", "@s.json", "--save", "@s.json", "--events")
    new = ("--new", "Ion Maran")
    messages = [refusal(tmp_path, *again, "@2.csv"), run(tmp_path, *again, "@2.csv", *new)[2]]
    messages.append(run(tmp_path, *again, "@3.csv")[2])

    assert "“Ion Maran” is close to “Ion Marin” of the saved rating; if new: --new" in messages[0]
    assert not any("close to" in each for each in messages[1:])


def test_what_a_printed_list_leaves_open_is_said(tmp_path: Path) -> None:
    """The remark appears for a printed list only, not for a saved rating or all-new players."""
    season(tmp_path)
    started = "* continued from a list"
    assert started in run(tmp_path, "absp", *HEAD_TO_HEAD, "--save", "@s.json")[1]
    assert started not in run(tmp_path, "absp", "--from", "@s.json")[1]
    write(tmp_path / "p.csv", STARTS, [])
    assert started not in run(tmp_path, "absp", *HEAD_TO_HEAD)[1]


def test_lists_are_written_to_files(tmp_path: Path) -> None:
    """A CSV can be used as a start, and a spreadsheet has all terms."""
    season(tmp_path)
    found = answer(tmp_path, "absp", *HEAD_TO_HEAD, "--out", "@list.csv")
    assert answer(tmp_path, "absp", *HEAD_TO_HEAD, "--out", "@list.XLSX") == found
    with (tmp_path / "list.csv").open(encoding="utf-8") as source:
        rows = list(csv.DictReader(source))
    book = load_workbook(tmp_path / "list.XLSX")

    assert {row["player"]: int(row["rating"]) for row in rows} == {
        player: one["overall"] for player, one in found.items()
    }
    assert [sheet.title for sheet in book] == ["ABSP", "Terms"]
    status, _, err = run(tmp_path, "absp", "--players", "@list.csv", "--results", "@r.csv")
    assert status == 0
    assert "unknown columns, ignored: latest, tournament" in err


def test_several_lists_in_one_csv_are_distinguished(tmp_path: Path) -> None:
    """The first column names the list of each row."""
    season(tmp_path)
    answer(tmp_path, "pfs", *HEAD_TO_HEAD, "--date", "2015-01-02", "--out", "@list.csv")
    with (tmp_path / "list.csv").open(encoding="utf-8") as source:
        lists = {row["list"] for row in csv.DictReader(source)}

    assert {"pfs_listed", "pfs_temporary"} <= lists


def test_a_list_is_written_to_print_and_sign(tmp_path: Path) -> None:
    """The PDF has every player and a line for the signature, in the chosen language."""
    write(tmp_path / "p.csv", STARTS, ["Ștefan Țîrlea,150,40", "Ion Rus,140,30"])
    write(tmp_path / "r.csv", GAMES, ["2025-03-01,Open,1,Ștefan Țîrlea,Ion Rus,400,350"])
    absp = ("absp", *HEAD_TO_HEAD, "--language", "ro", "--out")
    assert run(tmp_path, *absp, "@list.pdf")[0] == 0
    first = (tmp_path / "list.pdf").read_bytes()
    text = "\n".join(page.extract_text() for page in PdfReader(BytesIO(first)).pages)

    assert all(name in text for name in ("Ștefan Țîrlea", "Ion Rus", "Nume și semnătură"))
    run(tmp_path, *absp, "@list.pdf")
    assert (tmp_path / "list.pdf").read_bytes() == first


def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    """A wrong ending is refused at once, a missing folder in one line."""
    season(tmp_path)
    asked = ("absp", *HEAD_TO_HEAD, "--out")
    assert "a file that ends in .csv, .xlsx or .pdf" in refusal(tmp_path, *asked, "@a.doc")
    assert "No such file or directory" in refusal(tmp_path, *asked, "@none/a.csv")
    assert "No such file or directory" in refusal(
        tmp_path, "absp", *HEAD_TO_HEAD, "--save", "@none/s.json"
    )
