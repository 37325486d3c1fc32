"""The documents that go with what was worked out: spreadsheets, terms, faults, examples.

Everything is read from what is stored.
"""

from typing import TYPE_CHECKING

from bot.files.listing import file_name, tables_of
from bot.language.formats import FORMATS
from bot.language.i18n import HOME_ZONE, catalogue, without_markup
from bot.messages import Document, DocumentKind, say
from bot.workshop.draft import draft_from_json
from bot.workshop.faults import fault_from_json, fault_line
from bot.workshop.packing import unpack, unpack_sheet
from bot.workshop.samples import sample
from bot.workshop.systems import TRAITS
from bot.workshop.task import day_of
from bot.workshop.wording import sheet_text
from engine.errors import Fault, GameStateError
from storage import rating_runs, rating_work

if TYPE_CHECKING:
    from bot.office.unit import Office


async def document_of(office: "Office", document: Document, language: str) -> tuple[str, bytes]:
    """Return name and content of a file about something worked out."""
    match document.kind:
        case DocumentKind.RATING_SAMPLE:
            return sample(document.of)
        case DocumentKind.RATING_FAULTS:
            return await _faults(office, document.of, language)
        case DocumentKind.RATING_SHEET:
            return await _sheet(office, document.of, language)
        case _:
            return await _book(office, int(document.of), language)


async def _book(office: "Office", number: int, language: str) -> tuple[str, bytes]:
    async with office.database.reading() as tx:
        run = await rating_runs.find(tx, number)
        content = await rating_runs.book(tx, number)
    if run is None:
        raise GameStateError(Fault("rating_gone"))
    if run.system in TRAITS:
        return f"{run.system}-{day_of(run.task).isoformat()}.xlsx", content
    title = tables_of(unpack(run.result))[0].title
    if run.system == "cnis_season":  # it has the tables of all categories; the first is of one
        title = say("cnis.season_file", year=title.params["year"])
    return file_name(catalogue(language).plain(title), "xlsx"), content


async def _sheet(office: "Office", of: str, language: str) -> tuple[str, bytes]:
    """Return how a player's numbers were made, whole, as plain text."""
    number, _, key = of.partition(":")
    async with office.database.reading() as tx:
        packed = await rating_runs.sheet(tx, int(number), key)
        names = await rating_runs.players_of(tx, int(number))
        run = await rating_runs.find(tx, int(number))
    if packed is None or run is None:
        raise GameStateError(Fault("rating_gone"))
    words = catalogue(language)
    day = FORMATS["date"](day_of(run.task).isoformat(), language, HOME_ZONE)
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
