"""An organiser's own table of scales, from CSV, XLSX, ODS or XLS."""

import pytest

from bot.documents.tables.faults import TableError
from bot.documents.tables.scale_table import read_scale_table
from tests.bot.documents.tables.files import table, xls, xlsx

ROWS: tuple[tuple[object, ...], ...] = (
    ("place", 3.0, 1.0, 2.0),
    (1.0, 30.0, 10.0, 20.0),
    (2.0, 20.0, "", 15.0),
    (3.0, 5.0),
)
SCALES = {3: (30, 20, 5), 1: (10,), 2: (20, 15)}


def test_one_table_in_three_formats() -> None:
    """CSV, XLSX and XLS give the same scales, in any order of columns."""
    text = "place;3;1;2\n1;30;10;20\n2;20;;15\n3;5;;\n"

    assert read_scale_table(table(text)) == SCALES
    assert read_scale_table(table(xlsx(*ROWS), "t.xlsx")) == SCALES
    assert read_scale_table(table(xls(*ROWS), "t.xls")) == SCALES


@pytest.mark.parametrize("make", [xls, xlsx])
def test_all_hundred_scales(make: object) -> None:
    """A table of a hundred scales is read completely."""
    assert callable(make)
    head: tuple[object, ...] = ("", *map(float, range(1, 101)))
    body = [
        (float(place), *(float(1000 - place) if place <= scale else "" for scale in range(1, 101)))
        for place in range(1, 101)
    ]
    found = read_scale_table(table(make(head, *body)))

    assert list(found) == list(range(1, 101))
    assert found[100][-1] == 900


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "the table is empty"),
        ("place,x\n1,5", "line 1, column 2: “x” is not a scale from 1 to 100"),
        ("place,1,1\n1,5,5", "line 1, column 3: “1” is not a scale from 1 to 100"),
        ("place,101\n1,5", "“101” is not a scale from 1 to 100"),
        ("place,1\n2,5", "line 2, column 1: “2” instead of place 1"),
        ("place,2\n1,5", "column 2: place 2 is missing"),
        ("place,2\n1,5\n2,6", "line 3, column 2: 6 is more than 5, what the place above has"),
        ("place,1\n1,5\n2,4", "line 3, column 1: “4” below the last place of scale 1"),
        ("place,1\n1,5.5", "line 2, column 1: “5.5” is not a whole number"),
    ],
)
def test_faults(text: str, fault: str) -> None:
    """Each error is named by line and scale."""
    with pytest.raises(TableError) as caught:
        read_scale_table(table(text))

    assert fault in str(caught.value)
