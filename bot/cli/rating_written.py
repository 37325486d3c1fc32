"""`--out` of `turretur rating`: a list as CSV, by the codes of its columns, or as a spreadsheet."""

from datetime import date
from pathlib import Path

from bot.cli.written import is_book, write_sheets, write_whole
from bot.documents.views.spreadsheets import BookSheet
from bot.ratings.lists.book import rating_book
from bot.ratings.lists.inputs import Understood
from bot.ratings.lists.shown import RatingList, Table

_NO_DAY = date(2000, 1, 1)


def write_list(path: Path, made: RatingList, understood: Understood) -> None:
    """Write a list; a spreadsheet has everybody's terms besides."""
    if is_book(path):
        day = understood.last_day or _NO_DAY
        sheets = ((player, made.sheet(player)) for player in made.players)
        write_whole(path, rating_book(made, sheets, "en", day))
        return
    tables = [
        BookSheet(name=_name(table), columns=table.columns, rows=table.rows)
        for table in made.tables()
    ] or [BookSheet(name="", columns=("player", "rating", "games"), rows=())]
    write_sheets(path, tables)


def _name(table: Table) -> str:
    """Return what tells a ranking from the others in one CSV: its code, and the type of game."""
    return f"{table.code} {table.facts.get('type', '')}".rstrip()
