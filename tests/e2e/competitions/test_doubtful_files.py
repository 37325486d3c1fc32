"""What a spreadsheet hides or has wrong is named before the file is taken, at every entrance."""

from io import BytesIO

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from sandbox import Message
from tests.e2e.championship import Championship
from tests.e2e.competitions.kept_spreadsheets_shared import ANA, DAN, EMA, ION, Rows
from tests.e2e.competitions.season_import_shared import ABOUT, RESULTS
from tests.e2e.harness import Table
from tests.e2e.matches.importing_shared import send
from tests.e2e.texts import mentions, pattern
from tests.import_forms import form

CROSSTABLE: Rows = (
    ("Nume", "1", "2", "3"),
    (ANA, "", "400-350", "500-300"),
    (ION, "350-400", "", "410-390"),
    (DAN, "300-500", "390-410", ""),
)
PAST = "01.02.2019 – 30.06.2019"


def saved(book: Workbook) -> bytes:
    """Return the content of a workbook."""
    out = BytesIO()
    book.save(out)
    return out.getvalue()


def filled(*rows: tuple[str | int | None, ...]) -> tuple[Workbook, Worksheet]:
    """Return a workbook whose only sheet has these rows."""
    book = Workbook()
    sheet = book.worksheets[0]
    for row in rows:
        sheet.append(row)
    return book, sheet


async def remarks_on(table: Table, book: Workbook) -> Message:
    """Send a crosstable of a past season; return the preview."""
    (shown,) = await send(table, saved(book), "cupa.xlsx")
    assert mentions(shown, "import.shown_season", players=3, number=3), shown.text
    return shown


async def test_what_a_season_hides_or_has_wrong_is_named(table: Table) -> None:
    """The preview of a crosstable says which rows and columns a reader of the file cannot see.

    A mistyped day is named with its row, also in a form, and merged cells are named.
    """
    await _crosstable_of_a_century(table)
    await _form_of_a_century(table)
    await _merged_crosstable(table)
    book, sheet = filled((f"Cupa 2019, {PAST}", None, None, None), *CROSSTABLE)
    sheet.row_dimensions[4].hidden = True
    sheet.column_dimensions["C"].hidden = True

    shown = await remarks_on(table, book)

    assert pattern("table.hidden_rows", lines="4").search(shown.text)
    assert pattern("table.hidden_columns", columns_hidden="C").search(shown.text)


async def _crosstable_of_a_century(table: Table) -> None:
    """Send a season that lasts a century: it is named with the row of its days."""
    book, _ = filled(("Cupa, 01.02.1919 – 30.06.2019", None, None, None), *CROSSTABLE)

    shown = await remarks_on(table, book)

    assert pattern("table.day_far", lines="1").search(shown.text)


async def _form_of_a_century(table: Table) -> None:
    """Send a form that begins a century early: it is named with both days."""
    content = form((), results=RESULTS, about={**ABOUT, "start": "1919-02-01"})

    (shown,) = await send(table, content)

    assert pattern("table.day_far", found="1919-02-01").search(shown.text), shown.text


async def _merged_crosstable(table: Table) -> None:
    """Send a crosstable that lacks a row because two cells are merged."""
    book, sheet = filled((f"Cupa, {PAST}", None, None, None), *CROSSTABLE)
    sheet.merge_cells("A4:A5")

    (shown,) = await send(table, saved(book), "cupa.xlsx")

    assert mentions(shown, "import.cross_rows", columns=3, rows=2)
    assert pattern("table.merged", area="A4:A5").search(shown.text)


DAMAGED = (
    ("¸tefan ÝŚrlea", "Ştefan Ţîrlea", "cp852"),
    ("Popa Ionuî", "Popa Ionuţ", "cp852"),
    ("Čšurlea Ana", "Țurlea Ana", "utf-8"),
)
"""Names as a wrong encoding shows them, what was meant, and the likely encoding."""


async def test_damaged_letters_are_refused_with_the_likely_encoding(
    championship: Championship,
) -> None:
    """A name whose letters another encoding has damaged never becomes a player.

    If a player is missing because two cells are merged, the bot names the cells.
    """
    for damaged, meant, likely in DAMAGED:
        book, _ = filled(("Nume", "Club"), (ANA, "Cluj"), (damaged, "Iași"), (DAN, ""))

        shown = await championship.send("lista.xlsx", saved(book))

        found = pattern("table.letters", found=damaged, likely=likely, meant=meant)
        assert found.search(shown[-1].text), damaged
    book, sheet = filled(("Nume", "Club"), (ANA, "Cluj"), (ION, "Iași"), (DAN, ""), (EMA, "Cluj"))
    sheet.merge_cells("A4:A5")

    shown = await championship.send("lista.xlsx", saved(book))

    assert pattern("table.merged", area="A4:A5").search(shown[-1].text)
