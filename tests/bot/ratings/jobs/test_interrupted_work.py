"""A job whose person is forgotten, or whose database fails, while its files are fetched."""

from errno import ENOSPC

import pytest
from sqlalchemy import func, select

from bot.ratings.jobs.draft import Draft, UnfetchedFile, draft_to_json
from bot.ratings.jobs.runner import RatingRunner
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.texts.delivery import Fetch
from storage.db import Database
from storage.people import people
from storage.queues import outbox
from storage.ratings import rating_work
from storage.ratings.rating_work import RatingWork, WorkStage
from storage.schema import rating_files
from tests.bot.conftest import MAY_DAY
from tests.bot.documents.dossier.match import HABITS


async def asked(database: Database) -> RatingWork:
    """Store and return a person's request to check a file that they have just sent."""
    draft = Draft(system="absp", message=1, sent=(UnfetchedFile(file_id="f", name="ana.csv"),))
    async with database.transaction() as tx:
        person = await people.create(tx, "Ana Pop", HABITS, account=7, address=7)
        work = RatingWork(
            person=person.id, token="t", chat=7, stage=WorkStage.CHECK, seq=1, attempts=0,
            draft=draft_to_json(draft), at=MAY_DAY,
        )  # fmt: skip
        await rating_work.put(tx, work)
    return work


def runner(database: Database, fetch: Fetch) -> RatingRunner:
    """Return a runner that fetches files with that function."""
    return RatingRunner(Runtime(database, FixedClock(MAY_DAY)), fetch, ())


async def test_a_person_forgotten_during_a_fetch_leaves_no_file(database: Database) -> None:
    """The file that arrives afterwards is not stored, and no message is queued for them."""
    work = await asked(database)

    async def fetch(_: str) -> bytes:
        async with database.transaction() as tx:
            await rating_work.drop_work(tx, work.person)
        return b"name,rating\n"

    await runner(database, fetch).do(work)

    async with database.reading() as tx:
        assert (await tx.execute(select(func.count()).select_from(rating_files))).scalar_one() == 0
        assert not any((await outbox.counts(tx)).values())


async def test_a_full_disk_is_no_error_of_the_file(database: Database) -> None:
    """The queue begins the job again; its person does not read that it failed."""

    async def fetch(_: str) -> bytes:
        raise OSError(ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        await runner(database, fetch).do(await asked(database))

    async with database.reading() as tx:
        assert [work.attempts for work in await rating_work.wanted(tx)] == [1]
