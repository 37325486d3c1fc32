"""The documents of a job: spreadsheets, terms, errors, examples.

All content is read from the database.
"""

import asyncio
import zlib
from dataclasses import replace
from typing import Final

from bot.documents.tables.headings import HEADINGS
from bot.documents.tables.names import fold
from bot.documents.views.exports import FileForm, exported
from bot.documents.views.listing import file_name, tables_of
from bot.ratings.calculation.file_roles import FileRole
from bot.ratings.calculation.systems import TRAITS, ChampionshipTask
from bot.ratings.calculation.task import list_day
from bot.ratings.calculation.task_results import unpack, unpack_sheet
from bot.ratings.calculation.wording import sheet_text, system_text
from bot.ratings.jobs.draft import draft_from_json
from bot.ratings.lists.list_pictures import list_table
from bot.ratings.lists.list_texts import title_text
from bot.ratings.lists.naming import named_sections, names_for
from bot.ratings.lists.saved_rating import saved_file_name
from bot.ratings.lists.stored_lists import before, find_list
from bot.runtime.unit import Runtime
from bot.texts.formats import FORMATS
from bot.texts.i18n import HOME_ZONE, LANGUAGES, load_catalogue, without_markup
from bot.texts.messages import say
from bot.texts.pictures import Document, DocumentKind, NamedFile
from engine.errors import Fault, GameStateError
from engine.ids import PROGRAM
from storage.ratings import rating_runs, rating_work

SAMPLES: Final = {
    FileRole.EVENTS: (
        "exemplu-jocuri.csv",
        """\
date,type,event,player,place
2025-02-01,classic,CNIS etapa 1,Ana Pop,1
2025-02-01,classic,CNIS etapa 1,Ion Rus,2
2025-02-01,classic,CNIS etapa 1,Dan Luca,3
2025-02-01,classic,CNIS etapa 1,Șerban Țuțu,3
2025-02-02,free,CNIS etapa 1,Ion Rus,1
2025-02-02,free,CNIS etapa 1,Ana Pop,2
2025-02-02,free,CNIS etapa 1,Dan Luca,3
""",
    ),
    FileRole.RESULTS: (
        "exemplu-partide.csv",
        """\
date,tournament,round,player1,player2,score1,score2
2025-02-01,Cupa Iernii,1,Ana Pop,Ion Rus,412,388
2025-02-01,Cupa Iernii,1,Dan Luca,Șerban Țuțu,355,355
2025-02-01,Cupa Iernii,2,Ana Pop,Dan Luca,401,367
2025-02-01,Cupa Iernii,2,Ion Rus,,,
""",
    ),
    FileRole.PLAYERS: (
        "exemplu-ratinguri.csv",
        """\
player,rating,games
Ana Pop,152,120
Ion Rus,140.5,36
Dan Luca,,0
""",
    ),
    FileRole.PLACES: (
        "exemplu-locuri.csv",
        """\
place,player,rating
1,Ana Pop,165
2,Ion Rus,150
2,Dan Luca,
4,Șerban Țuțu,141
""",
    ),
}
"""Name and content of the example of each kind of file."""
OTHERS: Final = {
    "frs.players": (
        "exemplu-cunoscuti.csv",
        """\
player
Ana Pop
Ion Rus
Dan Luca
Șerban Țuțu
""",
    ),
    "fngo.results": (
        "exemplu-discuri.csv",
        """\
date,tournament,round,player1,player2,score1,score2
2025-02-01,Othello Open,1,Ana Pop,Ion Rus,40,24
2025-02-01,Othello Open,1,Dan Luca,Șerban Țuțu,32,32
2025-02-01,Othello Open,2,Ana Pop,Dan Luca,28,36
""",
    ),
    "cnis_season.players": (
        "exemplu-jucatori.csv",
        """\
player,born,opt_out
Ana Pop,1987,
Ion Rus,1961,dean
Dan Luca,2001,
Șerban Țuțu,2012,
""",
    ),
    "cnis_round.players": (
        "exemplu-inscrisi.csv",
        """\
player,club,rating
Ana Pop,Argus,165
Ion Rus,Argus,150
Dan Luca,Impetus,141.5
Șerban Țuțu,,
""",
    ),
}
"""The examples for systems that use another file under that name."""
BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
"""A sign by which spreadsheet programs recognise UTF-8."""


_ROMANIAN_HEADINGS: Final = {"rating": "rating"}
"""The headings that players say otherwise than the first of `HEADINGS`."""
_ROMANIAN_CELLS: Final = {"classic": "clasic", "free": "liber", "dean": "decan"}
"""The Romanian words for cells of the examples."""


