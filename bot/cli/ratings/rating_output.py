"""The text of `turretur rating` without `--json`: lists and terms, printed or written to a file.

Printed text uses the catalogues. `--out` writes CSV with the codes of its columns, or a
spreadsheet.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from bot.cli.output import in_columns
from bot.cli.output_files import NO_DAY, form_of, write_sheets
from bot.cli.table_files import with_option
from bot.documents.views.exports import FileForm
from bot.documents.views.spreadsheets import BookSheet
from bot.ratings.calculation.terms import Section
from bot.ratings.calculation.wording import (
    line_text,
    params_of,
    results_text,
    section_text,
    step_text,
)
from bot.ratings.lists.book import rating_book, rating_pages, table_title
from bot.ratings.lists.inputs import InputSummary
from bot.ratings.lists.rating_list import RankingTable, RatingList
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Text, say

_TO_THE_LEFT = {"player", "tournament", "group"}
"""The columns of texts; all others are figures."""


def print_list(tables: Iterable[RankingTable], summary: InputSummary, language: str) -> None:
    """Print a summary of the files, then the tables one below the other."""
    catalogue = load_catalogue(language)
    facts = {
        "players": summary.players,
        "newcomers": len(summary.newcomers),
        "games": summary.games,
        "first_day": None if summary.first_day is None else summary.first_day.isoformat(),
        "last_day": None if summary.last_day is None else summary.last_day.isoformat(),
    }
    click.echo(catalogue.plain(results_text(facts)))
    for table in tables:
        click.echo(catalogue.plain(_title(table)))
        _print_rows(table, catalogue)
        for note in table.notes:
            click.echo(f"* {catalogue.plain(with_option(note.code, step_text(note), catalogue))}")


def _title(table: RankingTable) -> Text:
    """Return the title of a ranking, with its number of games if it has one."""
    title = table_title(table)
    if "played" in table.facts:
        return say("shown.counted", what=title, n=params_of(table.facts)["played"])
    return title


def sheet_json(sections: Iterable[Section], language: str) -> list[dict[str, object]]:
    """Return how a player's figures were calculated, as JSON: sections with `title` and `lines`."""
    catalogue = load_catalogue(language)
    return [
        {
            "title": catalogue.plain(section_text(section)),
            "lines": [
                {
                    "name": catalogue.plain(step_text(line)),
                    "expression": line.expression,
                    "value": line.value,
                }
                for line in section.lines
            ],
        }
        for section in sections
    ]


def print_sheet(player: str, sections: Iterable[Section], language: str) -> None:
    """Print the sections one below the other, under the player's name."""
    catalogue = load_catalogue(language)
    click.echo(player)
    for section in sections:
        click.echo(catalogue.plain(section_text(section)))
        for line in section.lines:
            click.echo(f"  {catalogue.plain(line_text(line))}")


def _print_rows(table: RankingTable, catalogue: Catalogue) -> None:
    """Print rows in columns, names to the left and figures to the right."""
    lines: list[Sequence[str]] = [
        [
            "" if name == "place" else catalogue.plain(say(f"shown.column.{name}"))
            for name in table.columns
        ]
    ]
    lines += [["" if cell is None else f"{cell}" for cell in row] for row in table.rows]
    figures = {n for n, name in enumerate(table.columns) if name not in _TO_THE_LEFT}
    for line in in_columns(lines, figures):
        click.echo(f"  {line}")


def write_list(path: Path, rating_list: RatingList, summary: InputSummary, language: str) -> None:
    """Write a list; a spreadsheet also has all players' terms."""
    form = form_of(path)
    if form is FileForm.PDF:
        write_sheets(path, rating_pages(rating_list, language), language)
        return
    if form is FileForm.XLSX:
        day = summary.last_day or NO_DAY
        sheets = ((player, rating_list.sheet(player)) for player in rating_list.players)
        write_sheets(path, rating_book(rating_list, sheets, "en"), day=day)
        return
    tables = [
        BookSheet(name=_name(table), columns=table.columns, rows=table.rows)
        for table in rating_list.tables()
    ]
    empty = BookSheet(name="", columns=("player", "rating", "games"), rows=())
    write_sheets(path, tables or [empty])


def _name(table: RankingTable) -> str:
    """Return the name of a ranking within one CSV: its code, and the type of game."""
    return f"{table.code} {table.facts.get('type', '')}".rstrip()
