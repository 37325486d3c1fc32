"""The documents of a job: spreadsheets, terms, errors, and the examples of files.

All content is read from the database.
"""

import asyncio
import zlib
from dataclasses import replace

from bot.documents.tables.names import fold
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.listing import file_name, tables_of
from bot.ratings.calculation.systems import TRAITS, ChampionshipTask
from bot.ratings.calculation.task import list_day
from bot.ratings.calculation.task_results import unpack, unpack_sheet
from bot.ratings.calculation.wording import sheet_text, system_text
from bot.ratings.jobs.draft import draft_from_json
from bot.ratings.jobs.samples import sample_file
from bot.ratings.lists.list_tables import list_table
from bot.ratings.lists.list_texts import title_text
from bot.ratings.lists.naming import named_sections, names_for
from bot.ratings.lists.saved_rating import saved_file_name
from bot.ratings.lists.stored_lists import before, find_list
from bot.runtime.unit import Runtime
from bot.texts.formats import FORMATS
from bot.texts.i18n import Catalogue
from bot.texts.messages import Plain, say
from bot.texts.pictures import Document, DocumentKind, NamedFile
from bot.texts.reader import HOME_ZONE
from bot.texts.templates import without_markup
from engine.errors import Fault, GameStateError
from engine.ids import PROGRAM
from storage.ratings import rating_runs, rating_work


async def document_of(runtime: Runtime, document: Document, catalogue: Catalogue) -> NamedFile:
    """Return a document about a job or its result.

    Raises:
        GameStateError: `rating_gone`, the run or its list is no longer stored.
    """
    match document.kind:
        case DocumentKind.RATING_SAMPLE:
            return sample_file(document.of, catalogue.language)
        case DocumentKind.RATING_FAULTS:
            return await _faults(runtime, document.of, catalogue)
        case DocumentKind.RATING_SAVED:
            return await _history(runtime, int(document.of))
        case DocumentKind.RATING_LIST | DocumentKind.RATING_PRINTED as kind:
            form = FileForm.PDF if kind is DocumentKind.RATING_PRINTED else FileForm.XLSX
            return await _list(runtime, document.of, form, catalogue.plain)
        case DocumentKind.RATING_SHEET:
            return await _sheet(runtime, document.of, catalogue)
        case _:
            return await _book(runtime, int(document.of), catalogue.plain)


async def _book(runtime: Runtime, number: int, plain: Plain) -> NamedFile:
    """Return a run's spreadsheet."""
    async with runtime.database.reading() as tx:
        run = await rating_runs.find(tx, number)
        content = await rating_runs.spreadsheet_of(tx, number)
    if run is None or content is None:
        raise GameStateError(Fault("rating_gone"))
    if run.system in TRAITS:
        return NamedFile(f"{run.system}-{list_day(run.task).isoformat()}.xlsx", content)
    title = tables_of(unpack(run.result))[0].title
    if run.system == ChampionshipTask.SEASON:
        # The file has the tables of all categories, but the first table is of one.
        title = say("cnis.season_file", year=title.params["year"])
    return NamedFile(file_name(plain(title), "xlsx"), content)


async def _list(runtime: Runtime, ref: str, form: FileForm, plain: Plain) -> NamedFile:
    """Return a rating list alone as a file."""
    async with runtime.database.reading() as tx:
        stored_list = await find_list(tx, ref)
        earlier = await before(tx, stored_list)
    sheet = list_table(stored_list, earlier).sheet(plain)
    titled = replace(sheet, title=plain(title_text(stored_list)), over="")
    content = await asyncio.to_thread(exported, [titled], form, stored_list.day, plain)
    day = stored_list.day.isoformat()
    return NamedFile(f"{stored_list.system}-{stored_list.kind}-{day}.{form}", content)


async def _history(runtime: Runtime, number: int) -> NamedFile:
    """Return the whole history of a list, as `turretur rating --save` writes it."""
    async with runtime.database.reading() as tx:
        run = await rating_runs.find(tx, number)
        packed = await rating_runs.inputs_of(tx, number)
    if run is None or packed is None:
        raise GameStateError(Fault("rating_gone"))
    return NamedFile(saved_file_name(run.system, list_day(run.task)), zlib.decompress(packed))


async def _sheet(runtime: Runtime, ref: str, catalogue: Catalogue) -> NamedFile:
    """Return all terms of a player's figures as plain text; `ref` is `run:player's key`."""
    number, _, key = ref.partition(":")
    async with runtime.database.reading() as tx:
        packed = await rating_runs.terms_of(tx, int(number), key)
        names = await rating_runs.players_of(tx, int(number))
        run = await rating_runs.find(tx, int(number))
        sections = [] if packed is None else unpack_sheet(packed)
        if run is not None and run.person == PROGRAM:  # a nightly list, whose keys are numbers
            sections = await named_sections(tx, sections)
            names = dict(await names_for(tx, names))
    if packed is None or run is None:
        raise GameStateError(Fault("rating_gone"))
    day = FORMATS["date"](list_day(run.task).isoformat(), catalogue.language, HOME_ZONE)
    title = f"{names[key]} – {catalogue.plain(system_text(run.system))}, {day}"
    texts = [catalogue.plain(text) for text in sheet_text(sections)]
    content = "\n\n".join([title, *texts]) + "\n"
    return NamedFile(f"{run.system}-{_plain_name(fold(names[key]))}.txt", content.encode())


async def _faults(runtime: Runtime, token: str, catalogue: Catalogue) -> NamedFile:
    """Return all errors in the files sent, one a line."""
    async with runtime.database.reading() as tx:
        work = await rating_work.by_token(tx, token)
    faults = draft_from_json(work.draft).faults if work is not None else ()
    lines = [f"{file}: {without_markup(catalogue.html(fault.text))}" for file, fault in faults]
    return NamedFile(catalogue.plain(say("rating.faults_file")), ("\n".join(lines) + "\n").encode())


def _plain_name(key: str) -> str:
    """Return a name for a file: the words of the key, of letters and digits alone, or `x`."""
    words = ("".join(filter(str.isalnum, word)) for word in key.split())
    return "-".join(words) or "x"
