"""The series of competitions, in both storages."""

from engine.ids import CompetitionCode
from storage.competitions import series
from storage.competitions.public_state import public_state
from storage.db import Database

ONE, OTHER = CompetitionCode("CT24"), CompetitionCode("CT25")


async def test_a_competition_is_in_one_series_or_in_none(db: Database) -> None:
    """A new name replaces the old one, and the site is notified of each change."""
    async with db.transaction() as tx:
        before = await public_state(tx)
        await series.add(tx, ONE, "Cupa")
        await series.add(tx, OTHER, "Liga")
        await series.add(tx, OTHER, "Cupa Orașelor")
        after = await public_state(tx)
        assert await series.every(tx) == {ONE: "Cupa", OTHER: "Cupa Orașelor"}
        await series.remove(tx, ONE)
        await series.remove(tx, ONE)

        assert await series.of(tx, ONE) == ""
        assert await series.of(tx, OTHER) == "Cupa Orașelor"
        assert len({before, after, await public_state(tx)}) == 3
