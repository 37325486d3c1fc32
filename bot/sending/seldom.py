"""Pictures and files that are seldom wanted: what makes them is loaded with the first.

The press makes what every game needs, and asks here for everything else.
"""
# ruff: noqa: PLC0415

from typing import TYPE_CHECKING

from bot.language.i18n import catalogue
from bot.messages import Document, DocumentKind, Picture, PictureKind

if TYPE_CHECKING:
    from bot.office.shared import Shared
    from bot.office.unit import Office


async def picture_of(office: "Office", shared: "Shared", picture: Picture, language: str) -> bytes:
    """Return a picture of standings, ratings or the championship's tables, as PNG."""
    words = catalogue(language)
    match picture.kind:
        case PictureKind.STANDINGS:
            from bot.standings import printing as standings

            return await standings.picture_of(office, shared, picture, words)
        case PictureKind.PAGE:
            from bot.cnis.printing import page_of

            return await page_of(office, picture, words.plain)
        case _:
            from bot.ratings import printing as ratings

            return await ratings.picture_of(office, picture, words.plain)


async def file_of(
    office: "Office", shared: "Shared", document: Document, language: str
) -> tuple[str, bytes]:
    """Return name and content of a dossier, or of a file about standings or ratings."""
    words = catalogue(language)
    match document.kind:
        case DocumentKind.STANDINGS:
            from bot.standings.printing import spreadsheet

            return await spreadsheet(office, shared, document.of, words)
        case DocumentKind.INVITATIONS:
            from bot.desk.competitions.invite_sheet import invitations_file

            return await invitations_file(office, shared, document.of, words.plain)
        case DocumentKind.DOSSIER:
            from bot.dossier.making import dossier_file
            from bot.dossier.subject import Subject

            subject = Subject.read(document.of)
            bound = await dossier_file(office.database, shared, subject, language)
            return bound.name, bound.content
        case DocumentKind.PAGES:
            from bot.cnis.printing import pages_of

            return await pages_of(office, document.of, language)
        case _:
            from bot.workshop.printing import document_of

            return await document_of(office, document, language)
