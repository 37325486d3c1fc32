"""A table that the bot makes itself, as anybody could send it: comma-separated values."""

import csv
import io
from collections.abc import Iterable


def csv_table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return comma-separated values in UTF-8, the header first."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue().encode()
