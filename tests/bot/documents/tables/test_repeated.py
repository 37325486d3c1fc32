"""One error that a table repeats is told once."""

from bot.documents.tables.faults import TableFault, repeated
from bot.texts.i18n import catalogue
from bot.texts.messages import say


def told(*faults: TableFault) -> list[str]:
    """Return the errors as a Romanian speaker reads them."""
    return [catalogue("ro").plain(one.text) for one in repeated(faults)]


def test_an_error_of_many_rows_is_one_line() -> None:
    """The rows are named, the first five; other errors and other columns have their own lines."""
    every = [TableFault("blank", line, "scor 1", {"found": ""}) for line in range(2, 9)]
    alone = TableFault("blank", 4, "data", {"found": ""})
    blank = catalogue("ro").plain(say("table.blank"))

    assert told(*every, alone) == [
        f"rândurile 2, 3, 4, 5, 6, …, coloana scor 1: {blank}",
        f"rândul 4, coloana data: {blank}",
    ]


def test_rows_with_different_cells_have_the_first_as_example() -> None:
    """What is found differs from row to row: the first is shown as an example."""
    first, second = (
        TableFault("cells", line, "", {"found": n, "count": 7}) for line, n in ((2, 5), (3, 6))
    )
    (line,) = told(first, second)

    assert line.startswith("rândurile 2, 3: de exemplu ")
