"""Lists as files: the same content as a spreadsheet, as pages and as CSV."""

import csv
import io
from datetime import date
from decimal import Decimal

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from bot.documents.views import printed
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say

DAY = date(2026, 1, 1)
WORD = load_catalogue("ro").plain
LONG = "Maria-Alexandra Constantinescu-Țîrlea Ștefănescu"
PAIRS = BookSheet(
    name="Meciuri", columns=("jucător", "jucător"), rows=[("Ana Pop", "Ion Rus")], over="Cupa 2026"
)
EVIL = BookSheet(name="=A1", columns=("Nume", "Scor"), rows=[("=HYPERLINK(1)", Decimal("1.5"))])


def crosstable(players: int) -> BookSheet:
    """Return a crosstable of so many players, one of them with a long name."""
    numbers = tuple(f"{number}" for number in range(1, players + 1))
    rows: list[tuple[Cell, ...]] = [
        (
            int(number),
            LONG if number == "3" else f"Șerban Țuțu {number}",
            *("" if number == other else "524-480 (1,5219); 401-399 (0,9900)" for other in numbers),
            Decimal("12.3456"),
        )
        for number in numbers
    ]
    return BookSheet(name="Tabel", columns=("Nr.", "Jucător", *numbers, "Total"), rows=rows)


def pages(*sheets: BookSheet) -> list[str]:
    """Return the text of each page."""
    found = PdfReader(io.BytesIO(exported(sheets, FileForm.PDF, DAY, WORD)))
    return [page.extract_text() for page in found.pages]


@pytest.mark.parametrize("players", [2, 16, 60])
def test_a_page_keeps_every_name_and_figure(players: int) -> None:
    """However wide a table is, its pages have all names, all columns and one signature."""
    text = " ".join(" ".join(pages(crosstable(players))).split())

    assert all(f"Șerban Țuțu {number}" in text for number in range(4, players + 1))
    assert text.count("12,3456") == players
    assert text.count("Nume și semnătură") == 1


def test_a_list_of_one_column_is_as_wide_as_its_texts() -> None:
    """Its rows are no headings over other columns, so a long name has one line."""
    (text,) = pages(BookSheet(name="Lista", columns=("Nume",), rows=[(LONG,)]))

    assert LONG in text.splitlines()


def test_a_row_shorter_than_its_headings_is_printed() -> None:
    """Its last cells are empty, as in CSV and in a spreadsheet."""
    short = BookSheet(name="Lista", columns=("Nr.", "Nume", "Club"), rows=[(1, "Ana Pop")])

    assert "Ana Pop" in " ".join(pages(short))


def test_a_printed_negative_figure_has_a_minus_sign() -> None:
    """A difference of −12 is printed as on the sheets and pictures."""
    row = ("Ana", -12, Decimal(-3), -1.5, None)
    text = " ".join(pages(BookSheet(name="Lista", columns=("a", "b", "c", "d", "e"), rows=[row])))

    assert all(figure in text for figure in ("−12", "−3", "−1,5"))


def test_a_list_too_long_to_print_says_how_many_rows_are_left_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody signs a part of a list as the whole of it."""
    monkeypatch.setattr(printed, "MOST_ROWS", 2)
    players = BookSheet(name="Lista", columns=("Nume",), rows=(("Ana",), ("Ion",), ("Dan",)))

    (page,) = pages(players)

    assert "Ion" in page
    assert "Dan" not in page
    assert WORD(say("printed.left_out", n=1)) in page


def test_a_narrow_list_is_upright_and_a_wide_one_is_not() -> None:
    """Each list has the page that its columns need, in one file."""
    content = exported([PAIRS, crosstable(10)], FileForm.PDF, DAY, WORD)
    boxes = [page.mediabox for page in PdfReader(io.BytesIO(content)).pages]

    assert boxes[0].height > boxes[0].width
    assert boxes[-1].width > boxes[-1].height


def test_the_first_page_names_what_the_list_belongs_to() -> None:
    """A signed page says of which competition it is."""
    (page,) = pages(PAIRS)

    assert "Cupa 2026" in page
    assert "Meciuri" in page


def test_two_columns_of_one_name_stay_two_in_csv() -> None:
    """The pairings of a round have both players, also beside other lists."""
    content = exported([PAIRS, EVIL], FileForm.CSV, DAY, WORD).decode()
    _, pair, evil = csv.reader(io.StringIO(content))

    assert pair[1:3] == ["Ana Pop", "Ion Rus"]
    assert evil[3] == "'=HYPERLINK(1)"


def test_no_cell_of_a_file_is_run_as_a_formula() -> None:
    """A name that begins with `=` is a text in a spreadsheet; a figure stays a number."""
    sheet = load_workbook(io.BytesIO(exported([EVIL], FileForm.XLSX, DAY, WORD))).worksheets[0]

    assert (sheet["A2"].data_type, sheet["A2"].value) == ("s", "=HYPERLINK(1)")
    assert sheet["B2"].value == 1.5
