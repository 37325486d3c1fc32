"""A case file as a file: made, read, unpacked, and checked with its own program."""

import io
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import ZipFile

from pypdf import PdfReader

from bot.documents.dossier.archive import PackedDossier, dossier_file
from bot.documents.dossier.composing import GameSheets, compose
from bot.documents.dossier.facts import Subject
from bot.documents.dossier.gathering import gather
from bot.texts.i18n import load_catalogue
from storage.db import Database
from tests.bot.documents.dossier.match import ASKED, StoredMatch

SUBJECT = Subject.named("K7QF/1", at=ASKED)


@dataclass(frozen=True, slots=True)
class StoredDossier:
    """A stored match and its case file."""

    stored: StoredMatch
    packed: PackedDossier


async def pack(
    database: Database, stored: StoredMatch, subject: Subject = SUBJECT, language: str = "ro"
) -> PackedDossier:
    """Return the case file as a file."""
    return await dossier_file(database, stored.shared, subject, load_catalogue(language))


async def text_of(
    database: Database, stored: StoredMatch, subject: Subject = SUBJECT, language: str = "ro"
) -> str:
    """Return all text of the case file, before it is laid out, with even white space."""
    catalogue = load_catalogue(language)
    async with database.reading() as tx:
        dossier = (await gather(tx, stored.shared, subject)).with_names(catalogue.name)
    sheets = {facts.game.id: GameSheets(b"", b"") for facts in dossier.games}
    return " ".join(" ".join(_texts(compose(dossier, sheets, catalogue))).split())


def _texts(part: object) -> Iterator[str]:
    """Yield the texts in a block."""
    if isinstance(part, str):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from _texts(each)
    elif is_dataclass(part):
        for each in fields(part):
            yield from _texts(getattr(part, each.name))


def pdf_text(packed: PackedDossier) -> str:
    """Return all text of the PDF with even white space."""
    return " ".join(_pages(packed.content))


def page_text(packed: PackedDossier, number: int) -> str:
    """Return the text of one page of the PDF, from 0, with even white space."""
    return _pages(packed.content)[number]


@lru_cache(maxsize=4)
def _pages(content: bytes) -> tuple[str, ...]:
    with ZipFile(io.BytesIO(content)) as archive:
        pages = PdfReader(io.BytesIO(archive.read("dossier.pdf"))).pages
    return tuple(" ".join(page.extract_text().split()) for page in pages)


def unpack(packed: PackedDossier, folder: Path) -> Path:
    """Unpack the archive and return where."""
    with ZipFile(io.BytesIO(packed.content)) as archive:
        archive.extractall(folder)
    return folder


def run_verifier(folder: Path) -> tuple[int, str]:
    """Run the archive's own program without our packages; return status and output."""
    run = subprocess.run(
        [sys.executable, "-I", "-S", str(folder / "verify.py")],
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout
