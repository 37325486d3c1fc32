"""Faults of the form in which an arbiter sends results."""

from io import BytesIO

import pytest
from openpyxl import Workbook

from bot.documents.tables.import_form import read_import
from bot.texts.messages import Text, say


@pytest.mark.parametrize(
    ("area", "what"),
    [("A2:A3", say("table.merged", area="A2:A3")), ("C2:C3", say("table.blank"))],
)
def test_an_empty_cell_is_blamed_on_merged_cells_only_in_its_own_column(
    area: str, what: Text
) -> None:
    """A game without Red is blank, although the cells of the legs are merged."""
    book = Workbook()
    sheet = book.worksheets[0]
    sheet.title = "Rezultate"
    sheet.append(("ROȘU", "ALBASTRU", "Manșa"))
    sheet.append(("Ana Pop", "Ion Rus", "tur"))
    sheet.append((None, "Ana Pop", None))
    sheet.merge_cells(area)
    out = BytesIO()
    book.save(out)

    _, faults = read_import(out.getvalue(), "preluare.xlsx")

    assert [fault.what for fault in faults if (fault.row, fault.column) == (3, "ROȘU")] == [what]
