"""Who makes what the press does not make itself: each kind of picture and file with its maker.

A maker's own modules are loaded with the first picture or file it makes.
"""
# ruff: noqa: PLC0415

from functools import partial
from typing import TYPE_CHECKING

from bot.language.i18n import catalogue
from bot.messages import (
    Document,
    DocumentKind,
    PictureKind,
    RatingChart,
    RatingListPage,
    RatingMovesPage,
    StandingsPicture,
    TablePage,
)
from bot.sending.makers import Makers

if TYPE_CHECKING:
    from bot.office.shared import Shared
    from bot.office.unit import Office


def makers(office: "Office", shared: "Shared") -> Makers:
    """Return the table of makers, who read what is stored there."""
    ratings, worked_out = partial(_rating, office), partial(_worked_out, office)
    return Makers(
        pictures={
            PictureKind.STANDINGS: partial(_standings, office, shared),
            PictureKind.PAGE: partial(_page, office),
            PictureKind.RATING_LIST: ratings,
            PictureKind.RATING_MOVES: ratings,
            PictureKind.RATING_CHART: ratings,
        },
        documents={
            DocumentKind.STANDINGS: partial(_phase, office, shared),
            DocumentKind.INVITATIONS: partial(_invitations, office, shared),
            DocumentKind.DOSSIER: partial(_dossier, office, shared),
            DocumentKind.PAGES: partial(_pages, office),
            DocumentKind.RATING_BOOK: worked_out,
            DocumentKind.RATING_SHEET: worked_out,
            DocumentKind.RATING_SAMPLE: worked_out,
            DocumentKind.RATING_FAULTS: worked_out,
        },
    )


async def _standings(
    office: "Office", shared: "Shared", picture: StandingsPicture, language: str
) -> bytes:
    from bot.standings.printing import picture_of

    return await picture_of(office, shared, picture, catalogue(language))


async def _page(office: "Office", picture: TablePage, language: str) -> bytes:
    from bot.cnis.printing import page_of

    return await page_of(office, picture, catalogue(language).plain)


async def _rating(
    office: "Office", picture: RatingListPage | RatingMovesPage | RatingChart, language: str
) -> bytes:
    from bot.ratings.printing import picture_of

    return await picture_of(office, picture, catalogue(language).plain)


async def _phase(
    office: "Office", shared: "Shared", document: Document, language: str
) -> tuple[str, bytes]:
    from bot.standings.printing import spreadsheet

    return await spreadsheet(office, shared, document.of, catalogue(language))


async def _invitations(
    office: "Office", shared: "Shared", document: Document, language: str
) -> tuple[str, bytes]:
    from bot.desk.competitions.invite_sheet import invitations_file

    return await invitations_file(office, shared, document.of, catalogue(language).plain)


async def _dossier(
    office: "Office", shared: "Shared", document: Document, language: str
) -> tuple[str, bytes]:
    from bot.dossier.making import dossier_file
    from bot.dossier.subject import Subject

    bound = await dossier_file(office.database, shared, Subject.read(document.of), language)
    return bound.name, bound.content


async def _pages(office: "Office", document: Document, language: str) -> tuple[str, bytes]:
    from bot.cnis.printing import pages_of

    return await pages_of(office, document.of, language)


async def _worked_out(office: "Office", document: Document, language: str) -> tuple[str, bytes]:
    from bot.workshop.printing import document_of

    return await document_of(office, document, language)
