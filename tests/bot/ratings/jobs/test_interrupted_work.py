"""A job that something else happens to: its person is forgotten or types, its database fails."""

from dataclasses import replace
from errno import ENOSPC

import pytest
from sqlalchemy import func, select

from benchmarks.bench_move import shared
from bot.chat.ratings.list_files import file_given
from bot.ratings.jobs.draft import Draft, UnfetchedFile, draft_to_json
from bot.ratings.jobs.runner import RatingRunner
from bot.runtime.clock import FixedClock
from bot.runtime.shared import UserInput
from bot.runtime.unit import Runtime
from bot.service.service import Service
from bot.texts.delivery import Fetch
from bot.texts.messages import Incoming, Sender, say
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

    await runner(database, fetch).run(work)

    async with database.reading() as tx:
        assert (await tx.execute(select(func.count()).select_from(rating_files))).scalar_one() == 0
        assert not any((await outbox.counts(tx)).values())


async def test_a_full_disk_is_no_error_of_the_file(database: Database) -> None:
    """The queue begins the job again; its person does not read that it failed."""

    async def fetch(_: str) -> bytes:
        raise OSError(ENOSPC, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        await runner(database, fetch).run(await asked(database))

    async with database.reading() as tx:
        assert [work.attempts for work in await rating_work.wanted(tx)] == [1]


async def test_places_typed_while_the_points_are_calculated_do_not_stop_that(
    database: Database,
) -> None:
    """Like a file sent then, they are not taken: the person reads that the bot is at work."""
    work = replace(
        await asked(database),
        stage=WorkStage.RATE,
        draft=draft_to_json(Draft(system="cnis_points")),
    )
    incoming = Incoming(
        update=1, sender=Sender(7, "Ana Pop"), chat=7, is_private=True, at=MAY_DAY, message=1
    )
    async with Runtime(database, FixedClock(MAY_DAY)).unit() as unit:
        await rating_work.put(unit.tx, work)
        person = await people.get(unit.tx, work.person)
        typed = UserInput(incoming, person, "1. Ana Pop\n2. Ion Rus")

        await file_given(Service(unit, shared()), typed, work.token)

        assert [notice.text for notice in unit.notices] == [say("rating.busy")]
        assert await rating_work.find(unit.tx, work.person) == work
