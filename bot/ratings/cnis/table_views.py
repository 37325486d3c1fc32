"""A table of the championship: stored, shown in chat with its buttons, drawn and printed.

A table's name in a button, its *ref*, is `12.senior` for a run, or `scale.23.12.1` for a scale: the
number of participants, then V as a fraction.
"""

import asyncio
from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.documents.render.lists.listing import render_listing
from bot.documents.tables.cnis_season import parse_signed
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.listing import Table, file_name, tables_of
from bot.ratings.calculation.picture_messages import PictureMessage, page_buttons
from bot.ratings.calculation.task_results import unpack
from bot.ratings.cnis.tables import scale_table
from bot.ratings.cnis.typed_input import MOST_PARTICIPANTS
from bot.runtime.unit import Runtime
from bot.texts.buttons.ratings import PAGE, ChampionshipAction
from bot.texts.buttons.verb import number_in
from bot.texts.messages import Plain, rows_of, say
from bot.texts.pictures import NamedFile, TablePage
from bot.texts.reader import HOME_ZONE
from engine.cnis.scale import scale_for
from engine.errors import Fault, GameStateError
from engine.thinking_time import day_of
from storage.ratings import rating_runs

SCALE: Final = "scale"
"""The first word of a scale's ref."""
_IN_ROW: Final = 3
"""The most buttons in a row."""


def table_view(
    tables: Sequence[Table], position: int, source: str, page: int = 0, *, has_terms: bool = False
) -> PictureMessage:
    """Return a page of the table with that index.

    `source` is the number of a run, or the ref of a scale, which has only one table.
    """
    table = tables[position]
    page = min(page, table.pages - 1)
    is_of_run = source.isdecimal()
    ref = f"{source}.{table.key}" if is_of_run else source
    page_row = page_buttons(
        page, table.pages, lambda other: PAGE.data(ChampionshipAction.TABLE, ref, other)
    )
    other_buttons = [
        PAGE.button(
            say("button.list_kind", kind=other.name),
            ChampionshipAction.TABLE,
            f"{source}.{other.key}",
            0,
        )
        for other in tables
        if other is not table and _is_near(other.key, table.key)
    ]
    file_row = [PAGE.button(say("button.cnis_paper"), ChampionshipAction.PAPER, ref)]
    if is_of_run:
        file_row.append(PAGE.button(say("button.list_book"), ChampionshipAction.BOOK, ref))
    if has_terms:
        file_row.append(PAGE.button(say("button.list_why"), ChampionshipAction.WHY, ref))
    rows = (page_row, *rows_of(other_buttons, _IN_ROW), tuple(file_row))
    return PictureMessage(table.words, tuple(row for row in rows if row), TablePage(ref, page))


def _is_near(key: str, shown: str) -> bool:
    """Return whether the table `shown` has a button to the table `key`.

    It has one to each category (`senior`), and to each event of its own one (`senior.classic`).
    """
    category, _, event = key.partition(".")
    return not event or category == shown.partition(".")[0]


def scale_ref(participants: int, value: Fraction) -> str:
    """Return the name of a scale's table."""
    return f"{SCALE}.{participants}.{value.numerator}.{value.denominator}"


class FoundTables(NamedTuple):
    """The tables of a run or a scale, one of which was named."""

    tables: list[Table]
    position: int
    """The index of the named one."""
    source: str
    """The number of the run, or the ref of the scale."""


async def find_tables(tx: AsyncConnection, ref: str) -> FoundTables:
    """Return all tables of the run or scale to which the named one belongs.

    Raises:
        GameStateError: `rating_gone`: the table is no longer stored, or never was.
    """
    source, _, key = ref.partition(".")
    if source == SCALE:
        return FoundTables([_scale(key)], 0, ref)
    number = number_in(source)
    run = await rating_runs.find(tx, number) if number is not None else None
    tables = list(tables_of(unpack(run.result))) if run is not None else []
    for position, table in enumerate(tables):
        if table.key == key:
            return FoundTables(tables, position, source)
    raise GameStateError(Fault("rating_gone"))


def _scale(numbers: str) -> Table:
    """Return the table of a scale by its ref, without the first word.

    A button's data comes from outside, so every part is checked.

    Raises:
        GameStateError: `rating_gone`: it is no such ref.
    """
    first, _, fraction = numbers.partition(".")
    above, _, below = fraction.partition(".")
    participants, numerator, denominator = number_in(first), parse_signed(above), number_in(below)
    if participants is None or numerator is None or not denominator:
        raise GameStateError(Fault("rating_gone"))
    if not 0 < participants <= MOST_PARTICIPANTS:
        raise GameStateError(Fault("rating_gone"))
    return scale_table(scale_for(participants, numerator / denominator))


async def page_of(runtime: Runtime, picture: TablePage, plain: Plain) -> bytes:
    """Return a page of a table as PNG."""
    async with runtime.database.reading() as tx:
        tables, position, _ = await find_tables(tx, picture.of)
    view = tables[position].view(picture.page, plain)
    return await asyncio.to_thread(render_listing, view)


async def pages_of(runtime: Runtime, ref: str, plain: Plain) -> NamedFile:
    """Return a PDF with the table, to print and sign."""
    async with runtime.database.reading() as tx:
        tables, position, _ = await find_tables(tx, ref)
    table = tables[position]
    day = day_of(runtime.clock.now(), HOME_ZONE.key)
    content = await asyncio.to_thread(exported, [table.sheet(plain)], FileForm.PDF, day, plain)
    return NamedFile(file_name(plain(table.title), FileForm.PDF), content)