def sample(of: str, language: str) -> NamedFile:
    """Return the example `system.role`, with headings in the language."""
    name, content = OTHERS.get(of) or SAMPLES[FileRole(of.partition(".")[2])]
    if language == LANGUAGES[0]:
        header, *rows = (line.split(",") for line in content.splitlines())
        shown = [
            [_ROMANIAN_HEADINGS.get(heading, HEADINGS[heading].romanian[0]) for heading in header]
        ]
        shown += [[_ROMANIAN_CELLS.get(cell, cell) for cell in row] for row in rows]
        content = "".join(",".join(row) + "\n" for row in shown)
    return NamedFile(name, (BOM + content).encode())


async def document_of(runtime: Runtime, document: Document, language: str) -> NamedFile:
    """Return a document about a job or its result."""
    match document.kind:
        case DocumentKind.RATING_SAMPLE:
            return sample(document.of, language)
        case DocumentKind.RATING_FAULTS:
            return await _faults(runtime, document.of, language)
        case DocumentKind.RATING_SAVED:
            return await _saved(runtime, int(document.of))
        case DocumentKind.RATING_LIST | DocumentKind.RATING_PRINTED as kind:
            form = FileForm.PDF if kind is DocumentKind.RATING_PRINTED else FileForm.XLSX
            return await _list(runtime, document.of, form, language)
        case DocumentKind.RATING_SHEET:
            return await _sheet(runtime, document.of, language)
        case _:
            return await _book(runtime, int(document.of), language)


async def _book(runtime: Runtime, number: int, language: str) -> NamedFile:
    """Return a run's spreadsheet."""
    async with runtime.database.reading() as tx:
        run = await rating_runs.find(tx, number)
        content = await rating_runs.book(tx, number)
    if run is None:
        raise GameStateError(Fault("rating_gone"))
    if run.system in TRAITS:
        return NamedFile(f"{run.system}-{list_day(run.task).isoformat()}.xlsx", content)
    title = tables_of(unpack(run.result))[0].title
    if run.system == ChampionshipTask.SEASON:
        # The file has the tables of all categories, but the first table is of one.
        title = say("cnis.season_file", year=title.params["year"])
    return NamedFile(file_name(load_catalogue(language).plain(title), "xlsx"), content)


async def _list(runtime: Runtime, ref: str, form: FileForm, language: str) -> NamedFile:
    """Return a rating list alone as a file."""
    async with runtime.database.reading() as tx:
        shown = await find_list(tx, ref)
        earlier = await before(tx, shown)
    plain = load_catalogue(language).plain
    sheet = list_table(shown, earlier).sheet(plain)
    title = replace(sheet, title=plain(title_text(shown)), over="")
    content = await asyncio.to_thread(exported, [title], form, shown.day, plain)
    return NamedFile(f"{shown.system}-{shown.kind}-{shown.day.isoformat()}.{form}", content)


async def _saved(runtime: Runtime, number: int) -> NamedFile:
    """Return the whole history of a list, as `turretur rating --save` writes it."""
    async with runtime.database.reading() as tx:
        run = await rating_runs.find(tx, number)
        packed = await rating_runs.saved(tx, number)
    if run is None or packed is None:
        raise GameStateError(Fault("rating_gone"))
    return NamedFile(saved_file_name(run.system, list_day(run.task)), zlib.decompress(packed))


async def _sheet(runtime: Runtime, of: str, language: str) -> NamedFile:
    """Return all terms of a player's figures, as plain text."""
    number, _, key = of.partition(":")
    async with runtime.database.reading() as tx:
        packed = await rating_runs.sheet(tx, int(number), key)
        names = await rating_runs.players_of(tx, int(number))
        run = await rating_runs.find(tx, int(number))
        sections = [] if packed is None else unpack_sheet(packed)
        if run is not None and run.person == PROGRAM:
            sections = await named_sections(tx, sections)
            names = dict(await names_for(tx, names))
    if packed is None or run is None:
        raise GameStateError(Fault("rating_gone"))
    catalogue = load_catalogue(language)
    day = FORMATS["date"](list_day(run.task).isoformat(), language, HOME_ZONE)
    title = f"{names[key]} – {catalogue.plain(system_text(run.system))}, {day}"
    texts = [catalogue.plain(text) for text in sheet_text(sections)]
    content = "\n\n".join([title, *texts]) + "\n"
    return NamedFile(f"{run.system}-{_plain_name(fold(names[key]))}.txt", content.encode())


async def _faults(runtime: Runtime, token: str, language: str) -> NamedFile:
    """Return all errors in the files sent, one a line."""
    async with runtime.database.reading() as tx:
        work = await rating_work.by_token(tx, token)
    faults = draft_from_json(work.draft).faults if work is not None else ()
    catalogue = load_catalogue(language)
    lines = [f"{file}: {without_markup(catalogue.html(fault.text))}" for file, fault in faults]
    return NamedFile(catalogue.plain(say("rating.faults_file")), ("\n".join(lines) + "\n").encode())


def _plain_name(key: str) -> str:
    return "-".join("".join(sign for sign in word if sign.isalnum()) for word in key.split()) or "x"
