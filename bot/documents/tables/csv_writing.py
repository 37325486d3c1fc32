"""Write tables as comma-separated values, without cells that a spreadsheet would run."""

import csv
import io
from collections.abc import Iterable

from bot.documents.tables.guard import guarded


def csv_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return comma-separated values in UTF-8, the header first.

    There is no byte order mark, because programs read the table, this one among them.
    """
    return (csv_lines([columns]) + csv_lines(rows)).encode()


def csv_lines(rows: Iterable[Iterable[object]]) -> str:
    """Return rows as CSV lines, without cells that a spreadsheet would run as formulas."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerows(map(guarded, row) for row in rows)
    return out.getvalue()
