"""`turretur rating` on tables as people keep them: footers, two name columns, shared places."""

from io import BytesIO
from pathlib import Path

import pytest
from openpyxl import Workbook

from tests.bot.cli.rating.command import HEAD_TO_HEAD, answer, refusal, run
from tests.bot.cli.rating.tables import write
from tests.rating_files import EVENTS, GAMES, STARTS

ONE_GAME = ["2025-03-01,Open,1,Ana Pop,Ion Rus,400,350"]


def noted(tmp_path: Path, system: str, *arguments: str) -> str:
    """Return the remarks of a run that must succeed."""
    status, _, err = run(tmp_path, system, *arguments)
    assert status == 0, err
    return err


def book(path: Path, *rows: tuple[str | int, ...]) -> Workbook:
    """Return a workbook with these rows, written to that path."""
    found = Workbook()
    sheet = found.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    saved(found, path)
    return found


def saved(found: Workbook, path: Path) -> None:
    """Write a workbook."""
    out = BytesIO()
    found.save(out)
    path.write_bytes(out.getvalue())


def test_a_footer_is_set_aside_and_listed(tmp_path: Path) -> None:
    """A total, an office with its signature and a note are no players, in every table."""
    footer = ["Total: 2 jucători", "", "Secretar general,I. Popescu", "Notă: lista e provizorie"]
    write(tmp_path / "p.csv", STARTS, ["Ana Pop,150,40", "Ion Rus,140,30", *footer])
    write(tmp_path / "r.csv", GAMES, [*ONE_GAME, "Total: 1 partidă", "", "Arbitru: D. Ene"])
    said = noted(tmp_path, "absp", *HEAD_TO_HEAD)
    assert "Total: 2 jucători, Secretar general I. Popescu, Notă: lista e provizorie" in said
    assert "Total: 1 partidă, Arbitru: D. Ene" in said
    found = answer_of_players(tmp_path, "absp", *HEAD_TO_HEAD)
    assert found == {"Ana Pop", "Ion Rus"}

    places = ["2025-03-01,free,1,Ana Pop,1", "2025-03-01,free,1,Ion Rus,2"]
    write(tmp_path / "e.csv", EVENTS, [*places, "Total: 2 jucători", "Secretar general,I. Popescu"])
    assert "Secretar general I. Popescu" in noted(tmp_path, "frs", "--events", "@e.csv")


def answer_of_players(tmp_path: Path, *arguments: str) -> set[str]:
    """Return the names on the printed list."""
    _, out, _ = run(tmp_path, *arguments)
    names = ("Ana Pop", "Ion Rus", "Total", "Secretar", "Popescu", "Notă", "Dan Pop", "Ion Pop")
    return {name for name in names if name in out}


@pytest.mark.parametrize(
    "headings", ["nume,prenume", "Name,First name", "Nazwisko,Imię", "Cognome,Nome"]
)
def test_two_name_columns_are_one_name(tmp_path: Path, headings: str) -> None:
    """Surname and given name are joined in tables of players and of collective games."""
    write(tmp_path / "p.csv", f"{headings},rating,games", ["Pop,Ion,150,40", "Pop,Dan,140,30"])
    write(tmp_path / "r.csv", GAMES, ["2025-03-01,Open,1,Ion Pop,Dan Pop,400,350"])
    assert answer_of_players(tmp_path, "absp", *HEAD_TO_HEAD) == {"Ion Pop", "Dan Pop"}

    rows = ["2025-03-01,free,1,Pop,Ion,1", "2025-03-01,free,1,Pop,Dan,2"]
    write(tmp_path / "e.csv", f"date,type,event,{headings},place", rows)
    found = answer(tmp_path, "frs", "--events", "@e.csv")
    assert found["free"].keys() == {"Ion Pop", "Dan Pop"}


def test_two_name_columns_of_each_player_are_joined(tmp_path: Path) -> None:
    """A table of games may have a surname and a given name for both players."""
    write(tmp_path / "p.csv", STARTS, [])
    headings = "date,tournament,round,Nume 1,Prenume 1,Nume 2,Prenume 2,score1,score2"
    write(tmp_path / "r.csv", headings, ["2025-03-01,Open,1,Pop,Ion,Pop,Dan,400,350"])
    assert answer_of_players(tmp_path, "absp", *HEAD_TO_HEAD) == {"Ion Pop", "Dan Pop"}


@pytest.mark.parametrize(
    ("heading", "cell", "kind"),
    [
        ("Numele complet", "Ana", "names"),
        ("Rating vechi", "150", "ratings"),
        ("Loc final", "1", "places"),
        ("Scor total", "12", "results"),
        ("", "Maria", "names"),
    ],
)
def test_a_column_that_may_count_is_never_only_ignored(
    tmp_path: Path, heading: str, cell: str, kind: str
) -> None:
    """An unknown column of names, ratings, places or results is refused, unless in brackets."""
    write(tmp_path / "r.csv", GAMES, ONE_GAME)
    write(tmp_path / "p.csv", f"player,{heading},rating,games", [f"Ana Pop,{cell},150,40"])
    said = refusal(tmp_path, "absp", *HEAD_TO_HEAD)
    assert f"seems to have {kind}" in said
    assert "brackets" in said

    bracketed = (tmp_path / "p.csv").read_text("utf-8").replace(f",{heading},", f",({heading}),")
    (tmp_path / "p.csv").write_text(bracketed, "utf-8")
    if heading:
        assert f"({heading})" in noted(tmp_path, "absp", *HEAD_TO_HEAD)


