"""Make a case file: read the database in the event loop, then pack the file in a thread."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.documents.dossier.facts import Dossier, Subject
from bot.documents.dossier.gathering import gather

if TYPE_CHECKING:
    from bot.runtime.shared import Shared
    from storage.db import Database


@dataclass(frozen=True, slots=True)
class Bound:
    """A case file as bytes, and the facts it was made from."""

    name: str
    content: bytes
    dossier: Dossier


async def dossier_file(
    database: "Database", shared: "Shared", subject: Subject, language: str
) -> Bound:
    """Return the case file for the subject, in that language.

    Raises:
        NothingToShow: nothing of that name is stored.
    """
    async with database.reading() as tx:
        dossier = await gather(tx, shared, subject)
    return await asyncio.to_thread(_bound, dossier, language)


def _bound(dossier: Dossier, language: str) -> Bound:
    """Pack the case file; the layout and drawing libraries are imported on first use."""
    from bot.documents.dossier.binding import bind, file_stem  # noqa: PLC0415

    prefix = "dosar" if language == "ro" else "dossier"
    name = f"{prefix}-{file_stem(dossier.subject.name)}.zip"
    return Bound(name, bind(dossier, language), dossier)
