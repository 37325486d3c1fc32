"""A rating list as a spreadsheet: every ranking with all its columns, and all players' terms.

The process that rates makes it. Headings are in the language of the person who asked.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from bot.documents.views.spreadsheets import BookSheet, Cell
from bot.ratings.calculation.terms import Section
from bot.ratings.calculation.wording import params_of, section_text, step_text
from bot.ratings.lists.rating_list import RankingTable, RatingList
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import Text, say

_STEPS = ("player", "number", "step", "arithmetic", "value")
"""The columns of the sheet with all terms."""


def rating_book(
    ratings: RatingList, sheets: Iterable[tuple[str, Sequence[Section]]], language: str
) -> list[BookSheet]:
    """Return every ranking of a list, and all players' terms.

    `sheets` has each player's name with their terms.
    """
    return [*rating_pages(ratings, language), _terms(sheets, load_catalogue(language))]


def rating_pages(ratings: RatingList, language: str) -> list[BookSheet]:
    """Return every ranking of a list as a sheet, with headings in that language."""
    catalogue = load_catalogue(language)
    return [_page(table, catalogue) for table in ratings.tables()]


def _page(table: RankingTable, catalogue: Catalogue) -> BookSheet:
    """Return a table as a sheet of the book."""
    return BookSheet(
        name=catalogue.plain(table_title(table)),
        columns=_headings(table.columns, catalogue),
        rows=table.rows,
    )


def table_title(table: RankingTable) -> Text:
    """Return the title of a table."""
    return Text(f"shown.table.{table.code}", params_of(table.facts))


def _headings(names: Iterable[str], catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(catalogue.plain(say(f"shown.column.{name}")) for name in names)


def _terms(sheets: Iterable[tuple[str, Sequence[Section]]], catalogue: Catalogue) -> BookSheet:
    """Return the sheet with every step of every player's calculation."""

    def rows() -> Iterator[tuple[Cell, ...]]:
        for player, sections in sheets:
            for section in sections:
                title = catalogue.plain(section_text(section))
                for line in section.lines:
                    step = catalogue.plain(step_text(line))
                    yield player, title, step, line.expression or None, _figure(line.value)

    return BookSheet(
        name=catalogue.plain(say("shown.table.terms")),
        columns=_headings(_STEPS, catalogue),
        rows=rows(),
    )


def _figure(value: str) -> Cell:
    """Return a value as a number if it is one; None for an empty one."""
    with suppress(ValueError):
        return float(value)
    return value or None
