"""Files that the bot makes itself, as anybody could send them: a published list to start from."""

import csv
import io
from collections.abc import Iterable

from bot.ratings.shelf import ShownList
from bot.tables.players import COLUMNS


def starting_file(shown: ShownList) -> tuple[str, bytes]:
    """Return name and content of a file of starting ratings, as a list has them."""
    rows = ((row.player, row.exact, row.games) for row in shown.rows)
    name = f"lista-{shown.system}-{shown.day.isoformat()}-v{max(1, shown.version)}.csv"
    return name, table(COLUMNS, rows)


def table(columns: Iterable[str], rows: Iterable[Iterable[object]]) -> bytes:
    """Return comma-separated values in UTF-8."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return out.getvalue().encode()
