"""The documents of a rating job: the example files, and those of a deleted run."""

import csv
from pathlib import Path

import pytest

from bot.documents.tables.headings import columns_of
from bot.ratings.calculation.file_roles import NEEDED, FileRole
from bot.ratings.jobs.printing import document_of
from bot.ratings.jobs.samples import BOM, OWN_SAMPLES, SAMPLES, sample_file
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.texts.i18n import load_catalogue
from bot.texts.pictures import Document, DocumentKind
from engine.errors import GameStateError
from storage.db import Database
from tests.bot.ratings.jobs.read_files import drafted
from tests.builders import noon
from tests.databases import empty_database

EVERY = [*OWN_SAMPLES, *(f"absp.{role}" for role in SAMPLES)]


@pytest.mark.parametrize("of", EVERY)
def test_an_example_speaks_romanian_and_is_read_the_same(of: str) -> None:
    """Its Romanian headings are read as the columns of the English example."""
    _, romanian = sample_file(of, "ro")
    _, english = sample_file(of, "en")
    (header, *rows), (columns, *others) = (
        list(csv.reader(each.decode().removeprefix(BOM).splitlines()))
        for each in (romanian, english)
    )

    assert not set(header) & (set(columns) - {"rating", "club"})
    assert columns_of(header, columns) == columns
    assert [row[:1] for row in rows] == [row[:1] for row in others]


@pytest.mark.parametrize("language", ["ro", "en"])
@pytest.mark.parametrize("system", NEEDED)
def test_an_example_is_a_file_that_works(system: str, language: str) -> None:
    """Every system's example files can be sent back unchanged."""
    roles = [role for role in NEEDED[system].roles if role not in {FileRole.SCALES, FileRole.SAVED}]

    found = drafted(system, *(sample_file(f"{system}.{role}", language) for role in roles))

    assert [file.role for file in found.files] == [str(role) for role in roles]
    assert found.faults == ()
    assert found.understood is not None
    assert found.may_start


@pytest.mark.parametrize(
    ("kind", "of"),
    [
        (DocumentKind.RATING_BOOK, "7"),
        (DocumentKind.RATING_SAVED, "7"),
        (DocumentKind.RATING_SHEET, "7:ana pop"),
    ],
)
async def test_an_old_message_of_a_deleted_run_says_so(
    tmp_path: Path, kind: DocumentKind, of: str
) -> None:
    """Its buttons answer that the run is gone, whichever file they name."""
    async with Database(f"sqlite:///{empty_database(tmp_path / 'tur.db')}") as database:
        with pytest.raises(GameStateError) as refused:
            await document_of(
                Runtime(database, FixedClock(noon())), Document(kind, of), load_catalogue("ro")
            )

    assert [fault.code for fault in refused.value.faults] == ["rating_gone"]
