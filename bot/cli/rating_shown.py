"""What `turretur rating` prints without `--json`: lists and sheets, in the catalogues' words."""

from collections.abc import Iterable, Sequence

import click

from bot.cli.output import with_option
from bot.ratings.jobs.terms import Section
from bot.ratings.jobs.wording import (
    line_text,
    params_of,
    results_text,
    section_text,
    step_text,
)
from bot.ratings.lists.inputs import Understood
from bot.ratings.lists.shown import Table
from bot.texts.i18n import Catalogue, catalogue
from bot.texts.messages import Text, say

_TO_THE_LEFT = {"player", "tournament", "group"}


def print_list(tables: Iterable[Table], understood: Understood, language: str) -> None:
    """Print what was read, then the tables one under the other."""
    words = catalogue(language)
    found = {
        "players": understood.players,
        "newcomers": len(understood.newcomers),
        "games": understood.games,
        "first_day": understood.first_day and understood.first_day.isoformat(),
        "last_day": understood.last_day and understood.last_day.isoformat(),
    }
    click.echo(words.plain(results_text(found)))
    for table in tables:
        click.echo(words.plain(_title(table)))
        _print_rows(table, words)
        for note in table.notes:
            click.echo(f"* {words.plain(with_option(note.code, step_text(note), words))}")


def _title(table: Table) -> Text:
    """Return what a ranking is called, and of how many games it is where it says so."""
    title = Text(f"shown.table.{table.code}", params_of(table.facts))
    if "played" in table.facts:
        return say("shown.counted", what=title, n=params_of(table.facts)["played"])
    return title


def sheet_json(sections: Iterable[Section], language: str) -> list[dict[str, object]]:
    """Return how a player's numbers were made: sentences, and the arithmetic as it is."""
    words = catalogue(language)
    return [
        {
            "title": words.plain(section_text(section)),
            "lines": [
                {
                    "name": words.plain(step_text(line)),
                    "expression": line.expression,
                    "value": line.value,
                }
                for line in section.lines
            ],
        }
        for section in sections
    ]


def print_sheet(player: str, sections: Iterable[Section], language: str) -> None:
    """Print the sections one under the other, below the player's name."""
    words = catalogue(language)
    click.echo(player)
    for section in sections:
        click.echo(words.plain(section_text(section)))
        for line in section.lines:
            click.echo(f"  {words.plain(line_text(line))}")


def _print_rows(table: Table, words: Catalogue) -> None:
    """Print rows in columns, names to the left and figures to the right."""
    shown: list[Sequence[str]] = [
        [
            "" if name == "place" else words.plain(say(f"shown.column.{name}"))
            for name in table.columns
        ]
    ]
    shown += [["" if cell is None else f"{cell}" for cell in row] for row in table.rows]
    widths = [max(map(len, cells)) for cells in zip(*shown, strict=True)]
    for line in shown:
        cells = [
            cell.ljust(width) if name in _TO_THE_LEFT else cell.rjust(width)
            for cell, width, name in zip(line, widths, table.columns, strict=True)
        ]
        click.echo(f"  {'  '.join(cells)}".rstrip())
