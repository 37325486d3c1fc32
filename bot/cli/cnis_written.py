"""`--out` of `turretur cnis`: scales, standings, stages and rounds as CSV or as a spreadsheet."""

from collections.abc import Iterable
from pathlib import Path

from bot.cli.written import write_sheets
from bot.documents.views.listing import Table
from bot.documents.views.spreadsheets import BookSheet
from bot.ratings.cnis.season import Standings
from bot.ratings.cnis.tables import round_tables, scale_table, standings_tables
from bot.texts.i18n import catalogue
from engine.cnis.pairing import Round
from engine.cnis.scale import Scale
from engine.cnis.stage import Stage

Answer = Scale | Standings | Stage | Round


def write_answer(path: Path | None, answer: Answer) -> None:
    """Write what was worked out, where a file is wanted."""
    if path is None:
        return
    if isinstance(answer, Stage):
        rows = ((row.place, row.player, float(row.points)) for row in answer.general)
        write_sheets(path, [BookSheet(name="1", columns=("place", "player", "points"), rows=rows)])
        return
    word = catalogue("en").plain
    write_sheets(path, [table.sheet(word) for table in _tables(answer)])


def _tables(answer: Scale | Standings | Round) -> Iterable[Table]:
    if isinstance(answer, Scale):
        return [scale_table(answer)]
    if isinstance(answer, Standings):
        return standings_tables(answer)
    return round_tables(answer, ())[:1]
