"""The invitations of a competition as a spreadsheet: who has not come yet, and his link."""

import asyncio
import io
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bot.desk.competitions.places import Place
from bot.messages import Word, say
from engine.competitions.fold import replay_competition
from storage import log, people
from storage.streams import competition_stream

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

    from bot.office.shared import Shared
    from bot.office.unit import Office

_WIDTHS = (6, 28, 24, 52)


async def invitations_file(
    office: "Office", shared: "Shared", code: str, word: Word
) -> tuple[str, bytes]:
    """Return name and content of the spreadsheet with the competition's open places."""
    async with office.database.reading() as tx:
        stored = await log.load(tx, competition_stream(code))
        competition = replay_competition(row.event for row in stored)
        places = []
        for entry in competition.phase.entries:
            link = await people.open_code(tx, competition.code, entry.player, office.clock.now())
            if link is not None and entry.player not in competition.claimed:
                name = (await people.get(tx, entry.player)).name
                places.append(Place(entry, name, shared.link(link)))
    content = await asyncio.to_thread(invite_sheet, places, word)
    return f"{code}-{word(say('comp.sheet.file'))}.xlsx", content


def invite_sheet(places: Iterable[Place], word: Word) -> bytes:
    """Return an XLSX file with a row a place; names are text, whatever they begin with."""
    from openpyxl import Workbook  # noqa: PLC0415  (half a second: only where it is needed)

    book = Workbook()
    book.remove(book.worksheets[0])
    sheet = book.create_sheet(word(say("comp.sheet.title")))
    header = [word(say(f"comp.sheet.{column}")) for column in ("seed", "name", "club", "link")]
    _write(sheet, 1, header)
    for number, place in enumerate(places, 2):
        entry = place.entry
        _write(sheet, number, [entry.seeding, place.name, entry.club, place.link])
    for column, width in zip("ABCD", _WIDTHS, strict=True):
        sheet.column_dimensions[column].width = width
    sheet.freeze_panes = "A2"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _write(sheet: "Worksheet", row: int, values: Iterable[str | int | None]) -> None:
    for column, value in enumerate(values, 1):
        cell = sheet.cell(row, column)
        cell.value = value
        if isinstance(value, str):
            cell.data_type = "s"
