"""A case file as a file: made, read, unpacked, and checked with its own program."""

import io
import subprocess
import sys
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from zipfile import ZipFile

from pypdf import PdfReader

from bot.documents.dossier.archive import PackedDossier, dossier_file
from bot.documents.dossier.facts import Subject
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
