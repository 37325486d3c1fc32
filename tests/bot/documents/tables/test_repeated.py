"""An error that a table repeats is reported once."""

from bot.documents.tables.faults import TableFault, repeated
from bot.texts.i18n import load_catalogue
from bot.texts.messages import say


def romanian(*faults: TableFault) -> list[str]:
    """Return the errors as a Romanian speaker reads them."""
    return [load_catalogue("ro").plain(one.text) for one in repeated(faults)]


def test_an_error_of_many_rows_is_one_line() -> None:
    """Consecutive rows are one span; other errors and columns have their own lines."""
    every = [TableFault("blank", line, "scor 1", {"found": ""}) for line in range(2, 9)]
    alone = TableFault("blank", 4, "data", {"found": ""})
    blank = load_catalogue("ro").plain(say("table.blank"))

    assert romanian(*every, alone) == [
        f"rândurile 2–8, coloana scor 1: {blank}",
        f"rândul 4, coloana data: {blank}",
    ]


def test_the_first_five_spans_of_rows_are_named() -> None:
    """Two consecutive rows count as one span; a shortened list says so."""
    rows = (2, 3, 5, 7, 8, 9, 11, 14)
    (one,) = repeated(TableFault("blank", row, "data", {"found": ""}) for row in rows)

    assert load_catalogue("ro").plain(one.text).startswith("rândurile 2, 3, 5, 7–9, 11, …, coloana")
    assert not one.is_whole


def test_rows_with_different_cells_have_the_first_as_example() -> None:
    """If the cells differ from row to row, the first is shown as an example."""
    first, second = (
        TableFault("cells", line, "", {"found": n, "count": 7}) for line, n in ((2, 5), (3, 6))
    )
    (line,) = romanian(first, second)

    assert line.startswith("rândurile 2, 3: de exemplu ")


def test_an_empty_cell_is_no_example_of_a_wrong_one() -> None:
    """Empty cells are named together, apart from those with a wrong text."""
    wrong = [TableFault("integer", 5, "score1", {"found": "abc"})]
    empty = [
        TableFault(code, 8 + n, "score1", {"found": ""})
        for n, code in enumerate(("integer", "blank"))
    ]

    assert [[fault.line for fault in one.faults] for one in repeated([*wrong, *empty])] == [
        [5],
        [8, 9],
    ]
