"""What the press makes of ratings: pictures of lists, moves and histories, spreadsheets, sheets.

Everything is read from what is stored; drawing and writing happen in a thread.
"""

import asyncio
from typing import TYPE_CHECKING

from bot.cnis.shelf import find_tables
from bot.language.formats import FORMATS
from bot.language.i18n import HOME_ZONE, catalogue, without_markup
from bot.messages import Document, DocumentKind, Picture, PictureKind, say
from bot.ratings import shelf
from bot.ratings.cards import SYSTEMS
from bot.ratings.draft import draft_from_json
from bot.ratings.packing import unpack_sheet
from bot.ratings.pictures import Word, chart_view, list_view, moves_view
from bot.ratings.samples import sample
from bot.ratings.wording import fault_from_json, fault_line, sheet_text
from engine.errors import Fault, GameStateError
from storage import rating_work, ratings

if TYPE_CHECKING:
    from bot.office.unit import Office

_BREAK = "\n"


async def picture_of(office: "Office", picture: Picture, word: Word) -> bytes:
    """Return a list, its moves, or a history as PNG."""
    if picture.kind is PictureKind.RATING_CHART:
        return await _chart(office, picture, word)
    if picture.kind is PictureKind.PAGE:
        return await _page(office, picture, word)
    async with office.database.reading() as tx:
        shown = await shelf.find_list(tx, picture.game)
        before = await shelf.before(tx, shown)
    from bot.render.listing import render_listing  # noqa: PLC0415  (loaded with the first list)

    if picture.kind is PictureKind.RATING_MOVES and before is not None:
        view = moves_view(shown, before, picture.seq, word)
    else:
        view = list_view(shown, before, picture.table, picture.seq, word)
    return await asyncio.to_thread(render_listing, view)


async def _page(office: "Office", picture: Picture, word: Word) -> bytes:
    from bot.render.listing import render_listing  # noqa: PLC0415

    async with office.database.reading() as tx:
        tables, number, _ = await find_tables(tx, picture.game)
    view = tables[number].view(picture.seq, word)
    return await asyncio.to_thread(render_listing, view)


async def _pages(office: "Office", of: str, language: str) -> tuple[str, bytes]:
    """Return a table on A4 pages, as PDF."""
    from bot.render.listing import render_pages  # noqa: PLC0415

    async with office.database.reading() as tx:
        tables, number, _ = await find_tables(tx, of)
    table, words = tables[number], catalogue(language)
    views = [table.view(page, words.plain, on_paper=True) for page in range(table.pages)]
    return f"{table.key.replace('.', '-')}.pdf", await asyncio.to_thread(render_pages, views)


async def _chart(office: "Office", picture: Picture, word: Word) -> bytes:
    from bot.render.chart import render_chart  # noqa: PLC0415  (loaded with the first chart)

    keys = picture.table.split(_BREAK)
    async with office.database.reading() as tx:
        shown = await shelf.find_list(tx, picture.game)
        histories = await ratings.history(tx, shown.system, shown.kind, keys)
        lists = len(await ratings.days_of(tx, shown.system, shown.kind))
    if not shown.version:
        lists += 1
        for key in keys:
            row = shown.row_of(key)
            if row is not None:
                earlier = [point for point in histories[key] if point[0] < shown.day]
                histories[key] = [*earlier, (shown.day, row)]
    view = chart_view((shown.system, shown.kind), histories, word, lists)
    return await asyncio.to_thread(render_chart, view)


async def document_of(office: "Office", document: Document, language: str) -> tuple[str, bytes]:
    """Return name and content of a file about ratings."""
    match document.kind:
        case DocumentKind.RATING_SAMPLE:
            return sample(document.of)
        case DocumentKind.RATING_FAULTS:
            return await _faults(office, document.of, language)
        case DocumentKind.PAGES:
            return await _pages(office, document.of, language)
        case DocumentKind.RATING_SHEET:
            return await _sheet(office, document.of, language)
        case _:
            return await _book(office, int(document.of))


async def _book(office: "Office", number: int) -> tuple[str, bytes]:
    async with office.database.reading() as tx:
        run = await ratings.find_run(tx, number)
        content = await ratings.book(tx, number)
    if run is None:
        raise GameStateError(Fault("rating_gone"))
    day = f"-{shelf.day_of(run).isoformat()}" if run.system in SYSTEMS else ""
    return f"{run.system}{day}.xlsx", content


async def _sheet(office: "Office", of: str, language: str) -> tuple[str, bytes]:
    """Return how a player's numbers were made, whole, as plain text."""
    number, _, key = of.partition(":")
    async with office.database.reading() as tx:
        packed = await ratings.sheet(tx, int(number), key)
        names = await ratings.players_of(tx, int(number))
        run = await ratings.find_run(tx, int(number))
    if packed is None or run is None:
        raise GameStateError(Fault("rating_gone"))
    words = catalogue(language)
    day = FORMATS["date"](shelf.day_of(run).isoformat(), language, HOME_ZONE)
    title = f"{names[key]} – {words.plain(say(f'rating.system.{run.system}'))}, {day}"
    texts = [words.plain(text) for text in sheet_text(unpack_sheet(packed))]
    content = "\n\n".join([title, *texts]) + "\n"
    return f"{run.system}-{_plain_name(key)}.txt", content.encode()


async def _faults(office: "Office", token: str, language: str) -> tuple[str, bytes]:
    """Return all that is wrong with the files that were sent, a line each."""
    async with office.database.reading() as tx:
        work = await rating_work.by_token(tx, token)
    faults = draft_from_json(work.draft).faults if work is not None else ()
    words = catalogue(language)
    lines = [
        f"{file}: {without_markup(words.html(fault_line(fault_from_json(fault))))}"
        for file, fault in faults
    ]
    return words.plain(say("rating.faults_file")), ("\n".join(lines) + "\n").encode()


def _plain_name(key: str) -> str:
    return "-".join("".join(sign for sign in word if sign.isalnum()) for word in key.split()) or "x"
