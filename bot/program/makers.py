"""The table of makers: each kind of picture and file without a game that a message carries.

`bot.transport.sending.game_pictures` makes those of games.
"""

from functools import partial

from bot.analysis import analysis_pictures
from bot.analysis.workbook import workbook_of
from bot.documents.dossier.archive import dossier_file
from bot.documents.dossier.facts import Subject
from bot.documents.standings import printing
from bot.documents.tables.import_blank import blank_form
from bot.documents.views.exports import FileForm
from bot.documents.views.how import how_page, how_picture, lesson_picture
from bot.ratings.cnis.table_views import page_of, pages_of
from bot.ratings.jobs.printing import document_of
from bot.ratings.lists import list_pictures
from bot.runtime.shared import BotSettings
from bot.runtime.unit import Runtime
from bot.service.competitions.invite_sheet import invitations_file
from bot.service.matches import import_pictures
from bot.texts.i18n import Catalogue, load_catalogue
from bot.texts.messages import say
from bot.texts.pictures import (
    AnalysisPicture,
    Document,
    DocumentKind,
    HowToPlay,
    ImportPicture,
    LessonBoard,
    NamedFile,
    PictureKind,
    RatingChart,
    RatingListPage,
    RatingMovesPage,
    StandingsPicture,
    TablePage,
)
from bot.transport.sending.makers import Makers
from engine.games.events import EditionRef
from engine.thinking_time import day_of


def makers(runtime: Runtime, shared: BotSettings) -> Makers:
    """Return the table of makers, which read from the database."""
    ratings = partial(_rating, runtime, shared)
    rating_file = partial(_rating_file, runtime, shared)
    return Makers(
        pictures={
            PictureKind.STANDINGS: partial(_standings, runtime, shared),
            PictureKind.PAGE: partial(_page, runtime, shared),
            PictureKind.RATING_LIST: ratings,
            PictureKind.RATING_MOVES: ratings,
            PictureKind.RATING_CHART: ratings,
            PictureKind.ANALYSIS: partial(_analysis, runtime, shared),
            PictureKind.IMPORT: partial(_import, runtime, shared),
            PictureKind.HOW: partial(_how, runtime, shared),
            PictureKind.LESSON: partial(_lesson, runtime, shared),
        },
        documents={
            DocumentKind.STANDINGS: partial(_lists, runtime, shared),
            DocumentKind.STANDINGS_PRINTED: partial(_lists, runtime, shared),
            DocumentKind.INVITATIONS: partial(_invitations, runtime, shared),
            DocumentKind.DOSSIER: partial(_dossier, runtime, shared),
            DocumentKind.PAGES: partial(_pages, runtime, shared),
            DocumentKind.RATING_BOOK: rating_file,
            DocumentKind.RATING_SAVED: rating_file,
            DocumentKind.RATING_LIST: rating_file,
            DocumentKind.RATING_PRINTED: rating_file,
            DocumentKind.RATING_SHEET: rating_file,
            DocumentKind.RATING_SAMPLE: rating_file,
            DocumentKind.RATING_FAULTS: rating_file,
            DocumentKind.ANALYSIS: partial(_analysis_book, runtime, shared),
            DocumentKind.HOW: partial(_how_page, runtime, shared),
            DocumentKind.IMPORT_FORM: partial(_import_form, runtime, shared),
        },
    )


def _catalogue(shared: BotSettings, language: str) -> Catalogue:
    """Return the texts as messages to that reader word them, with the form of address set."""
    return load_catalogue(language, formal=shared.is_formal)


async def _standings(
    runtime: Runtime, shared: BotSettings, picture: StandingsPicture, language: str
) -> bytes:
    return await printing.picture_of(runtime, shared, picture, _catalogue(shared, language))


async def _page(runtime: Runtime, shared: BotSettings, picture: TablePage, language: str) -> bytes:
    return await page_of(runtime, picture, _catalogue(shared, language).plain)


async def _rating(
    runtime: Runtime,
    shared: BotSettings,
    picture: RatingListPage | RatingMovesPage | RatingChart,
    language: str,
) -> bytes:
    return await list_pictures.picture_of(runtime, picture, _catalogue(shared, language).plain)


async def _lists(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    is_printed = document.kind is DocumentKind.STANDINGS_PRINTED
    form = FileForm.PDF if is_printed else FileForm.XLSX
    return await printing.lists_file(
        runtime, shared, document.of, form, _catalogue(shared, language)
    )


async def _invitations(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    return await invitations_file(runtime, shared, document.of, _catalogue(shared, language).plain)


async def _dossier(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    bound = await dossier_file(
        runtime.database, shared, Subject.read(document.of), _catalogue(shared, language)
    )
    return NamedFile(bound.name, bound.content)


async def _pages(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    return await pages_of(runtime, document.of, _catalogue(shared, language).plain)


async def _rating_file(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    return await document_of(runtime, document, _catalogue(shared, language))


async def _analysis(
    runtime: Runtime, shared: BotSettings, picture: AnalysisPicture, language: str
) -> bytes:
    return await analysis_pictures.picture_of(
        runtime, shared, picture, _catalogue(shared, language)
    )


async def _analysis_book(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    return await workbook_of(runtime, shared, document.of, _catalogue(shared, language))


async def _import(
    runtime: Runtime, shared: BotSettings, picture: ImportPicture, language: str
) -> bytes:
    return await import_pictures.picture_of(runtime, shared, picture, _catalogue(shared, language))


def _edition(runtime: Runtime, shared: BotSettings) -> EditionRef:
    """Return the word list in force, which the board of a lesson names."""
    return shared.edition_on(day_of(runtime.clock.now(), shared.rules.time_zone))


async def _how(runtime: Runtime, shared: BotSettings, picture: HowToPlay, language: str) -> bytes:
    del picture  # there is only one
    return how_picture(_edition(runtime, shared), _catalogue(shared, language).plain)


async def _lesson(
    runtime: Runtime, shared: BotSettings, picture: LessonBoard, language: str
) -> bytes:
    edition, plain = _edition(runtime, shared), _catalogue(shared, language).plain
    return lesson_picture(picture.number, picture.preview, edition, plain)


async def _how_page(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    del document  # there is only one
    catalogue = _catalogue(shared, language)
    page = how_page(_edition(runtime, shared), catalogue)
    return NamedFile(f"{catalogue.plain(say('how.file'))}.pdf", page)


async def _import_form(
    runtime: Runtime, shared: BotSettings, document: Document, language: str
) -> NamedFile:
    del document  # there is only one form
    plain = _catalogue(shared, language).plain
    day = day_of(runtime.clock.now(), shared.rules.time_zone)
    return NamedFile(f"{plain(say('import.form_file'))}.xlsx", blank_form(plain, language, day))