def test_collective_games_take_no_starting_ratings(tmp_path: Path) -> None:
    """FRS refuses a table of starting ratings, and takes the names of a list that it made."""
    rows = ["2025-03-01,free,1,Ana Pop,1", "2025-03-01,free,1,Ion Rus,2"]
    write(tmp_path / "e.csv", EVENTS, rows)
    write(tmp_path / "p.csv", STARTS, ["Ana Pop,150,40"])
    frs = ("frs", "--events", "@e.csv", "--players", "@p.csv")
    assert "column games: FRS lists are calculated from games alone" in refusal(tmp_path, *frs)

    write(tmp_path / "p.csv", "place,player,rating,events", ["1,Ana Pop,150,9", "2,Ion Rus,140,9"])
    assert noted(tmp_path, *frs) == ""


@pytest.mark.parametrize("shared", ["2-3", "2=", "=2", "2.", "2 ex aequo", "2–3"])
def test_shared_places_are_read(tmp_path: Path, shared: str) -> None:
    """Two players who share a place have the same rating, however the place is written."""
    rows = [f"2025-03-01,free,1,{who},{at}" for who, at in (("Ana", "1."), ("Bob", shared))]
    write(tmp_path / "e.csv", EVENTS, [*rows, f"2025-03-01,free,1,Cip,{shared}"])
    values = answer(tmp_path, "frs", "--events", "@e.csv")["free"]
    assert values["Bob"]["rating"] == values["Cip"]["rating"] != values["Ana"]["rating"]


def test_what_was_not_played_is_refused_with_the_way_to_write_it(tmp_path: Path) -> None:
    """`forfait` is no score, `abs.` is no place, and `ex aequo` needs its number."""
    write(tmp_path / "p.csv", STARTS, [])
    write(tmp_path / "r.csv", GAMES, [ONE_GAME[0].replace("350", "forfait")])
    assert "“forfait” is not a score" in refusal(tmp_path, "absp", *HEAD_TO_HEAD)
    for cell, expected in (("abs.", "delete the row"), ("ex aequo", "the same number, such as 3")):
        write(
            tmp_path / "e.csv", EVENTS, ["2025-03-01,free,1,Ana,1", f"2025-03-01,free,1,Bob,{cell}"]
        )
        assert expected in refusal(tmp_path, "frs", "--events", "@e.csv")


def test_names_are_read_without_what_stands_around_them(tmp_path: Path) -> None:
    """Numbering, a telephone number and the club in brackets do not stay in a name."""
    write(
        tmp_path / "p.csv",
        STARTS,
        ["1. Ana Pop (CS Cluj),150,40", "2) Ion Rus 0722 123 456,140,30"],
    )
    write(tmp_path / "r.csv", GAMES, ONE_GAME)
    said = noted(tmp_path, "absp", *HEAD_TO_HEAD)
    assert "removed from names on lines 2, 3" in said
    assert "CS Cluj" in said

    write(tmp_path / "p.csv", STARTS, [])
    two = ["2025-03-01,O,1,Ana Pop (Cluj),Ion Rus,1,2", "2025-03-01,O,2,Ana Pop (Iași),Ion Rus,1,2"]
    write(tmp_path / "r.csv", GAMES, two)
    assert "Ana Pop (Iași), and Ana Pop (Cluj) on line 2" in refusal(
        tmp_path, "absp", *HEAD_TO_HEAD
    )


def test_damaged_letters_name_their_encoding(tmp_path: Path) -> None:
    """A name with other signs is refused with the likely encoding and the likely name."""
    write(tmp_path / "p.csv", STARTS, [])
    text = f"{GAMES}\n2025-03-01,Open,1,Ştefan Rus,Ion Ţîrlea,400,350\n"
    (tmp_path / "r.csv").write_bytes(text.encode("cp852"))
    said = refusal(tmp_path, "absp", *HEAD_TO_HEAD)
    assert "is probably in cp852 and means “Ştefan Rus”" in said


def test_names_in_another_order_are_refused_in_a_list(tmp_path: Path) -> None:
    """The same words in another order are named with both lines of the list."""
    write(tmp_path / "p.csv", STARTS, ["Ion Pop,150,40", "Ana Rus,140,30", "Pop Ion,130,20"])
    write(tmp_path / "r.csv", GAMES, [])
    said = refusal(tmp_path, "absp", *HEAD_TO_HEAD)
    assert "line 4, column player: “Pop Ion” has the same words as “Ion Pop” of line 2" in said


def test_what_a_sheet_hides_is_said(tmp_path: Path) -> None:
    """Hidden rows and columns, other sheets with data, merged cells and odd days are named."""
    write(tmp_path / "p.csv", STARTS, [])
    rows = [(f"2025-03-0{n}", "Open", 1, "Ana", "Bob", 400, 350) for n in range(1, 8)]
    found = book(tmp_path / "r.xlsx", tuple(GAMES.split(",")), *rows)
    sheet = found.active
    assert sheet is not None
    sheet.row_dimensions[3].hidden = sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["B"].hidden = True
    found.create_sheet("Turneul 2").append(["Ana", 1])
    found.create_sheet("Goală")
    sheet["A8"] = "2015-03-07"
    sheet["A7"] = "2199-03-06"
    saved(found, tmp_path / "r.xlsx")
    said = noted(tmp_path, "absp", "--players", "@p.csv", "--results", "@r.xlsx")
    assert "hidden or filtered rows, which were read too: 3, 4" in said
    assert "hidden columns, which were read too: B" in said
    assert "these have data too: Turneul 2\n" in said
    assert "“2015-03-07” is more than a year from all others (lines: 8)" in said
    assert "“2199-03-06” is in the future (lines: 7)" in said

    sheet.merge_cells("B2:B5")
    saved(found, tmp_path / "r.xlsx")
    said = refusal(tmp_path, "absp", "--players", "@p.csv", "--results", "@r.xlsx")
    assert "line 3, column tournament: the cell is one of the merged cells B2:B5" in said
