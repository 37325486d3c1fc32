"""The invitations of a competition as a spreadsheet: players who have not joined, and links."""

import asyncio
from collections.abc import Iterable

from bot.documents.views.exports import FileForm, exported
from bot.documents.views.spreadsheets import BookSheet
from bot.runtime.folding import load_competition
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.competitions.open_seats import OpenSeat
from bot.texts.messages import Plain, say
from bot.texts.pictures import NamedFile
from engine.ids import CompetitionCode
from engine.thinking_time import day_of
from storage.people import invitations, people


async def invitations_file(
    runtime: Runtime, shared: BotSettings, code: str, plain: Plain
) -> NamedFile:
    """Return the spreadsheet with the competition's open seats that already have a link.

    It only reads: `open_seats.open_seats_of` makes missing links, which the caller has shown.
    """
    async with runtime.database.reading() as tx:
        competition, _ = await load_competition(tx, shared, CompetitionCode(code))
        now = runtime.clock.now()
        seats = []
        for entry in competition.open_seats:
            code_to_join = await invitations.open_code(
                tx, entry.player, now, competition=competition.code
            )
            if code_to_join is not None:
                name = (await people.get(tx, entry.player)).name
                links = shared.seat_links(code_to_join, in_browser=competition.browser_seats)
                seats.append(OpenSeat(entry, name, links))
    day = day_of(now, competition.rules.time_zone)
    content = await asyncio.to_thread(
        exported, [invite_sheet(seats, plain)], FileForm.XLSX, day, plain
    )
    return NamedFile(f"{code}-{plain(say('comp.sheet.file'))}.xlsx", content)


def invite_sheet(open_seats: Iterable[OpenSeat], plain: Plain) -> BookSheet:
    """Return the list with one row for each seat, and a column for each kind of link."""
    seats = list(open_seats)
    has_web = any(seat.links.web for seat in seats)
    names = ("seed", "name", "club", "link", *(("web_link",) if has_web else ()))
    columns = tuple(plain(say(f"comp.sheet.{column}")) for column in names)
    rows = []
    for seat in seats:
        links = (seat.links.telegram, seat.links.web) if has_web else (seat.links.telegram,)
        rows.append((seat.entry.seeding, seat.name, seat.entry.club, *links))
    title = plain(say("comp.sheet.title"))
    return BookSheet(name=title, columns=columns, rows=rows)
