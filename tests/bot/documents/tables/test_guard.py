"""Cells that a spreadsheet would take for formulas."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.documents.tables.csv_writing import csv_table
from bot.documents.tables.formats.text import read_text
from bot.documents.tables.guard import guarded, unguarded
from tests.bot.documents.tables.files import table


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        *(("=1+1", "'=1+1"), ("+40 7", "'+40 7"), ("-Ana", "'-Ana"), ("@Ana", "'@Ana")),
        *(("\tAna", "'\tAna"), ("\rAna", "'\rAna"), ("'=1", "''=1")),
        *(("Ana", "Ana"), ("'Ana", "'Ana"), ("", ""), ("-", "-"), (None, None), (-3, -3)),
        *(("-3", "-3"), ("+12", "+12"), ("-0.5", "-0.5"), ("-2,5%", "-2,5%")),
    ],
)
def test_a_text_that_begins_as_a_formula_stays_a_text(value: object, cell: object) -> None:
    """An apostrophe precedes it; numbers, a lone sign and other texts do not change."""
    assert guarded(value) == cell


@given(text=st.text("'=+-@1a\t", max_size=6))
def test_what_is_guarded_is_read_back_as_it_was(text: str) -> None:
    """unguarded(guarded(text)) == text, even if an apostrophe was there before."""
    assert unguarded(str(guarded(text))) == text


def test_every_table_is_written_with_its_cells_guarded_and_read_without() -> None:
    """Players' lists, standings and file answers share one writer and one reader."""
    written = csv_table(("player", "rating"), [("=HYPERLINK(1)", -12), ("Ana", 1500)])

    assert written.decode() == "player,rating\n'=HYPERLINK(1),-12\nAna,1500\n"
    rows = [cells for _, cells in read_text(table(written))]
    assert rows[1:] == [["=HYPERLINK(1)", "-12"], ["Ana", "1500"]]
