"""Whom an arbiter's answer about a name means, once people were merged."""

from benchmarks.bench_move import START, shared
from bot.runtime.clock import FixedClock
from bot.runtime.unit import Runtime
from bot.service.operations.people.resolving import Named, resolve
from bot.service.service import Service
from storage.db import Database
from storage.people import merging, people
from tests.somebodys_rows import HABITS


async def test_an_answer_means_the_person_with_whom_the_named_one_was_merged(
    database: Database,
) -> None:
    """The former number enters no competition, because nobody has it any longer."""
    async with Runtime(database, FixedClock(START)).unit() as unit:
        kept = await people.create(unit.tx, "Ana Ionescu", HABITS)
        gone = await people.create(unit.tx, "Ana Pop", HABITS)
        await merging.join(unit.tx, kept, gone, START)
        named = Named(name="Ana Pop")

        (resolved,) = await resolve(Service(unit, shared()), [named], {named.about: f"{gone.id}"})

        assert resolved.person == kept.id
