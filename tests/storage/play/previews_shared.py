"""What `test_previews` and other tests share."""

from engine.ids import PersonId
from storage.db import Database
from storage.people import people
from storage.people.people import Habits

HABITS = Habits(time_zone="Europe/Bucharest", reminder_hour=9, quiet_from=None, quiet_to=None)


async def person(db: Database, name: str) -> PersonId:
    """Add a person."""
    async with db.transaction() as tx:
        return (await people.create(tx, name, HABITS)).id
